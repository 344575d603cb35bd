"""The steps of the lesson about retrieval: what seeds take along, what a budget keeps, what a context is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.domain.modes import Parameters
from core.domain.packing import entity_label
from core.domain.records import Entity, Relation
from core.domain.trace import Cut, Trace
from core.services.lesson_outcome import Left, Outcome, Quote, Taken, Value, counts, run_values, titles
from core.services.lesson_scene import Scene, Start
from core.services.lesson_stage import Stage

MOST_SEEDS = 4
"""As many seeds as the chart of the handbook takes."""
_CUT_TO = 0.8
"""The share of a context that the first budget leaves."""


def local(stage: Stage) -> Outcome:
    scene = stage.five(stage.choices.rule)
    trace = scene.run("local", Start(entities=stage.choices.entities))
    return Outcome(scene, len(trace.relations), _seeded(stage) | run_values(trace), trace=trace)


def global_(stage: Stage) -> Outcome:
    scene = stage.five(stage.choices.rule)
    trace = scene.run("global", Start(relations=stage.choices.relations))
    return Outcome(scene, len(trace.entities), _seeded(stage) | run_values(trace), trace=trace)


def hybrid(stage: Stage) -> Outcome:
    scene = stage.five(stage.choices.rule)
    trace = scene.run("hybrid", _both(stage))
    return Outcome(scene, len(trace.chunks), _seeded(stage) | run_values(trace), trace=trace)


def far(stage: Stage) -> Outcome:
    """The ends that the context names and does not describe; with the switch on, their profiles come too."""
    scene = stage.five()
    start = Start(entities=stage.choices.entities)
    plain = scene.run("local", start)
    full = scene.run("local", replace(start, parameters=Parameters(far_ends=True)))
    named = _far_ends(plain)
    labels = {entity.key: entity.name for entity in scene.entities}
    values = _seeded(stage) | {
        "far": len(named),
        "names": ", ".join(labels[key] for key in named),
        "entities": len(plain.entities),
        "edges": len(plain.relations),
        "entities_with": len(full.entities),
        "tokens": plain.tokens.total,
        "tokens_with": full.tokens.total,
    }
    return Outcome(scene, len(named), values, trace=full if stage.choices.far else plain)


def sprawl(stage: Stage) -> Outcome:
    """One seed in the whole handbook."""
    scene = stage.handbook()
    trace = scene.run("local", Start(entities=stage.choices.entities[:1]))
    values = run_values(trace) | {
        "seed": trace.entities[0].entity.name,
        "neighbours": len(_far_ends(trace)),
        "all_entities": len(scene.entities),
        "all_edges": len(scene.relations),
        "passages": len(scene.chunks),
        "share": round(100 * len(trace.relations) / len(scene.relations)),
    }
    return Outcome(scene, len(trace.relations), values, trace=trace)


def growth(stage: Stage) -> Outcome:
    """One seed after another in the whole handbook."""
    scene, seeds = stage.handbook(), stage.choices.entities[:MOST_SEEDS]
    traces = [scene.run("local", Start(entities=seeds[:n])) for n in range(1, len(seeds) + 1)]
    series = tuple(
        Taken(n, seed, len(trace.relations), len(trace.chunks), trace.tokens.total)
        for n, (seed, trace) in enumerate(zip(seeds, traces, strict=True), 1)
    )
    last = traces[-1]
    values = run_values(last) | {
        "seeds": len(seeds),
        "top_k": Parameters().top_k,
        "first": seeds[0],
        "edges_one": series[0].edges,
        "tokens_one": series[0].tokens,
        "all_edges": len(scene.relations),
        "share": round(100 * series[-1].edges / len(scene.relations)),
        "passages": len(scene.chunks),
    }
    return Outcome(scene, series[-1].edges, values, trace=last, series=series)


def budget(stage: Stage) -> Outcome:
    """What a context takes, part by part."""
    scene = stage.five()
    trace = scene.run("hybrid", _both(stage))
    use = trace.tokens
    parts = {"entity": use.entities, "edge": use.relations, "passage": use.chunks}
    values = (
        _seeded(stage)
        | run_values(trace)
        | {
            "entity_tokens": use.entities,
            "edge_tokens": use.relations,
            "passage_tokens": use.chunks,
            "limit": use.limit,
            "largest": max(parts, key=lambda part: parts[part]),
            "share": round(100 * use.chunks / max(use.total, 1)),
        }
    )
    return Outcome(scene, use.total, values, trace=trace)


def cut(stage: Stage) -> Outcome:
    """The same run under a budget of a few hundred tokens."""
    scene = stage.five()
    whole = scene.run("hybrid", _both(stage))
    tokens = stage.choices.budget or small_budget(whole)
    trace = scene.run("hybrid", replace(_both(stage), parameters=Parameters(max_total_tokens=tokens)))
    before = counts(whole)
    values = (
        _seeded(stage)
        | run_values(trace)
        | {
            "budget": tokens,
            "needed": whole.tokens.total,
            "entities_before": before[0],
            "edges_before": before[1],
            "chunks_before": before[2],
            "cut": len(trace.cuts),
        }
    )
    return Outcome(scene, len(trace.chunks), values, trace=trace, cuts=_lost(scene, trace.cuts))


def themes(stage: Stage) -> Outcome:
    """What a high-level hit brings: texts that are word for word what single passages said, and none written over."""
    scene = stage.five()
    trace = scene.run("global", Start(relations=stage.choices.relations))
    said = {m.description for m in scene.evidence.entities} | {m.description for m in scene.evidence.relations}
    items: list[Entity | Relation] = [k.entity for k in trace.entities]
    items += [k.relation for k in trace.relations]
    texts = [text for item in items for text in item.texts]
    quotes = tuple(
        Quote(text.text, titles(scene, text.mentions), f"{kept.ends[0]} – {kept.ends[1]}")
        for kept in trace.relations
        for text in kept.relation.texts
    )
    written = [text for text in texts if text.text not in said]
    keywords = dict.fromkeys(word for kept in trace.relations for word in kept.relation.keywords)
    values = (
        _seeded(stage)
        | run_values(trace)
        | {
            "texts": len(texts),
            "written": len(written),
            "keywords": ", ".join(f"“{word}”" for word in keywords),
        }
    )
    return Outcome(scene, len(written), values, trace=trace, quotes=quotes)


def small_budget(whole: Trace) -> int:
    """A budget that a context does not fit into, in whole tens."""
    return max(10, round(whole.tokens.total * _CUT_TO / 10) * 10)


def _seeded(stage: Stage) -> dict[str, Value]:
    choices = stage.choices
    chosen = [*choices.entities, *(relation.replace("->", "→") for relation in choices.relations)]
    return {"seeds": ", ".join(chosen), "count": len(chosen)}


def _both(stage: Stage) -> Start:
    return Start(stage.choices.entities, stage.choices.relations)


def _far_ends(trace: Trace) -> tuple[str, ...]:
    return next((step.keys for step in trace.steps if step.name == "far ends"), ())


def _lost(scene: Scene, cuts: tuple[Cut, ...]) -> tuple[Left, ...]:
    labels: Mapping[str, str] = {
        **{entity.key: entity_label(entity) for entity in scene.entities},
        **{relation.key: f"{relation.source_name} – {relation.target_name}" for relation in scene.relations},
        **{key: chunk.title or key for key, chunk in scene.evidence.chunks.items()},
    }
    return tuple(Left(found.kind, labels[found.id], found.reason) for found in cuts)
