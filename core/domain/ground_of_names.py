"""What evidence alone says of names: the qualifier of each mention, and which qualified nodes there are of a name."""

from __future__ import annotations

from functools import cached_property

from core.domain.decisions import Resolution
from core.domain.names import NodeRef, classic_key, clean_name, name_key, qualifier_key, tidy_name
from core.domain.policy import Policy
from core.domain.records import EntityMention, Evidence


def is_local(policy: Policy) -> bool:
    """Whether the place of a mention depends on its own chunk alone: there are no qualifiers to bring from another."""
    return not (policy.qualifiers.ticks or policy.qualifiers.added)


class Ground:
    """Of all evidence under one merge rule with the qualifiers of `resolution`; what is hidden there says nothing."""

    def __init__(self, evidence: Evidence, resolution: Resolution, policy: Policy) -> None:
        self.policy = policy.ruled(resolution.qualifiers)
        self._evidence, self._hidden = evidence, resolution.hidden
        self._by_person = frozenset(row.id for row in resolution.asserted)

    @cached_property
    def known(self) -> frozenset[str]:
        """The keys of the qualifier values that count."""
        qualifiers = self.policy.qualifiers
        metadata = {id(c.metadata): c.metadata for c in self._evidence.chunks.values()} if qualifiers.ticks else {}
        return qualifiers.added.union(*(qualifiers.known(m) for m in metadata.values()))

    def ref(self, name: str, qualifier: str) -> NodeRef:
        """The node of a name as written and a qualifier as shown."""
        return NodeRef.of(name).qualified(qualifier) if self.policy.normalises else NodeRef(classic_key(name))

    def qualifier(self, mention: EntityMention) -> str:
        """The mention's own qualifier if the workspace knows that value, else what its chunk gives; as shown.

        Where a person asserted the mention, its qualifier always counts.
        """
        if not self.policy.normalises:
            return ""
        if mention.id in self._by_person and mention.qualifier:
            return tidy_name(mention.qualifier)
        if mention.qualifier and qualifier_key(mention.qualifier) in self.known:
            return clean_name(mention.qualifier)
        if not self.policy.qualifiers.ticks:
            return ""
        chunk = self._evidence.chunks[mention.chunk]
        return self.policy.qualifiers.of_chunk(chunk, name_key(mention.name), name_key(mention.type))

    @cached_property
    def natural(self) -> dict[str, dict[str, tuple[NodeRef, str]]]:
        """Name key -> qualifier key -> the node that mentions name by themselves, with the qualifier's form.

        Empty where there are no qualifiers at all.
        """
        index: dict[str, dict[str, tuple[NodeRef, str]]] = {}
        for mention in () if is_local(self.policy) else self._evidence.entities:
            if mention.id not in self._hidden:
                qualifier = self.qualifier(mention)
                ref = self.ref(mention.name, qualifier)
                index.setdefault(ref.name, {}).setdefault(ref.qualifier, (ref, qualifier))
        return index
