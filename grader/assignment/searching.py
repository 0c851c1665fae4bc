"""The hook `searching`: an assignment's description of its searches, so that they can be traced."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.traces import WHY_KEPT_OUT, Number, State


Modules = Callable[[str], dict[str, Any]]  # from the name of a module to its namespace


H_NAMES = "h", "hscore", "estimate"


@dataclass(frozen=True)
class Algorithm:
    """An algorithm of the model: its estimate `h` of a state, and the names that programs give it.

    A greedy one orders its queue by h alone. `reasons` maps the name of an edition, "" for the
    default, to the reasons for which successors are kept out, the likeliest first. They are used if
    a trace does not show the reason.
    """

    name: str
    h: Callable[[State], int]
    h_names: tuple[str, ...] = H_NAMES
    is_greedy: bool = False
    reasons: Callable[[str], tuple[str, ...]] = lambda edition: WHY_KEPT_OUT

    def f(self, g: Number, h: Number) -> Number:
        """The priority of an entry in the queue, given its cost and estimate."""
        return h if self.is_greedy else g + h


class Searching:
    """The searches of an assignment: their states, and how to call them.

    `reader` is the text of a module with `state_of(value)`: the value as a state made of tuples, or
    None. It also runs in a student's process, and imports nothing. `algorithms` are the model's,
    the usual one first. If the assignment fixes which entry of equal f leaves first, `ties` says
    it, and every right search pops the same.
    """

    reader: str = ""
    algorithms: tuple[Algorithm, ...] = ()
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

    def search(self, modules: Modules, state: State, algorithm: str | None) -> None:
        """Run the model's search with an algorithm; without one, the reference's search."""
        raise NotImplementedError

    def small(self, like: State) -> Iterator[list[State]]:
        """Yield lists of small states on which a mistake seen on a state like this may show."""
        raise NotImplementedError
