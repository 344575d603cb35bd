"""What each kind of decision does, read from its body. A part that can't be read does nothing; the rest still acts."""

from __future__ import annotations

from collections.abc import Callable

from core.domain.decisions.folding import Draft
from core.domain.decisions.links import LinkRule, Relabel, Word
from core.domain.decisions.place import Describe, Hide, Move, Part, Retype, Rule, Split, Told
from core.domain.decisions.reading import (
    Named,
    ids,
    items,
    nodes,
    predicate_key,
    read_node,
    read_relation,
    text,
    type_key,
    value_key,
    words,
)
from core.domain.decisions.resolution import Jump
from core.domain.decisions.rows import Body, readable
from core.domain.names import NodeRef, shown_key, tidy_name
from core.domain.policy import Tick

Compile = Callable[[Body, Draft], None]


def nothing(body: Body, draft: Draft) -> None:
    """What is only noted: it says something about a finding, a pair or the list itself."""


def merge(body: Body, draft: Draft) -> None:
    into = read_node(body.get("into"))
    if into is None:
        return
    move = _move(draft, into, type=_type(body, draft))
    for ref in sorted({node.ref for node in nodes(body.get("nodes"))} | {into.ref}):
        draft.at(ref, move)


def rename(body: Body, draft: Draft) -> None:
    node, to = read_node(body.get("node")), read_node(body.get("to"))
    if node and to:
        draft.at(node.ref, _move(draft, to, settles=_is_part(draft, node.ref, to.ref)))


def qualify(body: Body, draft: Draft) -> None:
    """The name stays as it is, whatever it is; an empty qualifier takes it off."""
    node, qualifier = read_node(body.get("node")), body.get("qualifier")
    if node and isinstance(qualifier, str):
        shown = tidy_name(qualifier)
        to = NodeRef(node.ref.name).qualified(shown)
        draft.at(node.ref, _move(draft, Named(to, "", shown), settles=_is_part(draft, node.ref, to)))


def _move(draft: Draft, to: Named, type: str = "", settles: bool = True) -> Move:
    """To a node; veiled where that may not be known."""
    return Move(*to, type=type, settles=settles, veiled=not draft.may(lambda known: known.node(to.ref)))


def _type(body: Body, draft: Draft) -> str:
    """The type that a body gives, if that may be known."""
    type_ = tidy_name(text(body.get("type")))
    return type_ if type_ and draft.may(lambda known: known.type(type_.lower())) else ""


def _is_part(draft: Draft, ref: NodeRef, to: NodeRef) -> bool:
    """Whether a node was split and this is one of its parts: then what waits in it goes there."""
    return any(isinstance(effect, Split) and to in effect.leads for _, effect in draft.steps.get(ref, ()))


def split(body: Body, draft: Draft) -> None:
    node = read_node(body.get("node"))
    if node is None or not isinstance(body.get("parts"), list | tuple):
        return
    draft.at(node.ref, Split(tuple(part for item in items(body["parts"]) if (part := _part(item, draft)))))


def _part(value: object, draft: Draft) -> Part | None:
    to, given = read_node(value), readable(value)
    return Part(_move(draft, to), frozenset(ids(given.get("mentions"))), _rules(given.get("rule"))) if to else None


def _rules(value: object) -> tuple[Rule, ...]:
    """One rule, or a list of them."""
    return tuple(map(_rule, items(value) if isinstance(value, list | tuple) else (value,)))


def _rule(value: object) -> Rule:
    given = readable(value)
    fields = {name: frozenset(words(values, value_key)) for name, values in readable(given.get("metadata")).items()}
    return Rule(
        qualifiers=frozenset(words(given.get("qualifiers"), value_key)),
        documents=frozenset(ids(given.get("documents"))),
        metadata=tuple(sorted((name, values) for name, values in fields.items() if values)),
    )


def retype(body: Body, draft: Draft) -> None:
    if "node" in body:
        node, type_ = read_node(body.get("node")), _type(body, draft)
        if node and type_:
            draft.at(node.ref, Retype(type_))
        return
    old, new = type_key(body.get("type")), type_key(body.get("to"))
    if old and new and draft.may(lambda known: known.type(new)):
        draft.types.append((draft.seq, old, new))


def hide(body: Body, draft: Draft) -> None:
    node, edge, mention = read_node(body.get("node")), read_relation(body.get("relation")), text(body.get("mention"))
    if node:
        draft.at(node.ref, Hide())
    elif edge:
        draft.on(LinkRule(edge, hide=True))
    elif mention:
        draft.hidden.add(mention)


def relabel(body: Body, draft: Draft) -> None:
    form = tidy_name(text(body.get("to")))
    if not form:
        return
    key, edge = predicate_key(form), read_relation(body.get("relation"))
    word = Word(key, form, veiled=not draft.may(lambda known: known.predicate(key)))
    if edge:
        draft.on(LinkRule(edge, to=word))
    elif "relation" not in body and tidy_name(text(body.get("predicate"))):
        draft.relabels.append(Relabel(draft.seq, predicate_key(body.get("predicate")), word))


def direction(body: Body, draft: Draft) -> None:
    edge = read_relation(body.get("relation"))
    if edge and body.get("way") == "reverse":
        draft.on(LinkRule(edge, turn=True))


def endpoint(body: Body, draft: Draft) -> None:
    mention, end, node = text(body.get("mention")), body.get("end"), read_node(body.get("node"))
    if mention and node and (end == "source" or end == "target") and draft.may(lambda known: known.node(node.ref)):
        draft.jump(mention, Jump(draft.seq, end, Move(*node)))


def describe(body: Body, draft: Draft) -> None:
    node, edge = read_node(body.get("node")), read_relation(body.get("relation"))
    told = Told(text(body.get("text")).strip(), frozenset(ids(body.get("of"))))
    if not told.text or not draft.may(lambda known: known.over(told.of)):
        return
    if node:
        draft.at(node.ref, Describe(told))
    elif edge:
        draft.on(LinkRule(edge, told=told))


def tick(body: Body, draft: Draft) -> None:
    source = text(body.get("source"))
    types, names = (frozenset(words(body.get(name), shown_key)) for name in ("types", "names"))
    if source and (types or names):
        draft.ticks.append(Tick(source, types, names))


def know(body: Body, draft: Draft) -> None:
    draft.values.update(words(body.get("values"), value_key))
