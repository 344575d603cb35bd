"""The steps of the lesson about merging: what becomes of five extractions, and of a page that is withdrawn."""

from __future__ import annotations

from core.domain.collisions import claims
from core.domain.records import Entity, ProfileText, Relation
from core.services.lesson_outcome import Compared, Outcome, Quote, Value, counts, quoted, titles
from core.services.lesson_scene import Scene
from core.services.lesson_stage import Stage


def passages(stage: Stage) -> Outcome:
    scene = stage.five()
    rows = sum(len(chunk.entities) for chunk in scene.chunks)
    stubs = sum(entity.stub for entity in scene.entities)
    values: dict[str, Value] = {
        "passages": len(scene.chunks),
        "rows": rows,
        "links": sum(len(chunk.relations) for chunk in scene.chunks),
        "entities": len(scene.entities),
        "edges": len(scene.relations),
        "stubs": stubs,
        "again": rows - (len(scene.entities) - stubs),
    }
    return Outcome(scene, len(scene.entities), values)


def glue(stage: Stage) -> Outcome:
    scene = stage.five()
    entity = scene.named(stage.story.glued)[0]
    forms = dict.fromkeys(m.name for m in scene.evidence.entities if m.id in entity.mentions)
    values: dict[str, Value] = {
        "name": entity.name,
        "forms": ", ".join(f"“{form}”" for form in forms),
        "described": len(entity.mentions),
        "texts": len(entity.texts),
        "key": entity.key,
    }
    return Outcome(scene, len(entity.texts), values, focus=frozenset({entity.key}), quotes=quoted(scene, entity))


def fold(stage: Stage) -> Outcome:
    scene = stage.five()
    one, other = (scene.named(name)[0] for name in stage.story.folded)
    edges = scene.between(one.name, other.name)
    mentions = {m.id: m for m in scene.evidence.relations}
    said = [mentions[id_] for edge in edges for id_ in edge.mentions]
    values: dict[str, Value] = {
        "one": one.name,
        "other": other.name,
        "rows": len(said),
        "ways": len({m.source.strip().casefold() for m in said}),
        "edges": len(edges),
        "weight": sum(edge.weight for edge in edges),
    }
    quotes = tuple(Quote(m.description, titles(scene, [m.id]), f"{m.source} → {m.target}") for m in said)
    focus = {one.key, other.key} | {edge.key for edge in edges}
    return Outcome(scene, len(edges), values, focus=frozenset(focus), quotes=quotes)


def stub(stage: Stage) -> Outcome:
    scene = stage.five()
    entity = scene.named(stage.story.stub)[0]
    values: dict[str, Value] = {
        "name": entity.name,
        "type": entity.type,
        "texts": len(entity.texts),
        "edges": int(scene.view.graph.degree(entity.key)),
        "chunks": len(entity.chunks),
    }
    types = dict.fromkeys((*(m.type for m in scene.evidence.entities if m.type), entity.type))
    return Outcome(
        scene,
        entity.type,
        values,
        focus=frozenset({entity.key}),
        quotes=quoted(scene, entity),
        options=tuple(types),
    )


def collision(stage: Stage) -> Outcome:
    scene = stage.five()
    nodes = scene.named(stage.story.collision)
    values: dict[str, Value] = {
        "name": nodes[0].name,
        "nodes": len(nodes),
        "periods": _periods(nodes),
        "texts": _texts(nodes),
    }
    quotes = tuple(quote for node in nodes for quote in quoted(scene, node))
    return Outcome(scene, len(nodes), values, focus=frozenset(node.key for node in nodes), quotes=quotes)


