"""Explains results by chosen mistakes and one or two more; pure.

Several mistakes are applied as edits of the reference, one after another; edits of the same text
can't be combined.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain

from grader.assignment.misconceptions import Misconception
from grader.diagnose.beginning import Beginning, beginnings, begun
from grader.diagnose.explanation import FIRST, Explanation, Explanations, best, cheap_ones
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.pairs import Pair, likely
from grader.diagnose.rules import (
    POPS,
    Case,
    Rules,
    answers,
    disagrees_with_any,
    failing_ones,
    passing_ones,
    pops,
)
from grader.diagnose.ways import Way, Ways, composed, variant, ways


UNLIKELY = 100  # so many pairs are tried beside the likely ones
SURE = 4  # a pair of mistakes must predict so many wrong answers
# a variant with several mistakes may pop so many states before it is believed
POPS_OF_SEVERAL = 5_000


class Beside:
    """The explanations of a case by chosen ways to make mistakes, and one or two more ways."""

    def __init__(self, known: Iterable[Misconception], model: Model, rules: Rules) -> None:
        self._model, self._rules = model, rules
        self._known, self.work = tuple(known), model.work
        self._beginnings: dict[str, list[Beginning]] = {}  # {name of a check: its beginnings}

    # ---- One mistake ----

    def _with_one_more(
        self, case: Case, chosen: Ways = (), some: Collection[Way] = ()
    ) -> Explanations:
        """The explanations of a case by the chosen ways and one more, of some or else of all."""
        failing = failing_ones(case)
        if all(observation.tells_nothing for observation in failing):
            return []
        if chosen and answers(failing, self._model) < SURE:
            return []
        base = variant(self._model, chosen)
        first = []
        if base:  # a passing check contradicts most ways, too, and is often cheaper to run
            right = case
            if not chosen:
                right = passing_ones(case)
            first += self._first_of_each_function(right, base, 1, is_wrong=False)
            first += self._first_of_each_function(case, base, 1)
            first.sort(key=lambda one: pops(self._model, one.check))  # the cheapest decide most
        explanations = {}
        for way in some or ways(self._known, failing):
            names = names_of(chosen + (way,))
            if self.work.is_far_over or (chosen and self.work.is_over):
                break
            if names in explanations or self._is_contradicted(chosen, way, first):
                continue
            if explanation := self._explanation(case, chosen, way):
                explanations[names] = explanation
        return best(list(explanations.values()))

    def _is_contradicted(self, chosen: Ways, way: Way, case: Case) -> bool:
        """Whether the chosen ways and one more predict something that was not observed.

        Where what was chosen ends, the variant must also end, for there are too many pairs to wait
        for.
        """
        edited, known = composed(self._model, chosen, way), way.misconception
        if not edited:
            return True
        # where the edits can't show, nothing need be executed
        for whole in sorted(case, key=lambda one: edited.may_differ(one.check)):
            for observation in self._begun(whole, edited, way.is_exact):
                prediction = edited.predicted(observation.check)
                is_endless = prediction is not None and prediction.ended == "endless"
                if is_endless and self._ends(chosen, observation) and not known.endless:
                    return True
                if self._rules.agreement(known, edited, observation) is False:
                    return True
                if is_endless:
                    break  # nor does it end on more instances
        return False

    def _ends(self, chosen: Ways, observation: Observation) -> bool:
        """Whether ways were chosen, and the variant that has them ends in a check."""
        if not chosen:
            return False
        base = variant(self._model, chosen)
        prediction = base and base.predicted(observation.check)
        return not prediction or prediction.ended != "endless"

    def _begun(self, whole: Observation, variant: Model, is_exact: bool) -> Iterator[Observation]:
        """Yield the beginnings of an observation that show if it is as a variant predicts."""
        name = whole.check.name
        if name not in self._beginnings:
            self._beginnings[name] = beginnings(self._model, whole)
        return begun(whole, self._beginnings[name], variant, is_exact)

    def _explanation(self, case: Case, chosen: Ways, way: Way) -> Explanation | None:
        edited = composed(self._model, chosen, way)
        if not edited:
            return None
        together = chosen + (way,)
        likes = [one for one in together if not one.is_exact]
        if len(likes) > 1:
            return None
        main, *_ = likes or [way]
        most = POPS
        if chosen:
            most = POPS_OF_SEVERAL
        if not self._rules.explains(main.misconception, edited, case, most):
            return None
        return Explanation(together, edited, tuple(failing_ones(case)))

    # ---- Two mistakes ----

    def _pairs(self, case: Case, chosen: Ways = (), unlikely: int = UNLIKELY) -> Explanations:
        """The explanations of a case by the chosen ways and two more: a likely pair, or one of so
        many unlikely ones.
        """
        base = variant(self._model, chosen)
        if not base:
            return []
        wrong = self._first_of_each_function(case, base, SURE)
        if answers(wrong, self._model) < SURE:
            return []
        if not any(observation.lines for observation in wrong):
            return []  # what prints nothing hides any other mistake
        alone = self._candidates(case, chosen, base)
        pairs = likely(alone, base, wrong, self._rules)
        pairs = pairs[: sum(pair.is_likely for pair in pairs) + unlikely]
        attempt = partial(self._pair, case, chosen, wrong)
        for place, pair in enumerate(pairs, 1):
            if self.work.is_over:
                break
            if first := attempt(pair):
                rest = [other for other in pairs[place:] if other.is_likely == pair.is_likely]
                return self._with_rivals(chosen, first, rest, attempt)
        return []

    def _pair(self, case: Case, chosen: Ways, wrong: Case, pair: Pair) -> Explanation | None:
        """The Explanation of a case by chosen ways and a pair; None if they don't explain it."""
        before = chosen + (pair.one,)
        if self._is_contradicted(before, pair.other, wrong):
            return None
        return self._explanation(case, before, pair.other)

    def _with_rivals(
        self,
        chosen: Ways,
        first: Explanation,
        rest: list[Pair],
        attempt: Callable[[Pair], Explanation | None],
    ) -> Explanations:
        """An explanation, and its rivals among the remaining pairs that share a way with it.

        No explanation at all if the work ends before all rivals are known.
        """
        explanations = {names_of(first.ways): first}
        self.work.go_on()
        for pair in rest:
            if self.work.is_over:
                break
            names = names_of(chosen + (pair.one, pair.other))
            if names not in explanations and {pair.one, pair.other} & set(first.ways):
                if rival := attempt(pair):
                    explanations[names] = rival
        if self.work.is_over:
            return []
        return list(explanations.values())

    def _candidates(self, case: Case, chosen: Ways, base: Model) -> dict[Way, Model]:
        """{way: its variant} for the ways that may explain a case together with another mistake.

        Each variant is right in a few of the checks of each function in which the base is right.
        """
        cheap = cheap_ones(case, self._model)
        right = self._first_of_each_function(cheap, base, FIRST, is_wrong=False)
        candidates = {}
        for way in ways(self._known, failing_ones(case)):
            if way.is_exact and not way.misconception.endless:
                edited = composed(self._model, chosen, way)
                if edited and not disagrees_with_any(self._rules, edited, right):
                    candidates[way] = edited
        return candidates

    def _first_of_each_function(
        self, case: Case, base: Model, number: int, is_wrong: bool = True
    ) -> Case:
        """The first few observations of each function that contradict a variant, or agree with it.

        Observations that ran into a limit are left out.
        """
        first: dict[str, Case] = {}
        for observation in case:
            group = first.setdefault(observation.check.function, [])
            if len(group) < number and not observation.is_late:
                if self._disagrees(base, observation) == is_wrong:
                    group.append(observation)
        return sum(first.values(), [])

    def _disagrees(self, base: Model, observation: Observation) -> bool:
        """Whether a variant's prediction differs from the observation, or never ends."""
        parts = self._begun(observation, base, is_exact=True)
        return disagrees_with_any(self._rules, base, chain(parts, [observation]))


def names_of(chosen: Iterable[Way]) -> frozenset[str]:
    """The names of the misconceptions of these ways."""
    return frozenset(way.misconception.name for way in chosen)
