"""What the reader missed, as a person writes it down: words of a passage, and the entity or relation that they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.parts import words
from pages.parts import words_merge as own
from pages.parts.text import one_line

Body = Mapping[str, Any]


def fields(explorer: Any, body: Body, key: str) -> tuple[dict[str, Any], str]:
    """The body, and what is still missing in it."""
    document, quote, missing = _place(explorer, body, key)
    what = "relation" if "relation" in body else "entity"
    what = st.segmented_control(
        own.FIELD_WHAT,
        list(own.WHATS),
        default=what,
        format_func=own.WHATS.__getitem__,
        key=f"{key}-what",
        required=True,
    )
    said, lacking = (_relation if what == "relation" else _entity)(explorer, body.get(str(what)) or {}, quote, key)
    return {str(what): said, "document": document, "quote": quote}, missing or lacking


def _place(explorer: Any, body: Body, key: str) -> tuple[str, str, str]:
    """The document and the words in it; what is wrong with them."""
    chunks = explorer.views().evidence.chunks
    titles = {chunk.document: chunk.title or chunk.document for chunk in chunks.values()}
    given = str(body.get("document", ""))
    documents = sorted(titles)
    document = st.selectbox(
        own.FIELD_DOCUMENT,
        documents,
        index=documents.index(given) if given in titles else None,
        format_func=lambda one: one_line(f"{titles[one]} ({one})" if titles[one] != one else one, 100),
        key=f"{key}-document",
    )
    if document is None:
        return "", "", own.INCOMPLETE.format(what=own.FIELD_DOCUMENT)
    here = [chunk for chunk in chunks.values() if chunk.document == document]
    quote = str(body.get("quote", ""))
    first = next((n for n, chunk in enumerate(here) if quote and quote in chunk.text), 0)
    passage = st.selectbox(
        own.FIELD_PASSAGE,
        here,
        index=first if here else None,
        format_func=lambda one: own.PASSAGE_LINE.format(number=one.position + 1, text=one_line(one.text, 80)),
        key=f"{key}-passage",
    )
    if passage is not None:
        with st.container(border=True, height=160):
            st.text(passage.text)
    words_said = st.text_area(own.FIELD_QUOTE, quote, key=f"{key}-quote", height=70, help=own.FIELD_QUOTE_HELP).strip()
    if not words_said:
        return document, "", own.INCOMPLETE.format(what=own.FIELD_QUOTE)
    found = any(words_said in chunk.text for chunk in here)
    return document, words_said, "" if found else own.QUOTE_MISSING


def _entity(explorer: Any, given: Body, quote: str, key: str) -> tuple[dict[str, Any], str]:
    named = str(given.get("name", "")) or (quote if len(quote) <= 60 else "")
    one, two, three = st.columns(3)
    name = one.text_input(own.FIELD_NAME, named, key=f"{key}-name").strip()
    types = [facet.value for facet in explorer.browse.desk().overview.types if facet.value]
    known = str(given.get("type", ""))
    options = list(dict.fromkeys([*([known] if known else []), *types]))
    type_ = two.selectbox(
        own.FIELD_TYPE,
        options,
        index=0 if known else None,
        key=f"{key}-type",
        accept_new_options=True,
        placeholder=words.UNTYPED,
        format_func=lambda text: one_line(text, 60),
    )
    qualifier = three.text_input(own.FIELD_QUALIFIER, str(given.get("qualifier", "")), key=f"{key}-qualifier").strip()
    text = st.text_input(own.FIELD_DESCRIPTION, str(given.get("description", "")), key=f"{key}-description").strip()
    said = {"name": name, "type": type_ or "", "description": text or quote, "qualifier": qualifier}
    return said, "" if name else own.INCOMPLETE.format(what=own.FIELD_NAME)


def _relation(explorer: Any, given: Body, quote: str, key: str) -> tuple[dict[str, Any], str]:
    one, two, three = st.columns(3)
    source = one.text_input(own.FIELD_SOURCE, str(given.get("source", "")), key=f"{key}-source").strip()
    word = two.text_input(
        own.FIELD_PREDICATE, ", ".join(map(str, given.get("keywords", []))), key=f"{key}-keywords"
    ).strip()
    target = three.text_input(own.FIELD_TARGET, str(given.get("target", "")), key=f"{key}-target").strip()
    text = st.text_input(own.FIELD_DESCRIPTION, str(given.get("description", "")), key=f"{key}-description").strip()
    keywords = [part.strip() for part in word.split(",") if part.strip()]
    said = {"source": source, "target": target, "keywords": keywords, "description": text or quote}
    missing = own.FIELD_SOURCE if not source else own.FIELD_TARGET if not target else ""
    return said, own.INCOMPLETE.format(what=missing) if missing else ""
