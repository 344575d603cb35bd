"""The extractor of the embedded engine: each passage to the reader of its language.

Owns that choice, and says so where a text is in neither. The readers load their models when they are first needed.
"""

from __future__ import annotations

from core.adapters.embedded import chinese_words, parser
from core.adapters.embedded.chinese import ChineseReader
from core.adapters.embedded.english import EnglishReader
from core.adapters.embedded.questions import read_question
from core.adapters.embedded.text import blocks, language
from core.domain.records import Extraction, Keywords
from core.ports import Passage

RULES = 2
"""Raise it when the rules change: what was extracted under another number is stale."""


class EmbeddedExtractor:
    """Entities, relations and keywords from a statistical parse: no model server, no written answers."""

    identity = f"embedded-{RULES}: spaCy en_core_web_sm {parser.VERSION}, jieba {chinese_words.VERSION}"

    def __init__(self) -> None:
        self._english = EnglishReader()
        self._chinese = ChineseReader()

    def extract(self, passage: Passage) -> Extraction:
        """What the passage names and says of it; flagged `language` where it is neither English nor Chinese.

        Raises ModelMissing where a model is not installed.
        """
        read_as = language(passage.text)
        if not read_as:
            return Extraction(flags=("language",) if passage.text.strip() else ())
        return self._chinese.extract(passage) if read_as == "zh" else self._english.extract(passage)

    def keywords(self, question: str) -> Keywords:
        """Names and themes of a question, origin `engine`; both are empty only where it has no content word."""
        if language(question) == "zh":
            return self._chinese.keywords(question)
        return read_question(self._english.parser, blocks(question))
