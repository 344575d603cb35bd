"""What came of a question: the answer with its citations checked, and the words of the passages that back it.

Values only. `citations.py` reads the marks, `support.py` judges the sentences, `services/answer.py` asks the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal["statement", "not found", "other"]
"""`not found`: says that the documents don't say it. `other`: heading, lead-in, code, question; nothing to back."""

Measure = Literal["cosine", "words", "none"]
"""How support was measured: by the embedder, by shared words where none answered, or not at all."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a packed passage, verbatim: `text` is `chunk.text[start:end]`, offsets in code points.

    `citation` is the passage's number; `chunk` and `document` are ids. `score` in [0, 1]: how near it is to what it
    is quoted for.
    """

    citation: int
    chunk: str
    document: str
    start: int
    end: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Sentence:
    """`Answer.text[start:end]`, offsets in code points; together they hold all but white space.

    `citations` are the valid numbers in it, ascending. `support` in [0, 1] is None where there is nothing to back,
    or nothing to compare it with in its script.
    `quotes`: for each citation the words that back it best, in their order; for an uncited one the best of all.
    `lacking` are numbers said here that no passage in question holds.
    """

    start: int
    end: int
    citations: tuple[int, ...] = ()
    support: float | None = None
    supported: bool = True
    kind: Kind = "statement"
    quotes: tuple[Quote, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation in the text: `Answer.text[start:end]` is `[number]`."""

    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it may be shown: every citation in `text` is `[n]` and the number of a packed passage.

    `citations` in the order of the text, each once; `removed` are numbers that no passage has, taken out of it.
    `not_found`: the answer is that the documents don't say it. `incomplete`: it broke off. `model` is the identity of
    what wrote it, empty where no model was asked. `cached`: it was kept from before. `wait_s` passed before its first
    word, `seconds` in all; both 0 where not measured.
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    not_found: bool = False
    incomplete: bool = False
    marks: tuple[Mark, ...] = ()
    measure: Measure = "none"
    model: str = ""
    notes: tuple[str, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    wait_s: float = 0.0
    seconds: float = 0.0
    cached: bool = False

    @property
    def unsupported(self) -> tuple[Sentence, ...]:
        """The statements that nothing in the context backs."""
        return tuple(sentence for sentence in self.sentences if not sentence.supported)

    def said(self, sentence: Sentence) -> str:
        """The text of a sentence, citations included."""
        return self.text[sentence.start : sentence.end]


def answer_json(answer: Answer) -> dict[str, Any]:
    """JSON values only; `answer_of` gives the answer back."""
    found = asdict(answer)
    found.pop("cached")
    return found


def answer_of(data: Mapping[str, Any]) -> Answer:
    """From what `answer_json` gave. Fields of a newer version are left out."""
    plain = _known(Answer, data)
    plain["sentences"] = tuple(_sentence(item) for item in data.get("sentences", ()))
    plain["marks"] = tuple(Mark(**_known(Mark, item)) for item in data.get("marks", ()))
    return Answer(**plain)


def _sentence(data: Mapping[str, Any]) -> Sentence:
    plain = _known(Sentence, data)
    plain["quotes"] = tuple(Quote(**_known(Quote, item)) for item in data.get("quotes", ()))
    return Sentence(**plain)


def _known(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    names: Iterable[str] = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return {name: _frozen(data[name]) for name in names if name in data}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation with what was answered."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Standalone:
    """A follow-up rewritten to stand alone: `text` is what is asked.

    `raw` is the model's reply, empty if none was asked. `note` says why `text` is the question
    itself, where a rewriting was wanted and did not work.
    """

    question: str
    text: str
    raw: str = ""
    note: str = ""

    @property
    def changed(self) -> bool:
        return self.text != self.question
