"""The page of the experiment: its table, and its figure."""

from collections.abc import Sequence
from io import BytesIO
from statistics import fmean
from xml.etree.ElementTree import Element, fromstring

from grader.report.markup import element, page
from lecture import figure, table
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
.experiment .own text { fill: var(--text); font-size: 12px; text-anchor: middle; }
.experiment .own .tick { text-anchor: end; }
.experiment .own .name { text-anchor: start; }
.experiment .grid-line { stroke: var(--rule); fill: none; }
.experiment .curve polyline { fill: none; stroke-width: 1.75; }
.experiment .curve .mark { fill: var(--page); stroke-width: 1.5; }
.experiment .theirs { background: #ffffff; }
"""


def compare_page(title: str, records: Sequence[Record]) -> bytes:
    """The page of the experiment; matplotlib draws the figure where it is installed."""
    return page(
        title,
        element(
            "main",
            element("h1", title),
            _scrolled("The table", _table(records)),
            element("p", "b: the effective branching factor. N^(1/d): a cruder estimate of it."),
            _scrolled("The figure", _figure(records)),
            class_="wide experiment",
        ),
        style=STYLE + _colours(),
    )


def _colours() -> str:
    """The rules for the colours of the curves, on light and on dark pages."""
    light, dark = (
        "".join(f".c{place} {{ stroke: {colour}; }}\n" for place, colour in enumerate(colours))
        for colours in (COLOURS, DARK)
    )
    plain = ".curve text { stroke: none; }\n"
    return f"{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n{plain}"


def _scrolled(label: str, child: Element) -> Element:
    """What may be wider than a phone, in a frame that scrolls."""
    return element("div", child, class_="scroll", tabindex="0", role="region", aria_label=label)


def _table(records: Sequence[Record]) -> Element:
    """The mean and the maximum of each measure, for each algorithm."""
    titles = ["algorithm", "", *(title for title, *_ in table.COLUMNS.values()), "optimal"]
    heads = [element("th", title, scope="col") if title else element("td") for title in titles]
    names = dict.fromkeys(record.algorithm for record in records)
    rows = [
        row
        for name in names
        for row in _rows(name, [record for record in records if record.algorithm == name])
    ]
    head = element("thead", element("tr", *heads))
    return element("table", head, element("tbody", *rows))


def _rows(name: str, records: Sequence[Record]) -> list[Element]:
    """The two rows of an algorithm."""
    shortest = sum(record.moves == record.optimal for record in records)
    share = element("td", f"{shortest} of {len(records)}", class_="number", rowspan="2")
    head = element("th", name, scope="rowgroup", rowspan="2")
    mean, most = (
        [element("td", text, class_="number") for text in table.figures(records, summary)]
        for summary in (fmean, max)
    )
    return [
        element("tr", head, element("td", "mean"), *mean, share),
        element("tr", element("td", "max"), *most),
    ]


def _figure(records: Sequence[Record]) -> Element:
    """The figure, by matplotlib or drawn here."""
    if not figure.is_drawable():
        return element("figure", chart(records), class_="own")
    held = BytesIO()
    figure.draw(records, held, format="svg")
    drawn = _without_namespaces(fromstring(held.getvalue()))
    drawn.set("role", "img")
    drawn.set("aria-label", "Branching factors and expanded nodes by the moves of a solution")
    return element("figure", drawn, class_="theirs")


def _without_namespaces(drawn: Element) -> Element:
    """An image as HTML has it, where SVG needs no namespaces; without its metadata."""
    for part in drawn.iter():
        part.tag = part.tag.rpartition("}")[2]
        part.attrib = {name.rpartition("}")[2]: value for name, value in part.attrib.items()}
        for child in list(part):
            if child.tag.endswith("metadata"):
                part.remove(child)
    return drawn
