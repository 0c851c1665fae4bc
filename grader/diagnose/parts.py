"""The observations of a submission in order, and in parts that are explained separately; pure."""

from collections.abc import Collection

from grader.diagnose.models import Model
from grader.diagnose.rules import Case, failing_ones, passing_ones, work
from grader.ground.grouping import grouped
from grader.records.checks import Check


PASSING = 30  # so many passing checks of each function are compared
Kind = tuple[str, bool]


def ordered(case: Case, model: Model) -> Case:
    """The observations to compare: the failing ones and some that passed, the cheapest first and
    wrong ones before right ones; then those that ran into a limit.
    """
    failing = failing_ones(case)
    chosen = list(failing)
    right = grouped(passing_ones(case), lambda observation: kind(observation.check))
    for passing in right.values():
        chosen += passing[:PASSING]
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
    kinds: dict[Kind, None] = {}  # in the order of the case
    wrong, late = set(), set()
    for one in asked:
        own = kind(one.check)
        if one.check.function not in excused or one.check.replaced:
            kinds[own] = None
        if one.is_wrong:
            wrong.add(own)
        if one.is_late and one.check.is_driven:
            late.add(own)
    late -= wrong
    chosen = [{one} for one in kinds if one not in late]
    if late:
        chosen.append(set(kinds) - wrong)
    for function in sorted(excused):
        chosen.append({(function, False), (function, True)})
    return [_part(case, some) for some in chosen]


def _part(case: Case, kinds: Collection[Kind]) -> Case:
    """The observations of a case whose checks have one of these kinds, and those of imports."""
    return [one for one in case if not one.check.function or kind(one.check) in kinds]


def kind(check: Check) -> Kind:
    """(The function of a check, whether model files replace the submission's)."""
    return check.function, bool(check.replaced)


def _is_excused(check: Check, case: Case) -> bool:
    """Whether a file that is not a check's own may cause its failure.

    With the model's file, the check passes, or the search ends that comes to no end with its own.
    """
    same = [one for one in case if one.check.function == check.function]
    others = [one for one in same if one.check.replaced]
    if check.replaced or not others:
        return False
    is_late = any(one.is_late for one in same if not one.check.replaced)
    return all(other.passed or (is_late and not other.is_late) for other in others)
