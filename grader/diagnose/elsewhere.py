"""Explains a part of a case, such as a function's checks, by what explains other parts; pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from grader.assignment.misconceptions import Misconception, by_file
from grader.diagnose.beside import SURE, Beside, names_of
from grader.diagnose.explanation import (
    Explanation,
    Explanations,
    best,
    cheap_ones,
    differ,
    has_little_evidence,
)
from grader.diagnose.models import Model
from grader.diagnose.rules import (
    Case,
    Rules,
    answers,
    disagrees,
    disagrees_with_any,
    failing_ones,
    passing_ones,
)
from grader.diagnose.ways import Way, Ways, composed, variant, ways
from grader.records.causes import FileEdits


BASES = 6  # so many explanations of one function's failures are tried in the other functions


Attempt = Callable[[Case], Explanations]
AttemptBeside = Callable[[Case, Ways], Explanations]  # beside ways that are chosen already


class Elsewhere(Beside):
    """The explanations of parts of a case by mistakes that are named for other parts of it.

    `certain` holds the edits of those that are named there without rivals, by their names.
    """

    def __init__(
        self, case: Case, known: Iterable[Misconception], model: Model, rules: Rules
    ) -> None:
        super().__init__(known, model, rules)
        self._case = case

    def _again(self, part: Case, certain: Mapping[str, FileEdits]) -> Explanations:
        """The explanations of a part by what is certain elsewhere.

        It would be named rather than any rival here, so that these need not be looked for.
        """
        if not (some := self._same_ways(part, certain)):
            return []
        found = first_of([partial(self._with_one_more, some=some)], part)
        return [one for one in found if not self._is_denied(one, part) and not self._refutes(one)]

    def _same_ways(self, part: Case, certain: Mapping[str, FileEdits]) -> list[Way]:
        """The ways that may explain a part, with the edits of what is certain elsewhere."""
        some = []
        for way in ways(self._known, failing_ones(part)):
            if way.is_exact and by_file(way.edits) == certain.get(way.misconception.name):
                some.append(way)
        return some

    def _beside_known(
        self, part: Case, known: Explanations, certain: Mapping[str, FileEdits]
    ) -> Explanations:
        """The explanations of a part by several mistakes that explain another one together, or by
        what explains another one and by one mistake more, both of which show in this part.
        """
        failing = failing_ones(part)
        cheap = cheap_ones(failing, self._model)

        def shows(mistaken: Model | None) -> bool:
            """Whether a variant prints anything else than the model in a failing check."""
            return mistaken is not None and any(
                differ(mistaken, self._model, observation.check) for observation in cheap
            )

        def likely(attempt: AttemptBeside) -> Explanations:
            """The explanations by an attempt that leave right what is right elsewhere."""
            found = self._beside_each(part, bases, attempt)
            return [one for one in found if not self._refutes(one)]

        bases = [explanation.ways for explanation in known if shows(explanation.variant)]
        bases = sorted(bases, key=len, reverse=True)[:BASES]
        found = likely(lambda *_: [])
        if not bases or answers(failing, self._model) < SURE:
            return found
        for every in self._same_ways(part, certain), ways(self._known, failing):
            if found or self.work.is_over:
                break
            if some := [way for way in every if shows(composed(self._model, (), way))]:
                found = likely(partial(self._with_one_more, some=some))
        return found

    def _beside_each(
        self, case: Case, bases: Iterable[Ways], attempt: AttemptBeside
    ) -> Explanations:
        """The explanations of an attempt that starts from each of several sets of ways, or those of
        a set that explains all by itself.
        """
        explanations: Explanations = []
        for base in bases:
            names = names_of(base)
            if any(names <= names_of(explanation.ways) for explanation in explanations):
                continue
            if len(base) > 1 and (whole := self._explanation(case, base[:-1], base[-1])):
                explanations.append(whole)
            else:
                explanations += attempt(case, base)
        return best(explanations)

    # ---- What speaks against an explanation ----

    def _is_denied(self, explanation: Explanation, part: Case) -> bool:
        """Whether a single line speaks for an explanation of a part, while failures of other parts,
        in which it would show, speak against it.
        """
        ended = [observation for observation in failing_ones(part) if not observation.is_late]
        if len(ended) != 1 or answers(ended, self._model) > 1:
            return False
        if not ended[0].check.is_driven and len(ended[0].lines) > 1:
            return False  # several lines are no mere coincidence
        mistaken = explanation.variant
        for other in cheap_ones(failing_ones(self._case), self._model):
            shows = other not in part and differ(mistaken, self._model, other.check)
            if shows and disagrees(self._rules, mistaken, other):
                return True
        return False

    def _likelier(self, explanations: Explanations) -> Explanations:
        """The explanations; of several only those that leave right what is right in other parts."""
        if len(explanations) < 2:
            return explanations
        return [one for one in explanations if not self._refutes(one)]

    def _refutes(self, explanation: Explanation) -> bool:
        """Whether something that is right in this case would be wrong by an explanation."""
        edited = variant(self._model, explanation.ways)
        if not edited:
            return True
        cheap = cheap_ones(passing_ones(self._case), self._model)
        return disagrees_with_any(self._rules, edited, cheap)


def first_of(attempts: Sequence[Attempt], case: Case) -> Explanations:
    """The explanations of the first attempt that finds any with enough evidence; none if nothing
    failed.
    """
    if not failing_ones(case):
        return []
    for attempt in attempts:
        explanations = attempt(case)
        if not all(map(has_little_evidence, explanations)):
            return explanations
    return []
