"""Versions: documents that others replace, pairs that say nearly the same with their answers, and drafts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import regex
import streamlit as st

from core.domain.alike import is_draft
from pages.parts import documents_erase, documents_mark, session
from pages.parts import documents_panel as panels
from pages.parts import words_versions as words
from pages.parts.documents_details import part
from pages.parts.documents_table import DOC, when
from pages.parts.text import safe_markdown

_SHOWN = 20
_COPY = regex.compile(r"(?i)(?<![^\W_])(?:copy|kopie|copie|copia)(?![^\W_])|副本")
VIEW = "versions"


def versions(explorer: Any) -> None:
    """Draw the view."""
    _replaced(explorer)
    _problems(explorer)
    with st.spinner(words.LOOKING):
        pairs, drafts = explorer.succession.alike(), explorer.succession.drafts()
    rows = {row.document.id: row for row in explorer.library.documents()}
    _alike(explorer, pairs, rows)
    _drafts(explorer, drafts, rows)


def _replaced(explorer: Any) -> None:
    found = explorer.succession.replaced()
    st.subheader(words.REPLACED.format(count=len(found)), anchor=False)
    st.caption(words.REPLACED_HINT if found else words.REPLACED_NONE)
    start = (part(len(found), _SHOWN, "replaced") - 1) * _SHOWN
    for each in found[start : start + _SHOWN]:
        with st.container(border=True, key=f"replaced-{each.document}"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{safe_markdown(each.title, 120)}**", width="content")
                st.space("stretch")
                link(each.by, words.GO)
                if explorer.writable:
                    documents_mark.keep_button(each.by, each.document, f"replaced-keep-{each.document}")
                    documents_erase.button(explorer, [each.document], f"replaced-erase-{each.document}")
            by = words.BY.format(by=safe_markdown(each.by, 120), how=words.HOW[each.how])
            st.caption(f"{safe_markdown(each.document, 120)} · {by}")
            documents_mark.keep_panel(explorer, each.by, each.document)
            documents_erase.panel(explorer, {each.document: each.title})


def _problems(explorer: Any) -> None:
    found = explorer.succession.problems()
    if found:
        with st.expander(words.PROBLEMS.format(count=len(found)), icon=":material/help:", expanded=True):
            for each in found[:_SHOWN]:
                said = words.PROBLEM.format(
                    document=safe_markdown(each.document, 120),
                    says=safe_markdown(each.says, 120),
                    why=words.WHY[each.why],
                )
                st.markdown(said)


def _alike(explorer: Any, pairs: Sequence[Any], rows: Mapping[str, Any]) -> None:
    st.subheader(words.ALIKE.format(count=len(pairs)), anchor=False)
    st.caption(words.ALIKE_HINT if pairs else words.ALIKE_NONE)
    for pair in pairs[:_SHOWN]:
        if pair.document in rows and pair.other in rows:
            _pair(explorer, pair, rows)
    if len(pairs) > _SHOWN:
        st.caption(words.ALIKE_MORE.format(count=len(pairs) - _SHOWN))


def _pair(explorer: Any, pair: Any, rows: Mapping[str, Any]) -> None:
    kind, first, second = sides(rows[pair.document], rows[pair.other])
    one, two = first.document.id, second.document.id
    with st.container(border=True, key=f"alike-{one}-{two}"):
        st.badge(share(pair), color="blue")
        for side, row in zip(words.SIDES[kind], (first, second), strict=True):
            _side(side, row, pair.draft)
        if explorer.writable:
            with st.container(horizontal=True, gap="small"):
                labels = words.SIDE_REPLACES[kind]
                documents_mark.pair_button(one, two, labels[0], f"alike-first-{one}-{two}")
                documents_mark.pair_button(two, one, labels[1], f"alike-second-{one}-{two}")
                _both(explorer, pair, f"alike-both-{one}-{two}")
        documents_mark.pair_panel(explorer, one, two)
        documents_mark.pair_panel(explorer, two, one)


def sides(one: Any, other: Any) -> tuple[str, Any, Any]:
    """What tells the two apart (a key of words.SIDES), and the two in that order: the newer first, else by name."""
    if one.added_at == other.added_at:
        return "order", *sorted((one, other), key=lambda row: str(row.document.id))
    return "age", *sorted((one, other), key=lambda row: str(row.added_at), reverse=True)


def _side(side: str, row: Any, draft: str) -> None:
    document = row.document.id
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(side, color="gray")
        st.markdown(f"**{safe_markdown(row.document.title, 100)}**", width="content")
        if draft == document:
            st.badge(called(row), color="orange")
        st.caption(f"{safe_markdown(document, 120)} · {when(row.added_at)}", width="content")
        st.space("stretch")
        link(document, words.OPEN)


def _both(explorer: Any, pair: Any, key: str) -> None:
    def act() -> str:
        explorer.succession.dismiss(pair)
        return words.DISMISSED

    st.button(
        words.BOTH,
        icon=":material/check:",
        key=key,
        help=words.BOTH_HELP,
        on_click=panels.at_once,
        args=(act,),
    )


def _drafts(explorer: Any, drafts: Sequence[str], rows: Mapping[str, Any]) -> None:
    st.subheader(words.DRAFTS.format(count=len(drafts)), anchor=False)
    if not drafts:
        st.caption(words.DRAFTS_NONE)
    for name in [name for name in drafts if name in rows][:_SHOWN]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{safe_markdown(rows[name].document.title, 100)}**", width="content")
            st.badge(called(rows[name]), color="orange")
            st.caption(safe_markdown(name, 120), width="content")
            link(name, words.OPEN)
            if explorer.writable:
                _no_draft(explorer, name)


def _no_draft(explorer: Any, document: str) -> None:
    def act() -> str:
        explorer.succession.dismiss_draft(document)
        return words.NO_DRAFT_DONE

    st.button(
        words.NO_DRAFT,
        type="tertiary",
        icon=":material/check:",
        key=f"draft-{document}",
        help=words.NO_DRAFT_HELP,
        on_click=panels.at_once,
        args=(act,),
    )


def called(row: Any) -> str:
    """What a document that counts as a draft calls itself: a copy, where nothing but that word makes it one."""
    document = row.document
    name, title = (_COPY.sub(" ", said) for said in (document.id, document.title))
    return words.DRAFT if is_draft(name, title, document.metadata) else words.COPY


def share(pair: Any) -> str:
    """`93% the same`, or that it is the same text."""
    return words.SAME if pair.same else words.SHARE.format(share=min(pair.share, 0.99))


def link(document: str, label: str) -> None:
    """Leads to a document's details."""
    st.page_link(
        "pages/documents.py", label=label, icon=":material/description:", query_params=session.linked(**{DOC: document})
    )


