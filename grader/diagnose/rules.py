"""What explains results where the program prints transcripts: the rules that an assignment has unless it has others.

A prediction is compared with an observation line by line. What is cheap to predict is looked at first.
"""

import math
from collections.abc import Callable

from grader.diagnose.misconceptions import Misconception
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.variants import Prediction
from grader.records import Check, Fact, fact


# once so many are spent on a misconception, a few tenths of a second, it is believed for the rest
POPS = 20_000
UNDECIDED = 3  # times as much is spent on searches of which nothing can be told yet
PASSING = 30  # of each function's passing checks so many are compared
# the powers of the number of states between which growth is called quadratic
QUADRATIC, CUBIC = 1.5, 2.8
# the least seconds that are called slow, and the least that can be measured
SLOW_S, CLOCK_S = 0.5, 0.005
Case = list[Observation]
Lines = tuple[str, ...]


class Rules:
    """How results are explained, each step for itself."""

    def ordered(self, case: Case, model: Model) -> Case:
        """The observations in the order in which they are looked at.

        What printed something and failed, and some of what passed, the cheapest first; then what took too long.
        """
        late = [each for each in case if each.is_late]
        chosen = [each for each in case if not each.passed and each not in late]
        for function in dict.fromkeys(each.check.function for each in case):
            chosen += [each for each in case if each.passed and each.check.function == function][
                :PASSING
            ]
        return sorted(chosen, key=lambda each: pops(model, each.check)) + late

    def parts(self, case: Case) -> list[Case]:
        """What is explained for itself if nothing explains all: each function, with the imports."""
        functions = dict.fromkeys(each.check.function for each in case if each.check.function)
        return [
            [each for each in case if each.check.function in ("", function)]
            for function in functions
        ]

    def explains(self, misconception: Misconception, variant: Model, case: Case) -> bool:
        """Whether a variant predicts every failing check of a case, `ordered`, and no other output for one that passed.

        Once the failing or the passing ones have cost POPS, or UNDECIDED times that if it predicts none of them, it is
        believed for the searches among them that are left.
        That searches never end is believed only beside something that does, and if even one whose start is the goal
        never ends or another's output is predicted: what takes too long for another reason looks the same.
        """
        spent, searches = {True: 0, False: 0}, set()
        # functions, too, and whether any output is predicted
        undecided, sure, predicted = set(), set(), False
        for each in case:
            function = each.check.function
            known = (function, each.passed) in searches
            if spent[each.passed] > POPS * (1 if known else UNDECIDED):
                continue
            if not (prediction := variant.predicted(each.check)):
                continue
            agrees = _matches(misconception.like, prediction, each)
            if agrees is False:
                return False
            spent[each.passed] += prediction.pops
            if prediction.pops and agrees:
                searches.add((function, each.passed))
            ends = prediction.ended != "endless"
            starts_at_goal = not ends and pops(variant.right, each.check) == 1
            if agrees is None or not ends and not starts_at_goal:
                undecided.add(function)
            if agrees and not each.passed and (ends or starts_at_goal):
                sure.add(function)
            predicted = predicted or bool(agrees and ends and (function or not each.passed))
        return bool(sure) and predicted and undecided <= sure

    def slowness(self, case: Case, model: Model) -> Fact | None:
        """How the time grew up to the largest search that ended, None unless it did so with the square.

        The power is the median over the smaller searches, one of which is smaller by far: single times, and the
        programs that share a busy machine, may be off (after Theil, "A rank-invariant method of linear and polynomial
        regression analysis", 1950).
        """
        case = [each for each in case if not each.check.is_fresh]
        start = min((each.cpu_s for each in case), default=0)
        searches = [each for each in case if pops(model, each.check)]
        ended = sorted(
            (pops(model, each.check), max(each.cpu_s - start, CLOCK_S), each.check.name)
            for each in searches
            if each.passed
        )
        if not ended or not all(each.passed or _ran_out(each) for each in searches):
            return None
        most, longest, largest = ended.pop()
        powers = sorted(
            (math.log(longest / cpu_s) / math.log(most / size), size, cpu_s, name)
            for size, cpu_s, name in ended
            if most / 16 <= size <= most / 2
        )
        if longest < SLOW_S or not any(size <= most / 6 for _, size, _, _ in powers):
            return None
        power, size, cpu_s, name = powers[len(powers) // 2]
        if not QUADRATIC <= power <= CUBIC:
            return None
        times, states = longest / cpu_s, most / size
        return fact("growth", largest=largest, smaller=name, times=times, states=states)


def pops(model: Model, check: Check) -> int:
    """How many entries the model pops in a check, 0 if it does not search."""
    prediction = model.predicted(check)
    return prediction.pops if prediction else 0


def _ran_out(observation: Observation) -> bool:
    """Whether it was stopped for the CPU time that it used."""
    return observation.verdict == "time_limit" and not observation.is_asleep


def _matches(
    like: Callable[[Lines, Lines], bool], prediction: Prediction, observation: Observation
) -> bool | None:
    """Whether a prediction is what was seen; None if it can't tell, because the search took it too long."""
    verdict = observation.verdict
    if prediction.ended == "endless":
        if observation.is_searching:
            return True
        return None if verdict == "wrong_answer" else False
    if prediction.ended != "exit":
        return verdict == "runtime_error" and observation.result.error == prediction.ended
    if observation.is_late:
        return None if prediction.pops > POPS / 10 else False
    if verdict not in ("accepted", "wrong_answer", "output_limit"):
        return False
    if verdict == "output_limit" or observation.is_cut and not observation.lines:
        return None
    if observation.is_cut:
        return _begins_like(like, prediction.lines, observation.lines)
    return like(prediction.lines, observation.lines)


def _begins_like(
    like: Callable[[Lines, Lines], bool], predicted: Lines, actual: Lines
) -> bool | None:
    """Whether what was kept of an output is like the first lines of a prediction; None if already like no lines."""
    if like((), actual):
        return None
    return any(like(predicted[:number], actual) for number in range(1, len(predicted) + 1))
