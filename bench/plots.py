"""Plots of how the figures of `bench.indexing` grow with the corpus; needs matplotlib, which nothing else does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.table import ROWS, Figures, Row

PLOTS = {
    "bench-indexing": ("CPU a chunk, ms", ("indexing in one run", "of it", "document by document")),
    "bench-changes": ("seconds", ("add 20 chunks, wall", "withdraw a document", "process start")),
    "bench-retrieval": ("median, ms", ("retrieval, median",)),
    "bench-room": ("MB", ("peak memory", "disk")),
}
"""File name -> axis, and beginnings of the names of the rows that are drawn."""


def draw(folder: Path, ours: Sequence[Figures], theirs: Sequence[Figures]) -> list[Path]:
    """One SVG a group of figures: ours as lines, LightRAG's (if it ran) dashed in the same colour."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "lightprism"  # the same figures give the same file
    from matplotlib import pyplot

    made = []
    for name, (axis, starts) in PLOTS.items():
        figure, axes = pyplot.subplots(figsize=(7.5, 5), layout="constrained")
        for row in (row for row in ROWS if row.name.startswith(starts)):
            _curve(axes, row, ours, theirs)
        axes.set(xlabel="chunks", ylabel=axis, yscale="log" if theirs else "linear")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xticks([f["chunks"] for f in ours], [f"{f['chunks']:,}" for f in ours])
        axes.grid(alpha=0.3)
        figure.legend(fontsize="small", frameon=False, loc="outside lower center", ncols=2)
        made.append(folder / f"{name}.svg")
        figure.savefig(made[-1], metadata={"Date": None})
        pyplot.close(figure)
    return made


def _curve(axes, row: Row, ours: Sequence[Figures], theirs: Sequence[Figures]) -> None:  # type: ignore[no-untyped-def]
    label = row.name.removeprefix("retrieval, median: ")
    (line,) = axes.plot([f["chunks"] for f in ours], [row.value(f) for f in ours], marker="o", label=label)
    if theirs and row.both:
        style = {"marker": "x", "linestyle": "--", "color": line.get_color(), "label": f"{label}, LightRAG"}
        axes.plot([f["chunks"] for f in theirs], [row.value(f) for f in theirs], **style)
