"""What reports are made of: blocks, made once for each reader, shown by two renderers.

`text` shows them on a terminal or in a file, `html` in a page; neither knows who reads. A page has
room for all of them; where a text has not, a block says what stands there instead. The `role` of a
block is the class of its element in a page.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import NamedTuple

from grader.ground.text import visible
from grader.records import VERDICTS


SIGNS = dict(zip(VERDICTS, "\u2713WTMOE?\u2013!"))  # what tells verdicts apart without colour
Picture = Sequence[Sequence[str]]  # the rows of cells that an assignment draws of a line
LONGEST = 30  # signs of a bar


# ---- Parts of a line ----


class Span(NamedTuple):
    """A part of a line; `kind` is the element that it is in a page, such as `code`."""

    text: str
    kind: str = ""
    href: str = ""
    role: str = ""
    title: str = ""


class Fold(NamedTuple):
    """A line that unfolds to blocks; a text has the line alone, with as many names as fit there."""

    text: "Line"
    blocks: "Blocks" = ()
    names: str = ""
    role: str = ""


class Bar(NamedTuple):
    """A bar, so long in per cent of the longest one."""

    percent: float

    @property
    def text(self) -> str:
        """The bar in signs."""
        return "#" * ceil(LONGEST * self.percent / 100)


class Cell(NamedTuple):
    """A cell of a table that has a role, such as `number`: it stands at the right."""

    text: "Line"
    role: str = "number"


Part = str | Span | Fold | Bar | Cell
Line = str | Sequence[Part]
Row = Sequence[Line | Cell]


def plain(line: Line | Part) -> str:
    """A line without what only a page can show, its invisible characters as escapes."""
    if isinstance(line, str):
        return visible(line)
    if isinstance(line, (Span, Fold, Bar, Cell)):
        return plain(line.text)
    return "".join(map(plain, line))


def sign(verdict: str) -> Span:
    """The sign of a verdict, with its colour."""
    return Span(SIGNS[verdict], "span", role=f"sign {verdict}")


# ---- Sentences ----


class Sentence(NamedTuple):
    """A paragraph."""

    text: Line
    role: str = ""


class Items(NamedTuple):
    """A list, and how many items and lines of it a text has room for."""

    items: Sequence[Line]
    role: str = ""
    label: str = ""
    most: int = 1000
    lines: int = 1000


class Call(NamedTuple):
    """What can be typed: a call after a prompt or, without a label, a command of a shell."""

    text: str
    label: str = ""
    note: str = ""


# ---- Blocks of blocks ----


class Section(NamedTuple):
    """Blocks below a title, or without one; `says` is what there is to say of the title at once.

    A text indents them.
    """

    blocks: "Blocks"
    title: Line = ""
    says: str = ""
    role: str = ""
    anchor: str = ""
    indent: int = 2


class Apart(NamedTuple):
    """Blocks that stand apart from those around them."""

    blocks: "Blocks"


class Roomy(NamedTuple):
    """Blocks that a text has no room for, and those that it has in their place."""

    full: "Blocks"
    brief: "Blocks" = ()


class Rationed(NamedTuple):
    """Sections that a text shows as far as they have room in so many lines.

    The first is shown in full, of some only what they say in sentences; of each, `rest` has the
    sentence that stands for it and all that follow it.
    """

    sections: Sequence[Section]
    rest: Sequence[str]
    lines: int


# ---- Tables and what a program printed ----


class Table(NamedTuple):
    """Rows of cells. In a page they have anchors, numbered from 1, and may scroll under a label.

    The heads of the last columns may be in groups, {group: heads}; `foot` is the last row.
    """

    rows: Sequence[Row]
    head: Sequence[str] = ()
    role: str = ""
    anchor: str = ""
    label: str = ""
    groups: Mapping[str, Sequence[str]] = MappingProxyType({})
    foot: Row = ()


def bars(numbers: Mapping[str, int]) -> Table:
    """{name: number} as bars."""
    most = max(numbers.values()) or 1
    rows: list[list[Line]] = []
    for name, number in numbers.items():
        rows.append([name, [Bar(round(100 * number / most, 1)), f" {number or ''}"]])
    return Table(rows, role="bars")


class Rows(NamedTuple):
    """Rows of a program or of an output, as they stand there."""

    rows: Sequence[Line]
    title: str = ""
    role: str = ""


class Beside(NamedTuple):
    """Rows side by side; a text that is too narrow has one below the other."""

    sides: tuple[Rows, Rows]
    role: str = ""


class Side(NamedTuple):
    """One of two outputs: whose it is, its line if it has one, and the picture of it."""

    name: str
    line: str | None
    picture: Picture = ()


class Compared(NamedTuple):
    """The first line that differs in two outputs, its number, and the column where they part.

    `absent` says what there is instead of a line.
    """

    sides: tuple[Side, Side]
    number: int
    column: int | None
    absent: str


def cells(picture: Picture, other: Picture) -> Iterator[list[tuple[str, bool]]]:
    """Yield the rows of a picture: what is in a cell, and whether another has something else there.

    A picture of another shape can't be compared.

    >>> list(cells((("1", ""),), (("1", "2"),)))
    [[('1', False), ('', True)]]
    """
    if list(map(len, other)) != list(map(len, picture)):
        other = picture
    for row, beside in zip(picture, other):
        yield [(cell, cell != another) for cell, another in zip(row, beside)]


def odd(char: str) -> str:
    """A note on a differing character that may only look like an ordinary one.

    >>> odd("\u04bb"), odd("h")
    (' this is U+04BB', '')
    """
    return "" if char.isascii() else f" this is U+{ord(char):04X}"


Block = (
    Sentence | Items | Call | Section | Fold | Apart | Roomy | Rationed | Table | Rows | Beside
) | (Compared | list["Block"])
Blocks = Sequence[Block]
