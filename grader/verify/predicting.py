"""Predicts what each misconception makes a program print, to choose checks, not for verdicts."""

from collections.abc import Mapping, Sequence

from grader.assignment.plan import Assignment
from grader.diagnose import models
from grader.diagnose.models import Model
from grader.diagnose.variants import Prediction
from grader.records.checks import Check


MOST_POPS = 4_000  # the most pops of the reference: larger instances cost more than they tell

# {misconception: {check: what it would print}}; None stands for the reference itself.
Predicted = Mapping[str | None, Mapping[str, Prediction]]


def predictions(assignment: Assignment, checks: Sequence[Check]) -> Predicted:
    """The output that each misconception and the reference would print; {} without misconceptions.

    Left out are checks that can't be predicted, long searches of misconceptions, and misconceptions
    that this edition does not count as mistakes. A variant that does not end is tried once for each
    function.
    """
    table = [known for known in assignment.misconceptions if known.edits and not known.slow]
    if not table:
        return {}
    reference = models.reference(assignment)
    right = _outputs(reference, checks)
    short = []
    for check in checks:
        if check.name in right and right[check.name].pops <= MOST_POPS:
            short.append(check)
    predicted: dict[str | None, Mapping[str, Prediction]] = {None: right}
    for misconception in table:
        try:
            variant = reference.variant(misconception.edits)
        except ValueError:
            continue
        predicted[misconception.name] = _outputs(variant, short)
    return predicted


def unfit(assignment: Assignment) -> list[str]:
    """A sentence for each misconception with an edit that does not fit the reference.

    An edition may leave out misconceptions that are no mistakes there, and then need not fit.
    """
    if assignment.edition:
        return []
    reference, sentences = models.reference(assignment), []
    for misconception in assignment.misconceptions:
        try:
            reference.variant(misconception.edits)
        except ValueError as error:
            sentences.append(f"{misconception.name}: its edits do not fit the reference: {error}")
    return sentences


def _outputs(model: Model, checks: Sequence[Check]) -> dict[str, Prediction]:
    predicted = {}
    endless: dict[str, Prediction] = {}
    for check in checks:
        if prediction := endless.get(check.function) or model.predicted(check):
            predicted[check.name] = prediction
            if prediction.ended == "endless":
                endless[check.function] = prediction
    return predicted
