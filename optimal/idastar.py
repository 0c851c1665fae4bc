"""IDA* (Korf, 1985): depth-first searches, each bounded by f = g + h, the bound growing until one of them
meets the goal.

The solution found is a shortest one, since h never exceeds the distance from the goal and is as even as it:
every f of a board is as even as the first, so no bound is left out in steps of two. h is the greater of the
patterns' sum for the board and for its reflection (Culberson & Schaeffer, 1998), which are both admissible.
"""

from typing import NamedTuple

from . import codegen, pruning
from .grid import neighbours, reflected, transposed
from .solution import Solution


PRUNED_LENGTH = 8
NODES_PER_ROOT = 20_000


class Engine:
    """What searches with the same Patterns share: the compiled inner loop and the tables that it looks up."""

    def __init__(self, known):
        self.known, self.around = known, neighbours(known.n)
        self.group_of = known.group_of
        self.mirror = {tile: transposed(tile - 1, known.n) + 1 for tile in known.group_of}
        self.after = pruning.machine(PRUNED_LENGTH, known.n)
        self.code = compile(codegen.source(known.n), "<optimal>", "exec")
        self.tables = {
            "rows": known.rows,
            **self.after,
            **codegen.jumps(known.n, known.orders),
            **{f"expanded_{blank}": self.counts(blank) for blank in range(known.n**2)},
        }

    def counts(self, blank):
        """For each state of the pruning machine, 1 + (the number of successors) * 1j of a node with the blank
        on this square.
        """
        allowed = zip(*(self.after[word] for word in self.around[blank].values()))
        return [
            complex(1, sum(state != pruning.FORBIDDEN for state in states)) for states in allowed
        ]

    def search(self, tiles, progress=None):
        """The Solution of a solvable board; calls progress(bound, nodes generated) now and then."""
        loop, roots, nodes = codegen.Loop(self.code, self.tables), [self.root(tiles)], 0j
        bound = roots[0].f
        while bound:
            before = nodes
            for root in roots:
                if root.f <= bound:
                    more, squares = loop.run(root, bound - root.g)
                    nodes += more
                    if squares:
                        words = self.words(root.squares[:-1] + squares)
                        return Solution(words, int(nodes.real), int(nodes.imag))
                    if progress:
                        progress(bound, int(nodes.imag))
            roots, more = self.split(roots, (nodes - before).real / NODES_PER_ROOT)
            nodes += more
            bound += 2
        return Solution([], 0, 0)

    def words(self, squares):
        """The ways that a blank moves along these squares."""
        return [self.around[here][there] for here, there in zip(squares, squares[1:])]

    def root(self, tiles, state=pruning.START, squares=()):
        """The Root with these tiles in reading order."""
        mirror, count = reflected(tiles, self.known.n), len(self.known.groups)
        places = [
            self.known.place(board, number) for board in (tiles, mirror) for number in range(count)
        ]
        pairs = [
            tile and (self.group_of[tile], count + self.group_of[self.mirror[tile]])
            for tile in tiles
        ]
        values = [value for *_, value in places]
        return Root(
            tiles,
            state,
            [*squares, tiles.index(0)],
            pairs,
            places,
            sum(values[:count]),
            sum(values[count:]),
        )

    def split(self, roots, count):
        """(at least so many roots, or those there are; the nodes expanded and generated for them): the most
        promising first.
        """
        nodes = 0j
        while len(roots) < count:
            nodes += sum(self.tables[f"expanded_{root.blank}"][root.state] for root in roots)
            roots = [below for root in roots for below in self.successors(root)]
        return sorted(roots, key=lambda root: root.h + root.k), nodes

    def successors(self, root):
        """The roots a move below, those that the pruning machine allows."""
        for square, word in self.around[root.blank].items():
            if state := self.after[word][root.state]:
                tiles = list(root.tiles)
                tiles[root.blank], tiles[square] = tiles[square], 0
                yield self.root(tiles, state, root.squares)


class Root(NamedTuple):
    """A node at the top of the tree, below which the inner loop takes over; `squares` are those that the
    blank has been on.
    """

    tiles: list
    state: int
    squares: list
    pairs: list
    places: list
    h: int
    k: int

    @property
    def blank(self):
        """The blank's square."""
        return self.squares[-1]

    @property
    def g(self):
        """The moves made so far."""
        return len(self.squares) - 1

    @property
    def f(self):
        """The least number of moves that a solution through here can have."""
        return self.g + max(self.h, self.k)
