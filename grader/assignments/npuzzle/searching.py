"""Describes the searches of `npuzzle`, so that they can be traced."""

from collections.abc import Iterator
from pathlib import Path

from grader.assignment.searching import Modules, Searching
from grader.assignments import drawing
from grader.assignments.squares import square
from grader.records.checks import Arguments
from grader.traces import PREDECESSOR, PUSHED, WHY_KEPT_OUT, Number, State


SMALL = {2: 12, 3: 100, 4: 20}  # {dimension: how many boards a search for mistakes tries}


class BoardSearching(Searching):
    """A state is a board's rows as tuples; making a Solver runs the search."""

    reader = Path(__file__).with_name("state_of.py").read_text(encoding="utf-8")
    algorithms = (
        "astar",
        "astar-hamming",
        "astar-lockstep",
        "bfs",
        "greedy-hamming",
        "greedy-manhattan",
        "greedy-sum",
    )

    def state(self, arguments: Arguments) -> State:
        """The only argument, a board's rows, as tuples."""
        return tuple(map(tuple, arguments[0]))

    def arguments(self, state: State) -> Arguments:
        """The rows as lists, the only argument."""
        return ([[*row] for row in state],)

    def successors(self, state: State) -> list[State]:
        """The boards one move away, with the blank moved up, down, left, right."""
        n, tiles = len(state), sum(state, ())
        blank, boards = tiles.index(0), []
        for other in drawing.beside(blank, n):
            after = list(tiles)
            after[blank], after[other] = after[other], 0
            boards.append(self.state((square(n, after),)))
        return boards

    def is_goal(self, state: State) -> bool:
        """Whether each tile is on its square.

        >>> BoardSearching().is_goal(((1, 2), (3, 0)))
        True
        """
        return sum(state, ()) == (*range(1, len(state) ** 2), 0)

    def h(self, state: State, algorithm: str) -> int:
        """The Hamming or Manhattan distance that an algorithm uses, their sum, or 0."""
        tiles = sum(state, ())
        manhattan = drawing.manhattan(tiles, len(state))
        hamming = sum(tile not in (0, wanted) for wanted, tile in enumerate(tiles, 1))
        kinds = {"bfs": 0, "hamming": hamming, "sum": hamming + manhattan}
        return kinds.get(algorithm.rpartition("-")[2], manhattan)

    def h_names(self, algorithm: str) -> tuple[str, ...]:
        """The names that programs use for the estimate; a Board may also store others."""
        usual = *super().h_names(algorithm), "heuristic", "distance"
        kind = algorithm.rpartition("-")[2]
        if kind == "hamming":
            return *usual, "hamming"
        return usual if kind in ("bfs", "sum") else (*usual, "manhattan", "hamming")

    def f(self, g: Number, h: Number, algorithm: str) -> Number:
        """g + h, or h alone where a search is greedy."""
        return h if algorithm.startswith("greedy") else g + h

    def reasons(self, algorithm: str, edition: str = "") -> tuple[str, ...]:
        """The reasons for keeping out a board; A* skips the predecessor, others what was pushed."""
        first = PREDECESSOR if algorithm.startswith("astar") else PUSHED
        return (first, *(why for why in WHY_KEPT_OUT if why != first))

    def search(self, modules: Modules, state: State, algorithm: str | None) -> None:
        """Run the search by making a Solver."""
        board = modules("board")["Board"](self.arguments(state)[0])
        modules("solver")["Solver"](board, *([algorithm] if algorithm else []))

    def small(self, like: State) -> Iterator[list[State]]:
        """Yield boards around the goal, the nearest first; for unsolvable ones, around its twin."""
        first = (1, 2) if drawing.is_solvable([[*row] for row in like]) else (2, 1)
        for n, most in SMALL.items():
            goal = self.state((square(n, [*first, *range(3, n * n), 0]),))
            yield from drawing.around(self, goal, most)


SEARCHING = BoardSearching()
