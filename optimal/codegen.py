"""The inner loop of IDA*, written out as one function for each square of the blank (Korf, 1985).

`from_S(room, h, k, state)` searches below a node whose blank is on square S. h and k are the sums
of values of the board and of its reflection, and `state` is the pruning machine's. A successor may
be entered if neither of its own sums exceeds `room`, the moves left after it. The function returns
how many nodes it expanded and generated, as the real and the imaginary part of one complex number,
because a single addition is cheaper than two. At the goal it raises GoalReached. The frames that
the exception passes are the solution (`run` reads them), so that the loop needn't note its path.

A successor differs from its parent in one tile, so in the place of one group, and of one group of
the reflection. These are looked up in flat tables; nothing is computed from the whole board.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import factorial
from traceback import walk_tb
from types import CodeType
from typing import TYPE_CHECKING, Any

from .grid import neighbors, transposed
from .patterns import LISTED_N
from .ranks import exchange_table, jump


if TYPE_CHECKING:
    from .idastar import Root

FUNCTION = """
def from_{blank}(room, h, k, state):
    nodes = expanded_{blank}[state]
"""

SUCCESSOR = """
    after = {word}[state]
    if after:
        pair = board[{tile}]
        group, mirror = pair
        place = places[group]
        squares, order, value = place
        squares ^= {edge}
        order = {jump}
        new = rows[squares][order]
        new_h = h - value + new
        if new_h <= room:
            image = places[mirror]
            squares_k, order_k, value = image
            squares_k ^= {edge_k}
            order_k = {jump_k}
            new_k = rows[squares_k][order_k]
            value = k - value + new_k
            if value <= room:
                if not new_h:
                    raise GoalReached
                places[group] = squares, order, new
                places[mirror] = squares_k, order_k, new_k
                board[{blank}] = pair
                nodes += from_{tile}(room - 1, new_h, value, after)
                board[{tile}] = pair
                places[group] = place
                places[mirror] = image
"""

END = """
    return nodes
"""


class GoalReached(Exception):
    """Raised by the inner loop at the goal."""


class Loop:
    """The compiled inner loop and its board; `tables` maps names to the tables that it uses."""

    def __init__(self, code: CodeType, tables: dict[str, Any]) -> None:
        self.board: list[Any] = []
        self.places: list[tuple[int, int, int]] = []
        self.functions = tables | {
            "board": self.board,
            "places": self.places,
            "GoalReached": GoalReached,
        }
        exec(code, self.functions)

    def run(self, node: "Root", room: int) -> tuple[complex, list[int]]:
        """(The number of nodes, the squares of the blank on the way to the goal).

        There are no squares if the goal is more than `room` moves away.
        """
        self.board[:], self.places[:] = node.pairs, node.places
        try:
            return self.functions[f"from_{node.blank}"](room - 1, node.h, node.k, node.state), []
        except GoalReached as reached:
            frames = [frame for frame, _ in walk_tb(reached.__traceback__)][1:]
            squares = [int(frame.f_code.co_name.removeprefix("from_")) for frame in frames]
            return sum(frame.f_locals["nodes"] for frame in frames), squares + [len(self.board) - 1]


def source(n: int) -> str:
    """The Python text of all functions for the N-by-N board."""
    parts = []
    for blank, around in enumerate(neighbors(n)):
        parts.append(FUNCTION.format(blank=blank))
        parts += [_successor(n, blank, tile, word) for tile, word in around.items()]
        parts.append(END)
    return "".join(parts)


def _successor(n: int, blank: int, tile: int, word: str) -> str:
    """The Python text that moves the tile on one square to the blank's square.

    On the reflected board both squares are transposed.
    """
    blank_k, tile_k = transposed(blank, n), transposed(tile, n)
    return SUCCESSOR.format(
        word=word,
        blank=blank,
        tile=tile,
        edge=1 << blank | 1 << tile,
        jump=_jump_text(tile, blank, "squares", "order"),
        edge_k=1 << blank_k | 1 << tile_k,
        jump_k=_jump_text(tile_k, blank_k, "squares_k", "order_k"),
    )


def _jump_text(tile: int, blank: int, squares: str, order: str) -> str:
    """The Python text for the order of a group's tiles after a move; it stays if the tile moves
    sideways.

    >>> _jump_text(1, 2, "squares", "order"), _jump_text(6, 2, "squares", "order")
    ('order', 'jump_6_2[squares][order]')
    """
    return order if abs(tile - blank) == 1 else f"jump_{tile}_{blank}[{squares}][{order}]"


def jumps(n: int, size: int) -> "dict[str, list[list[int] | None] | _Jumps]":
    """The tables of the moves up and down, by their names in the text, for orders below `size`.

    For each set of squares after the move, a table has a list: the order after it for each order
    before.
    """
    pairs = [(tile, blank) for blank, around in enumerate(neighbors(n)) for tile in around]
    kind = _jump_list if n <= LISTED_N else _Jumps
    return {
        f"jump_{tile}_{blank}": kind(n, tile, blank, size)
        for tile, blank in pairs
        if abs(tile - blank) == n
    }


def _jump_list(n: int, tile: int, blank: int, size: int) -> "list[list[int] | None]":
    """The orders after a move, as a list indexed by the set of squares.

    They depend only on which squares lie between the move's two squares, and how many lie behind.
    """
    low, high = sorted((tile, blank))

    def block(beyond: int) -> "list[list[int] | None]":
        """The entries for the sets of squares up to the higher one, with so many beyond it."""
        above = (1 << beyond) - 1 << high + 1
        orders = [
            _table(jump(above | between << low + 1, tile, blank), size)
            for between in range(1 << n - 1)
        ]
        return [order for order in orders for _ in range(2 << low)] * 2

    blocks = [block(beyond) for beyond in range(n * n - high)]
    return list(
        chain.from_iterable(blocks[rest.bit_count()] for rest in range(1 << n * n - 1 - high))
    )


class _Jumps(dict[int, "list[int] | None"]):
    """The orders after a move by the set of squares, each computed when it is first asked for.

    It is for boards with too many sets of squares for a list.
    """

    def __init__(self, n: int, tile: int, blank: int, size: int) -> None:
        self.tile, self.blank, self.size = tile, blank, size

    def __missing__(self, squares: int) -> "list[int] | None":
        edge = 1 << self.tile | 1 << self.blank
        self[squares] = table = _table(jump(squares ^ edge, self.tile, self.blank), self.size)
        return table


@cache
def _table(ends: Sequence[int], size: int) -> "list[int] | None":
    """The order after exchanges, for each order below `size`; None if no group is so large."""
    if factorial(max(ends, default=0) + 1) > size:
        return None
    if len(ends) < 2:
        return exchange_table(ends[0], size) if ends else list(range(size))
    before, last = _table(ends[:-1], size), _table(ends[-1:], size)
    return [last[order] for order in before] if before and last else None