def withdraw(stage: Stage) -> Outcome:
    """The profile as it stays where only a passage is removed, beside the one that is computed anew."""
    before, without = stage.five(), stage.choices.without
    after = stage.five(without=without)
    kept = {item.key: item for item in _items(after)}
    every = _items(before)
    every.sort(key=lambda item: _label(item) != stage.story.folded[1])
    stale = {item.key: gone for item in every if item.key in kept and (gone := _gone(item, kept[item.key]))}
    shown = next((item for item in every if item.key in stale), None)
    title = next((chunk.title for chunk in before.chunks if chunk.document == without), without)
    values: dict[str, Value] = {
        "page": title,
        "left": sum(map(len, stale.values())),
        "profiles": len(stale),
        "name": _label(shown) if shown else "",
        "passages": len(after.chunks),
    }
    quotes = quoted(before, shown, stale[shown.key]) if shown else ()
    beside = quoted(after, kept[shown.key]) if shown else ()
    answer = "yes" if stale else "no"
    return Outcome(before, answer, values, focus=frozenset(stale), quotes=quotes, beside=beside, options=("yes", "no"))


def direction(stage: Stage) -> Outcome:
    """The three runs under both rules."""
    rows = []
    for mode, start in stage.three():
        classic, careful = (stage.five(rule).run(mode, start) for rule in ("classic", "careful"))
        rows.append(Compared(mode, counts(classic), counts(careful)))
    mode, start = stage.three()[0]
    trace = stage.five(stage.choices.rule).run(mode, start)
    values: dict[str, Value] = {
        "seed": start.entities[0],
        "classic": rows[0].classic[1],
        "careful": rows[0].careful[1],
        "hybrid_classic": rows[-1].classic[1],
        "hybrid_careful": rows[-1].careful[1],
    }
    return Outcome(stage.five(stage.choices.rule), rows[0].careful[1], values, trace=trace, compared=tuple(rows))


def flags(stage: Stage) -> Outcome:
    scene, careful = stage.five(stage.choices.rule), stage.five("careful")
    flagged = [entity for entity in careful.entities if entity.flags]
    values: dict[str, Value] = {
        "flagged": len(flagged),
        "names": ", ".join(entity.name for entity in flagged),
        "classic": sum(bool(set(entity.flags) - {"stub"}) for entity in stage.five("classic").entities),
    }
    return Outcome(
        scene,
        len(flagged),
        values,
        focus=frozenset(entity.key for entity in flagged),
        flagged=tuple((entity.name, entity.flags) for entity in flagged),
    )


def plans(stage: Stage) -> Outcome:
    scene, qualified = stage.five(stage.choices.rule), stage.five("plans")
    nodes, before = qualified.named(stage.story.collision), stage.five("careful").named(stage.story.collision)
    shown = scene.named(stage.story.collision)
    flagged = [entity for entity in qualified.entities if entity.flags]
    values: dict[str, Value] = {
        "name": nodes[0].name,
        "field": stage.story.field,
        "nodes": len(nodes),
        "before": len(before),
        "flagged": len(flagged),
        "names": ", ".join(entity.name for entity in flagged),
    }
    quotes = tuple(
        Quote(q.text, () if node.qualifier else q.sources, node.qualifier)
        for node in shown
        for q in quoted(scene, node)
    )
    return Outcome(scene, len(nodes), values, focus=frozenset(node.key for node in shown), quotes=quotes)


def _items(scene: Scene) -> list[Entity | Relation]:
    return [*scene.entities, *scene.relations]


def _gone(before: Entity | Relation, after: Entity | Relation) -> frozenset[ProfileText]:
    """Texts of a profile that the one computed anew has no longer."""
    kept = {text.text for text in after.texts}
    return frozenset(text for text in before.texts if text.text not in kept)


def _label(item: Entity | Relation) -> str:
    return item.name if isinstance(item, Entity) else f"{item.source_name} – {item.target_name}"


def _periods(nodes: tuple[Entity, ...]) -> str:
    """The quantities that the texts give, in their order."""
    found = (claim.said for node in nodes for text in node.texts for claim in claims(text.text, node.name))
    return ", ".join(dict.fromkeys(found))


def _texts(nodes: tuple[Entity, ...]) -> int:
    return sum(len(node.texts) for node in nodes)
