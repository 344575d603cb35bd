"""What a viewer may know of what persons decided.

A decision that was made over passages all of which a viewer may see (`Decision.of`) holds for this viewer as it stands.
Of any other a name, a type or a predicate counts if a passage that they may see says it too, a text if they may see all
mentions that it was written over; a type, an end or a text that doesn't count is left out, and a mention that goes to a
node or a predicate that doesn't stays shown where it was, as if nothing had moved it. That looks at visible chunks and
decisions alone: a viewer sees what a workspace without the rest would give under the same decisions.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.decisions.kinds import fold
from core.domain.decisions.knowing import Known
from core.domain.decisions.resolution import Resolution
from core.domain.ordering import ChunkEvidence


def admitted(resolution: Resolution, visible: Sequence[ChunkEvidence]) -> Resolution:
    """The same decisions as far as a viewer may know them who sees these chunks, given as they were read."""
    return fold(resolution.decisions, Known(visible)) if resolution.decisions else resolution
