"""The merge rules as a table: how mentions become nodes and edges.

`classic` is what the LightRAG lesson builds and serves as the control; `careful` is the default. A rule says what the
key of an entity is, whether direction and predicate part relations, and whether a person's decisions act.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.domain.names import clean_name, qualifier_key
from core.domain.records import Chunk, Metadata
from core.errors import UnknownName

BY_DOCUMENT = "document"
"""The tick field that stands for the document itself."""
FOR_ALL = frozenset({"all", "any", "every", "both", "*", "全部", "所有", "通用"})
"""Values of a field that set nothing apart: what holds for all plans belongs to the thing without a qualifier."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One source of qualifiers: a metadata field (or `document`) for these entity types and names (normalised keys)."""

    source: str
    types: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def covers(self, name: str, type_: str) -> bool:
        """Whether an entity of this name key and type is keyed by the field."""
        return name in self.names or type_ in self.types


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """What may become part of a key: ticked fields, and values that a person added (qualifier keys)."""

    ticks: tuple[Tick, ...] = ()
    added: frozenset[str] = frozenset()

    def known(self, metadata: Metadata) -> frozenset[str]:
        """The qualifier keys that this metadata brings: every value of a ticked field."""
        values = (metadata.get(t.source) for t in self.ticks if t.source != BY_DOCUMENT)
        return frozenset(key for value in values for key in values_of(value))

    def and_(self, more: Qualifiers) -> Qualifiers:
        """These and others."""
        return Qualifiers(tuple(dict.fromkeys((*self.ticks, *more.ticks))), self.added | more.added)

    def at(self, chunk: Chunk) -> frozenset[str]:
        """The qualifier keys under which a name in this chunk may stand: its metadata's, and its document's."""
        by_document = any(tick.source == BY_DOCUMENT for tick in self.ticks)
        return self.known(chunk.metadata) | ({qualifier_key(chunk.document)} if by_document else frozenset())

    def of_chunk(self, chunk: Chunk, name: str, type_: str) -> str:
        """The qualifier, as shown, that the chunk gives an entity; empty where nothing or several values apply."""
        for tick in self.ticks:
            if not tick.covers(name, type_):
                continue
            if tick.source == BY_DOCUMENT:
                return clean_name(chunk.document)
            items = values_of(chunk.metadata.get(tick.source))
            if len(items) == 1:
                return next(iter(items.values()))
        return ""


def values_of(value: object) -> dict[str, str]:
    """The values of a metadata field, qualifier key -> form to show; one that shows nothing or is for all is none."""
    return {key: form for key, form in forms_of(value).items() if key not in FOR_ALL}


def forms_of(value: object) -> dict[str, str]:
    """All values of a metadata field, qualifier key -> form to show; what shows nothing is no value."""
    if value is None or isinstance(value, dict):
        return {}
    texts = [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]
    return {key: clean_name(text) for text in reversed(texts) if (key := qualifier_key(text))}


@dataclass(frozen=True, slots=True)
class Policy:
    """A merge rule. `profile_tokens` is where an overlong profile is cut (None: never)."""

    name: str
    normalises: bool
    keeps_direction: bool
    follows_decisions: bool
    profile_tokens: int | None
    qualifiers: Qualifiers = field(default_factory=Qualifiers)

    def ruled(self, qualifiers: Qualifiers) -> Policy:
        """This rule with the qualifiers that decisions add; itself where it follows no decisions."""
        return replace(self, qualifiers=self.qualifiers.and_(qualifiers)) if self.follows_decisions else self


CLASSIC = Policy("classic", normalises=False, keeps_direction=False, follows_decisions=False, profile_tokens=None)
CAREFUL = Policy("careful", normalises=True, keeps_direction=True, follows_decisions=True, profile_tokens=1200)
POLICIES = {policy.name: policy for policy in (CAREFUL, CLASSIC)}


def policy_named(name: str, qualifiers: Qualifiers | None = None) -> Policy:
    """The merge rule of that name; qualifiers act under careful alone. Raises UnknownName."""
    try:
        policy = POLICIES[name]
    except KeyError:
        raise UnknownName(f"There is no merge rule '{name}'.", f"Use one of: {', '.join(POLICIES)}.") from None
    return replace(policy, qualifiers=qualifiers) if qualifiers and policy.normalises else policy
