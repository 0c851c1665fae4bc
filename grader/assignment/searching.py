"""The hook `searching`: an assignment's description of its searches, so that they can be traced."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from grader.records.checks import Arguments, frozen
from grader.traces import WHY_KEPT_OUT, Number, State


Modules = Callable[[str], dict[str, Any]]  # from the name of a module to its namespace


H_NAMES = "h", "hscore", "estimate"


class Algorithm(NamedTuple):
    """An algorithm of the model: its estimate `h` of a state, and the names that programs give it.

    A greedy one orders its queue by h alone. `reasons` maps the name of an edition, "" for the
    default, to the reasons for which successors are kept out, the likeliest first. They are used if
    a trace does not show the reason. If the assignment fixes which entry of equal f leaves first,
    `ties` says it, and every right search pops the same.
    """

    name: str
    h: Callable[[State], int]
    h_names: tuple[str, ...] = H_NAMES
    is_greedy: bool = False
    reasons: Callable[[str], tuple[str, ...]] = lambda edition: WHY_KEPT_OUT
    ties: str = ""

    def f(self, g: Number, h: Number) -> Number:
        """The priority of an entry in the queue, given its cost and estimate."""
        if self.is_greedy:
            return h
        return g + h


class Searching:
    """The searches of an assignment: their states, and how to call them.

    A state is the first argument of an instance, with tuples for lists. `algorithms` are the
    model's, the usual one first.
    """

    algorithms: tuple[Algorithm, ...] = ()

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


def state_in(arguments: Arguments) -> State | None:
    """The state in the arguments of an instance, None if there is none.

    >>> state_in(([[1, 2], [3, 0]],)), state_in(("a file",))
    (((1, 2), (3, 0)), None)
    """
    states = frozen(arguments[:1])
    return states[0] if states and isinstance(states[0], tuple) else None


def arguments_of(state: State) -> Arguments:
    """The arguments of the instance that starts with a state.

    >>> arguments_of(((1, 2), (3, 0)))
    ([[1, 2], [3, 0]],)
    """
    return (_with_lists(state),)


def _with_lists(value: State) -> list[Any]:
    return [_with_lists(part) if isinstance(part, tuple) else part for part in value]
