"""The five extractions, to be read and to be changed. What is typed goes through the parser of evidence records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from core.domain.evidence import EvidenceChunk, parse_line
from core.services.lesson import LessonDesk
from pages.parts import lesson_state, present
from pages.parts import words_lesson as own
from pages.parts.lesson_rows import COLUMNS, LONGEST, Row, mended, rows_of, waiting, whole
from pages.parts.text import safe_markdown

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_lesson_editor",
    html='<div class="lp-lesson"></div>',
    css=(_ASSETS / "lesson_parts.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "lesson_editor.js")),
)


def reading(chunks: Sequence[EvidenceChunk], *, only: frozenset[str] = frozenset()) -> None:
    """The passages with what was read from them; those that a step speaks of with their texts."""
    rows = [row for row in _rows(chunks, None) if not only or row["id"] in only]
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
            st.warning("  \n".join(map(safe_markdown, kept.refused)), icon=":material/undo:")
        _component(
            key="lesson-editor",
            data=_sent(_rows(records, kept.typed), edits=True),
            on_edit_change=lambda: take(desk, st.session_state["lesson-editor"].edit),
        )


def reset() -> None:
    kept = lesson_state.kept()
    kept.records, kept.typed, kept.refused, kept.turn = None, None, (), kept.turn + 1


def take(desk: LessonDesk, rows: Any) -> None:
    """Put what was typed in place of what was read, as far as it can stand; the rest is said."""
    if not isinstance(rows, list):
        return
    kept = lesson_state.kept()
    typed = {str(row.get("id")): row for row in rows if isinstance(row, dict)}
    records = lesson_state.records(desk)
    shown = _rows(records, kept.typed)
    found = [taken(chunk, row, typed.get(chunk.id, {})) for chunk, row in zip(records, shown, strict=True)]
    kept.turn += any(one.back for one in found)  # the browser has to draw what came back
    kept.refused = tuple(note for one in found for note in one.notes)
    kept.typed = tuple(one.rows for one in found)
    changed = tuple(one.chunk for one in found)
    kept.records = None if changed == tuple(desk.five) else changed


class Taken(NamedTuple):
    """A passage after an edit: its records, the rows that the editor shows, what is to be said, and whether a cell
    came back."""

    chunk: EvidenceChunk
    rows: dict[str, Any]
    notes: tuple[str, ...]
    back: bool


def taken(chunk: EvidenceChunk, shown: dict[str, Any], typed: dict[str, Any]) -> Taken:
    """The passage with the rows that were typed over those shown."""
    rows: dict[str, list[Row]] = {}
    back: list[str] = []
    waits: list[str] = []
    for kind in COLUMNS:
        rows[kind], said = mended(kind, shown["number"], shown[kind], typed.get(kind, []))
        back += said
        waits += waiting(kind, shown["number"], rows[kind])
    changed = _changed(chunk, {kind: whole(kind, found) for kind, found in rows.items()})
    return Taken(changed, rows, (*back, *waits, *(issue.reason for issue in changed.issues)), bool(back))


def _changed(chunk: EvidenceChunk, rows: dict[str, list[Row]]) -> EvidenceChunk:
    """The passage with other rows."""
    line = {"document": chunk.document, "chunk": chunk.chunk, "text": chunk.text, **rows}
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


def _rows(chunks: Sequence[EvidenceChunk], typed: Sequence[dict[str, Any]] | None) -> list[dict[str, Any]]:
    typed = typed or [rows_of(chunk) for chunk in chunks]
    return [
        {"id": chunk.id, "number": number, "title": chunk.title or chunk.document, "text": chunk.text} | rows
        for number, (chunk, rows) in enumerate(zip(chunks, typed, strict=True), 1)
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
        "strings": dict(own.EDITOR) | {"long": own.CELL_LONG.format(most=LONGEST)},
        "longest": LONGEST,
        "present": present.on(),
    }
