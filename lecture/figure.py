"""The figure of the experiment: costs of searches by the length of shortest solutions."""

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from statistics import fmean

from lecture.experiment import Record


MARKS = "os^DXPv*"  # matplotlib's marks, which tell curves apart without colour
Curves = dict[str, tuple[list[int], list[float]]]


def problem(path: str) -> str:
    """A sentence on why no figure can be written to a file of this name; "" if one can."""
    if find_spec("matplotlib") is None:
        return "expected matplotlib for --plot, got none (pip install matplotlib)"
    from matplotlib.figure import Figure

    kinds = Figure().canvas.get_supported_filetypes()
    if Path(path).suffix.removeprefix(".").lower() not in {*kinds, ""}:
        return f"--plot: expected a file name in .png, .svg or .pdf, got {path!r}"
    return ""


def curves(records: Sequence[Record], field: str) -> Curves:
    """For each algorithm: (numbers of moves, the mean of a measure over the boards with each
    number).

    >>> record = Record("bfs", "1 2 0 3", 1, 1, 2, 3, 2, 2.0, 2.0, 0.1)
    >>> curves([record, record._replace(expanded=5)], "expanded")
    {'bfs': ([1], [3.5])}
    """
    points: dict[str, dict[int, list[float]]] = {}
    for record in records:
        of_algorithm = points.setdefault(record.algorithm, {})
        of_algorithm.setdefault(record.optimal, []).append(getattr(record, field))
    return {
        algorithm: (sorted(measures), [fmean(measures[moves]) for moves in sorted(measures)])
        for algorithm, measures in points.items()
    }


def draw(records: Sequence[Record], path: str) -> None:
    """Write the figure: branching factors and expanded nodes, with one legend beside the curves."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    for axes, field, label in (
        (left, "branching", "effective branching factor"),
        (right, "expanded", "nodes expanded"),
    ):
        for mark, (algorithm, (moves, means)) in zip(cycle(MARKS), curves(records, field).items()):
            axes.plot(moves, means, marker=mark, label=algorithm)
        axes.set(xlabel="moves of a shortest solution", ylabel=label)
    right.set_yscale("log")
    right.legend(loc="upper left", bbox_to_anchor=(1.02, 1), borderaxespad=0)
    figure.savefig(path)
