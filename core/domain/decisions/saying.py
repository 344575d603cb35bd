"""One plain English line for a decision, as the history shows it. Never raises, whatever the body holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.domain.decisions.reading import ids, items, nodes, read_node, read_relation, text
from core.domain.decisions.rows import Body, readable
from core.domain.names import ref_of, shown_name, tidy_name

Say = Callable[[Body], str]
LONGEST = 80
"""Characters of a name or text that a line quotes."""


def quoted(value: object) -> str:
    """Text in quotation marks, shortened."""
    words = " ".join(text(value).split())
    return f"“{words if len(words) <= LONGEST else words[: LONGEST - 1] + '…'}”"


def node(value: object) -> str:
    """An entity as it is shown: its name with its qualifier."""
    found = read_node(value)
    if found is None:
        return "“?”"
    return quoted(shown_name(found.name, found.qualifier))


def relation(value: object) -> str:
    given = readable(value)
    return f"{node(given.get('source'))} → {node(given.get('target'))} ({quoted(given.get('predicate'))})"


def listed(things: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(things[:-1]), things[-1]))) if things else "nothing"


def counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def merge(body: Body) -> str:
    into = read_node(body.get("into"))
    others = [item for item in items(body.get("nodes")) if (n := read_node(item)) and (not into or n.ref != into.ref)]
    type_ = tidy_name(text(body.get("type")))
    return f"Merge {listed(list(map(node, others)))} into {node(body.get('into'))}" + (
        f", of type {quoted(type_)}" if type_ else ""
    )


def not_same(body: Body) -> str:
    found = [node({"name": n.name, "qualifier": n.qualifier}) for n in nodes(body.get("nodes"))]
    return f"{listed(found)} are not the same"


def rename(body: Body) -> str:
    return f"Rename {node(body.get('node'))} to {node(body.get('to'))}"


def qualify(body: Body) -> str:
    qualifier = tidy_name(text(body.get("qualifier")))
    of = node(body.get("node"))
    return f"Qualify {of} as {quoted(qualifier)}" if qualifier else f"Take the qualifier off {of}"


def split(body: Body) -> str:
    return f"Split {node(body.get('node'))} into {listed([_part(part) for part in items(body.get('parts'))])}"


def _part(value: Any) -> str:
    given = readable(value)
    mentions, given_rule = len(ids(given.get("mentions"))), given.get("rule")
    rules = items(given_rule) or (given_rule,)
    rule = any(any(readable(one).values()) for one in rules)
    what = ([counted(mentions, "mention")] if mentions or not rule else []) + (["a rule"] if rule else [])
    return f"{node(value)} ({' and '.join(what)})"


def retype(body: Body) -> str:
    if "node" in body:
        return f"Give {node(body.get('node'))} the type {quoted(body.get('type'))}"
    return f"Call the type {quoted(body.get('type'))} {quoted(body.get('to'))} everywhere"


def hide(body: Body) -> str:
    if "relation" in body:
        return f"Hide the relation {relation(body.get('relation'))}"
    return "Hide one mention" if "mention" in body else f"Hide {node(body.get('node'))}"


def assert_(body: Body) -> str:
    where = f"from {quoted(body.get('quote'))} in {quoted(body.get('document'))}"
    entity, given = readable(body.get("entity")), readable(body.get("relation"))
    if entity:
        return f"Add {node(entity)} {where}"
    label = next((word for word in items(given.get("keywords")) if text(word).strip()), "related")
    return f"Add {quoted(given.get('source'))} → {quoted(given.get('target'))} ({quoted(label)}) {where}"


def relabel(body: Body) -> str:
    to = quoted(body.get("to"))
    if "relation" in body:
        return f"Label the relation {relation(body.get('relation'))} {to}"
    return f"Label relations {quoted(body.get('predicate'))} {to} everywhere"


def endpoint(body: Body) -> str:
    end = body.get("end") if body.get("end") in ("source", "target") else "end"
    return f"Let the {end} of a relation be {node(body.get('node'))}"


def direction(body: Body) -> str:
    return f"Turn the relation {relation(body.get('relation'))} round"


def describe(body: Body) -> str:
    edge = read_relation(body.get("relation"))
    what = f"the relation {relation(body.get('relation'))}" if edge else node(body.get("node"))
    return f"Describe {what} as {quoted(body.get('text'))}"


def accept(body: Body) -> str:
    return f"Accept as right: {_finding(body)}"


def unsure(body: Body) -> str:
    return f"Unsure about: {_finding(body)}"


def _finding(body: Body) -> str:
    about = [*map(_entity, items(body.get("entities"))), *map(_key, items(body.get("relations")))]
    return f"{tidy_name(text(body.get('kind'))) or 'a finding'}" + (f" of {listed(about[:3])}" if about else "")


def _entity(value: object) -> str:
    if not isinstance(value, str):
        return node(value)
    ref = ref_of(value)
    return quoted(shown_name(ref.name, ref.qualifier))


def _key(value: object) -> str:
    return quoted(value) if isinstance(value, str) else node(value)


def mute(body: Body) -> str:
    return f"Show no more findings of the kind {quoted(body.get('finding_kind'))}"


def checkpoint(body: Body) -> str:
    return f"Checkpoint {quoted(body.get('name'))}"


def revoke(body: Body) -> str:
    seq = body.get("seq")
    return f"Undo decision {seq}" if type(seq) is int else "Undo a decision that is not named"


def tick(body: Body) -> str:
    source = "their document" if body.get("source") == "document" else quoted(body.get("source"))
    whom = []
    for field, each in (("types", "entities of type"), ("names", "entities named")):
        if found := [quoted(word) for word in items(body.get(field)) if text(word).strip()]:
            whom.append(f"{each} {listed(found)}")
    return f"Tell apart by {source}: {listed(whom)}"


def know(body: Body) -> str:
    values = [quoted(value) for value in items(body.get("values")) if text(value).strip()]
    return f"Let {listed(values)} count as qualifier{'' if len(values) == 1 else 's'}"
