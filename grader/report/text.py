"""Blocks as plain text, for a terminal or a file; pure."""

import textwrap
import unicodedata
from collections.abc import Iterable
from itertools import chain

from grader.ground.text import WIDTH, clipped, dots, visible, when, wrapped
from grader.report.blocks import (
    Apart,
    Beside,
    Block,
    Blocks,
    Call,
    Cell,
    Compared,
    Fold,
    Items,
    Line,
    Picture,
    Rationed,
    Roomy,
    Rows,
    Section,
    Sentence,
    Side,
    Table,
    cells,
    odd,
    plain,
)


UNLIMITED = 10_000  # a width in columns that no text reaches
NAME = 28  # the columns of each cell but the last of its row
BESIDE, DOTS = 11, 6  # columns before a line of output, and columns of dots around it


def text(blocks: Iterable[Block], width: int | None = None) -> str:
    """Blocks as text with an empty line between any two, wrapped to `width` columns.

    Calls and the output of programs keep their lines.
    """
    parts = ("\n".join(lines(block, width or UNLIMITED)) for block in blocks)
    return "\n\n".join(filter(None, parts))


def lines(block: Block, width: int, step: int = 2) -> list[str]:
    """The lines that show a block; program output is indented by `step` more columns."""
    match block:
        case Sentence(line):
            return wrapped(plain(line), width)
        case Items():
            return _items(block, width)
        case Call(call, label, note):
            return [f"{label or '   '}{visible(call)}" + when(note, f"    ({note})")]
        case Fold(line, _, names):
            end = f": {names}" if names else "."
            text = plain(line) + end
            return [textwrap.shorten(text, width, placeholder=" ...", break_on_hyphens=False)]
        case Section(blocks, title, says, indent=indent):
            body = _together(blocks, width - indent, indent, plain(title))
            if not body and not says:
                return []
            return _head(plain(title), visible(says), width, indent) + _indented(body, indent)
        case Rationed():
            return _rationed(block, width)
        case Apart(blocks) | Roomy(_, blocks):
            return _together(blocks, width, step)
        case Table():
            return _table(block, width)
        case Rows(rows, title):
            return _head(title, "", width, 0) + _indented(map(plain, rows), step)
        case Beside((left, right)):
            return _beside(lines(left, width, 0), lines(right, width, 0), 2, width)
        case Compared():
            return _indented(_compared(block, width - step), step)
        case list():
            return _together(block, width, step)
    raise TypeError(f"lines: expected a block, got {block!r}")


def _indented(rows: Iterable[str], columns: int) -> list[str]:
    return [f"{' ' * columns}{row}".rstrip() for row in rows]


def _together(blocks: Blocks, width: int, step: int, title: str = "") -> list[str]:
    """The lines of blocks, with empty lines around blocks that are Apart, except at both ends."""
    rows: list[str] = []
    is_apart = False
    for block in blocks:
        if part := lines(block, width, step):
            was_apart, is_apart = is_apart, isinstance(block, Apart)
            if (was_apart or is_apart) and (rows or title):
                rows.append("")
            rows += part
    return rows


# ---- Sentences ----


def _items(block: Items, width: int) -> list[str]:
    rows: list[str] = []
    for item in block.items[: block.most]:
        more = wrapped(block.label + plain(item), width, "", "  ")
        if len(rows) + len(more) <= block.lines:
            rows += more
    return rows


def _head(title: str, says: str, width: int, indent: int) -> list[str]:
    """The title of a section, followed by what it says, on the next lines if there is no room."""
    if not title:
        return []
    whole = f"{title}: {says}".rstrip()
    if len(whole) < width:
        return [whole]
    return wrapped(f"{title}:", width) + wrapped(says, width, " " * indent)


def _rationed(block: Rationed, width: int) -> list[str]:
    rows: list[str] = []
    left, are_full = block.lines, True
    in_brief = [lines(_in_brief(section), width) for section in block.sections]
    for place, section in enumerate(block.sections):
        part = lines(section, width)
        # after one in brief, a section is full only if those after it still have room in brief
        needed = 0
        if not are_full:
            needed = sum(len(other) + 1 for other in in_brief[place + 1 :])
        if rows and len(part) + needed > left:
            part, are_full = in_brief[place], False
        if rows and len(part) > left:
            return rows + wrapped(block.rest[place], width)
        rows += part + [""]
        left -= len(part) + 1
    return rows[:-1]


