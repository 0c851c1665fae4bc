"""The figure of the experiment without matplotlib: SVG for a page, its legend beside the curves."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.etree.ElementTree import Element

from grader.report.markup import element
from lecture.experiment import Record
from lecture.figure import Curves, curves


WIDTH, HEIGHT = 1000, 380  # of the whole figure
LEFT, RIGHT, TOP, BOTTOM = (60, 500), (400, 830), 20, 330  # of the two pairs of axes
LEGEND = 850
MARKS = (  # what tells curves apart without colour, around (0, 0)
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
    "M-4,-4H4V4H-4Z",
    "M0,-5L5,4H-5Z",
    "M0,-5.5L5.5,0L0,5.5L-5.5,0Z",
    "M-4,-4L4,4M4,-4L-4,4",
    "M0,-5V5M-5,0H5",
    "M0,5L5,-4H-5Z",
    "M-5,-2H5M-5,2H5",
)


class Axes(NamedTuple):
    """A pair of axes: their range, where they are, and whether the second is logarithmic."""

    left: int
    right: int
    x: tuple[float, float]
    y: tuple[float, float]
    is_log: bool

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is.

        >>> Axes(0, 100, (0, 10), (1, 100), True).place(5, 10)
        (50.0, 175.0)
        """
        scale: Callable[[float], float] = log10 if self.is_log else float
        low, high = map(scale, self.y)
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (scale(y) - low) / (high - low)
        return self.left + across * (self.right - self.left), BOTTOM - up * (BOTTOM - TOP)


def chart(records: Sequence[Record]) -> Element:
    """The figure: branching factors and expanded nodes against the moves of a shortest solution."""
    branching = curves(records, "branching")
    panels = [
        _panel(LEFT[0], RIGHT[0], branching, "effective branching factor", is_log=False),
        _panel(LEFT[1], RIGHT[1], curves(records, "expanded"), "nodes expanded", is_log=True),
    ]
    label = "Curves of the effective branching factor and of the nodes expanded, by moves"
    legend = [_legend(place, name) for place, name in enumerate(branching)]
    box = f"0 0 {WIDTH} {HEIGHT}"
    return element("svg", *panels, *legend, viewBox=box, role="img", aria_label=label)


def _panel(left: int, right: int, drawn: Curves, label: str, is_log: bool) -> Element:
    """A pair of axes with the curves between them."""
    xs = [x for across, _ in drawn.values() for x in across]
    ys = [y for _, up in drawn.values() for y in up if y > 0 or not is_log]
    across, up = _ticks(min(xs), max(xs)), (_decades if is_log else _ticks)(min(ys), max(ys))
    offset = 66 if is_log else 44  # where the longest number of a tick ends
    axes = Axes(left, right, (across[0], across[-1]), (up[0], up[-1]), is_log)
    return element(
        "g",
        *_grid(axes, across, up),
        element("text", "moves of a shortest solution", x=f"{(left + right) / 2}", y="368"),
        element(
            "text", label, transform=f"translate({left - offset},{(TOP + BOTTOM) / 2}) rotate(-90)"
        ),
        *(_curve(place, axes, *points) for place, points in enumerate(drawn.values())),
    )


def _grid(axes: Axes, across: Sequence[float], up: Sequence[float]) -> list[Element]:
    """The lines at the ticks, with their numbers."""
    elements = []
    for x in across:
        column = f"{axes.place(x, up[0])[0]:.1f}"
        elements.append(element("path", d=f"M{column},{TOP}V{BOTTOM}", class_="grid-line"))
        elements.append(element("text", f"{x:g}", x=column, y=f"{BOTTOM + 18}"))
    for y in up:
        row = axes.place(across[0], y)[1]
        line = f"M{axes.left},{row:.1f}H{axes.right}"
        elements.append(element("path", d=line, class_="grid-line"))
        number = element("text", f"{y:,.0f}" if y >= 10 else f"{y:g}", class_="tick")
        number.set("x", f"{axes.left - 6}")
        number.set("y", f"{row + 4:.1f}")
        elements.append(number)
    return elements


def _curve(place: int, axes: Axes, xs: Sequence[float], ys: Sequence[float]) -> Element:
    """A line through points, with a mark at each; zeros have no place on a logarithmic axis."""
    points = [axes.place(x, y) for x, y in zip(xs, ys) if y > 0 or not axes.is_log]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = [_mark(place, x, y) for x, y in points]
    return element("g", element("polyline", points=line), *marks, class_=f"curve c{place}")


def _mark(place: int, x: float, y: float) -> Element:
    """The mark of a curve at a point."""
    mark = MARKS[place % len(MARKS)]
    return element("path", d=mark, transform=f"translate({x:.1f},{y:.1f})", class_="mark")


def _legend(place: int, name: str) -> Element:
    """The line of the legend for a curve."""
    y = TOP + 12 + 24 * place
    line = element("polyline", points=f"{LEGEND},{y} {LEGEND + 28},{y}")
    text = element("text", name, x=f"{LEGEND + 36}", y=f"{y + 4}", class_="name")
    return element("g", line, _mark(place, LEGEND + 14, y), text, class_=f"curve c{place}")


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers, the first at most `low`, the last at least `high`.

    >>> _ticks(3, 27), _ticks(1.13, 1.5), _ticks(4, 4)
    ([0, 5, 10, 15, 20, 25, 30], [1.1, 1.2, 1.3, 1.4, 1.5], [4.0, 4.2])
    """
    span = (high - low) or 1
    power = 10 ** floor(log10(span / 4))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 6)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * number, 9) for number in range(first, max(last, first + 1) + 1)]


def _decades(low: float, high: float) -> list[float]:
    """The powers of ten around a range.

    >>> _decades(3, 1500), _decades(1, 1)
    ([1, 10, 100, 1000, 10000], [1, 10])
    """
    first, last = floor(log10(low)), ceil(log10(high))
    return [10**power for power in range(first, max(last, first + 1) + 1)]
