"""The extractor that asks a chat model: prompts, calls, reading, and the check against the passage.

One recipe gives one way of reading. A reply that holds no row at all is an error, not an empty result: nothing is
called read that was not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.domain.names import name_key
from core.domain.parsing import ReplyStyle, doubt, ground, parse_extraction, parse_keywords
from core.domain.prompts import (
    Prompt,
    entities_prompt,
    extraction_prompt,
    gleaning_prompt,
    keywords_prompt,
    relations_prompt,
)
from core.domain.recipe import ExtractionRecipe
from core.domain.records import EntityRow, Extraction, Keywords, ModelCall, RelationRow, RowIssue
from core.errors import BadModelReply, ModelError, ModelOverloaded, ModelTimeout
from core.ports import ChatModel, ChatReply, ChatRequest, Passage

GLEANED = "gleaned"
"""Flag of a row that the second look found."""

KEYWORD_TOKENS = 512

RETRY_TEMPERATURE = 0.3
"""Of attempts after the first: at 0 a model would give the same useless reply again."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that one call may take."""

    extract_s: float = 600.0
    keywords_s: float = 120.0


@dataclass(slots=True)
class _Turn:
    """One passage being read: the calls so far, and how often that had failed before."""

    attempt: int = 0
    calls: list[ModelCall] = field(default_factory=list)


