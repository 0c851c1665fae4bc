"""The observations of a submission in order, and in parts that are explained separately; pure."""

from grader.diagnose.models import Model
from grader.diagnose.rules import Case, work
from grader.ground.grouping import grouped
from grader.records.checks import Check


PASSING = 30  # so many passing checks of each function are compared
Kind = tuple[str, bool]


def ordered(case: Case, model: Model) -> Case:
    """The observations to compare: the failing ones and some that passed, the cheapest first and
    wrong ones before right ones; then those that ran into a limit.
    """
    failing = [observation for observation in case if not observation.passed]
    passed = [observation for observation in case if observation.passed]
    right = grouped(passed, lambda observation: kind(observation.check))
    chosen = sum((passing[:PASSING] for passing in right.values()), failing)
    if not failing:
        return chosen  # the model need not run if its order compares with nothing
    return sorted(chosen, key=lambda one: (one.is_late, work(model, one.check), one.passed))


def parts_of(case: Case) -> list[Case]:
    """The results of each function, apart for checks with the model's files; imports in all.

    Checks with a driver that only ran into limits form one part with the right ones, since being
    endless says little by itself. If the failure of a function may be the fault of a file that the
    model's can replace, it comes last, with the results by the model's file, which contradict what
    is no fault of it.
    """
    asked = [observation for observation in case if observation.check.function]
    excused = {one.check.function for one in asked if _is_excused(one.check, asked)}
    kinds = dict.fromkeys(
        kind(one.check) for one in asked if one.check.function not in excused or one.check.replaced
    )
    wrong = {kind(one.check) for one in asked if one.is_wrong}
    late = {kind(one.check) for one in asked if one.is_late and one.check.is_driven} - wrong
    chosen = [{one} for one in kinds if one not in late]
    if late:
        chosen.append(set(kinds) - wrong)
    chosen += [{(function, False), (function, True)} for function in sorted(excused)]
    return [
        [one for one in case if not one.check.function or kind(one.check) in part]
        for part in chosen
    ]


def kind(check: Check) -> Kind:
    """(The function of a check, whether model files replace the submission's)."""
    return check.function, bool(check.replaced)


def _is_excused(check: Check, case: Case) -> bool:
    """Whether a file that is not a check's own may cause its failure.

    With the model's file, the check passes, or the search ends that comes to no end with its own.
    """
    own, other = (
        [one for one in case if kind(one.check) == (check.function, is_replaced)]
        for is_replaced in (False, True)
    )
    if check.replaced or not other:
        return False
    is_late = any(observation.is_late for observation in own)
    return all(observation.passed or (is_late and not observation.is_late) for observation in other)
