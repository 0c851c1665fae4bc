"""Describes the searches of `npuzzle`, so that they can be traced."""

from collections.abc import Iterator
from functools import partial

from grader.assignment.searching import H_NAMES, Algorithm, Modules, Searching, arguments_of
from grader.assignments import drawing
from grader.assignments.squares import square
from grader.records.checks import frozen
from grader.traces import PREDECESSOR, PUSHED, WHY_KEPT_OUT, State


SMALL = {2: 12, 3: 100, 4: 20}  # {dimension: how many boards a search for mistakes tries}


# The names that programs use for the estimate; a Board may also store others.
NAMES = *H_NAMES, "heuristic", "distance"
HAMMING, DISTANCES = (*NAMES, "hamming"), (*NAMES, "manhattan", "hamming")


def _manhattan(state: State) -> int:
    return drawing.manhattan(sum(state, ()), len(state))


def _hamming(state: State) -> int:
    """The number of tiles that are not on their squares."""
    return sum(tile not in (0, wanted) for wanted, tile in enumerate(sum(state, ()), 1))


def _sum(state: State) -> int:
    """The sum of both distances."""
    return _hamming(state) + _manhattan(state)


def _first(reason: str, edition: str) -> tuple[str, ...]:
    """All reasons for keeping out a board, this one first, whatever the edition."""
    return (reason, *(why for why in WHY_KEPT_OUT if why != reason))


OF_ASTAR = partial(_first, PREDECESSOR)
OF_OTHERS = partial(_first, PUSHED)  # they push no board twice


class BoardSearching(Searching):
    """A state is a board's rows as tuples; making a Solver runs the search."""

    algorithms = (
        Algorithm("astar", _manhattan, DISTANCES, reasons=OF_ASTAR),
        Algorithm("astar-hamming", _hamming, HAMMING, reasons=OF_ASTAR),
        Algorithm("astar-lockstep", _manhattan, DISTANCES, reasons=OF_ASTAR),
        Algorithm("bfs", lambda state: 0, NAMES, reasons=OF_OTHERS),
        Algorithm("greedy-hamming", _hamming, HAMMING, is_greedy=True, reasons=OF_OTHERS),
        Algorithm("greedy-manhattan", _manhattan, DISTANCES, is_greedy=True, reasons=OF_OTHERS),
        Algorithm("greedy-sum", _sum, NAMES, is_greedy=True, reasons=OF_OTHERS),
    )

    def successors(self, state: State) -> list[State]:
        """The boards one move away, with the blank moved up, down, left, right."""
        n = len(state)
        return [frozen(square(n, after)) for after in drawing.successors(sum(state, ()), n)]

    def is_goal(self, state: State) -> bool:
        """Whether each tile is on its square.

        >>> BoardSearching().is_goal(((1, 2), (3, 0)))
        True
        """
        return sum(state, ()) == (*range(1, len(state) ** 2), 0)

    def search(self, modules: Modules, state: State, algorithm: str | None) -> None:
        """Run the search by making a Solver."""
        board = modules("board")["Board"](*arguments_of(state))
        modules("solver")["Solver"](board, *([algorithm] if algorithm else []))

    def small(self, like: State) -> Iterator[list[State]]:
        """Yield boards around the goal, the nearest first; for unsolvable ones, around its twin."""
        first = (1, 2) if drawing.is_solvable([[*row] for row in like]) else (2, 1)
        for n, most in SMALL.items():
            goal = frozen(square(n, [*first, *range(3, n * n), 0]))
            yield from drawing.around(self, goal, most)


SEARCHING = BoardSearching()
