"""The rules by which answers of Board and Solver are explained; pure.

Answers say less about a mistake than a transcript does: a limit on pops is a guess, and a search's
result on a wrong Board depends on its ties. So a prediction may be undecided, and it must fit at
least one failing check.
"""

import re

from grader.assignment.misconceptions import Misconception
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.parts import kind
from grader.diagnose.rules import POPS, Case, Lines, Piece, Rules, pops
from grader.diagnose.variants import Prediction
from grader.judge.judge import difference
from grader.records.checks import Check

from .queues import ALL, MANY_INSERTS, inserts_for_each_delete


MOVES = ", moves(): "  # in the lines with a number of moves
FRACTION = re.compile(r"\d+\.\d+", re.ASCII)
EASY = 2_000  # even a slow solver ends within the patience if the model pops no more nodes


class Answers(Rules):
    """The rules for results of methods."""

    pieces = (
        Piece("the numbers of moves", lambda line: MOVES in line),
        Piece("the other answers", lambda line: MOVES not in line),
    )

    def explains(
        self, misconception: Misconception, variant: Model, case: Case, most: int = POPS
    ) -> bool:
        """Whether a variant predicts a failing check of a case, and contradicts no check.

        That an easy search never ends counts only for a mistake that is nothing else, and beside
        checks of other kinds: any other one would show in outputs, too. It counts once for a kind.
        """
        spent, searches, endless, is_shown = 0, set(), set(), False
        kinds = {kind(observation.check) for observation in case if observation.check.function}

        def can_show(one: Observation) -> bool:
            """Whether the mistake can show in a check; a search on a wrong Board shows none."""
            return not one.passed and not _is_on_wrong_board(variant, one.check)

        cheapest = sorted(case, key=lambda one: (one.passed, pops(variant.right, one.check)))
        for observation in sorted(cheapest, key=can_show, reverse=True):
            check = observation.check
            if not is_shown and not can_show(observation):
                return False
            is_believed = spent > most and kind(check) in searches
            is_late_again = observation.is_late and kind(check) in endless
            is_hard_and_late = observation.is_late and not _is_easy(variant, check)
            if is_believed or is_late_again or is_hard_and_late:
                continue
            if not (prediction := variant.predicted(check)):
                continue
            agrees = agreement(misconception, variant, prediction, observation)
            if agrees is False:
                return False
            spent += prediction.pops
            if prediction.pops:
                searches.add(kind(check))
            if observation.is_late and prediction.ended == "endless":
                endless.add(kind(check))
            says_much = misconception.endless and len(kinds) > 1
            counts = prediction.ended != "endless" or says_much
            if agrees and counts and not observation.passed and not _is_constant(observation):
                is_shown = True
        return is_shown

    def agreement(
        self, misconception: Misconception, variant: Model, observation: Observation
    ) -> bool | None:
        """Whether a variant's prediction agrees with the observation; None if undecided."""
        prediction = variant.predicted(observation.check)
        if not prediction:
            return None
        return agreement(misconception, variant, prediction, observation)


def _is_constant(observation: Observation) -> bool:
    """Whether a Solver gave the same answers on all of several boards, whatever made it do so."""
    if observation.check.module != "solver":
        return False
    answers: dict[str, list[str]] = {}
    for line in observation.lines:
        board, _, answer = line.replace(":", ",", 1).partition(",")
        answers.setdefault(board, []).append(answer)
    return len(answers) > 2 and len(set(map(tuple, answers.values()))) == 1


def _is_easy(variant: Model, check: Check) -> bool:
    """Whether the model solves a check so fast that even a slow search should finish."""
    right = variant.right.output(check)
    return right is not None and right.pops <= EASY


def agreement(
    known: Misconception, variant: Model, prediction: Prediction, observation: Observation
) -> bool | None:
    """Whether a prediction agrees with an observation; None if that can't be decided."""
    check = observation.check
    is_on_wrong_board = _is_on_wrong_board(variant, check)
    if prediction.ended == "endless":
        if is_on_wrong_board and not observation.passed:
            return None  # with a twin, a search ends that has no end with a parity
        if observation.is_late:
            return True
        return False if _is_easy(variant, check) else None
    differs = variant.differs(check) or prediction.ended != "exit"
    if observation.passed:
        return not differs
    if is_on_wrong_board:
        # it searched on a wrong Board, and may have gone astray on others than the variant
        return None if differs or observation.is_beginning else False
    if observation.is_late:
        return None if prediction.pops > EASY else False
    if prediction.ended != "exit":
        is_same = observation.has_raised(prediction.ended, known.raised)
        return is_same and _ends_at_the_same_call(variant, prediction, observation)
    if not differs or observation.verdict != "wrong_answer":
        return False
    return _same_answer(variant, prediction, observation)


def _is_on_wrong_board(variant: Model, check: Check) -> bool:
    """Whether a check is of a Solver, and the variant's only mistakes are in its Board."""
    own, right = dict(variant.sources)["solver.py"], dict(variant.right.sources)["solver.py"]
    return check.module == "solver" and not check.replaced and own == right


def _ends_at_the_same_call(
    variant: Model, prediction: Prediction, observation: Observation
) -> bool:
    """Whether as much was printed as predicted before an exception, so that one call raised both.

    Where boards differ from run to run, their number is compared.
    """
    right = variant.right.output(observation.check)
    actual = observation.read(right.lines) if right else ()
    if observation.check.checker in ("measured", "queue"):
        return len(actual) == len(prediction.lines)
    return actual == prediction.lines


def _same_answer(variant: Model, prediction: Prediction, observation: Observation) -> bool | None:
    """Whether a wrong answer is the predicted one.

    None if too little of the output is stored to decide.
    """
    check = observation.check
    if observation.is_cut:
        return None
    right, expected = variant.right.output(check), variant.right.predicted(check)
    output = variant.output(check)
    if not right or not expected or not output:
        return None
    actual, predicted = _rounded(observation.read(right.lines)), _rounded(prediction.lines)
    if check.checker == "measured":
        lines = expected.lines
        is_alike = _without_twins(actual) == _without_twins(predicted)
        if not is_alike or lines in (actual, predicted):
            return False
        return difference(lines, actual) == difference(lines, predicted)
    if check.checker == "queue":
        return _same_counts(predicted, actual) and _nearly(
            inserts_for_each_delete(observation.lines),
            inserts_for_each_delete(output.lines),
        )
    return actual == predicted


def _rounded(lines: Lines) -> Lines:
    """The lines with six digits after each decimal point: sums in another order differ in the last.

    >>> _rounded(("a: 12.999999999999998", "b: 13.0", "c: 13"))
    ('a: 13.000000', 'b: 13.000000', 'c: 13')
    """
    text = "\n".join(lines)
    return tuple(FRACTION.sub(lambda found: f"{float(found[0]):.6f}", text).split("\n"))


def _without_twins(lines: Lines) -> list[str]:
    """The lines on a board and its neighbors, not those on twins, which differ from run to run."""
    return [line for line in lines if ", twin " not in line]


def _same_counts(predicted: Lines, actual: Lines) -> bool:
    """Whether two readings of queues differ only in the boards with too many inserts.

    Ties decide which boards are just beyond the bound, and how many deletes all boards take.
    """
    differing = [pair for pair in zip(predicted, actual) if pair[0] != pair[1]]
    return len(predicted) == len(actual) and all(
        any(MANY_INSERTS in line or line.startswith(ALL) for line in pair) for pair in differing
    )


def _nearly(one: float, other: float) -> bool:
    """Whether two numbers differ by a tenth at most."""
    return abs(one - other) <= max(one, other) / 10


RULES = Answers()
