"""What explains the answers of Board and Solver; pure.

Answers depend less on a mistake alone than transcripts do: a bound on pops is a guess, and what a
search on a wrong Board finds depends on its ties. So a prediction may be unable to tell, and some
failing check must be predicted.
"""

from grader.diagnose.misconceptions import Misconception
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import POPS, Case, Rules
from grader.diagnose.variants import Prediction
from grader.judge import judge
from grader.records import Check, Difference, Fact

from .checkers import SECONDS


EASY = 2_000  # pops of the model, of searches that even a slow solver comes to the end of
KEPT_S = 5e-5  # the most that a method takes on a board of 127 rows if it looks its answer up


class Answers(Rules):
    """How the results of methods are explained."""

    def ordered(self, case: Case, model: Model) -> Case:
        """What printed something wrong, then what passed, then what took too long."""
        return sorted(case, key=lambda each: (each.is_late, each.passed))

    def parts(self, case: Case) -> list[Case]:
        """Each function, with the imports, on the submission's files and on the model's; without
        what may well be the Board's fault."""
        kinds = dict.fromkeys(
            _kind(each.check)
            for each in case
            if each.check.function and not _excused(each.check, case)
        )
        return [
            [each for each in case if not each.check.function or _kind(each.check) == kind]
            for kind in kinds
        ]

    def explains(self, misconception: Misconception, variant: Model, case: Case) -> bool:
        """Whether a variant predicts some failing check of a case, `ordered`, and another answer
        than was seen for none.

        That something never ends says nothing by itself, only of an easy search, and beside checks
        of other kinds.
        """
        spent, searches, shown = 0, set(), False
        several = len({_kind(each.check) for each in case if each.check.function}) > 1
        for each in case:
            believed = spent > POPS and _kind(each.check) in searches
            if believed or each.is_late and not _is_easy(variant, each.check):
                continue
            if not (prediction := variant.predicted(each.check)):
                continue
            agrees = agreement(misconception, variant, prediction, each)
            if agrees is False:
                return False
            spent += prediction.pops
            if prediction.pops:
                searches.add(_kind(each.check))
            tells = prediction.ended != "endless" or several
            shown = shown or bool(agrees) and not each.passed and tells
        return shown

    def slowness(self, case: Case, model: Model) -> Fact | None:
        """What is noted of how often a method was called, None unless that method computes its
        answer each time.
        """
        notes = [note for each in case for note in each.result.notes if note.kind == "calls"]
        times = [
            float(found[1])
            for each in case
            for line in each.lines
            if line.startswith("manhattan: ") and (found := SECONDS.search(line))
        ]
        computes = not all(seconds < KEPT_S for seconds in times)
        return notes[0] if notes and computes else None


def _kind(check: Check) -> tuple[str, bool]:
    """What checks have in common that one mistake alone may show in: the function, and whose files
    it runs on.
    """
    return check.function, bool(check.replaced)


def _excused(check: Check, case: Case) -> bool:
    """Whether nothing of a Solver's check is wrong with the model's Board: then it may well be the
    Board's fault.
    """
    return (
        check.module == "solver"
        and not check.replaced
        and all(each.passed for each in case if _kind(each.check) == (check.function, True))
    )


def _is_easy(variant: Model, check: Check) -> bool:
    """Whether the searches of a check take the model so little that one which is not over in time
    tells something.
    """
    right = variant.right.output(check)
    return right is not None and right.pops <= EASY


def agreement(
    misconception: Misconception, variant: Model, prediction: Prediction, observation: Observation
) -> bool | None:
    """Whether a prediction is what was seen; None if it can't tell."""
    check = observation.check
    if prediction.ended == "endless":
        if observation.is_late:
            return True
        return False if _is_easy(variant, check) else None
    first = variant.difference(check)
    differs = bool(first) or prediction.ended != "exit"
    if observation.passed:
        return not differs
    if check.module == "solver" and not check.replaced and "solver.py" not in misconception.edits:
        return None if differs else False  # a search on a wrong Board
    if observation.is_late:
        return None if prediction.pops > EASY else False
    if prediction.ended != "exit":
        is_raised = observation.verdict == "runtime_error"
        return is_raised and observation.result.error == prediction.ended
    if not differs or observation.verdict != "wrong_answer":
        return False
    return _same_answer(variant, prediction, first, observation)


def _same_answer(
    variant: Model, prediction: Prediction, first: Difference | None, observation: Observation
) -> bool | None:
    """Whether a wrong answer is the predicted one, whose first difference is `first`; None if too
    little is kept.
    """
    check = observation.check
    if observation.is_cut:
        return None
    right, expected = variant.right.output(check), variant.right.predicted(check)
    if not right or not expected:
        return None
    actual = judge.read(check, observation.lines, right.lines)[0]
    if check.checker == "measured":  # whose boards differ with the twins
        lines = expected.lines
        return actual != lines and judge.difference(lines, actual) == first
    return actual == prediction.lines
