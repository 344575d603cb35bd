"""What a finding proposes, in words, and the way to where it is checked and taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.domain.diagnose import Finding
from core.domain.names import ref_of
from pages.parts import session
from pages.parts import words_diagnose as words
from pages.parts.text import safe_markdown, titled

_NAME = 40
_PARTS = 4


def said(finding: Finding) -> str:
    """The proposal as an order, plain: `Split “Daily backup” into Business and Enterprise`; empty without one."""
    proposal = finding.proposal
    if not proposal:
        return ""
    kind = str(proposal.get("kind", ""))
    if kind == "split":
        return _split(finding, proposal)
    if kind == "merge":
        into = node_name(proposal["into"])
        others = [node_name(node) for node in proposal["nodes"] if node_name(node) != into]
        return words.PROPOSED_MERGE.format(nodes=joined(others), into=into)
    if kind == "hide" and "node" in proposal:
        return words.PROPOSED_HIDE.format(name=node_name(proposal["node"]))
    return words.PROPOSED_OTHER.format(kind=kind)


def _split(finding: Finding, proposal: Mapping[str, Any]) -> str:
    if finding.kind == "unassigned":
        return words.PROPOSED_ASSIGN.format(parts=joined([part["qualifier"] or part["name"] for part in _of(proposal)]))
    name = node_name(proposal["node"])
    own = [str(part["qualifier"]) for part in _of(proposal) if part["qualifier"]]
    if len(own) > _PARTS:
        return words.PROPOSED_SPLIT_MANY.format(name=name, count=len(_of(proposal)))
    template = words.PROPOSED_SPLIT if len(own) == len(_of(proposal)) else words.PROPOSED_SPLIT_OFF
    return template.format(name=name, parts=joined(own))


def _of(proposal: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return tuple(proposal["parts"])


def node_name(node: Mapping[str, Any]) -> str:
    """A node of a proposal as it is shown."""
    return titled(str(node.get("name", "")), str(node.get("qualifier", "")))


def joined(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`; each cut where it is long."""
    cut = [name if len(name) <= _NAME else f"{name[: _NAME - 1]}…" for name in names]
    return " and ".join(filter(None, [", ".join(cut[:-1]), cut[-1] if cut else ""]))


def address(finding: Finding) -> dict[str, Any]:
    """What the address of Curate says to open this proposal: the split, the merge, else the finding in the queue."""
    kind = finding.proposal["kind"] if finding.proposal else ""
    if kind == "split":
        return {**session.linked(), "split": finding.entities[0]}
    if kind == "merge" and finding.kind == "near-duplicate":
        return {**session.linked(), "merge": list(finding.entities)}
    if kind == "merge" and finding.near:
        return {**session.linked(), "merge": [finding.entities[0], _into(finding)]}
    return {**session.linked(), "finding": finding.id}


def _into(finding: Finding) -> str:
    """Of a stub, the key of the near node that the proposal names."""
    into = (finding.proposal or {})["into"]
    names = {str(into.get("name", "")).casefold()}
    return next((key for key in finding.near if ref_of(key).name in names), finding.near[0])


def link(finding: Finding) -> None:
    """The proposal, leading to Curate; or that there is none."""
    text = said(finding)
    if not text:
        st.caption(words.NO_PROPOSAL, width="content")
        return
    st.page_link(
        "pages/curate.py",
        label=f"**{safe_markdown(text, 160)}**",
        icon=":material/handyman:",
        help=words.TO_CURATE,
        query_params=address(finding),
        width="content",
    )
