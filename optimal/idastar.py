"""IDA* (Korf, 1985): depth-first searches with a growing bound on f, until one reaches the goal.

The estimate is the greater of the sums of patterns for the board, h, and for its reflection, k
(Culberson & Schaeffer, 1998), which are both admissible: the solution is a shortest one. The
estimate and the distance from the goal are both even or both odd; so are all f of a board, and the
bound can grow in steps of two.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from . import codegen, pruning
from .grid import neighbors, reflected, transposed, words
from .patterns import Patterns
from .solution import Solution


PRUNED_LENGTH = 8
NODES_PER_ROOT = 20_000


class Engine:
    """The inner loop and its tables, for all searches with the same Patterns."""

    def __init__(self, patterns: Patterns) -> None:
        n = patterns.n
        self.patterns, self.around = patterns, neighbors(n)
        self._mirror = {tile: transposed(tile - 1, n) + 1 for tile in patterns.group_of}
        self._after = pruning.machine(PRUNED_LENGTH, n)
        self._code = compile(codegen.source(n), "<optimal>", "exec")
        self._tables: dict[str, Any] = {
            "rows": patterns.rows,
            **self._after,
            **codegen.jumps(n, patterns.orders),
            **{f"expanded_{blank}": self._counts(blank) for blank in range(n * n)},
        }

    def _counts(self, blank: int) -> list[complex]:
        """1 + (the number of successors) * 1j of a node with the blank here, for each state."""
        allowed = zip(*(self._after[word] for word in self.around[blank].values()))
        return [
            complex(1, sum(state != pruning.FORBIDDEN for state in states)) for states in allowed
        ]

    def search(
        self, tiles: Sequence[int], progress: "Callable[[int, int], None] | None" = None
    ) -> Solution:
        """The Solution of a solvable board; calls progress(bound, nodes generated) now and then."""
        loop, roots, nodes = codegen.Loop(self._code, self._tables), [self.root(tiles)], 0j
        bound = roots[0].f
        while bound:
            before = nodes
            for root in roots:
                if root.f <= bound:
                    more, squares = loop.run(root, bound - root.g)
                    nodes += more
                    if squares:
                        moves = words(self.patterns.n, root.squares[:-1] + squares)
                        return Solution(moves, int(nodes.real), int(nodes.imag))
                    if progress:
                        progress(bound, int(nodes.imag))
            roots, more = self._split(roots, (nodes - before).real / NODES_PER_ROOT)
            nodes += more
            bound += 2
        return Solution([], 0, 0)

    def root(
        self, tiles: Sequence[int], state: int = pruning.START, squares: Sequence[int] = ()
    ) -> "Root":
        """The Root with these tiles in reading order."""
        mirror, count = reflected(tiles, self.patterns.n), len(self.patterns.groups)
        places = [
            self.patterns.place(board, number)
            for board in (tiles, mirror)
            for number in range(count)
        ]
        pairs = [
            tile
            and (self.patterns.group_of[tile], count + self.patterns.group_of[self._mirror[tile]])
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

    def _split(self, roots: "list[Root]", count: float) -> "tuple[list[Root], complex]":
        """(At least `count` roots, the most promising first; the number of nodes that it took to
        find them).
        """
        nodes = 0j
        while len(roots) < count:
            nodes += sum(self._tables[f"expanded_{root.blank}"][root.state] for root in roots)
            roots = [below for root in roots for below in self.successors(root)]
        return sorted(roots, key=lambda root: root.h + root.k), nodes

    def successors(self, root: "Root") -> "Iterator[Root]":
        """The roots one move below, but for moves that the pruning machine forbids."""
        for square, word in self.around[root.blank].items():
            if state := self._after[word][root.state]:
                tiles = list(root.tiles)
                tiles[root.blank], tiles[square] = tiles[square], 0
                yield self.root(tiles, state, root.squares)


class Root(NamedTuple):
    """A node near the start, below which the inner loop searches.

    `squares` are the blank's squares so far. `pairs` has, for each square, the numbers of its
    tile's groups on the board and on the reflection. `places` has the places of all groups. `h` and
    `k` are the sums of patterns for the two.
    """

    tiles: Sequence[int]
    state: int
    squares: list[int]
    pairs: list[Any]
    places: list[tuple[int, int, int]]
    h: int
    k: int

    @property
    def blank(self) -> int:
        """The blank's square."""
        return self.squares[-1]

    @property
    def g(self) -> int:
        """The moves made so far."""
        return len(self.squares) - 1

    @property
    def f(self) -> int:
        """The fewest moves that a solution through this node can have."""
        return self.g + max(self.h, self.k)
