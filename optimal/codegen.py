"""The inner loop of IDA*, written out as one function for each square of the blank (Korf, 1985).

`from_S(room, h, k, state)` searches below a node whose blank is on square S; h and k are the board's and its
reflection's sums of values, `state` is the pruning machine's, and a successor may be entered if neither of
its own sums exceeds `room`, the moves left after it. It returns how many nodes it expanded and generated, the
real and the imaginary part of one complex number, because a single addition is cheaper than two. At the goal
it raises Found; the frames that the exception passes are the solution (`run` reads them), so that the loop
needn't note its path.

A successor differs from its parent in one tile, so in the place of one group, and of one group of the
reflection. These are looked up in flat tables; nothing is computed from the whole board.
"""

from itertools import chain
from math import factorial
from traceback import walk_tb

from .grid import neighbours, transposed
from .patterns import LISTED_N
from .ranks import exchange_table, jump


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
                    raise Found
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


class Found(Exception):
    """Raised by the inner loop at the goal."""


class Loop:
    """The compiled inner loop with a board of its own; `tables` is what it looks up, by name."""

    def __init__(self, code, tables):
        self.board, self.places = [], []
        self.functions = tables | {"board": self.board, "places": self.places, "Found": Found}
        exec(code, self.functions)

    def run(self, node, room):
        """(nodes, None), or (nodes, the blank's squares on the way to the goal) if it is at most `room` moves
        below the node.
        """
        self.board[:], self.places[:] = node.pairs, node.places
        try:
            return self.functions[f"from_{node.blank}"](room - 1, node.h, node.k, node.state), None
        except Found as found:
            frames = [frame for frame, _ in walk_tb(found.__traceback__)][1:]
            squares = [int(frame.f_code.co_name.removeprefix("from_")) for frame in frames]
            return sum(frame.f_locals["nodes"] for frame in frames), squares + [len(self.board) - 1]


def source(n):
    """The Python text of all functions for the N-by-N board."""
    parts = []
    for blank, around in enumerate(neighbours(n)):
        parts.append(FUNCTION.format(blank=blank))
        parts += [successor(n, blank, tile, word) for tile, word in around.items()]
        parts.append(END)
    return "".join(parts)


def successor(n, blank, tile, word):
    """The text for the move of the tile on one square to the blank's; on the reflected board both squares are
    transposed.
    """
    blank_k, tile_k = transposed(blank, n), transposed(tile, n)
    return SUCCESSOR.format(
        word=word,
        blank=blank,
        tile=tile,
        edge=1 << blank | 1 << tile,
        jump=jump_text(tile, blank, "squares", "order"),
        edge_k=1 << blank_k | 1 << tile_k,
        jump_k=jump_text(tile_k, blank_k, "squares_k", "order_k"),
    )


def jump_text(tile, blank, squares, order):
    """The text for a tile's order after its move: the same if it moves sideways.

    >>> jump_text(1, 2, "squares", "order"), jump_text(6, 2, "squares", "order")
    ('order', 'jump_6_2[squares][order]')
    """
    return order if abs(tile - blank) == 1 else f"jump_{tile}_{blank}[{squares}][{order}]"


def jumps(n, size):
    """{name: for each set of squares after it, the order after each order before} for the moves up and down,
    for orders below `size`.
    """
    tables = JumpTables(size)
    pairs = [(tile, blank) for blank, around in enumerate(neighbours(n)) for tile in around]
    kind = jump_list if n <= LISTED_N else Jumps
    return {
        f"jump_{tile}_{blank}": kind(n, tile, blank, tables)
        for tile, blank in pairs
        if abs(tile - blank) == n
    }


def jump_list(n, tile, blank, tables):
    """The orders after a move as a list: what counts is which squares lie between, and how many beyond."""
    low, high = sorted((tile, blank))

    def block(beyond):
        """The entries for each set of squares from the lower end up to the higher, with so many beyond it."""
        above = (1 << beyond) - 1 << high + 1
        found = [
            tables[jump(above | between << low + 1, tile, blank)] for between in range(1 << n - 1)
        ]
        return [table for table in found for _ in range(2 << low)] * 2

    blocks = [block(beyond) for beyond in range(n * n - high)]
    return list(
        chain.from_iterable(blocks[rest.bit_count()] for rest in range(1 << n * n - 1 - high))
    )


class Jumps(dict):
    """The orders after a move by squares, filled in as far as it is used: for boards with too many sets of
    squares for a list.
    """

    def __init__(self, n, tile, blank, tables):
        self.tile, self.blank, self.tables = tile, blank, tables

    def __missing__(self, squares):
        edge = 1 << self.tile | 1 << self.blank
        self[squares] = table = self.tables[jump(squares ^ edge, self.tile, self.blank)]
        return table


class JumpTables(dict):
    """{exchanges: the order after them, for each order below `size`}, filled in as far as it is used; None
    where no group is so large.
    """

    def __init__(self, size):
        self.size = size

    def __missing__(self, ends):
        self[ends] = table = self.made(ends)
        return table

    def made(self, ends):
        """The orders after the last exchange, which follows those before it."""
        if factorial(max(ends, default=0) + 1) > self.size:
            return None
        if len(ends) < 2:
            return exchange_table(ends[0], self.size) if ends else list(range(self.size))
        last = self[ends[-1:]]
        return [last[order] for order in self[ends[:-1]]]
