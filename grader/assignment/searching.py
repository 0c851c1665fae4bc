"""What an assignment says of its searches, so that they can be traced: the hook `searching`."""

from collections.abc import Callable, Iterator
from typing import Any

from grader.traces import WHY_KEPT_OUT, Number, State


Modules = Callable[[str], dict[str, Any]]  # from the name of a module to its namespace


class Searching:
    """The searches of an assignment: what their states are, and how each is called.

    `reader` is the text of a module that defines `state_of(value)`: the state that a value is, as
    tuples, or None. It is executed in a student's process, too, and imports nothing. `algorithms`
    are the model's, the usual one first. Where the assignment says to which state ties of f go,
    `ties` says it, and every right search pops the same.
    """

    reader: str = ""
    algorithms: tuple[str, ...] = ()
    ties: str = ""

    def state(self, arguments: tuple[Any, ...]) -> State:
        """The state in the arguments of an instance."""
        raise NotImplementedError

    def arguments(self, state: State) -> tuple[Any, ...]:
        """The arguments of the instance with that state."""
        raise NotImplementedError

    def successors(self, state: State) -> list[State]:
        """The states one move away."""
        raise NotImplementedError

    def is_goal(self, state: State) -> bool:
        """Whether a search ends at a state."""
        raise NotImplementedError

    def h(self, state: State, algorithm: str) -> int:
        """The estimate that an algorithm has for a state."""
        raise NotImplementedError

    def h_names(self, algorithm: str) -> tuple[str, ...]:
        """What programs call the estimate that an algorithm goes by."""
        return "h", "hscore", "estimate"

    def f(self, g: Number, h: Number, algorithm: str) -> Number:
        """What an algorithm orders its queue by, given the cost and the estimate of a state."""
        return g + h

    def reasons(self, algorithm: str, edition: str = "") -> tuple[str, ...]:
        """Why an algorithm keeps out successors, the likeliest first, where a trace can't tell.

        `edition` is the assignment's, "" for the default.
        """
        return WHY_KEPT_OUT

    def search(self, modules: Modules, state: State, algorithm: str | None) -> None:
        """Have a search done: the model's of an algorithm, or without one the reference's."""
        raise NotImplementedError

    def small(self, like: State) -> Iterator[list[State]]:
        """Yield states on which a mistake may show that shows on one like it, by growing moves."""
        raise NotImplementedError
