"""Blocks, the parts of a report: made once for each kind of reader, shown by two renderers.

`text` shows them on a terminal or in a file, `html` in a page; neither knows who reads. A page has
room for all blocks; some name shorter blocks for a text. The `role` of a block is the class of its
element in a page.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import NamedTuple

from grader.ground.text import WIDTH, first_shown, visible
from grader.records.results import VERDICTS


SIGNS = dict(zip(VERDICTS, "\u2713WTMOE?\u2013!"))  # signs that tell verdicts apart without colour
Picture = Sequence[Sequence[str]]  # the rows of cells that an assignment draws for a line
LONGEST = 30  # the most signs of a bar
Links = Mapping[str, str]  # {address: title}, or {what is linked: address}
NO_LINKS: Links = MappingProxyType({})


# ---- Parts of a line ----


class Span(NamedTuple):
    """A part of a line; `kind` is the name of its element in a page, such as `code`."""

    text: str
    kind: str = ""
    href: str = ""
    role: str = ""
    title: str = ""


class Words(str):
    """Words of ours with code between backticks, which a page shows as code instead."""


class Fold(NamedTuple):
    """A line that a page can unfold to blocks; a text shows the line and as many names as fit."""

    text: "Line"
    blocks: "Blocks" = ()
    names: str = ""
    role: str = ""


class Bar(NamedTuple):
    """A bar of a chart; `percent` is its length compared with the longest bar."""

    percent: float

    @property
    def text(self) -> str:
        """The bar drawn with # characters."""
        return "#" * ceil(LONGEST * self.percent / 100)


class Cell(NamedTuple):
    """A cell of a table with a role; one with the role `number` is aligned to the right."""

    text: "Line"
    role: str = "number"


Part = str | Span | Fold | Bar | Cell
Line = str | Sequence[Part]
Row = Sequence[Line | Cell]


def plain(line: Line | Part) -> str:
    """A line as plain text, with its invisible characters as escapes."""
    if isinstance(line, str):
        return visible(line)
    if isinstance(line, (Span, Fold, Bar, Cell)):
        return plain(line.text)
    return "".join(map(plain, line))


def sign(verdict: str) -> Span:
    """The sign of a verdict, in its colour."""
    return Span(SIGNS[verdict], "span", role=f"sign {verdict}")


# ---- Sentences ----


class Sentence(NamedTuple):
    """A paragraph."""

    text: Line
    role: str = ""


class Items(NamedTuple):
    """A list, and the most items and lines of it that a text shows."""

    items: Sequence[Line]
    role: str = ""
    label: str = ""
    most: int = 1000
    lines: int = 1000


class Call(NamedTuple):
    """A line to type: a call after a prompt, or a shell command if there is no label."""

    text: str
    label: str = ""
    note: str = ""


# ---- Blocks of blocks ----


class Section(NamedTuple):
    """Blocks below a title, which may be empty; `says` is a sentence that follows the title.

    A text indents the blocks.
    """

    blocks: "Blocks"
    title: Line = ""
    says: str = ""
    role: str = ""
    anchor: str = ""
    indent: int = 2


class Apart(NamedTuple):
    """Blocks with an empty line before and after them."""

    blocks: "Blocks"


class Roomy(NamedTuple):
    """Blocks for a page, and shorter ones that a text shows instead."""

    full: "Blocks"
    brief: "Blocks" = ()


class Rationed(NamedTuple):
    """Sections of which a text shows only as many as fit into `lines` lines.

    The first is shown in full, others perhaps only with their sentences. `rest[n]` is the sentence
    that replaces section n and all after it.
    """

    sections: Sequence[Section]
    rest: Sequence[str]
    lines: int


# ---- Tables and what a program printed ----


class Table(NamedTuple):
    """A table. In a page its rows have anchors, numbered from 1, and it may scroll below a label.

    The heads of the last columns may be in groups, {group: heads}.
    """

    rows: Sequence[Row]
    head: Sequence[str] = ()
    role: str = ""
    anchor: str = ""
    label: str = ""
    groups: Mapping[str, Sequence[str]] = MappingProxyType({})


class Rows(NamedTuple):
    """Lines of a program or of an output, shown unchanged."""

    rows: Sequence[Line]
    title: str = ""
    role: str = ""


class Beside(NamedTuple):
    """Two blocks of rows side by side; a text that is too narrow has one below the other."""

    sides: tuple[Rows, Rows]
    role: str = ""


class Side(NamedTuple):
    """One of two outputs: its name, its line (None if the output has ended), its picture."""

    name: str
    line: str | None
    picture: Picture = ()


class Compared(NamedTuple):
    """The first line that differs in two outputs, its number, and the first differing column.

    `absent` is shown in place of a missing line.
    """

    sides: tuple[Side, Side]
    number: int
    column: int | None
    absent: str

    def first_shown(self, room: int = WIDTH) -> int:
        """The index from which on the lines are shown."""
        return first_shown(self.column, [len(side.line or "") for side in self.sides], room)


def cells(picture: Picture, other: Picture) -> Iterator[list[tuple[str, bool]]]:
    """Yield the rows of a picture as pairs: the text of a cell, whether the other picture differs.

    If the pictures have different shapes, no cell counts as different.

    >>> list(cells((("1", ""),), (("1", "2"),)))
    [[('1', False), ('', True)]]
    """
    if list(map(len, other)) != list(map(len, picture)):
        other = picture
    for row, beside in zip(picture, other):
        yield [(cell, cell != another) for cell, another in zip(row, beside)]


def odd(char: str) -> str:
    """A note on a character that only looks like an ordinary one; "" if the character is ASCII.

    >>> odd("\u04bb"), odd("h")
    (' this is U+04BB', '')
    """
    if char.isascii():
        return ""
    return f" this is U+{ord(char):04X}"


Block = (
    Sentence | Items | Call | Section | Fold | Apart | Roomy | Rationed | Table | Rows | Beside
) | (Compared | list["Block"])
Blocks = Sequence[Block]
