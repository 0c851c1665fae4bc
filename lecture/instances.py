"""Reads the instances that a lecturer names: boards or states with two blanks, in files or typed.

>>> read("[1, 2, 3, 4, 5, 6, 0, 7, 0]").assignment
'funny_puzzle'
>>> read("[[1, 2], [0, 3]]")
Instance(assignment='npuzzle', state=((1, 2), (0, 3)), name='[[1, 2], [0, 3]]')
"""

import re
from pathlib import Path
from typing import NamedTuple

from board import Board
from grader.traces import State


FUNNY = [0, 0, *range(1, 8)]  # the tiles of a state with two blanks


class Instance(NamedTuple):
    """The name of an assignment, a state of its puzzle, and a title."""

    assignment: str
    state: State
    name: str

    @property
    def board(self) -> "Board | None":
        """The state as a Board, if it is one."""
        return Board(self.state) if self.assignment == "npuzzle" else None


def read(text: str) -> Instance:
    """The Instance in a file, or typed as numbers; ValueError if there is none.

    Nine numbers are a state with two blanks. In a file a board's dimension stands before its tiles.
    """
    if text.lstrip().startswith("["):
        rows = re.findall(r"\[([^\[\]]*)\]", text)
        tiles = [_numbers(row) for row in rows]
        return _funny(tiles[0], text) if len(tiles) == 1 else _board(Board(tiles), text)
    where, name = text, Path(text).stem
    if text == "-":
        where = name = "standard input"
    try:
        with open(0 if text == "-" else text, encoding="utf-8-sig", errors="replace") as file:
            held = file.read(1 << 20)  # as much as Board.read reads
    except OSError as error:
        raise ValueError(f"{where}: expected a file with a board, got {error.strerror!r}") from None
    if len(held.split()) == len(FUNNY):
        return _funny(_numbers(held), name)
    return _board(Board.parse(held, where), name)


def _numbers(text: str) -> list[int]:
    """The numbers in a text; ValueError if there is anything else between commas and spaces."""
    words = text.replace(",", " ").split()
    if wrong := [word for word in words if not re.fullmatch("[0-9]{1,9}", word)]:
        raise ValueError(f"expected whole numbers, as in [1, 2, 3], got {wrong[0]!r}")
    return list(map(int, words))


def _funny(tiles: list[int], name: str) -> Instance:
    """The Instance of a state with two blanks; ValueError if the tiles are none."""
    if sorted(tiles) != FUNNY:
        raise ValueError(f"{name}: expected the tiles 1 to 7 and two blanks (0), got {tiles}")
    return Instance("funny_puzzle", tuple(tiles), name)


def _board(board: Board, name: str) -> Instance:
    """The Instance of a board."""
    return Instance("npuzzle", board.rows(), name)
