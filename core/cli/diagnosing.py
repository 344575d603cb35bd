"""`diagnose`: what is wrong with the graph, as a worklist."""

from __future__ import annotations

import argparse
from typing import Any

from core.bootstrap import Explorer
from core.cli.result import Result
from core.cli.show import plain
from core.domain.diagnose import FINDING_KINDS, Finding, Group


def diagnose(explorer: Explorer, options: argparse.Namespace) -> Result:
    """The findings under a merge rule, by kind, most harmful first; of muted kinds only if they are asked for."""
    muted = explorer.curate.muted()
    kinds = tuple(options.kind or (kind for kind in FINDING_KINDS if kind not in muted))
    looked = explorer.diagnose.findings(options.policy, kinds)
    found = looked.findings
    by_kind = {kind: [finding for finding in found if finding.kind == kind] for kind in FINDING_KINDS}
    lines = [f"{len(found):,} findings"]
    for kind, findings in by_kind.items():
        lines += _lines(kind, findings, options.limit) if findings else []
    lines += [plain(f"{kind}: could not be looked for ({told})") for kind, told in looked.failed.items()]
    return Result("\n".join(lines), [_data(finding) for finding in found])


def _lines(kind: str, findings: list[Finding], limit: int) -> list[str]:
    lines = ["", f"{kind}: {len(findings):,}"]
    lines += [plain(f"  {finding.harm:10,.1f}  {finding.why}") for finding in findings[:limit]]
    more = len(findings) - limit
    return [*lines, f"  … and {more:,} more (--limit, or --json for all)"] if more > 0 else lines


def _data(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "kind": finding.kind,
        "entities": list(finding.entities),
        "relations": list(finding.relations),
        "evidence": [_group(group) for group in finding.evidence],
        "why": finding.why,
        "proposal": finding.proposal,
        "signals": [{"name": s.name, "weight": s.weight, "detail": s.detail} for s in finding.signals],
        "score": finding.score,
        "harm": finding.harm,
        "reach": finding.reach,
        "near": list(finding.near),
        "documents": list(finding.documents),
    }


def _group(group: Group) -> dict[str, Any]:
    return {"label": group.label, "mentions": list(group.mentions), "chunks": list(group.chunks)}
