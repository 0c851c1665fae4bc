"""Pictures of lines, rows of cells, as a terminal draws them; results have the cells; pure."""

from grader.records import Picture


GAP = "     "  # between two pictures on a terminal
Block = tuple[str, list[str]]  # a title, and rows of text


def cells(picture: Picture, other: Picture | None) -> list[list[tuple[str, bool]]]:
    """The rows of a picture: what is in each cell, and whether another picture has something else.

    A picture of another shape can't be compared.

    >>> cells((("1", ""),), (("1", "2"),))
    [[('1', False), ('', True)]]
    """
    if not other or list(map(len, other)) != list(map(len, picture)):
        other = picture
    return [
        [(text, text != beside) for text, beside in zip(row, others)]
        for row, others in zip(picture, other)
    ]


def drawn(picture: Picture, other: Picture | None = None) -> list[str]:
    """The rows of text that draw a picture, the cells that differ from another in brackets.

    >>> print(*drawn((("1", "2"), ("5", "")), (("1", "2"), ("", "5"))), sep="\\n")
    +--------+
    |  1  2  |
    | [5][ ] |
    +--------+
    """
    width = max((len(text) for row in picture for text in row), default=0)
    rows = [
        "".join(f"[{text:>{width}}]" if differs else f" {text:>{width}} " for text, differs in row)
        for row in cells(picture, other)
    ]
    edge = f"+{'-' * (len(rows[0]) + 2)}+"
    return [edge, *(f"| {row} |" for row in rows), edge]


def beside(left: Block, right: Block) -> list[str]:
    """The rows of two titled blocks of text, one beside the other."""
    (title, rows), (other_title, other_rows) = left, right
    width = max(map(len, [title, *rows]))
    return [
        f"{a:<{width}}{GAP}{b}".rstrip() for a, b in zip([title, *rows], [other_title, *other_rows])
    ]
