"""Searches for the fewest mistakes that together predict all results of a submission; pure.

One mistake is tried first, then two of which one explains a function, then likely pairs, then three
of which one or two explain a function or a piece of its outputs, and last all other pairs. Checks
whose start is the goal search for nothing, and programs fail them for special reasons. If no
mistake explains all checks, the functions are explained separately, and then the pieces of their
outputs.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations, product

from grader.assignment.misconceptions import Misconception, by_file
from grader.diagnose.beside import SURE, names_of
from grader.diagnose.elsewhere import BASES, Attempt, AttemptBeside, Elsewhere, first_of
from grader.diagnose.explanation import (
    FEW_POPS,
    MOST_RIVALS,
    Explanation,
    Explanations,
    best,
    differ,
    merged,
    name_causes,
)
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation, raised_at
from grader.diagnose.parts import ordered, parts_of
from grader.diagnose.pieces import case_of, model_of
from grader.diagnose.rules import (
    Case,
    Piece,
    Rules,
    check_names,
    failing_ones,
    is_at_goal,
    passing_ones,
    pops,
)
from grader.diagnose.ways import Way, Ways, composed, labels_in_all, variant, ways
from grader.records.causes import Cause, FileEdits
from grader.records.checks import Check


class Search(Elsewhere):
    """The search for the mistakes that explain a case, the observations of a submission."""

    def __init__(
        self,
        case: Case,
        known: Iterable[Misconception],
        model: Model,
        rules: Rules,
        forms: Misconception,
    ) -> None:
        super().__init__(ordered(case, model), known, model, rules)
        self._forms = forms
        self._goal_wrong = next(
            (misconception for misconception in self._known if misconception.at_goal), None
        )
        self._pieces: dict[tuple[str, ...], dict[Piece, Search]] = {}
        self.is_ambiguous = False  # whether too many explanations fit to name one

    def causes(self) -> list[Cause]:
        """The causes of all failures together or, if there are none, of each part of the case."""
        one = self._with_one_more
        two = self._pairs
        likely_two = partial(self._pairs, unlikely=0)
        three = partial(self._beside_bases, attempt=self._pairs)
        one_of_a_function = partial(self._beside_bases, attempt=self._with_one_more)
        alone = [one, self._and_goal(one), self._in_other_forms]
        # The least likely pairs are so many that those with a mistake at the start that is the goal
        # come first.
        pairs: list[Attempt] = [
            likely_two,
            self._and_goal(likely_two),
            self._beside_pieces,
            three,
            self._and_goal(two),
            two,
        ]
        by_function: list[Attempt] = [one_of_a_function, self._and_goal(one_of_a_function)]
        several = alone + by_function + pairs
        kinds = {
            observation.check.is_driven for observation in self._case if observation.check.function
        }
        if kinds == {True}:
            # a driver asks several functions, and each is explained for itself, by one mistake:
            # its answers say less than a transcript, and many pairs would fit them
            several = alone = [one]
        elif labels := labels_in_all(self._known, self._case):
            # Every explanation needs both of these mistakes, so a third one is tried before other
            # pairs.
            third = partial(self._beside_labels, labels=labels)
            several.insert(len(alone) + len(by_function), third)
        explanations = first_of(several, self._case)
        if explanations:
            causes = name_causes(explanations)
            self.is_ambiguous = not causes
            return causes
        return self._of_parts(alone)

    def _of_parts(self, attempts: Sequence[Attempt]) -> list[Cause]:
        """The causes of each part of the case for itself, and of pieces where none explains it."""
        parts = self._each_part(attempts)
        # What explains one part explains others, too, rather than its rivals there; a part that
        # seems to deny it may show it beside another mistake.
        certain = _certain(own for *_, own in parts)
        names = certain.keys()
        known: Explanations = []
        for _, explanations, own in parts:
            named = [one for one in explanations if own and names >= one.misconceptions.keys()]
            known += named[:1]
        self.work.go_on()  # one mistake more beside what is known is likelier than any other pair
        causes = []
        for part, explanations, own in parts:
            if not own or any(cause.rivals for cause in own):
                same = [one for one in explanations if names >= one.misconceptions.keys()]
                own = name_causes(same) or own
            if not own and all(one.check.is_driven for one in failing_ones(part)):
                found = self._beside_known(part, known, certain)
                own = name_causes(found)
                known += found[:1]
            causes += own
        return merged(causes)

    def _each_part(
        self, attempts: Sequence[Attempt]
    ) -> list[tuple[Case, Explanations, list[Cause]]]:
        """(A part of the case, its explanations, the causes that these or those of its pieces name)
        for each part.
        """
        parts = parts_of(self._case)
        explained: list[tuple[Case, Explanations, list[Cause]]] = []
        # where exceptions are raised that nothing explains, as nothing then explains them elsewhere
        faults: set[tuple[object, ...]] = set()
        for part in parts:
            places = {raised_at(observation.result) for observation in failing_ones(part)}
            if places <= faults:
                continue
            certain = _certain(own for *_, own in explained)
            explanations: Explanations = []
            if len(parts) > 1:
                explanations = self._again(part, certain) or first_of(attempts, part)
            if explanations:
                sure = [one for one in explanations if not self._is_denied(one, part)]
                own = name_causes(self._likelier(sure))
            else:
                own = self._of_pieces(part, certain)
            explained.append((part, explanations, own))
            if not own:
                faults |= places - {()}
        return explained

    def predicts_like(self, name: str, model: Model, checks: Iterable[Check]) -> bool:
        """Whether a misconception predicts the same as another model in all cheap checks.

        Then both are one mistake, whichever checks ran.
        """
        known = [misconception for misconception in self._known if misconception.name == name]
        cheap = [check for check in checks if pops(self._model, check) <= FEW_POPS]
        for way in ways(known, self._case):
            edited = composed(self._model, (), way)
            if edited and not any(differ(edited, model, check) for check in cheap):
                return True
        return False

    # ---- Pieces of outputs ----

    def _of_pieces(self, part: Case, names: Collection[str]) -> list[Cause]:
        """The causes of the pieces of outputs that nothing explains as a whole, where several fit
        those with these names.
        """
        if self.work.backstop.was_needed:
            return []  # the whole might be explained, had the clock not ended that search
        if all(observation.is_late for observation in failing_ones(part)):
            return []  # nothing was printed to its end
        searches = self._piece_searches(part)
        own, settled = {}, {}  # for each piece: its causes, and the checks where all is known of it
        for piece, search in searches.items():
            others = [other for other in searches.values() if other is not search]
            own[piece] = search._only_causes([self] + others, names)
            settled[piece] = set(check_names(passing_ones(search._case)))
            settled[piece].update(*(cause.checks for cause in own[piece]))
        causes = []
        for piece, some in own.items():
            known = [checks for other, checks in settled.items() if other is not piece]
            for cause in some:
                whole = set(cause.checks).intersection(*known)
                partly = tuple(name for name in cause.checks if name not in whole)
                if partly:
                    cause = replace(cause, piece=piece.name, partly=partly)
                causes.append(cause)
        return causes

    def _piece_searches(self, part: Case) -> dict[Piece, "Search"]:
        """{piece: the search for what explains that piece of the outputs of a part}, made once."""
        key = check_names(part)
        if key not in self._pieces:
            searches = self._pieces[key] = {}
            for piece in self._rules.pieces:
                model = model_of(self._model, piece)
                own = case_of(part, model, piece)
                searches[piece] = Search(own, self._known, model, self._rules, self._forms)
        return self._pieces[key]

    @cached_property
    def _of_piece(self) -> Explanations:
        """The explanations of a case of pieces by one mistake or two, if its failures tell much."""
        if not _tell_much(failing_ones(self._case)):
            return []
        one = self._with_one_more
        return first_of([one, self._and_goal(one), self._pairs], self._case)

    def _only_causes(self, others: Sequence["Search"], names: Collection[str]) -> list[Cause]:
        """The causes of a case of pieces; none if there are several explanations, but not one with
        these names, or few failures.

        What the others have right must be right by the explanation, too. A piece that is the same
        for every state, or empty, mostly follows from what is wrong elsewhere: it has no cause.
        """
        explanations = []
        for explanation in self._of_piece:
            if _tell_much(explanation.failing):
                if not any(other._refutes(explanation) for other in others):
                    explanations.append(explanation)
        if _are_several(explanations):
            explanations = [one for one in explanations if set(names) >= one.misconceptions.keys()]
        if _are_several(explanations):
            return []
        return name_causes(explanations)

    def _beside_pieces(self, case: Case) -> Explanations:
        """The explanations by the mistakes that explain a piece of a function, and one more."""
        by_piece = []
        for part in parts_of(case):
            by_piece += [search._exact_ways() for search in self._piece_searches(part).values()]
        bases = sum(by_piece, [])
        for some, others in combinations(by_piece, 2):
            for one, other in product(some, others):
                if len(one) == len(other) == 1 and names_of(one) != names_of(other):
                    bases.append(one + other)
        bases.sort(key=len, reverse=True)
        if bases:
            self.work.go_on()  # what shows in a piece is likelier than pairs that were tried
        return self._beside_each(case, bases[:BASES], self._with_one_more)

    def _exact_ways(self) -> list[Ways]:
        """The ways of the exact explanations of a case of pieces whose failures tell much."""
        return [one.ways for one in self._of_piece if one.is_exact and _tell_much(one.failing)]

    # ---- The start that is the goal ----

    def _and_goal(self, attempt: Attempt) -> Attempt:
        """A new attempt that explains the checks starting at the goal apart from the others."""

        def attempt_with_goal(case: Case) -> Explanations:
            goal = tuple(
                observation
                for observation in failing_ones(case)
                if is_at_goal(self._model, observation.check)
            )
            rest = [observation for observation in case if observation not in goal]
            if not goal or all(pops(self._model, one.check) <= 1 for one in rest):
                return []  # without a search among the rest, the goal is nothing special
            mains = [Explanation((), self._model, ())]
            if failing_ones(rest):
                mains = attempt(rest)
            return self._with_goal(mains, case, goal)

        return attempt_with_goal

    def _with_goal(
        self, mains: Explanations, case: Case, goal: tuple[Observation, ...]
    ) -> Explanations:
        """The explanations, each extended by a cause for the checks that start at the goal."""
        exact = []
        for main in mains[: MOST_RIVALS + 1]:
            extended = []
            if main.ways:
                extended = self._with_one_more(case, main.ways)
            exact.append(extended)
        if all(exact) or not self._goal_wrong:
            return sum(exact, [])
        return [replace(main, at_goal=(self._goal_wrong, goal)) for main in mains]

    # ---- Several mistakes ----

    def _beside_labels(self, case: Case, labels: Ways) -> Explanations:
        """The explanations by two labels and one more mistake; none if the labels explain all."""
        base = variant(self._model, labels)
        if not base or not self._first_of_each_function(case, base, 1):
            return []
        return self._with_one_more(case, labels)

    def _beside_bases(self, case: Case, attempt: AttemptBeside) -> Explanations:
        """The explanations by what explains all failures of one function, and by one mistake or two
        more, as the attempt has it.
        """
        bases = [base.ways for base in self._of_functions(case) if base.is_exact]
        return self._beside_each(case, bases[:BASES], attempt)

    def _of_functions(self, case: Case) -> Explanations:
        """The explanations of all failures of one function by one mistake, if several fail."""
        parts = [part for part in parts_of(case) if failing_ones(part)]
        explanations: Explanations = []
        if len(parts) > 1:
            for part in parts:
                explanations += self._with_one_more(part)
        return explanations

    def _in_other_forms(self, case: Case) -> Explanations:
        """The explanations by a mistake that explains all failures of one function, made in another
        form of the reference.
        """
        explanations = {}
        forms = ways([self._forms], failing_ones(case))
        for base, form in product(self._of_functions(case), forms):
            (way,) = base.ways
            files = by_file(way.edits)
            for file, pairs in by_file(form.edits).items():
                files[file] = files.get(file, ()) + pairs
            name = way.misconception.name
            if name not in explanations and not self.work.is_far_over:
                if found := self._explanation(case, (), Way(way.misconception, files)):
                    explanations[name] = found
        return best(list(explanations.values()))


def _certain(causes: Iterable[Sequence[Cause]]) -> dict[str, FileEdits]:
    """{name: edits} of the causes of several parts that have no rivals."""
    return {cause.name: cause.edits for own in causes for cause in own if not cause.rivals}


def _are_several(explanations: Explanations) -> bool:
    """Whether explanations have different mistakes."""
    return len({frozenset(one.misconceptions) for one in explanations}) > 1


def _tell_much(failing: Iterable[Observation]) -> bool:
    """Whether enough outputs are wrong, and they are not all the same."""
    outputs = [frozenset(observation.lines) for observation in failing]
    return len(outputs) >= SURE and len(set(outputs)) > 1
