"""Small instances, in the order in which to try them, and known mistakes' output on them; pure.

What is found is remembered, since a class has the same mistakes again and again.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from functools import cached_property
from typing import Any

from grader.assignment import plan
from grader.assignment.misconceptions import Misconception
from grader.assignment.plan import Assignment
from grader.assignment.searching import arguments_of, state_in
from grader.diagnose import models, rules, ways
from grader.diagnose.models import Model
from grader.diagnose.variants import Endless, Pops, Prediction
from grader.records.causes import Cause
from grader.records.checks import Check
from grader.traces import State
from grader.tracing.references import modules_of, searching_of


INSTANCE = "example"  # the name of an instance in a driver's lines
# how many instances are tried, and how many if none of those shows a mistake
USUAL, FAR = 300, 1_000
FEW = 4  # how many are kept that show a mistake


class Candidates:
    """The small instances of an assignment, with the output of its reference and variants.

    The first `few` on which a cause shows are kept.
    """

    def __init__(self, assignment: Assignment, few: int = FEW) -> None:
        self.searching, self._few = searching_of(assignment), few
        self._known = {known.name: known for known in assignment.misconceptions}
        self._model = models.reference(assignment)
        self._whole = assignment.given or assignment.name  # this may be only its public part
        # {state of an ordered instance: the right queue's largest length}
        self.queues: dict[State, int] = {}
        self._ordered: dict[tuple[State, int], list[State]] = {}
        self._shown: dict[tuple[str, str, State], dict[State, int]] = {}
        self._lock = threading.Lock()

    @cached_property
    def _hidden(self) -> set[State | None]:
        """The states that students must not see, found once an example is looked for."""
        hidden: set[State | None] = set()
        for check in plan.load(self._whole).checks:
            if check.visibility != "public":
                hidden.update(map(state_in, check.instances.values()))
        return hidden

    def like(self, check: Check, instance: str) -> State | None:
        """The state of a check's instance with this name; of its first instance if none has it."""
        return state_in(check.instance(instance)[1])

    def ordered(self, like: State, most: int = USUAL) -> list[State]:
        """About `most` small instances like this state, the easiest first.

        Instances with fewer moves come first, then those with shorter queues.
        """
        layers = self.searching.small(like)
        first = next(layers)
        key = first[0], most
        with self._lock:
            if key not in self._ordered:
                longest = _Longest(self._model)
                states = []
                for layer in (first, *layers):
                    for state in layer:
                        self.queues[state] = longest.queue(self.searching, state)
                    states += sorted(layer, key=lambda state: (self.queues[state], state))
                    if len(states) >= most:
                        break
                self._ordered[key] = [state for state in states if state not in self._hidden]
        return self._ordered[key]

    def check(self, check: Check, state: State) -> Check:
        """The check, with a small instance in place of its own."""
        arguments = arguments_of(state)
        if check.is_driven:
            arguments = ([(INSTANCE, *arguments)],)
        return replace(check, name=f"{check.group}/{INSTANCE}", arguments=arguments, needs="")

    def expected(self, check: Check) -> Prediction | None:
        """The expected output of a check on a small instance, as in a transcript.

        None if it can't be predicted.
        """
        return self._model.read(check)

    def pops(self, check: Check) -> int:
        """The number of entries that the right search pops in a check."""
        return rules.pops(self._model, check)

    # ---- Where a known mistake shows ----

    def variants(self, causes: Iterable[Cause]) -> Iterator[tuple[Misconception, Model]]:
        """Yield (misconception, variant) for each cause that edits show, edited as it was found."""
        for cause in causes:
            misconception = self._known.get(cause.name)
            variant = ways.variant_of(self._model, cause)
            if misconception and variant:
                yield misconception, variant

    def mistaken(self, causes: Sequence[Cause], check: Check) -> Prediction | None:
        """What the causes together print in a check, as in a transcript; None if edits don't show
        one.
        """
        if variant := ways.variant_of(self._model, *causes):
            return variant.read(check)
        return None

    def showing(self, causes: Sequence[Cause], check: Check, like: State) -> list[State]:
        """The first few small instances on which the causes show in a check, in order.

        If there are several causes, instances on which most of them show come first.
        """
        places: dict[State, int] = {}
        near = self.ordered(like)
        for cause in causes:
            key = repr(cause.edits), check.group, near[0]
            if key not in self._shown:
                shown = self._first(cause, check, near)
                if not shown:  # all instances begin with the near ones
                    shown = self._first(cause, check, self.ordered(like, FAR), len(near))
                self._shown[key] = shown
            places |= self._shown[key]
        return sorted(
            places, key=lambda state: (-self._number(causes, check, state), places[state])
        )

    def _number(self, causes: Sequence[Cause], check: Check, state: State) -> int:
        """The number of causes that show on a small instance."""
        single = self.check(check, state)
        return sum(self._differs(variant, single) for _, variant in self.variants(causes))

    def _first(
        self, cause: Cause, check: Check, states: Sequence[State], begin: int = 0
    ) -> dict[State, int]:
        """{state: its place in the order} of the first few states, from the place `begin` on, on
        which a cause shows.
        """
        places = {}
        for _, variant in self.variants([cause]):
            for place, state in enumerate(states[begin:], begin):
                if self._differs(variant, self.check(check, state)):
                    places[state] = place
                if len(places) == self._few:
                    return places
        return places

    def _differs(self, variant: Model, check: Check) -> bool:
        """Whether a variant's output in a check differs from the reference's."""
        own, right = variant.read(check), self.expected(check)
        return bool(own and right) and own != right


class _Longest(Pops):
    """Counts the reference's pops, and measures the longest queue of a search."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self._modules, self._most = modules_of(model, self), 0

    def count(self, queue: Sized) -> None:
        """Count a pop, after noting the queue's length."""
        self._most = max(self._most, len(queue))
        super().count(queue)

    def queue(self, searching: Any, state: State) -> int:
        """The length of the longest queue in the search from a state."""
        self._most = 0
        self.begin()
        try:
            searching.search(self._modules.namespace, state, None)
        except Endless:
            return 1 << 30
        return self._most