def out_of_sight(explorer: Any) -> None:
    """Below the table: how many documents are replaced, and so not in it."""
    count = len(explorer.succession.replaced())
    if count:
        st.caption(words.OUT_ONE if count == 1 else words.OUT.format(count=count))


def instead(explorer: Any, document: str) -> bool:
    """Say of a document that the address names, and that is replaced, by which; whether it is so."""
    found = next((each for each in explorer.succession.replaced() if each.document == document), None)
    if found is None:
        return False
    with st.container(border=True, key="document-replaced"):
        names = {"title": safe_markdown(found.title, 100), "by": safe_markdown(found.by, 120)}
        st.markdown(f":material/move_up: {words.REPLACED_BY.format(**names)} {words.HOW[found.how].capitalize()}.")
        with st.container(horizontal=True, vertical_alignment="center"):
            link(found.by, words.GO)
            if explorer.writable:
                documents_mark.keep_button(found.by, document, "document-replaced-keep")
        documents_mark.keep_panel(explorer, found.by, document)
    return True


def told_after_adding(found: Any) -> list[str]:
    """Lines of a report: which of what came says nearly the same as another one, and which are drafts."""
    lines = []
    if found.alike:
        count = len(found.alike)
        lines.append(words.REPORT_ALIKE_ONE if count == 1 else words.REPORT_ALIKE.format(count=count))
        lines += [
            words.REPORT_PAIR.format(
                document=safe_markdown(pair.document, 100), share=share(pair), other=safe_markdown(pair.other, 100)
            )
            for pair in found.alike[:5]
        ]
    if found.drafts:
        names = ", ".join(safe_markdown(name, 80) for name in found.drafts[:5])
        lines.append(words.REPORT_DRAFTS.format(names=names))
    return lines
