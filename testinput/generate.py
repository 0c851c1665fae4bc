"""Makes the boards of testinput/ that are missing: `make instances`.

Most names of boards have the least number of moves to the goal. A board depends only on its name,
which seeds a draw: small boards are drawn from all at that distance, larger ones by a random walk
from the goal, which counts if an optimal solver confirms the number. Hardly any walk reaches boards
of 61 to 80 moves, so these all lie on a shortest solution of the last of them.
"""

import argparse
import random
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from board import Board
from solver import Solver


FOLDER = Path(__file__).parent
# The dimensions of puzzle00 to puzzle15, to puzzle31 and to puzzle50.
MIXED = [
    *(10, 2, 3, 3, 3, 2, 2, 4, 5, 6, 7, 8, 9, 10, 3, 4),
    *(5, 3, 6, 4, 3, 3, 3, 4, 5, 3, 4, 3, 3, 4, 3, 3),
    *(4, 4, 5, 4, 4, 4, 5, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4),
]
FARTHEST_WALK = 60  # the most moves of a walk
GIVEN = {
    "puzzle04": Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]]),
    "puzzle3x3-unsolvable": Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]),
    "puzzle4x4-80": Board([[0, 12, 9, 13], [15, 11, 10, 14], [3, 7, 2, 5], [4, 8, 6, 1]]),
}


def instances() -> "dict[str, tuple[int, int | None]]":
    """{name: (size, moves)} of every board; an unsolvable one has None for its moves.

    >>> instances()["puzzle04"], instances()["puzzle3x3-unsolvable"]
    ((3, 4), (3, None))
    """
    table: dict[str, tuple[int, int | None]] = {
        f"puzzle{moves:02}": (n, moves) for moves, n in enumerate(MIXED)
    }
    lengths: dict[int, Collection[int]] = {
        2: range(7),
        3: range(32),
        4: range(81),
        127: (0, 1, 3, 8, 13),
    }
    for n, numbers in lengths.items():
        table.update({f"puzzle{n}x{n}-{moves:02}": (n, moves) for moves in numbers})
    table.update({"puzzle4x4-hard1": (4, 38), "puzzle4x4-hard2": (4, 47)})
    table.update({f"puzzle2x2-unsolvable{number}": (2, None) for number in (1, 2, 3)})
    return table | {f"puzzle{n}x{n}-unsolvable": (n, None) for n in (3, 4, 5, 10)}


def board_of_name(name: str) -> Board:
    """The board with this name, one of `instances`.

    >>> board_of_name("puzzle2x2-06").manhattan()
    6
    """
    n, moves = instances()[name]
    chance = random.Random(name)
    if name in GIVEN:
        return GIVEN[name]
    if moves is None:
        return _unsolvable(n, chance)
    if n <= 3:
        return chance.choice(list(_layers(n)[moves]))
    if moves > FARTHEST_WALK:
        return _hardest_path()[-1 - moves]
    return _at_distance(n, moves, chance)


def _unsolvable(n: int, chance: random.Random) -> Board:
    """A random board that can't reach the goal."""
    tiles = chance.sample(range(n * n), n * n)
    board = Board([tiles[start : start + n] for start in range(0, n * n, n)])
    return board.twin() if board.is_solvable() else board


@lru_cache(maxsize=None)
def _layers(n: int) -> list[dict[Board, None]]:
    """All boards of a small size, a dictionary for each distance from the goal."""
    below: dict[Board, None] = {}
    layer: dict[Board, None] = {_walk(n, 0, random.Random()): None}
    table = []
    while layer:
        table.append(layer)
        beyond = {
            neighbor: None
            for board in layer
            for neighbor in board.neighbors()
            if neighbor not in below
        }
        below, layer = layer, beyond
    return table


@lru_cache(maxsize=None)
def _hardest_path() -> list[Board]:
    """A shortest solution of a 15-puzzle that takes 80 moves, the most that any needs."""
    return Solver(GIVEN["puzzle4x4-80"]).solution() or []


def _at_distance(n: int, moves: int, chance: random.Random) -> Board:
    """A random board of this distance from the goal, found by walks of as many or some more moves.

    Long walks reach most 4-by-4 boards, which are solved quickly all the same; larger boards are
    not.
    """
    longest = moves * (8 if n == 4 else 2)
    while True:
        board = _walk(n, chance.randrange(moves, longest + 1, 2), chance)
        if board.manhattan() <= moves and Solver(board).moves() == moves:
            return board


def _walk(n: int, steps: int, chance: random.Random) -> Board:
    """The board after so many random moves from the goal, none of which undoes the one before."""
    board = before = Board.parse(" ".join(map(str, [n, *range(1, n * n), 0])))
    for _ in range(steps):
        ways = [neighbor for neighbor in board.neighbors() if neighbor != before]
        board, before = chance.choice(ways), board
    return board


def write_missing(folder: Path) -> None:
    """Write each board that has no file yet, and print its name."""
    for name in instances():
        path = folder / f"{name}.txt"
        if not path.exists():
            path.write_text(f"{board_of_name(name)}\n", encoding="utf-8")
            print(path.name, flush=True)


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="python3 -m testinput.generate",
        description=f"Write the boards that are missing in {FOLDER.name}/, and print their names. "
        "Each file is named after the number of moves that its board takes.",
    ).parse_args()
    write_missing(FOLDER)
