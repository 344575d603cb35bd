"""Which findings are alike: made by the same sign and answered by the same sort of decision, so that one look serves.

Says nothing of two things being one; it only lets a person tick many lines of a worklist at once.
"""

from __future__ import annotations

from core.domain.diagnose.finding import Finding


def alike(finding: Finding) -> str:
    """A key that alike findings share."""
    signal = finding.signals[0].name if finding.signals else ""
    proposed = str(finding.proposal["kind"]) if finding.proposal else ""
    reason = finding.evidence[0].label if finding.documents and finding.evidence else ""
    size = "one" if len(finding.entities) == 1 else "many" if finding.entities else ""
    return "\x1f".join((finding.kind, proposed, signal, reason, size, "near" if finding.near else ""))
