"""What the times of a submission say: whether its program is slow, and by which mistake; pure."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median_high

from grader.assignment.hooks import is_predictable
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, passing_ones, pops, work
from grader.diagnose.ways import variant_of
from grader.records.causes import Cause
from grader.records.checks import Check
from grader.records.facts import Fact, Names, fact


# Growth between these powers of the number of states is called quadratic.
QUADRATIC, CUBIC = 1.5, 2.8
# Times beyond a start, in times of it: from SLOW on a run is called slow, and below NOISE nothing
# can be measured.
SLOW, NOISE = 15, 0.15
# A method takes so many times as long on the largest instance as on the smallest if it computes its
# answer at each call; measured: 63 times. If it looks the answer up, it takes as long.
COMPUTED = 8
# So many of the searches that crossed limits are made with a mistake. It may be the reason if it
# takes more than MORE times the reference's pops; a program without a closed set pops far more.
TRIED, MORE = 3, 4
SECONDS = re.compile(r": ([0-9]{1,9}(?:\.[0-9]{1,9})?(?:e-?[0-9]{1,2})?) s$")


def slowness(case: Case, model: Model) -> Fact | None:
    """The evidence that a program is slow: a method that computes the same too often, or the growth
    of the searches' times; None without any.
    """
    return _called_too_often(case) or _growth(case, model)


def _called_too_often(case: Case) -> Fact | None:
    """The note that a method is called too often, if it also computes its answer at each call."""
    for observation in case:
        for note in observation.result.notes:
            if note.kind == "calls" and _is_computed(str(note.fields["function"]), case):
                return note
    return None


def _is_computed(function: str, case: Case) -> bool:
    """Whether a method takes far longer on the largest instance than on the smallest."""
    name, times = f"{function.removesuffix('()')}: ", []
    for observation in case:
        for line in observation.lines:
            if line.startswith(name) and (match := SECONDS.search(line)):
                times.append(float(match[1]))
    return bool(times) and max(times) > COMPUTED * min(times)


def _growth(case: Case, model: Model) -> Fact | None:
    """The growth of the times up to the largest search; None unless it is about quadratic.

    The power is the median over the smaller searches, one of which is far smaller, because
    single times are unreliable on a busy machine (after Theil, "A rank-invariant method of
    linear and polynomial regression analysis", 1950).
    """
    case = [observation for observation in case if not observation.check.is_fresh]
    if all(observation.starts - 1 < SLOW for observation in passing_ones(case)):
        return None  # this saves a run of the model
    ended = []
    for observation in case:
        size = work(model, observation.check)
        if size and observation.passed:
            time = max(observation.starts - 1, NOISE)
            ended.append((size, time, observation.check.name))
        elif size and not _ran_out(observation):
            return None
    if not ended:
        return None
    ended.sort()
    most, longest, largest = ended.pop()
    powers = [
        (math.log(longest / time) / math.log(most / size), size, time, name)
        for size, time, name in ended
        if most / 16 <= size <= most / 2
    ]
    if longest < SLOW or not any(size <= most / 6 for _, size, _, _ in powers):
        return None
    power, size, time, name = median_high(powers)
    if not QUADRATIC <= power <= CUBIC:
        return None
    times, states = longest / time, most / size
    return fact("growth", largest=largest, smaller=name, times=times, states=states)


def with_slowed(causes: Sequence[Cause], case: Case, model: Model) -> list[Cause]:
    """The causes, each with the checks that it may have slowed.

    Those crossed limits, no cause explains them, and the mistake costs far more pops there than the
    reference needs.
    """
    explained = {name for cause in causes for name in cause.checks}
    late = [one.check for one in case if one.is_late and one.check.name not in explained]
    return [replace(cause, slowed=_slowed(cause, late, model)) for cause in causes]


def _slowed(cause: Cause, late: Sequence[Check], model: Model) -> Names:
    """The names of the late checks that a mistake may have slowed; () if none of the easiest is.

    They are the easiest one that it makes far longer, all harder ones, and those that use these and
    that nothing predicts.
    """
    variant = variant_of(model, cause)
    if not variant:
        return ()
    predictable = filter(is_predictable, late)
    by_work = sorted(predictable, key=lambda check: pops(model, check))
    for place, check in enumerate(by_work[:TRIED]):
        prediction = variant.predicted(check)
        if prediction and (
            prediction.ended == "endless" or prediction.pops > MORE * pops(model, check)
        ):
            harder = by_work[place:]
            groups = {one.group for one in harder}
            rest = (one for one in late if not is_predictable(one))
            harder += (one for one in rest if not groups.isdisjoint(one.uses))
            return tuple(one.name for one in harder)
    return ()


def _ran_out(observation: Observation) -> bool:
    """Whether the run was stopped at its CPU time limit."""
    return observation.verdict == "time_limit" and not observation.is_asleep
