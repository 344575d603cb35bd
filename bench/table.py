"""The figures of an indexing run as rows: what each is called, how it is written, and what others and the aim have.

Tables are Markdown. Growth is the factor from one size to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Figures = Mapping[str, Any]
MODES = ("naive", "local", "global", "hybrid", "mix", "paths")
OTHERS = ("LightRAG 1.5.7", "nano-graphrag", "fast-graphrag", "aim")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. `unit` follows the number; `others` are known figures at 3,000 chunks, in the order of OTHERS.

    `both`: LightRAG's run has the figure too.
    """

    name: str
    value: Callable[[Figures], float]
    unit: str = ""
    decimals: int = 0
    others: tuple[str, str, str, str] = ("", "", "", "")
    both: bool = False

    def shown(self, figures: Figures) -> str:
        return f"{self.value(figures):,.{self.decimals}f}{' ' + self.unit if self.unit else ''}"


def _retrieval() -> tuple[Row, ...]:
    lightrag, aims = (9, 62, 80, 121, 118), (3, 15, 15, 25, 25)
    nano = {"local": "5 ms", "global": "368 ms"}
    rows = zip(MODES[:5], lightrag, aims, strict=True)
    known = {mode: (f"{old} ms", nano.get(mode, ""), "", f"{aim} ms") for mode, old, aim in rows}
    return tuple(
        Row(
            f"retrieval, median: {mode}",
            lambda f, mode=mode: f["retrieval_ms"][mode],
            "ms",
            1,
            known.get(mode, ("", "", "55 ms", "")),
            mode in known,
        )
        for mode in MODES
    )


ROWS: tuple[Row, ...] = (
    Row("nodes", lambda f: f["nodes"], others=("6,465", "", "", ""), both=True),
    Row("edges", lambda f: f["edges"], others=("27,853", "", "", ""), both=True),
    Row(
        "indexing in one run, CPU a chunk",
        lambda f: f["cpu_ms"],
        "ms",
        1,
        ("165 ms", "4.2 ms", "1.8 ms", "5 ms"),
        both=True,
    ),
    Row("of it loading, cutting, storing passages", lambda f: f["intake_ms"], "ms", 1),
    Row("of it storing what was read, first tenth", lambda f: f["first_ms"], "ms", 2, ("31 ms", "", "", "flat")),
    Row("of it storing what was read, last tenth", lambda f: f["last_ms"], "ms", 2, ("317 ms", "", "", "")),
    Row("document by document, CPU a chunk", lambda f: f["one_by_one"]["cpu_ms"], "ms", 1),
    Row("the same, first tenth", lambda f: f["one_by_one"]["first_ms"], "ms", 1),
    Row("the same, last tenth", lambda f: f["one_by_one"]["last_ms"], "ms", 1),
    Row(
        "add 20 chunks, wall",
        lambda f: f["added"]["wall_s"],
        "s",
        2,
        ("6.1 s", "11.8 s", "0.78 s", "0.3 s"),
        both=True,
    ),
    Row("add 20 chunks, CPU", lambda f: f["added"]["cpu_s"], "s", 2, both=True),
    Row(
        "withdraw a document of 10 chunks, wall",
        lambda f: f["withdrawn"]["wall_s"],
        "s",
        2,
        ("12.3 s", "none", "none", "0.3 s"),
        both=True,
    ),
    Row("withdraw, CPU", lambda f: f["withdrawn"]["cpu_s"], "s", 2, both=True),
    Row("withdraw, model calls", lambda f: f["withdrawn"]["calls"], "", 0, ("63", "", "", "0"), both=True),
    Row("process start to first result, naive", lambda f: f["start_s"]["naive"], "s", 1, ("3.5 s", "", "", "1.5 s")),
    Row("process start to first result, mix", lambda f: f["start_s"]["mix"], "s", 1),
    *_retrieval(),
    Row(
        "peak memory in one run, with the vector index",
        lambda f: sum(f["peak_mb"]),
        "MB",
        0,
        ("932 MB", "773 MB", "435 MB", "500 MB"),
        both=True,
    ),
    Row("disk", lambda f: f["disk_mb"], "MB", 0, ("292 MB", "84 MB", "28 MB", "120 MB"), both=True),
)


def own(found: Sequence[Figures]) -> str:
    """A row for each figure: each size, the growth from size to size, then the others and the aim."""
    heads = [f"{f['chunks']:,} chunks" for f in found]
    steps = [f"{a['chunks']:,} → {b['chunks']:,} (× {b['chunks'] / a['chunks']:.1f})" for a, b in pairwise(found)]
    lines = _head("", *heads, *steps, *OTHERS)
    for row in ROWS:
        grown = [growth(row.value(a), row.value(b)) for a, b in pairwise(found)]
        lines.append(_line(row.name, *map(row.shown, found), *grown, *row.others))
    return "\n".join(lines)


def beside(ours: Sequence[Figures], theirs: Sequence[Figures]) -> str:
    """For each size LightPrism, LightRAG and how many times as much LightRAG takes."""
    heads = [head for f in ours for head in (f"LightPrism, {f['chunks']:,}", "LightRAG", "ratio")]
    lines = _head("", *heads)
    for row in ROWS:
        if row.both:
            pairs = zip(ours, theirs, strict=True)
            cells = [
                cell for a, b in pairs for cell in (row.shown(a), row.shown(b), growth(row.value(a), row.value(b)))
            ]
            lines.append(_line(row.name, *cells))
    return "\n".join(lines)


def growth(before: float, after: float) -> str:
    """How many times as much; empty where there was nothing."""
    return f"× {after / before:.2f}" if before else ""


def _head(*names: str) -> list[str]:
    return [_line(*names), "|---" * len(names) + "|"]


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
