"""Question sets made in the app from real questions: passages starred as support, what is expected, the kind.

They rest on documents. While a document is withdrawn its passages support nothing; a passage that says something else
by now does not either, and one that only has another number by now still does. What is left out is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from core.domain.evaluation.merging import merged
from core.domain.evaluation.questions import (
    KINDS,
    LONGEST,
    MOST,
    Question,
    QuestionSet,
    UnreadRow,
    dump_csv,
    dump_questions,
)
from core.domain.records import Chunk
from core.errors import InputError, UnknownName
from core.ports import Clock
from core.services.question_names import line, named, whole
from core.services.question_supports import Kept, Standing, Supports, support_of
from core.services.views import View
from core.store.question_sets import QuestionSetTable, StoredQuestion

FIRST = "My questions"
"""The set that the first star makes."""
UNANSWERABLE = KINDS[-1]

OpenView = Callable[[str, tuple[str, ...] | None], View]


class ChangedMeanwhile(InputError):
    """A set was changed in another place, in the same questions."""


class QuestionSets:
    """The sets of a workspace. `may_write` raises WorkspaceBusy for a reader."""

    def __init__(
        self, table: QuestionSetTable, view: OpenView, clock: Clock, may_write: Callable[[], None] = lambda: None
    ) -> None:
        self._table, self._view, self._clock, self._may_write = table, view, clock, may_write

    def names(self) -> tuple[str, ...]:
        """All sets, by name."""
        return tuple(self.sizes())

    def sizes(self) -> Mapping[str, int]:
        """How many questions each set holds, those that can't be asked too."""
        return dict(self._table.names())

    @property
    def current(self) -> str:
        """The set that was worked on last; `FIRST` where there is none yet."""
        return self._table.latest() or FIRST

    def questions(self, name: str) -> tuple[Kept, ...]:
        """Every question of a set, in order. Raises UnknownName."""
        self._checked(name)
        standing = Standing(self._chunks())
        return tuple(standing.kept(row, one) for row, one in enumerate(self._table.questions(name), 1))

    def question(self, name: str, text: str) -> Kept | None:
        """One question of a set; None where it is not in it, or there is no such set."""
        found = self._table.questions(name, line(text))
        return Standing(self._chunks()).kept(1, found[0]) if found else None

    def open(self, name: str) -> QuestionSet:
        """A set as it can be asked; a question whose support is not as it was is listed. Raises UnknownName."""
        kept = self.questions(name)
        unread = tuple(UnreadRow(one.question.row, one.question.text[:200], one.reason) for one in kept if one.reason)
        return QuestionSet(name, tuple(one.question for one in kept if not one.reason), unread)

    # --- one question at a time ----------------------------------------------------------------------------------

    def star(self, name: str, question: str, chunk: str, on: bool) -> None:
        """Say that a passage supports a question, or that it does not; set and question are made where needed.

        A question that was said to be unanswerable is so no more; one of which nothing else is known goes with its last
        star. Raises UnknownName, InputError, WorkspaceBusy.
        """
        found, chunks = self._of(name, question), self._chunks()
        if on and chunk not in chunks:
            raise UnknownName(f"There is no passage '{chunk}' in this workspace.", "Ask the question again.")
        standing = Standing(chunks)
        rest = tuple(one for one in found.support if chunk not in (one.id, standing.now(one)))
        rest += (support_of(chunks[chunk]),) if on else ()
        kind = "" if on and found.kind == UNANSWERABLE else found.kind
        if not (rest or kind or found.answer):
            self._may_write()
            self._table.remove(named(name), found.text, self._clock.now())
            return
        self._put(name, replace(found, support=rest, kind=kind))

    def put(self, name: str, question: str, answer: str = "", kind: str = "") -> None:
        """Say what is expected of a question, and its kind; support of an unanswerable one is kept aside.

        Raises InputError where an unanswerable one has an answer too, WorkspaceBusy.
        """
        if kind and kind not in KINDS:
            raise InputError(f"There is no kind '{kind[:40]}'.", f"Take one of {', '.join(KINDS)}.")
        if kind == UNANSWERABLE and answer.strip():
            raise InputError(
                "A question that the documents do not answer has no expected answer.",
                "Empty the answer, or choose another kind.",
            )
        found = self._of(name, question)
        self._put(name, replace(found, answer=whole(answer).strip()[:LONGEST], kind=kind))

    def remove(self, name: str, question: str) -> None:
        """Take a question out of a set, for good; nothing where it is not in it. Raises UnknownName, WorkspaceBusy."""
        self._may_write()
        self._checked(name)
        self._table.remove(name, line(question), self._clock.now())

    # --- whole sets ----------------------------------------------------------------------------------------------

    def make(self, name: str) -> None:
        """Make an empty set. Raises InputError where there is one of this name, WorkspaceBusy."""
        self._may_write()
        self._free(named(name))
        self._table.make(named(name), self._clock.now())

    def take(self, name: str, questions: Iterable[Question]) -> int:
        """Add questions to a set, which is made where needed; one that it has is replaced. How many were given.

        Raises InputError where the set would hold too many, WorkspaceBusy.
        """
        given = self._stored(name, questions)
        known = {one.text for one in self._table.questions(named(name))}
        _few_enough(len(known | {one.text for one in given}))
        self._table.put(named(name), self._clock.now(), given)
        return len(given)

    def save(
        self, name: str, questions: Sequence[Question], before: Sequence[Question] | None = None, over: bool = False
    ) -> None:
        """Let a set hold these questions and no others; `before` are those that they were made of, if it is known.

        What changed in the set since then is kept too. Raises ChangedMeanwhile where that is the same question and not
        `over`, InputError, WorkspaceBusy; then nothing is saved.
        """
        with self._table.held():
            if before is not None:
                questions, both = merged(before, questions, self._plain(name))
                if both and not over:
                    raise _changed_meanwhile(both)
            given = self._stored(name, questions)
            _few_enough(len(given))
            self._table.replace(named(name), self._clock.now(), given)

    def rename(self, name: str, to: str) -> None:
        """Raises UnknownName, InputError where another set is called so, WorkspaceBusy."""
        self._may_write()
        self._checked(name)
        wanted = named(to)
        if wanted != name:
            self._free(wanted)
        self._table.rename(name, wanted)

    def delete(self, name: str) -> None:
        """Erase a set with its questions, for good. Raises UnknownName, WorkspaceBusy."""
        self._may_write()
        self._checked(name)
        self._table.delete(name)

    def export(self, name: str) -> bytes:
        """All its questions as JSON Lines. Raises UnknownName."""
        return dump_questions(one.question for one in self.questions(name))

    def export_csv(self, name: str) -> str:
        """The same as CSV. Raises UnknownName."""
        return dump_csv(one.question for one in self.questions(name))

    # --- within --------------------------------------------------------------------------------------------------

    def _chunks(self) -> Mapping[str, Chunk]:
        return self._view("careful", None).evidence.chunks

    def _checked(self, name: str) -> None:
        if name not in self.sizes():
            raise UnknownName(f"There is no question set '{name}'.", "The Evaluate page lists those that there are.")

    def _free(self, name: str) -> None:
        if name in self.sizes():
            raise InputError(f"There is a set '{name}' already.", "Take another name.")

    def _plain(self, name: str) -> tuple[Question, ...]:
        return tuple(one.question for one in self.questions(name))

    def _of(self, name: str, question: str) -> StoredQuestion:
        """The question as it is stored, or a new one."""
        text = line(question)
        if not text or len(text) > LONGEST:
            raise InputError("There is no question, or it is too long.", f"Give up to {LONGEST:,} characters.")
        found = self._table.questions(named(name), text)
        return found[0] if found else StoredQuestion(text)

    def _put(self, name: str, question: StoredQuestion) -> None:
        self._may_write()
        if not self._table.questions(named(name), question.text):
            _few_enough(self.sizes().get(named(name), 0) + 1)
        self._table.put(named(name), self._clock.now(), [replace(question, lost=0)])

    def _stored(self, name: str, questions: Iterable[Question]) -> tuple[StoredQuestion, ...]:
        """As they are kept: each text once, the last one counting; support of unanswerable ones stays kept aside."""
        self._may_write()
        supports = Supports(self._chunks())
        known = {one.text: one.support for one in self._table.questions(named(name))}
        found: dict[str, StoredQuestion] = {}
        for one in questions:
            if text := line(one.text):
                support = tuple(map(supports.of, dict.fromkeys(one.support)))
                if one.kind == UNANSWERABLE:
                    support = support or known.get(text, ())
                found[text] = StoredQuestion(text, whole(one.answer).strip(), one.kind, support)
        return tuple(found.values())


def _changed_meanwhile(both: Sequence[str]) -> ChangedMeanwhile:
    more = f" and {len(both) - 1} more" if len(both) > 1 else ""
    return ChangedMeanwhile(
        f"“{both[0][:200]}”{more} was changed in another place meanwhile.",
        "What you typed is still here: save it over that, or drop it.",
    )


def _few_enough(count: int) -> None:
    if count > MOST:
        raise InputError(f"A set holds at most {MOST:,} questions.", "Begin another set.")
