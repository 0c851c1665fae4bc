"""The page of the experiment: its table, and its figure."""

from collections.abc import Sequence
from statistics import fmean

from grader.report.blocks import Cell, Row, Table
from grader.report.html import SCROLLING
from grader.report.markup import fill, page
from lecture import table
from lecture.chart import chart
from lecture.experiment import Record


COLOURS = ("#1f5fa8", "#b4501e", "#1b7a4b", "#7a3aa8", "#8a6d00", "#a8265f", "#3d6b73", "#5b5b5b")
DARK = ("#8ab8f5", "#f5a77a", "#7fd6a6", "#cda5f5", "#e0c25a", "#f59abf", "#93c7d1", "#c4c4c4")
STYLE = """
.experiment .scroll { width: auto; padding: .5rem; }
.experiment table { border-collapse: collapse; font-size: .9rem; }
.experiment td, .experiment th { padding: .15rem .75rem; border-top: 1px solid var(--rule); }
.experiment tbody td:first-of-type:not(.number) { color: var(--soft); }
.experiment thead th { border: 0; text-align: end; color: var(--soft); font-size: .8rem;
  overflow-wrap: normal; }
.experiment thead th:first-child { text-align: start; }
.experiment figure { margin: 0; min-width: 44rem; max-width: 75rem; }
.experiment figure svg { width: 100%; height: auto; display: block; }
.experiment figure text { fill: var(--text); font-size: 12px; text-anchor: middle; }
.experiment figure .tick { text-anchor: end; }
.experiment figure .name { text-anchor: start; }
.experiment .grid-line { stroke: var(--rule); fill: none; }
.experiment .curve polyline { fill: none; stroke-width: 1.75; }
.experiment .curve .mark { fill: var(--page); stroke-width: 1.5; }
"""


PAGE = """<main class="wide experiment"><h1>{title}</h1>{table}\
<p>b: the effective branching factor. N^(1/d): a cruder estimate of it.</p>{figure}</main>"""


def compare_page(title: str, records: Sequence[Record]) -> bytes:
    """The page of the experiment."""
    figure = fill("<figure>{chart}</figure>", chart=chart(records))
    drawn = fill(SCROLLING, label="The figure", child=figure)
    body = fill(PAGE, title=title, table=_table(records), figure=drawn)
    return page(title, body, style=STYLE + _colours())


def _colours() -> str:
    """The rules for the colours of the curves, on light and on dark pages."""
    light, dark = (
        "".join(f".c{place} {{ stroke: {colour}; }}\n" for place, colour in enumerate(colours))
        for colours in (COLOURS, DARK)
    )
    plain = ".curve text { stroke: none; }\n"
    return f"{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n{plain}"


def _table(records: Sequence[Record]) -> Table:
    """The mean and the maximum of each measure, for each algorithm."""
    head = ["algorithm", "summary", *(title for title, *_ in table.COLUMNS.values()), "optimal"]
    rows: list[Row] = []
    for name in dict.fromkeys(record.algorithm for record in records):
        own = [record for record in records if record.algorithm == name]
        shortest = sum(record.moves == record.optimal for record in own)
        share = Cell(f"{shortest} of {len(own)}")
        rows.append([name, "mean", *map(Cell, table.cells(own, fmean)), share])
        rows.append([name, "max", *map(Cell, table.cells(own, max))])
    return Table(rows, head, label="The table")
