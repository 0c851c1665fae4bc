"""Describes the searches of `funny_puzzle`, so that they can be traced."""

from collections.abc import Iterator

from grader.assignment.searching import H_NAMES, Algorithm, Modules, Searching
from grader.assignments import drawing
from grader.assignments.squares import square
from grader.traces import LARGER_G, POPPED, PREDECESSOR, PUSHED, WORSE_G, State


SMALL = 1_000  # the number of states that a search for mistakes tries
NAMES = *H_NAMES, "heuristic", "manhattan", "hamming", "distance"  # of the estimate in programs


def _h(state: State) -> int:
    """The sum of the tiles' Manhattan distances."""
    return drawing.manhattan(state, 3)


def _reasons(edition: str) -> tuple[str, ...]:
    """The reasons for keeping out a successor: the edition's own first, then likely errors."""
    first = WORSE_G if edition.endswith("cheaper-g") else POPPED
    others = (POPPED, PUSHED, WORSE_G, PREDECESSOR, LARGER_G)
    return (first, *(why for why in others if why != first))


class FunnySearching(Searching):
    """A state is nine numbers; `solve` is the one search."""

    algorithms = (Algorithm("astar", _h, NAMES, reasons=_reasons, ties="the smaller state"),)

    def successors(self, state: State) -> list[State]:
        """The states one move away, ascending."""
        return sorted(drawing.successors(state, 3))

    def is_goal(self, state: State) -> bool:
        """Whether the tiles are in order before the blanks.

        >>> FunnySearching().is_goal((1, 2, 3, 4, 5, 6, 7, 0, 0))
        True
        """
        return list(state) == sorted(state, key=lambda tile: tile or len(state))

    def search(self, modules: Modules, state: State, algorithm: str | None) -> None:
        """Run the search by calling `solve`."""
        modules("funny_puzzle")["solve"]([*state])

    def small(self, like: State) -> Iterator[list[State]]:
        """Yield the states with the same tiles around the goal, those fewest moves away first.

        If the goal can't be reached, they are around a goal with two tiles exchanged.
        """
        goal = sorted(like, key=lambda tile: tile or len(like))
        if 8 in like and not drawing.is_solvable(square(3, like)):
            goal[:2] = goal[1::-1]
        yield from drawing.around(self, tuple(goal), SMALL)


SEARCHING = FunnySearching()
