"""Searches for the fewest mistakes that together predict all results of a submission; pure.

One mistake is tried before two, and two before three. Several mistakes are applied as edits of the
reference, one after another; edits of the same text can't be combined. Checks whose start is the
goal search for nothing, and programs fail them for special reasons. If no mistake explains all
checks, the functions are explained separately, and then the pieces of their outputs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from grader.assignment.misconceptions import Misconception
from grader.diagnose.explanation import (
    FEW_POPS,
    FIRST,
    MOST_RIVALS,
    Explanation,
    best,
    cheap_ones,
    differ,
    merged,
    named,
)
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.pairs import Pair, likely
from grader.diagnose.pieces import case_of, model_of
from grader.diagnose.rules import (
    POPS,
    Case,
    Rules,
    answers,
    contradicts,
    disagrees,
    is_at_goal,
    pops,
)
from grader.diagnose.ways import Way, composed, labels_in_all, variant, ways
from grader.records.causes import Cause
from grader.records.checks import Check


SURE = 4  # a pair of mistakes must predict so many wrong answers
# a variant with several mistakes may pop so many states before it is believed
POPS_OF_SEVERAL = 5_000
BASES = 6  # so many explanations of one function's failures are tried in the other functions


Attempt = Callable[[Case], list[Explanation]]


class Search:
    """The search for the mistakes that explain a case, the observations of a submission."""

    def __init__(
        self, case: Case, known: Iterable[Misconception], model: Model, rules: Rules
    ) -> None:
        self._case, self._model, self._rules = rules.ordered(case, model), model, rules
        self._known, self.work = tuple(known), model.work
        self._goal_wrong = next(
            (misconception for misconception in self._known if misconception.at_goal), None
        )
        self.is_ambiguous = False  # whether too many explanations fit to name one

    def causes(self) -> list[Cause]:
        """The causes of all failures together or, if there are none, of each part of the case."""
        alone: list[Attempt] = [self._one, self._and_goal(self._one)]
        # The least likely pairs are so many that those with a mistake at the start that is the goal
        # come first.
        pairs: list[Attempt] = [
            self._likely_two,
            self._and_goal(self._likely_two),
            self._and_goal(self._two),
            self._two,
        ]
        by_function: list[Attempt] = [self._for_each, self._and_goal(self._for_each)]
        several = [*alone, *by_function, *pairs, self._three]
        if not self._rules.composes:
            several, alone = [self._one], [self._one, self._two_if_cheap]
        elif labels := labels_in_all(self._known, self._case):
            # Every explanation needs both of these mistakes, so a third one is tried before other
            # pairs.
            third = partial(self._beside_labels, labels=labels)
            several.insert(len(alone) + len(by_function), third)
        explanations = _first(several, self._case)
        if explanations:
            causes = named(explanations)
            self.is_ambiguous = not causes
            return causes
        parts = self._rules.parts(self._case)
        causes = []
        for part in parts:
            explanations = _first(alone, part) if len(parts) > 1 else []
            causes += named(explanations) if explanations else self._of_pieces(part)
        return merged(causes)

    def predicts_like(self, name: str, model: Model, checks: Iterable[Check]) -> bool:
        """Whether a misconception predicts the same as another model in all cheap checks.

        Then both are one mistake, whichever checks ran.
        """
        known = [misconception for misconception in self._known if misconception.name == name]
        cheap = [check for check in checks if pops(self._model, check) <= FEW_POPS]
        return any(
            edited and not any(differ(edited, model, check) for check in cheap)
            for way in ways(known, self._case)
            for edited in [composed(self._model, (), way)]
        )

    # ---- Pieces of outputs ----

    def _of_pieces(self, part: Case) -> list[Cause]:
        """The causes of the pieces of outputs that nothing explains as a whole."""
        if self.work.backstop.was_needed:
            return []  # the whole might be explained, had the clock not ended that search
        searches = {}
        for piece in self._rules.pieces:
            model = model_of(self._model, piece)
            case = case_of(part, model, piece)
            searches[piece] = Search(case, self._known, model, self._rules)
        causes: list[Cause] = []
        for piece, search in searches.items():
            others = [self, *(other for other in searches.values() if other is not search)]
            for cause in search._only_causes(others):
                causes.append(replace(cause, piece=piece.name, partly=cause.checks))
        return causes

    def _only_causes(self, others: Sequence["Search"]) -> list[Cause]:
        """The causes of a case of pieces; none if there are several explanations, or few failures.

        What the others have right must be right by the explanation, too. A piece that is the same
        for every state, or empty, mostly follows from what is wrong elsewhere: it has no cause.
        """
        pieces = [frozenset(observation.lines) for observation in _failing(self._case)]
        if len(pieces) < SURE or len(set(pieces)) == 1:
            return []
        attempts: list[Attempt] = [self._one, self._and_goal(self._one), self._likely_two]
        explanations = [
            explanation
            for explanation in _first(attempts, self._case)
            if not any(other._refutes(explanation) for other in others)
        ]
        names = {frozenset(explanation.misconceptions) for explanation in explanations}
        return named(explanations[:1]) if len(names) == 1 else []

    def _refutes(self, explanation: Explanation) -> bool:
        """Whether something that is right in this case would be wrong by an explanation."""
        edited = variant(self._model, explanation.ways)
        passed = [observation for observation in self._case if observation.passed]
        return not edited or any(
            disagrees(self._rules, edited, observation)
            for observation in cheap_ones(passed, self._model)
        )

    # ---- One mistake ----

    def _one(self, case: Case) -> list[Explanation]:
        """The explanations of a case by one mistake."""
        return self._with_one_more(case, ())

    def _with_one_more(self, case: Case, chosen: tuple[Way, ...]) -> list[Explanation]:
        """The explanations of a case by the chosen ways and one more way."""
        failing = _failing(case)
        if all(observation.tells_nothing for observation in failing):
            return []
        if chosen and answers(failing, self._model) < SURE:
            return []
        base = variant(self._model, chosen)
        first: Case = []
        if base:  # a passing check contradicts most ways, too, and is often cheaper to run
            right = case if chosen else [one for one in case if one.passed]
            first += self._first_of_each_function(right, base, 1, is_wrong=False)
            first += self._first_of_each_function(case, base, 1)
            first.sort(key=case.index)
        explanations: dict[frozenset[str], Explanation] = {}
        for way in ways(self._known, failing):
            names = _names((*chosen, way))
            if chosen and self.work.is_over:
                break
            if names in explanations or self._is_contradicted(chosen, way, first):
                continue
            if explanation := self._explanation(case, chosen, way):
                explanations[names] = explanation
        return best([*explanations.values()])

    def _is_contradicted(self, chosen: tuple[Way, ...], way: Way, wrong: Case) -> bool:
        """Whether the chosen ways and one more predict something that was not observed.

        If ways were chosen, the variant must also end, for there are too many pairs to wait for.
        """
        edited, known = composed(self._model, chosen, way), way.misconception
        return not edited or any(
            contradicts(self._rules, known, edited, observation, must_end=bool(chosen))
            for observation in wrong
        )

    def _explanation(self, case: Case, chosen: tuple[Way, ...], way: Way) -> Explanation | None:
        """The Explanation of a case by chosen ways and one more; None if they don't explain it."""
        edited = composed(self._model, chosen, way)
        if not edited:
            return None
        likes = [one.misconception for one in (*chosen, way) if not one.is_exact]
        main = likes[0] if likes else way.misconception
        most = POPS_OF_SEVERAL if chosen else POPS
        if len(likes) > 1 or not self._rules.explains(main, edited, case, most):
            return None
        if chosen and self._comes_to_no_end(edited, case):
            return None
        return Explanation((*chosen, way), edited, tuple(_failing(case)))

    def _comes_to_no_end(self, edited: Model, case: Case) -> bool:
        """Whether a variant never ends in most failing checks in which the submission does end."""
        failing = [
            observation
            for observation in case
            if observation.is_wrong and 0 < pops(self._model, observation.check) <= FEW_POPS
        ]
        predictions = [edited.predicted(observation.check) for observation in failing]
        endless = [
            prediction for prediction in predictions if prediction and prediction.ended == "endless"
        ]
        return 2 * len(endless) > len(predictions)

    # ---- The start that is the goal ----

    def _and_goal(self, attempt: Attempt) -> Attempt:
        """A new attempt that explains the checks starting at the goal apart from the others."""

        def attempt_with_goal(case: Case) -> list[Explanation]:
            goal = tuple(
                observation
                for observation in case
                if not observation.passed and is_at_goal(self._model, observation.check)
            )
            rest = [observation for observation in case if observation not in goal]
            if not goal or not self._searches(rest):
                return []
            if all(observation.passed for observation in rest):
                mains = [Explanation((), self._model, ())]
            else:
                mains = attempt(rest)
            return self._with_goal(mains, case, goal)

        return attempt_with_goal

    def _searches(self, case: Case) -> bool:
        """Whether any check of a case needs a search."""
        return any(pops(self._model, observation.check) > 1 for observation in case)

    def _with_goal(
        self, mains: list[Explanation], case: Case, goal: tuple[Observation, ...]
    ) -> list[Explanation]:
        """The explanations, each extended by a cause for the checks that start at the goal."""
        exact = [
            self._with_one_more(case, main.ways) if main.ways else []
            for main in mains[: MOST_RIVALS + 1]
        ]
        if all(exact) or not self._goal_wrong:
            return sum(exact, [])
        return [replace(main, at_goal=(self._goal_wrong, goal)) for main in mains]

    # ---- Several mistakes ----

    def _for_each(self, case: Case) -> list[Explanation]:
        """The explanations by two mistakes, one of which explains all failures of one function."""
        return self._beside_bases(case, self._with_one_more)

    def _bases(self, case: Case) -> list[Explanation]:
        """The explanations of all failures of one function, if other functions fail, too."""
        parts = [part for part in self._rules.parts(case) if not _all_passed(part)]
        if len(parts) < 2:
            return []
        bases = [base for part in parts for base in self._one(part) if base.is_exact]
        return bases[:BASES]

    def _two(self, case: Case) -> list[Explanation]:
        """The explanations of a case by two mistakes."""
        return self._pairs(case, ())

    def _likely_two(self, case: Case) -> list[Explanation]:
        """The explanations by two mistakes, if each explains the checks that only it changes."""
        return self._pairs(case, (), only_likely=True)

    def _two_if_cheap(self, case: Case) -> list[Explanation]:
        """The explanations by two mistakes, if the checks of the case are cheap to predict."""
        return self._likely_two(case) if self._rules.is_cheap(case) else []

    def _three(self, case: Case) -> list[Explanation]:
        """The explanations by three mistakes; one of them explains all failures of one function."""
        return self._beside_bases(case, self._pairs)

    def _beside_labels(self, case: Case, labels: tuple[Way, ...]) -> list[Explanation]:
        """The explanations by two labels and one more mistake; none if the labels explain all."""
        base = variant(self._model, labels)
        if not base or not self._first_of_each_function(case, base, 1):
            return []
        return self._with_one_more(case, labels)

    def _beside_bases(
        self, case: Case, attempt: Callable[[Case, tuple[Way, ...]], list[Explanation]]
    ) -> list[Explanation]:
        """The explanations of an attempt that starts from each explanation of a single function."""
        explanations: list[Explanation] = []
        for base in self._bases(case):
            is_part = any(
                _names(base.ways) <= _names(explanation.ways) for explanation in explanations
            )
            if not is_part:
                explanations += attempt(case, base.ways)
        return best(explanations)

    def _pairs(
        self, case: Case, chosen: tuple[Way, ...], only_likely: bool = False
    ) -> list[Explanation]:
        """The explanations of a case by the chosen ways and two more."""
        base = variant(self._model, chosen)
        wrong = self._first_of_each_function(case, base, SURE) if base else []
        if not base or answers(wrong, self._model) < SURE:
            return []
        alone = self._candidates(case, chosen)
        pairs = likely(alone, base, wrong, self._rules)
        if only_likely:
            pairs = [pair for pair in pairs if pair.is_likely]
        for place, pair in enumerate(pairs):
            if self.work.is_over:
                break
            if first := self._pair(case, chosen, pair, wrong):
                rest = [
                    other for other in pairs[place + 1 :] if other.is_likely or not pair.is_likely
                ]
                return self._with_rivals(case, chosen, first, rest, wrong)
        return []

    def _pair(
        self, case: Case, chosen: tuple[Way, ...], pair: Pair, wrong: Case
    ) -> Explanation | None:
        """The Explanation of a case by chosen ways and a pair; None if they don't explain it."""
        before = (*chosen, pair.one)
        if self._is_contradicted(before, pair.other, wrong):
            return None
        return self._explanation(case, before, pair.other)

    def _with_rivals(
        self,
        case: Case,
        chosen: tuple[Way, ...],
        first: Explanation,
        rest: list[Pair],
        wrong: Case,
    ) -> list[Explanation]:
        """An explanation, and its rivals among the remaining pairs that share a way with it.

        None at all if the work ends before all rivals are known.
        """
        explanations = {_names(first.ways): first}
        self.work.go_on()
        for pair in rest:
            if self.work.is_over:
                break
            names = _names((*chosen, pair.one, pair.other))
            if names not in explanations and {pair.one, pair.other} & {*first.ways}:
                if rival := self._pair(case, chosen, pair, wrong):
                    explanations[names] = rival
        return [] if self.work.is_over else [*explanations.values()]

    def _candidates(self, case: Case, chosen: tuple[Way, ...]) -> dict[Way, Model]:
        """{way: its variant} for the ways that may explain a case together with another mistake.

        Each variant is right in a few of the checks of each function that are right.
        """
        base = variant(self._model, chosen)
        cheap = cheap_ones(case, self._model)
        right = self._first_of_each_function(cheap, base, FIRST, is_wrong=False)
        candidates = {}
        for way in ways(self._known, _failing(case)):
            may_act = way.is_exact and not way.misconception.endless
            edited = composed(self._model, chosen, way) if may_act else None
            if edited and not any(
                disagrees(self._rules, edited, observation) for observation in right
            ):
                candidates[way] = edited
        return candidates

    def _first_of_each_function(
        self, case: Case, base: Model | None, number: int, is_wrong: bool = True
    ) -> Case:
        """The first few observations of each function that contradict a variant, or agree with it.

        Observations that ran into a limit are left out.
        """
        first: dict[str, Case] = {}
        for observation in case:
            group = first.setdefault(observation.check.function, [])
            if base and len(group) < number and not observation.is_late:
                if disagrees(self._rules, base, observation) == is_wrong:
                    group.append(observation)
        return sum(first.values(), [])


# ---- Predictions and observations ----


def _names(chosen: Iterable[Way]) -> frozenset[str]:
    """The names of the misconceptions of these ways."""
    return frozenset(way.misconception.name for way in chosen)


def _failing(case: Case) -> Case:
    """The observations of a case whose checks failed."""
    return [observation for observation in case if not observation.passed]


def _all_passed(case: Case) -> bool:
    """Whether all checks of a case passed."""
    return all(observation.passed for observation in case)


def _first(attempts: Sequence[Attempt], case: Case) -> list[Explanation]:
    """The explanations of the first attempt that finds any; none if nothing failed."""
    if _all_passed(case):
        return []
    for attempt in attempts:
        if explanations := attempt(case):
            return explanations
    return []
