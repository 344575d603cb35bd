"""The five extractions, to be read and to be changed. What is typed goes through the parser of evidence records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from core.domain.evidence import EvidenceChunk, parse_line
from core.services.lesson import LessonDesk
from pages.parts import lesson_state, present
from pages.parts import words_lesson as own
from pages.parts.text import safe_markdown

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_lesson_editor",
    html='<div class="lp-lesson"></div>',
    css=(_ASSETS / "lesson_parts.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "lesson_editor.js")),
)
_ENTITY, _RELATION = ("name", "type", "description"), ("source", "target", "keywords", "description")
_MOST_ROWS, _LONGEST = 20, 400


def reading(chunks: Sequence[EvidenceChunk], *, only: frozenset[str] = frozenset()) -> None:
    """The passages with what was read from them; those that a step speaks of with their texts."""
    rows = [row for row in _rows(chunks) if not only or row["id"] in only]
    _component(
        key="lesson-reading",
        data=_sent(rows, edits=False) | {"long": bool(only)},
        on_edit_change=lambda: None,
    )


def editor(desk: LessonDesk) -> None:
    """The same as fields, folded; and the way back."""
    kept = lesson_state.kept()
    records = lesson_state.records(desk)
    with st.expander(own.EDITED if kept.records else own.EDIT, icon=":material/edit:", key="lesson-edit"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(own.EDIT_HINT)
            st.space("stretch")
            st.button(
                own.RESET,
                icon=":material/restart_alt:",
                key="lesson-reset",
                help=own.RESET_HELP,
                on_click=reset,
                disabled=kept.records is None,
            )
        if kept.refused:
            st.warning(own.REFUSED.format(reasons=" ".join(map(safe_markdown, kept.refused))))
        _component(
            key="lesson-editor",
            data=_sent(_rows(records), edits=True),
            on_edit_change=lambda: take(desk, st.session_state["lesson-editor"].edit),
        )


def reset() -> None:
    kept = lesson_state.kept()
    kept.records, kept.refused, kept.turn = None, (), kept.turn + 1


def take(desk: LessonDesk, rows: Any) -> None:
    """Put what was typed in place of what was read, as far as it has the right shape."""
    if not isinstance(rows, list):
        return
    kept = lesson_state.kept()
    typed = {str(row.get("id")): row for row in rows if isinstance(row, dict)}
    changed = [_changed(chunk, typed.get(chunk.id, {})) for chunk in lesson_state.records(desk)]
    kept.refused = tuple(issue.reason for chunk in changed for issue in chunk.issues)
    kept.records = None if tuple(changed) == tuple(desk.five) else tuple(changed)


def _changed(chunk: EvidenceChunk, typed: dict[str, Any]) -> EvidenceChunk:
    """The passage with other rows. Rows that are all empty are still being written."""
    line = {
        "document": chunk.document,
        "chunk": chunk.chunk,
        "text": chunk.text,
        "entities": _typed(typed.get("entities"), _ENTITY),
        "relations": _typed(typed.get("relations"), _RELATION),
    }
    read = parse_line(json.dumps(line), 1).chunk
    if read is None:
        return chunk
    plain = [replace(row, raw="") for row in read.entities], [replace(row, raw="") for row in read.relations]
    known = {replace(row, raw=""): row for row in (*chunk.entities, *chunk.relations)}
    return replace(
        chunk,
        entities=tuple(known.get(row, row) for row in plain[0]),
        relations=tuple(known.get(row, row) for row in plain[1]),
        issues=read.issues,
    )


def _typed(rows: Any, names: tuple[str, ...]) -> list[dict[str, str]]:
    given = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    read = ({name: str(row.get(name, ""))[:_LONGEST] for name in names} for row in given[:_MOST_ROWS])
    return [row for row in read if any(value.strip() for value in row.values())]


def _rows(chunks: Sequence[EvidenceChunk]) -> list[dict[str, Any]]:
    return [
        {
            "id": chunk.id,
            "number": number,
            "title": chunk.title or chunk.document,
            "text": chunk.text,
            "entities": [{name: getattr(row, name) for name in _ENTITY} for row in chunk.entities],
            "relations": [
                {name: getattr(row, name) for name in ("source", "target")}
                | {"keywords": ", ".join(row.keywords), "description": row.description}
                for row in chunk.relations
            ],
        }
        for number, chunk in enumerate(chunks, 1)
    ]


def _sent(rows: list[dict[str, Any]], *, edits: bool) -> dict[str, Any]:
    """`same` is what a browser that typed these rows has already."""
    turn = lesson_state.kept().turn
    said = [{name: row[name] for name in ("id", "entities", "relations")} for row in rows]
    same = f"{turn}:{json.dumps(said, ensure_ascii=False, separators=(',', ':'))}"
    return {
        "chunks": rows,
        "edits": edits,
        "same": f"{same}{'' if edits else present.on()}",
        "turn": turn,
        "strings": dict(own.EDITOR),
        "present": present.on(),
    }
