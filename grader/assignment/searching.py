"""The hook `searching`: an assignment's description of its searches, so that they can be traced."""

from collections.abc import Callable, Iterator
from typing import Any

from grader.traces import WHY_KEPT_OUT, Number, State


Modules = Callable[[str], dict[str, Any]]  # from the name of a module to its namespace


class Searching:
    """The searches of an assignment: their states, and how to call them.

    `reader` is the text of a module with `state_of(value)`: the value as a state made of tuples, or
    None. It also runs in a student's process, and imports nothing. `algorithms` are the model's,
    the usual one first. If the assignment fixes which entry of equal f leaves first, `ties` says
    it, and every right search pops the same.
    """

    reader: str = ""
    algorithms: tuple[str, ...] = ()
    ties: str = ""

    def state(self, arguments: tuple[Any, ...]) -> State:
        """The state in the arguments of an instance."""
        raise NotImplementedError

    def arguments(self, state: State) -> tuple[Any, ...]:
        """The arguments of the instance that starts with this state."""
        raise NotImplementedError

    def successors(self, state: State) -> list[State]:
        """The states one move away."""
        raise NotImplementedError

    def is_goal(self, state: State) -> bool:
        """Whether a search ends at this state."""
        raise NotImplementedError

    def h(self, state: State, algorithm: str) -> int:
        """The estimate of a state that an algorithm uses."""
        raise NotImplementedError

    def h_names(self, algorithm: str) -> tuple[str, ...]:
        """The variable names that programs use for the estimate of an algorithm."""
        return "h", "hscore", "estimate"

    def f(self, g: Number, h: Number, algorithm: str) -> Number:
        """The priority of an entry in an algorithm's queue, given its cost and estimate."""
        return g + h

    def reasons(self, algorithm: str, edition: str = "") -> tuple[str, ...]:
        """The reasons for which an algorithm keeps out successors, the likeliest first.

        They are used if a trace does not show the reason. `edition` is the assignment's, "" for the
        default.
        """
        return WHY_KEPT_OUT

    def search(self, modules: Modules, state: State, algorithm: str | None) -> None:
        """Run the model's search with an algorithm; without one, the reference's search."""
        raise NotImplementedError

    def small(self, like: State) -> Iterator[list[State]]:
        """Yield lists of small states on which a mistake seen on a state like this may show."""
        raise NotImplementedError
