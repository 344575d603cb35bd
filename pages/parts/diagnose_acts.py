"""What a person does with findings: right, unsure, mute, take proposals, undo. Each goes through the curation desk.

Keeps what was just done, so that a line with an undo stands above the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Ruling
from core.domain.diagnose import Finding
from core.errors import InvalidDecision, LightPrismError
from pages.parts import diagnose_state as state
from pages.parts import words_diagnose as words
from pages.parts.diagnose_state import Done
from pages.parts.text import safe_markdown, titled

_SEEN = "lightprism.diagnose.seen"
PAIRS = "near-duplicate"
"""The kind of findings that ask whether two things are one."""


def about(finding: Finding) -> dict[str, Any]:
    """A finding as decisions name it."""
    return {
        "finding": finding.id,
        "kind": finding.kind,
        "entities": list(finding.entities),
        "relations": list(finding.relations),
    }


def proposed(finding: Finding) -> Ruling | None:
    """The ruling that a finding proposes."""
    if not finding.proposal:
        return None
    body = dict(finding.proposal)
    return Ruling(str(body.pop("kind")), body, finding.why)


def ready(explorer: Any) -> bool:
    """Whether anything can be decided here."""
    return bool(explorer.writable)


def drawn(explorer: Any) -> None:
    """Remember up to which decision the page is drawn: others may decide before a button is pressed."""
    st.session_state[_SEEN] = explorer.curate.last()


def decide(explorer: Any, rulings: Sequence[Ruling], said: str) -> Done | None:
    """Take rulings in one step and keep what was done; None where the desk refuses, which is said."""
    try:
        decided = explorer.curate.decide(list(rulings), seen=st.session_state.get(_SEEN))
    except LightPrismError as error:
        state.did(_refused(error))
        return None
    done = Done(said, tuple(decided.seqs), tuple(decided.notes))
    state.did(done)
    return done


def _refused(error: LightPrismError) -> Done:
    return Done(f"{error.message} {error.remedy}".strip(), refused=True)


def right(explorer: Any, findings: Sequence[Finding]) -> Done | None:
    """Remember that these are right."""
    made = decide(explorer, [_right(each) for each in findings], _told(findings))
    state.tick([each.id for each in findings], False)
    return made


def _told(findings: Sequence[Finding]) -> str:
    """What was said by finding these right: of pairs, that they are two things."""
    pairs = [each for each in findings if is_pair(each) and each.proposal]
    said = [words.DONE_RIGHT.format(count=len(findings) - len(pairs))] if len(pairs) < len(findings) else []
    if len(pairs) == 1:
        one, other = (titled(str(n["name"]), str(n["qualifier"])) for n in (pairs[0].proposal or {})["nodes"])
        said.append(words.DONE_TWO.format(one=one, other=other))
    elif pairs:
        said.append(words.DONE_TWO_EACH.format(count=len(pairs)))
    return " ".join(said)


def _right(finding: Finding) -> Ruling:
    """That two names are two things holds for good, also when one is renamed; the rest holds for the finding."""
    if is_pair(finding) and finding.proposal:
        return Ruling("not_same", {"nodes": list(finding.proposal["nodes"])}, finding.why)
    return Ruling("accept", about(finding), finding.why)


def is_pair(finding: Finding) -> bool:
    """Whether the finding asks if two things are one: what is right then is that they are two."""
    return finding.kind == PAIRS


def unsure(explorer: Any, findings: Sequence[Finding], note: str) -> Done | None:
    """Set these aside with a note."""
    rulings = [Ruling("unsure", about(each), note.strip()) for each in findings]
    made = decide(explorer, rulings, words.DONE_UNSURE.format(count=len(findings)))
    state.tick([each.id for each in findings], False)
    state.ask("")
    return made


def mute(explorer: Any, kind: str) -> None:
    """Leave a kind out from now on."""
    decide(explorer, [Ruling("mute", {"finding_kind": kind})], words.DONE_MUTE.format(kind=words.KINDS[kind][0]))
    state.put("kind", "")


def take(explorer: Any, findings: Sequence[Finding]) -> Done | None:
    """Take the proposals of these, all in one step."""
    rulings = [ruling for each in findings if (ruling := proposed(each))]
    made = decide(explorer, rulings, words.DONE_TAKEN.format(count=len(rulings)))
    state.tick([each.id for each in findings], False)
    state.ask("")
    return made


def back(explorer: Any, seqs: Sequence[int]) -> bool:
    """Take decisions back; whether they stand no more, be it that they were taken back before, which is said."""
    try:
        explorer.curate.undo(list(seqs))
    except LightPrismError as error:
        state.did(_refused(error))
        return isinstance(error, InvalidDecision)
    state.did(Done(words.DONE_BACK))
    return True


def _icon(done: Done) -> str:
    """A tick only where it was done, and nobody else was faster."""
    return "error" if done.refused else "info" if done.notes else "check"


def notice(explorer: Any, *, undo: bool = True) -> None:
    """What was just done, with the way back unless that stands elsewhere."""
    done = state.done()
    if done is None:
        return
    with st.container(border=True, key="diagnose-done"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/{_icon(done)}: {safe_markdown(done.said, 300)}", width="content")
            if undo and done.seqs and ready(explorer):
                st.button(
                    words.UNDO,
                    icon=":material/undo:",
                    type="tertiary",
                    key="diagnose-undo",
                    on_click=back,
                    args=(explorer, done.seqs),
                )
        for note in done.notes:
            st.caption(safe_markdown(note, 300))
