"""Draws the figure of the experiment without matplotlib: SVG, the legend beside the curves."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from grader.report.markup import Html, fill
from lecture.experiment import Record
from lecture.figure import Curves, curves


WIDTH, HEIGHT = 1000, 380  # the size of the whole figure
LEFT, RIGHT, TOP, BOTTOM = (60, 500), (400, 830), 20, 330  # the edges of the two charts
LEGEND = 850
MARKS = (  # marks around (0, 0) that tell curves apart without colour
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
    "M-4,-4H4V4H-4Z",
    "M0,-5L5,4H-5Z",
    "M0,-5.5L5.5,0L0,5.5L-5.5,0Z",
    "M-4,-4L4,4M4,-4L-4,4",
    "M0,-5V5M-5,0H5",
    "M0,5L5,-4H-5Z",
    "M-5,-2H5M-5,2H5",
)

SVG = '<svg viewBox="0 0 {width} {height}" role="img"{label:@aria-label}>{panels}</svg>'
PANEL = """<g>{grid}<text x="{middle}" y="368">moves of a shortest solution</text>\
<text transform="translate({left},{height}) rotate(-90)">{label}</text>{curves}</g>"""
LINE = '<path d="{line}" class="grid-line"></path>'
TICK = '<text class="tick" x="{x}" y="{y}">{number}</text>'
CURVE = '<g class="curve c{place}"><polyline points="{points}"></polyline>{marks}</g>'
MARK = '<path d="{mark}" transform="translate({x},{y})" class="mark"></path>'


class Axes(NamedTuple):
    """A pair of axes: their ranges, their place in the figure, and whether the y axis is
    logarithmic.
    """

    left: int
    right: int
    x: tuple[float, float]
    y: tuple[float, float]
    is_log: bool

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The (x, y) in the figure of a point on the axes.

        >>> Axes(0, 100, (0, 10), (1, 100), True).place(5, 10)
        (50.0, 175.0)
        """
        scale: Callable[[float], float] = log10 if self.is_log else float
        low, high = map(scale, self.y)
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (scale(y) - low) / (high - low)
        return self.left + across * (self.right - self.left), BOTTOM - up * (BOTTOM - TOP)


def chart(records: Sequence[Record]) -> Html:
    """The figure: branching factors and expanded nodes against the moves of a shortest solution."""
    branching = curves(records, "branching")
    panels = [
        _panel(LEFT[0], RIGHT[0], branching, "effective branching factor", is_log=False),
        _panel(LEFT[1], RIGHT[1], curves(records, "expanded"), "nodes expanded", is_log=True),
    ]
    label = "Curves of the effective branching factor and of the nodes expanded, by moves"
    panels += [_legend(place, name) for place, name in enumerate(branching)]
    return fill(SVG, width=WIDTH, height=HEIGHT, label=label, panels=panels)


def _panel(left: int, right: int, drawn: Curves, label: str, is_log: bool) -> Html:
    """A pair of axes with the curves between them."""
    xs = [x for across, _ in drawn.values() for x in across]
    ys = [y for _, up in drawn.values() for y in up if y > 0 or not is_log]
    across, up = _ticks(min(xs), max(xs)), (_decades if is_log else _ticks)(min(ys), max(ys))
    offset = 66 if is_log else 44  # the longest number of a tick needs so much room
    axes = Axes(left, right, (across[0], across[-1]), (up[0], up[-1]), is_log)
    return fill(
        PANEL,
        grid=[*_grid(axes, across, up)],
        middle=(left + right) / 2,
        left=left - offset,
        height=(TOP + BOTTOM) / 2,
        label=label,
        curves=[_curve(place, axes, *points) for place, points in enumerate(drawn.values())],
    )


def _grid(axes: Axes, across: Sequence[float], up: Sequence[float]) -> Iterator[Html]:
    """Yield the lines at the ticks, with their numbers."""
    for x in across:
        column = f"{axes.place(x, up[0])[0]:.1f}"
        yield fill(LINE, line=f"M{column},{TOP}V{BOTTOM}")
        yield fill(
            '<text x="{x}" y="{y}">{number}</text>', x=column, y=BOTTOM + 18, number=f"{x:g}"
        )
    for y in up:
        row = axes.place(across[0], y)[1]
        yield fill(LINE, line=f"M{axes.left},{row:.1f}H{axes.right}")
        number = f"{y:,.0f}" if y >= 10 else f"{y:g}"
        yield fill(TICK, x=axes.left - 6, y=f"{row + 4:.1f}", number=number)


def _curve(place: int, axes: Axes, xs: Sequence[float], ys: Sequence[float]) -> Html:
    """A line through the points, with a mark at each; a logarithmic axis leaves out zeros."""
    points = [axes.place(x, y) for x, y in zip(xs, ys) if y > 0 or not axes.is_log]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = [_mark(place, x, y) for x, y in points]
    return fill(CURVE, place=place, points=line, marks=marks)


def _mark(place: int, x: float, y: float) -> Html:
    """The mark of a curve at a point."""
    return fill(MARK, mark=MARKS[place % len(MARKS)], x=f"{x:.1f}", y=f"{y:.1f}")


def _legend(place: int, name: str) -> Html:
    """The line of the legend for a curve."""
    y = TOP + 12 + 24 * place
    label = fill(
        '<text x="{x}" y="{y}" class="name">{name}</text>', x=LEGEND + 36, y=y + 4, name=name
    )
    points = f"{LEGEND},{y} {LEGEND + 28},{y}"
    return fill(CURVE, place=place, points=points, marks=[_mark(place, LEGEND + 14, y), label])


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
