"""The default rules for comparing predictions with observations; an assignment can override them.

Predictions and observations are compared line by line, the cheapest prediction first.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from grader.assignment.hooks import Lines
from grader.assignment.misconceptions import Misconception
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.variants import Prediction
from grader.records.checks import Check
from grader.records.facts import Names


# Once a misconception has predicted right for so many pops (some tenths of a second), the rest is
# believed.
POPS = 20_000
LONG = POPS // 10  # a mistaken search with more pops may be stopped before it ends
UNDECIDED = 3  # searches that decide nothing yet may cost so many times as much
UNKNOWN = Misconception("", "", "")  # no mistake in particular
# Of one misconception, so many failing searches without an end are looked at, and after the first
# one none in which the reference makes more than SHORT pops. They are twice as many, and may be of
# any length, if it predicts a wrong output.
UNENDED, SHORT = 4, 50
Case = list[Observation]
Like = Callable[[Lines, Lines], bool]


class Piece(NamedTuple):
    """Those lines of each output for which `has` is true; reports call them by the name."""

    name: str
    has: Callable[[str], bool]


class Rules:
    """The steps of explaining results, each a method that an assignment can override."""

    # What outputs that nothing explains as a whole consist of: each piece is explained for itself.
    pieces: Sequence[Piece] = ()

    def explains(
        self, misconception: Misconception, variant: Model, case: Case, most: int = POPS
    ) -> bool:
        """Whether a variant predicts the failing checks of a case, and contradicts no other check.

        Once the failing or the passing checks have cost `most` pops (or UNDECIDED times as many, if
        it predicts none of them) it is believed for the other searches among them. That searches
        never end is believed only beside an output that is predicted, and only if one whose start
        is the goal never ends either: a search that takes too long for another reason looks the
        same. Searches that ended all the same may be no more than the failures that are predicted.
        """
        spent, searches = {True: 0, False: 0}, set()
        undecided, sure, predicted = set[str](), list[str](), False  # the first two: of functions
        unended = ended = 0  # searches that are predicted to have no end, and those that had one
        for observation in case:
            check, passed = observation.check, observation.passed
            is_known = (check.function, passed) in searches
            is_at_goal = pops(variant.right, check) == 1  # which costs nothing
            if spent[passed] > most * (1 if is_known else UNDECIDED) and not is_at_goal:
                continue
            if not passed and _has_enough(unended, bool(sure), check, variant.right):
                continue
            if not (prediction := variant.predicted(check)):
                continue
            agrees = _matches(misconception, variant, prediction, observation)
            if agrees is False:
                return False
            spent[passed] += prediction.pops
            if prediction.pops and agrees:
                searches.add((check.function, passed))
            ends = prediction.ended != "endless"
            unended += not ends
            tells = ends or is_at_goal
            if agrees is None or not tells:
                undecided.add(check.function)
            elif not passed:
                sure.append(check.function)
            ended += agrees is None and not ends
            predicted |= agrees is True and ends and not (passed and not check.function)
        return bool(sure) and predicted and undecided <= set(sure) and len(sure) >= ended

    def agreement(
        self, misconception: Misconception, variant: Model, observation: Observation
    ) -> bool | None:
        """Whether a variant predicts the observed output; None if that can't be decided."""
        prediction = variant.predicted(observation.check)
        if misconception.endless or not prediction:
            return None
        return _matches(misconception, variant, prediction, observation)


def _has_enough(unended: int, is_sure: bool, check: Check, right: Model) -> bool:
    """Whether a failing check need not be looked at after so many searches without an end."""
    if not check.function or not unended:
        return False
    if is_sure:
        return unended >= 2 * UNENDED
    return unended >= UNENDED or pops(right, check) > SHORT


def failing_ones(case: Iterable[Observation]) -> Case:
    """The observations of a case whose checks failed."""
    return [observation for observation in case if not observation.passed]


def passing_ones(case: Iterable[Observation]) -> Case:
    """The observations of a case whose checks passed."""
    return [observation for observation in case if observation.passed]


def check_names(case: Iterable[Observation]) -> Names:
    """The names of the checks of a case."""
    return tuple(observation.check.name for observation in case)


def first_match(pattern: str, case: Case) -> str | None:
    """What the group of a pattern finds in the first output that the pattern matches."""
    for observation in case:
        if match := observation.match(pattern):
            return match[1]
    return None


def pops(model: Model, check: Check) -> int:
    """The number of entries that the model pops in a check, 0 if it does not search."""
    if prediction := model.predicted(check):
        return prediction.pops
    return 0


def work(model: Model, check: Check) -> int:
    """The work of the model in a check, 0 for several instances: those keep their own order."""
    if check.is_driven:
        return 0
    return pops(model, check)


def is_at_goal(model: Model, check: Check) -> bool:
    """Whether a check needs no search because its only start is the goal."""
    return work(model, check) == 1


def answers(wrong: Case, model: Model) -> int:
    """The number of wrong answers in these checks: lines of several instances, or one for each."""
    number = 0
    for observation in wrong:
        if not observation.check.is_driven:
            number += 1
        elif right := model.predicted(observation.check):
            number += len(set(observation.lines) - set(right.lines))
    return number


def disagrees(rules: Rules, variant: Model, observation: Observation) -> bool:
    """Whether a variant's prediction differs from the observation, or never ends."""
    prediction = variant.predicted(observation.check)
    if not prediction or observation.is_late:
        return False
    is_endless = prediction.ended == "endless"
    return is_endless or rules.agreement(UNKNOWN, variant, observation) is False


def disagrees_with_any(rules: Rules, variant: Model, case: Iterable[Observation]) -> bool:
    """Whether a variant's prediction differs from any observation of a case, or never ends."""
    return any(disagrees(rules, variant, observation) for observation in case)


def _matches(
    known: Misconception, variant: Model, prediction: Prediction, observation: Observation
) -> bool | None:
    """Whether a prediction agrees with an observation; None if too little was printed, or if a
    search was too long to tell.
    """
    verdict = observation.verdict
    if prediction.ended == "endless":
        if observation.is_searching:
            return True
        if verdict == "wrong_answer":
            return None
        return False
    if prediction.ended != "exit":
        return observation.has_raised(prediction.ended, known.raised)
    if observation.is_late:
        return None if prediction.pops > LONG else False
    if verdict not in ("accepted", "wrong_answer", "output_limit"):
        return False
    if observation.tells_nothing:
        return None
    if observation.is_cut:
        return _begins_like(known.like, prediction.lines, observation.lines)
    if not prediction.lines:  # what may stand beside other lines is not like nothing
        return not observation.lines
    return known.like(prediction.lines, _compared_lines(variant, prediction, observation))


def _compared_lines(variant: Model, prediction: Prediction, observation: Observation) -> Lines:
    """The observed lines as they are compared with a prediction, which a checker has read, too.

    Returned floats that agree with the predicted ones become these.
    """
    check = observation.check
    if check.checker and (right := variant.right.output(check)):
        return observation.read(right.lines)
    if check.returns:
        return observation.read(prediction.lines)
    return observation.lines


def _begins_like(like: Like, predicted: Lines, actual: Lines) -> bool | None:
    """Whether a stored output is like a beginning of the prediction; None if it has no lines."""
    if like((), actual):
        return None
    return any(like(predicted[:number], actual) for number in range(1, len(predicted) + 1))
