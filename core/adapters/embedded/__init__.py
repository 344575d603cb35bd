"""The engine that needs no server: models that come with the installed packages, read from disk, checked by hash.

Nothing here opens a connection. Each part loads its model at first use, once, behind a lock, so that importing this
package costs nothing. What it can't do is write: instead of an answer it points at the sentences that fit best.
"""

from core.adapters.embedded.embedder import MiniLMEmbedder
from core.adapters.embedded.extractor import EmbeddedExtractor
from core.adapters.embedded.passages import BestSentence, best_sentences

__all__ = ["BestSentence", "EmbeddedExtractor", "MiniLMEmbedder", "best_sentences"]
