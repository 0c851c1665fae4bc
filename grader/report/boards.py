"""States in a program's output, and as boards that pages and terminals draw; pure."""

import re
from math import isqrt


STATE = re.compile(r"\s*[\[(]\s*([0-9]{1,2}(?:[\s,]+[0-9]{1,2}){8})\s*[\])]")
ROWS = re.compile(r"[0-9]+(?: [0-9]+)+(?: / [0-9]+(?: [0-9]+)+)+")
LARGEST = 5  # rows of a board that is drawn
GAP = "     "  # between two boards on a terminal


def state(text):
    """The 3-by-3 state that a line begins with, else None.

    >>> state("[2, 5, 1, 4, 0, 6, 7, 0, 3] h=6 moves: 0"), state("Max queue length: 384")
    (['2', '5', '1', '4', '0', '6', '7', '0', '3'], None)
    """
    found = STATE.match(text or "")
    return found and [str(int(tile)) for tile in re.findall("[0-9]+", found[1])]


def at(text, column):
    """The tiles of the state that a line begins with, or of the board (`1 2 / 3 0`) at a column; else None.

    >>> at("puzzle2x2-01: 1 0 / 3 2 and 1 2 / 0 3", 28)
    ['1', '2', '0', '3']
    """
    found = next(
        (each[0].split(" / ") for each in ROWS.finditer(text or "") if each.end() >= column), []
    )
    square = all(len(row.split()) == len(found) <= LARGEST for row in found)
    return (
        state(text)
        or (found and square and [tile for row in found for tile in row.split()])
        or None
    )


def squares(tiles, others):
    """(What is on it, "" for a blank; whether the other state has something else there) of each square."""
    return [
        ("" if tile == "0" else tile, tile != other) for tile, other in zip(tiles, others or tiles)
    ]


def drawn(tiles, others):
    """The rows of text that draw a state, the squares that differ from another in brackets.

    >>> print(*drawn("125340670", "120345670"), sep="\\n")
    +-----------+
    |  1  2 [5] |
    |  3  4 [ ] |
    |  6  7     |
    +-----------+
    """
    side, width = isqrt(len(tiles)), max(map(len, tiles))
    cells = [
        f"[{shown:>{width}}]" if differs else f" {shown:>{width}} "
        for shown, differs in squares(tiles, others)
    ]
    rows = [f"| {''.join(cells[start : start + side])} |" for start in range(0, len(cells), side)]
    edge = f"+{'-' * (len(rows[0]) - 2)}+"
    return [edge, *rows, edge]


def beside(left, right):
    """The rows of two titled blocks of text, one beside the other; each: (title, rows)."""
    width = max(map(len, [left[0], *left[1]]))
    return [
        f"{a:<{width}}{GAP}{b}".rstrip() for a, b in zip([left[0], *left[1]], [right[0], *right[1]])
    ]
