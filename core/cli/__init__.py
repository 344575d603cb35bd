"""The same verbs as the app's, for a terminal: `lightprism COMMAND --workspace DIR [--json]`.

Exit 0 done, 1 something failed (said on stderr, in one line), 2 wrong use.
"""

from core.cli.main import main

__all__ = ["main"]
