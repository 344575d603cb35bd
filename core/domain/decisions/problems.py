"""Why the body of a decision can't be read: one plain sentence for a person, empty where it is fine.

A body without a problem acts wherever there is something to act on; whether there is, `standing` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.domain.decisions.reading import ids, items, read_node, read_relation, text, type_key, value_key, words
from core.domain.decisions.rows import Body, readable
from core.domain.names import shown_key, tidy_name

Problem = Callable[[Body], str]


def _no_node(body: Body, field: str) -> str:
    return (
        "" if read_node(body.get(field)) else f"'{field}' must be an entity: a name and, where it has one, a qualifier."
    )


def _no_relation(body: Body) -> str:
    if read_relation(body.get("relation")):
        return ""
    return "'relation' must be a relation: source, target (both entities) and predicate."


def _no_word(body: Body, field: str) -> str:
    return "" if tidy_name(text(body.get(field))) else f"'{field}' must be a word or more."


def _no_nodes(body: Body, least: int) -> str:
    given = items(body.get("nodes"))
    found = [read_node(item) for item in given]
    if None in found or not found:
        return "'nodes' must be a list of entities, each with a name."
    different = {node.ref for node in found if node}
    into = read_node(body.get("into"))
    return "" if len(different | ({into.ref} if into else set())) >= least else "That is one entity only; name two."


def merge(body: Body) -> str:
    bad_type = "" if isinstance(body.get("type", ""), str) else "'type' must be text."
    return _no_node(body, "into") or _no_nodes(body, 2) or bad_type


def not_same(body: Body) -> str:
    return _no_nodes(body, 2)


def rename(body: Body) -> str:
    return _no_node(body, "node") or _no_node(body, "to")


def qualify(body: Body) -> str:
    bad = "" if isinstance(body.get("qualifier"), str) else "'qualifier' must be text; an empty one takes it off."
    return _no_node(body, "node") or bad


def split(body: Body) -> str:
    parts = items(body.get("parts"))
    if not parts:
        return _no_node(body, "node") or "'parts' must be a list of entities, each with its mentions or a rule."
    bad = (_bad_part(n, part) for n, part in enumerate(parts, 1))
    return _no_node(body, "node") or next(filter(None, bad), "") or _twice(parts)


def senseless(body: Body, again: bool) -> str:
    """Why a split that can be read parts nothing; empty if it does. `again`: the node was split before, so that a
    part under its own name takes what waits.
    """
    parts = [(node.ref, readable(part)) for part in items(body.get("parts")) if (node := read_node(part))]
    refs = [ref for ref, _ in parts]
    own = read_node(body.get("node"))
    if len(set(refs)) < len(refs):
        return "Two parts have the same name and qualifier. Give one another qualifier, or put them together."
    if not any(ids(part.get("mentions")) or _rules_said(part.get("rule")) for _, part in parts):
        return "No part has a mention or a rule, so nothing would go anywhere. Give a part at least one."
    if own and refs == [own.ref] and not again:
        return "The only part is the entity itself, so nothing would be parted. Name another part."
    return ""


def _rules_said(value: object) -> bool:
    """Whether a rule says anything."""
    rules = [readable(rule) for rule in _rules(value)]
    return any(
        items(r.get("qualifiers")) or items(r.get("documents")) or any(readable(r.get("metadata")).values())
        for r in rules
    )


def _bad_part(n: int, part: Any) -> str:
    given = readable(part)
    if read_node(part) is None:
        return f"Part {n} has no name."
    mentions, rule = given.get("mentions", []), given.get("rule", {})
    if len(ids(mentions)) != len(items(mentions)) or not isinstance(mentions, list | tuple):
        return f"Part {n}: 'mentions' must be a list of mention ids."
    if rule is not None and not all(readable(one) is one and _readable_rule(readable(one)) for one in _rules(rule)):
        return f"Part {n}: 'rule' may have lists of 'qualifiers' and 'documents', and 'metadata' with a list a field."
    return ""


def _rules(value: object) -> tuple[Any, ...]:
    """One rule, or a list of them."""
    return items(value) if isinstance(value, list | tuple) else (value,)


def _readable_rule(rule: Body) -> bool:
    metadata = rule.get("metadata", {})
    lists = [rule.get("qualifiers", []), rule.get("documents", []), *readable(metadata).values()]
    known = set(rule) <= {"qualifiers", "documents", "metadata"} and readable(metadata) is metadata
    return known and all(isinstance(x, list | tuple) and all(isinstance(item, str) for item in x) for x in lists)


def _twice(parts: tuple[Any, ...]) -> str:
    named = [mention for part in parts for mention in ids(readable(part).get("mentions"))]
    return "A mention is named in two parts." if len(named) != len(set(named)) else ""


def retype(body: Body) -> str:
    if "node" in body:
        return _no_node(body, "node") or _no_word(body, "type")
    missing = _no_word(body, "type") or _no_word(body, "to")
    same = type_key(body.get("type")) == type_key(body.get("to"))
    return missing or ("That is the same type." if same else "")


def hide(body: Body) -> str:
    if "relation" in body:
        return _no_relation(body)
    if "mention" in body:
        return "" if text(body["mention"]) else "'mention' must be a mention's id."
    return _no_node(body, "node")


def assert_(body: Body) -> str:
    given = readable(body.get("entity")) or readable(body.get("relation"))
    fields = ("name",) if readable(body.get("entity")) else ("source", "target")
    if not given or not all(tidy_name(text(given.get(field))) for field in fields):
        return "Give an 'entity' with a name, or a 'relation' with source and target."
    keywords = given.get("keywords", [])
    if not isinstance(keywords, list | tuple) or not all(isinstance(word, str) for word in keywords):
        return "'keywords' must be a list of words."
    return _no_word(body, "document") or (
        "" if text(body.get("quote")).strip() else "'quote' must be words of a passage."
    )


def relabel(body: Body) -> str:
    return (_no_relation(body) if "relation" in body else _no_word(body, "predicate")) or _no_word(body, "to")


def endpoint(body: Body) -> str:
    if not text(body.get("mention")):
        return "'mention' must be the id of a relation's mention."
    side = body.get("end") in ("source", "target") if isinstance(body.get("end"), str) else False
    return _no_node(body, "node") or ("" if side else "'end' must be source or target.")


def direction(body: Body) -> str:
    return _no_relation(body) or ("" if body.get("way") == "reverse" else "'way' must be reverse.")


def describe(body: Body) -> str:
    of = body.get("of", [])
    if not isinstance(of, list | tuple) or len(ids(of)) != len(of):
        return "'of' must be the list of mention ids that the text was written over."
    return (_no_relation(body) if "relation" in body else _no_node(body, "node")) or _no_word(body, "text")


def finding(body: Body) -> str:
    return _no_word(body, "finding")


def mute(body: Body) -> str:
    return _no_word(body, "finding_kind")


def checkpoint(body: Body) -> str:
    return _no_word(body, "name")


def revoke(body: Body) -> str:
    seq = body.get("seq")
    return "" if type(seq) is int and seq > 0 else "'seq' must be the number of a decision."


def tick(body: Body) -> str:
    for field in ("types", "names"):
        given = body.get(field, [])
        if not isinstance(given, list | tuple) or not all(isinstance(word, str) for word in given):
            return f"'{field}' must be a list of words."
    some = words(body.get("types"), shown_key) or words(body.get("names"), shown_key)
    return _no_word(body, "source") or ("" if some else "Say for which 'types' or 'names' of entities.")


def know(body: Body) -> str:
    values = items(body.get("values"))
    fine = bool(values) and all(isinstance(value, str) and value_key(value) for value in values)
    return "" if fine else "'values' must be a list of qualifiers."
