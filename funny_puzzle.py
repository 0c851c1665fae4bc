"""The 3-by-3 sliding puzzle with seven tiles and two blanks, solved by A*.

    $ python3 -i funny_puzzle.py
    >>> print_succ([2, 5, 1, 4, 0, 6, 7, 0, 3])
    [2, 0, 1, 4, 5, 6, 7, 0, 3] h=5
    [2, 5, 1, 0, 4, 6, 7, 0, 3] h=7
    [2, 5, 1, 4, 0, 6, 0, 7, 3] h=7
    [2, 5, 1, 4, 0, 6, 7, 3, 0] h=7
    [2, 5, 1, 4, 6, 0, 7, 0, 3] h=7
    >>> solve([1, 2, 3, 4, 5, 6, 0, 7, 0])
    [1, 2, 3, 4, 5, 6, 0, 7, 0] h=1 moves: 0
    [1, 2, 3, 4, 5, 6, 7, 0, 0] h=0 moves: 1
    Max queue length: 4

The words used below:
    square     0 to 8, row by row
    tile       1 to 7; 0 is a blank, and there are two
    state      the tile on each square: a list of nine
    move       one tile slides, up, down, left or right, into a blank beside it
    g          the moves made from the start to a state
    h          the sum of the tiles' Manhattan distances from their goal squares
    f = g + h  the least number of moves that a path through the state can have
"""

import sys


if __name__ == "__main__" and sys.version_info < (3, 10):
    version = sys.version.split()[0]
    print("funny_puzzle.py: expected Python 3.10 or newer, got", version, file=sys.stderr)
    sys.exit(2)

from collections.abc import Sequence
from heapq import heappop, heappush
from operator import index
from reprlib import Repr


# ---- The puzzle's geometry, computed once ----

GOAL = bytes([1, 2, 3, 4, 5, 6, 7, 0, 0])
TILES = range(1, 8)
SQUARES = range(9)


def distance(a: int, b: int) -> int:
    """The Manhattan distance between two squares.

    >>> distance(0, 8)
    4
    """
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)


BESIDE = [[b for b in SQUARES if distance(a, b) == 1] for a in SQUARES]
# H[tile][square]: the tile's part of h; a blank has none
H = [[0] * 9, *([distance(tile - 1, square) for square in SQUARES] for tile in TILES)]

# a search's own form of states: bytes order as lists do, but compare and hash much faster
State = bytes


# ---- States ----


def manhattan(state: State) -> int:
    """h of a state: admissible and consistent, because a move takes one tile one square.

    >>> manhattan([2, 5, 1, 4, 0, 6, 7, 0, 3])
    6
    """
    return sum(H[tile][square] for square, tile in enumerate(state))


def successors(state: State, h: int) -> list[tuple[State, int]]:
    """The (state, h) of each state one move away, in no promised order; `h` is that of `state`.

    >>> sorted((list(s), h) for s, h in successors(GOAL, 0))[0]
    ([1, 2, 3, 4, 0, 6, 7, 5, 0], 1)
    """
    moved = []
    for blank in SQUARES:
        if not state[blank]:
            for square in BESIDE[blank]:
                tile = state[square]
                if tile:
                    after = bytearray(state)
                    after[blank], after[square] = tile, 0
                    moved.append((bytes(after), h + H[tile][blank] - H[tile][square]))
    return moved


# ---- A* ----


def a_star(start: State) -> tuple[list[tuple[State, int]], int]:
    """(A shortest path from `start` to the goal, a list of (state, h); the maximum queue length).

    The queue is a heap of (f, state, (g, h, parent)): ties go to the smaller state, then to the
    smaller (g, h, parent), where `parent` is the place of the parent among the entries popped, -1
    for the start. A state is pushed unless it has been popped, so that duplicates of it may wait in
    the queue, and each of them is expanded again when popped. (Hart, Nilsson & Raphael 1968.)

    >>> a_star(GOAL)
    ([(b'\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x00\\x00', 0)], 1)
    """
    start_h = manhattan(start)
    queue = [(start_h, start, (0, start_h, -1))]
    popped: list[tuple[State, int, int]] = []  # (state, h, parent) in the order of the pops
    expanded: dict[State, list[tuple[State, int]]] = {}  # {popped state: its successors}
    max_queue_length = 0
    while True:
        max_queue_length = max(max_queue_length, len(queue))
        _, state, (g, h, parent) = heappop(queue)
        popped.append((state, h, parent))
        if state == GOAL:
            return _path_to(popped), max_queue_length
        if state not in expanded:
            expanded[state] = successors(state, h)
        here, after_g = len(popped) - 1, g + 1
        for after, after_h in expanded[state]:
            if after not in expanded:
                heappush(queue, (after_g + after_h, after, (after_g, after_h, here)))


def _path_to(popped: Sequence[tuple[State, int, int]]) -> list[tuple[State, int]]:
    """The (state, h) of each entry from the start to the one popped last, by way of the parents.

    >>> _path_to([(b"start", 2, -1), (b"astray", 2, 0), (b"goal", 0, 0)])
    [(b'start', 2), (b'goal', 0)]
    """
    path, entry = [], len(popped) - 1
    while entry != -1:
        state, h, entry = popped[entry]
        path.append((state, h))
    return path[::-1]


# ---- What the assignment asks for ----


def print_succ(state: Sequence[int]) -> None:
    """Print each successor of `state` and its h, in a line of its own, ascending as lists.

    TypeError or ValueError names all that is wrong with the state.
    """
    start = _checked("print_succ", state)
    for after, h in sorted(successors(start, manhattan(start))):
        print(f"{list(after)} h={h}")


def solve(state: Sequence[int]) -> None:
    """Print a shortest path from `state` to the goal, and the maximum queue length.

    All 181,440 states can be solved, in 24 moves at most. TypeError or ValueError names all that is
    wrong with the state.
    """
    path, max_queue_length = a_star(_checked("solve", state))
    for moves, (on_path, h) in enumerate(path):
        print(f"{list(on_path)} h={h} moves: {moves}")
    print(f"Max queue length: {max_queue_length}")


# ---- Bad input ----


def _checked(where: str, state: Sequence[int]) -> State:
    """The state as bytes; a TypeError or ValueError names everything that is wrong with it."""
    try:
        tiles = [index(tile) for tile in state]
    except TypeError:
        raise TypeError(f"{where}: expected a list of integers, got {_quoted(state)}") from None
    kinds = {
        "missing": [tile for tile in TILES if tile not in tiles],
        "more than once": [tile for tile in TILES if tiles.count(tile) > 1],
        "out of range": sorted(set(tiles) - {0, *TILES})[:9],
        "blanks instead of two": [] if tiles.count(0) == 2 else [tiles.count(0)],
    }
    problems = [f"{kind}: {', '.join(map(str, bad))}" for kind, bad in kinds.items() if bad]
    if problems:
        expected = f"expected the tiles 1 to 7 and two blanks (0), got {_quoted(state)}"
        raise ValueError(f"{where}: {expected}: {'; '.join(problems)}")
    return bytes(tiles)


def _quoted(value: object) -> str:
    """The repr of a value, cut short if it is long."""
    quotes = Repr()
    quotes.maxlist = quotes.maxtuple = 12
    return quotes.repr(value)