def _in_brief(section: Section) -> Section:
    """A section with only its sentences, the lines that differ, and folds without names."""
    said: list[Block] = []
    for block in section.blocks:
        if isinstance(block, Sentence):
            said.append(block)
        elif isinstance(block, Apart):
            said += map(_without_pictures, block.blocks)
        elif isinstance(block, Fold):
            said.append(block._replace(names=""))
    return section._replace(blocks=said)


def _without_pictures(block: Block) -> Block:
    """The lines of a Compared without their pictures, and nothing of any other block."""
    if not isinstance(block, Compared):
        return Apart(())
    expected, actual = (side._replace(picture=()) for side in block.sides)
    return Apart([block._replace(sides=(expected, actual))])


# ---- What a program printed ----


def _compared(block: Compared, width: int) -> list[str]:
    room, column = _room(block, width), block.column
    start = block.first_shown(room)
    rows = []
    for side in block.sides:
        line = f"({block.absent})" if side.line is None else clipped(side.line, start, room)
        rows.append(f"{side.name:<8} | {line}")
    expected, actual = block.sides
    if column is not None and expected.line is not None and actual.line is not None:
        before = dots(start > 0) + visible(expected.line[start:column])
        rows.append(" " * (BESIDE + len(before)) + f"^{odd(actual.line[column : column + 1])}")
    return rows + _pictures(expected, actual, width)


def _room(block: Compared, width: int) -> int:
    """How many characters of the two lines fit beside the names, with room for dots."""
    room = min(WIDTH, width - BESIDE)
    longest = max(len(visible(side.line or "")) for side in block.sides)
    if room < WIDTH and longest > room:
        return room - DOTS
    return room


def _pictures(expected: Side, actual: Side, width: int) -> list[str]:
    """The pictures of two lines side by side; only the expected one if they can't be compared."""
    own, other = expected.picture, actual.picture
    if not own:
        return []
    if own == other:
        return ["", "both lines show:"] + drawn(own, own)
    if len(own) != len(other):
        return ["", "the state expected:"] + drawn(own, own)
    left, right = drawn(own, other), drawn(other, own)
    return [""] + _beside([f"{expected.name}:"] + left, [f"{actual.name}:"] + right, 5, width)


def _beside(left: list[str], right: list[str], gap: int, width: int) -> list[str]:
    """Rows side by side; if there is no room, one block of rows below the other."""
    room = len(max(left, key=len)) + gap
    rows = [f"{row:<{room}}{other}".rstrip() for row, other in zip(left, right)]
    if len(max(rows, key=len)) > width:
        return left + right
    return rows


def drawn(picture: Picture, other: Picture) -> list[str]:
    """The lines of text that draw a picture; brackets mark cells that differ from `other`.

    >>> print(*drawn((("1", "2"), ("5", "")), (("1", "2"), ("", "5"))), sep="\\n")
    +--------+
    |  1  2  |
    | [5][ ] |
    +--------+
    """
    width = max(map(len, chain(*picture)))
    rows = []
    for row in cells(picture, other):
        line = "| "
        for cell, differs in row:
            line += f"[{cell:>{width}}]" if differs else f" {cell:>{width}} "
        rows.append(f"{line} |")
    edge = f"+{'-' * (len(rows[0]) - 2)}+"
    return [edge] + rows + [edge]


def _table(table: Table, width: int) -> list[str]:
    """The rows of a table in columns, without heads; the last column gets the remaining room."""
    rows = table.rows
    most, widths = min(NAME, width // 3), []
    for column in list(zip(*rows))[:-1]:
        widths.append(min(most, max(_columns(plain(cell)) for cell in column)))
    margin = sum(widths) + 2 * len(widths)
    shown = []
    for row in rows:
        first, *more = wrapped(plain(row[-1]), width - margin) or [""]
        start = "".join(f"{_cell(cell, room)}  " for cell, room in zip(row, widths))
        shown.append(f"{start}{first}".rstrip())
        shown += _indented(more, margin)
    return shown


def _cell(cell: Line | Cell, width: int) -> str:
    """The text of a cell, filled up to `width`; a number is aligned to the right."""
    text = plain(cell)
    if isinstance(cell, Cell):
        text = text.rjust(width)
    return in_columns(text, width)


def in_columns(text: str, width: int) -> str:
    """The text cut or padded to a number of terminal columns.

    >>> [in_columns(text, 5) for text in ("abc", "\u4e2d\u6587", "abcdef")]
    ['abc  ', '\u4e2d\u6587 ', 'ab...']
    """
    if _columns(text) > width:
        while _columns(text) > width - 3:
            text = text[:-1]
        text += "..."
    return text + " " * (width - _columns(text))


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return wide + sum(not unicodedata.combining(char) for char in text)