class ModelExtractor:
    """Extractor over a ChatModel. `identity` names the model and the recipe."""

    def __init__(
        self,
        chat: ChatModel,
        recipe: ExtractionRecipe | None = None,
        limits: Limits | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.recipe = recipe or ExtractionRecipe()
        self.model = chat.identity
        self.identity = f"{chat.identity} {self.recipe.style} {self.recipe.fingerprint}"
        self._chat, self._limits, self._cancelled = chat, limits or Limits(), cancelled

    def stopping(self, cancelled: Callable[[], bool]) -> ModelExtractor:
        """The same extractor, whose calls end in ModelCancelled as soon as `cancelled` says yes."""
        return ModelExtractor(self._chat, self.recipe, self._limits, cancelled)

    def extract(self, passage: Passage) -> Extraction:
        """Read a passage. Raises ModelError where no row can be read; a blank passage is read without a call."""
        if not passage.text.strip():
            return Extraction()
        turn = _Turn(passage.attempt)
        try:
            found = self._two_steps(passage, turn) if self.recipe.style == "two-step" else self._one(passage, turn)
            if self.recipe.gleaning:
                found = self._gleaned(passage, found, turn)
        except ModelError as error:
            error.calls = (*turn.calls, *(call for call in error.calls if call not in turn.calls))
            raise
        text = f"{passage.title}\n{passage.text}"
        checked = ground(found, text)
        if not self.recipe.write_in:  # a description in another language shares no words with its passage
            checked = doubt(checked, text)
        return replace(checked, calls=tuple(turn.calls))

    def requests(self, passage: Passage) -> tuple[ChatRequest, ...]:
        """What reading a passage will ask. What a reply adds to later prompts is not known yet, and left out."""
        if not passage.text.strip():
            return ()
        steps = self.recipe.style == "two-step"
        first = entities_prompt if steps else extraction_prompt
        prompts = [(first(self.recipe, passage.text, passage.title), "entities" if steps else "extract")]
        if steps:
            prompts.append((relations_prompt(self.recipe, passage.text, (), passage.title), "relations"))
        if self.recipe.gleaning:
            prompts.append((gleaning_prompt(self.recipe, passage.text, Extraction(), passage.title), "glean"))
        return tuple(self._of_passage(prompt, purpose, passage.attempt) for prompt, purpose in prompts)

    def keywords(self, question: str) -> Keywords:
        """Search words of a question; empty, with flag `unparsed` and the reply, where it can't be read."""
        prompt = keywords_prompt(question, self.recipe)
        request = self._request(prompt, "keywords", KEYWORD_TOKENS, self._limits.keywords_s)
        reply = self._chat.chat(request)
        found = parse_keywords(reply.text)
        flags = found.flags if "incomplete" in found.flags or not reply.incomplete else (*found.flags, "incomplete")
        return replace(found, flags=flags, calls=(*reply.earlier, reply.call))

    def _one(self, passage: Passage, turn: _Turn) -> Extraction:
        style: ReplyStyle = "tuple" if self.recipe.style == "tuple" else "json"
        return self._read(extraction_prompt(self.recipe, passage.text, passage.title), "extract", style, turn)

    def _two_steps(self, passage: Passage, turn: _Turn) -> Extraction:
        """Entities, then relations whose ends are among them; others are listed as rejected."""
        first = self._read(entities_prompt(self.recipe, passage.text, passage.title), "entities", "json", turn)
        names = list({name_key(row.name): row.name for row in first.entities}.values())
        if len(names) < 2:
            return first
        prompt = relations_prompt(self.recipe, passage.text, names, passage.title)
        second = self._read(prompt, "relations", "json", turn)
        return _joined(first, _among(second, names))

    def _gleaned(self, passage: Passage, found: Extraction, turn: _Turn) -> Extraction:
        """What a second look adds; where that look fails, the first result stands, flagged."""
        style: ReplyStyle = "tuple" if self.recipe.style == "tuple" else "json"
        prompt = gleaning_prompt(self.recipe, passage.text, found, passage.title)
        try:
            more = self._read(prompt, "glean", style, turn)
        except (BadModelReply, ModelTimeout, ModelOverloaded) as error:
            turn.calls.extend(c for c in error.calls if isinstance(c, ModelCall) and c not in turn.calls)
            return replace(found, flags=(*found.flags, "gleaning failed"))
        return _joined(found, _new(found, more))

    def _read(self, prompt: Prompt, purpose: str, style: ReplyStyle, turn: _Turn) -> Extraction:
        reply = self._chat.chat(self._of_passage(prompt, purpose, turn.attempt))
        turn.calls.extend((*reply.earlier, reply.call))
        found = parse_extraction(reply.text, style, self.recipe.types)
        if reply.incomplete and "incomplete" not in found.flags:
            found = replace(found, flags=(*found.flags, "incomplete"))
        if not found.entities and not found.relations and {"unparsed", "incomplete"} & set(found.flags):
            raise _nothing_read(reply, found)
        return found

    def _of_passage(self, prompt: Prompt, purpose: str, attempt: int) -> ChatRequest:
        request = self._request(prompt, purpose, self.recipe.max_tokens, self._limits.extract_s)
        return replace(request, seed=attempt, temperature=RETRY_TEMPERATURE) if attempt else request

    def _request(self, prompt: Prompt, purpose: str, max_tokens: int, timeout_s: float) -> ChatRequest:
        return ChatRequest(
            system=prompt.system,
            user=prompt.user,
            schema=prompt.schema,
            max_tokens=max_tokens,
            timeout_s=timeout_s,
            purpose=purpose,
            cancelled=self._cancelled,
        )


def _nothing_read(reply: ChatReply, found: Extraction) -> BadModelReply:
    if reply.incomplete:
        message, remedy = "The reply broke off before its first row.", "Allow longer replies, or choose another model."
    else:
        message, remedy = "No row could be read from the reply.", "Try again, or choose another style or model."
    error = BadModelReply(message, remedy)
    error.reply = found.reply
    return error


def _joined(first: Extraction, second: Extraction) -> Extraction:
    """Two replies about one passage as one extraction."""
    return Extraction(
        entities=first.entities + second.entities,
        relations=first.relations + second.relations,
        themes=tuple(dict.fromkeys(first.themes + second.themes)),
        issues=first.issues + second.issues,
        flags=tuple(dict.fromkeys(first.flags + second.flags)),
        reply=f"{first.reply}\n\n{second.reply}",
    )


def _among(found: Extraction, names: Sequence[str]) -> Extraction:
    """Only relations between the names; the others, and any entity, move to the rejected rows."""
    keys = {name_key(name) for name in names}
    kept = tuple(row for row in found.relations if {name_key(row.source), name_key(row.target)} <= keys)
    strays = [row for row in found.relations if row not in kept]
    issues = [RowIssue("rejected", row.raw, "an end of the relation is not among the entities") for row in strays]
    issues += [RowIssue("rejected", row.raw, "only relations were asked for") for row in found.entities]
    return replace(found, entities=(), relations=kept, issues=(*found.issues, *issues))


def _new(found: Extraction, more: Extraction) -> Extraction:
    """Of a second look what the first had not, flagged; what is said again moves to the rejected rows."""
    known = {_key(row) for row in _rows(found)}
    again = [row for row in _rows(more) if _key(row) in known]
    issues = [RowIssue("rejected", row.raw, "the first pass found it already") for row in again]
    return replace(
        more,
        entities=tuple(replace(row, flags=(*row.flags, GLEANED)) for row in more.entities if _key(row) not in known),
        relations=tuple(replace(row, flags=(*row.flags, GLEANED)) for row in more.relations if _key(row) not in known),
        issues=(*more.issues, *issues),
    )


def _rows(found: Extraction) -> Iterator[EntityRow | RelationRow]:
    yield from found.entities
    yield from found.relations


def _key(row: EntityRow | RelationRow) -> tuple[str, ...]:
    if isinstance(row, EntityRow):
        return "entity", name_key(row.name), name_key(row.qualifier)
    return "relation", name_key(row.source), name_key(row.target), *map(name_key, row.keywords[:1])
