"""Whether a submission may know answers: only the instances that all know are right; pure.

Fresh instances are drawn like fixed ones, so that an honest program fails about as many of these as
of those. Two things excuse a miss: that the verdict varies from run to run, and a misconception
that explains it. A limit that is crossed is no miss if what the program used on fixed instances of
about that size lets one expect as much; slowness alone excuses nothing.
"""

import re
from collections.abc import Callable, Collection, Iterable
from math import comb
from statistics import median

from grader.records import FRESH, Result


KNOWN = 3  # fixed instances that must be right for that to be said
FEW = 0.25  # the share of the fixed instances that may be wrong
CHANCE = 0.01  # how improbable it must then be that fresh ones are missed that often by chance
AT_ONCE = 0.05  # the share of its limits that a run takes which ends at once
LIKE = 1 / 2, 2  # times the size of a search, from which to which others are compared with it
POWER = 3  # of the size, with which what a slow search needs may grow
NOISE = 2  # times as much as expected may be needed,
START_NOISE = 1.5  # or of what the smallest search needs as well
UNJUDGED = ("skipped", "judge_error")
Size = Callable[[str], int]


def _no_size(_: str) -> int:
    """The size of a check of which none is known."""
    return 0


def may_know_answers(
    results: Iterable[Result], explained: Collection[str] = (), size: Size = _no_size
) -> bool:
    """Whether most fixed instances of a group are right, and far more of its fresh ones wrong.

    `explained`: the names of checks that misconceptions explain. `size`: how much of a search the
    check of a name is, 0 if that isn't known.
    """
    fixed: dict[str, list[Result]] = {}
    fresh: dict[str, list[Result]] = {}
    for result in results:
        group, _, name = result.check.partition("/")
        if group != FRESH:
            fixed.setdefault(group, []).append(result)
        elif result.verdict not in UNJUDGED:
            fresh.setdefault(name.rpartition("-")[0], []).append(result)
    for group, drawn in fresh.items():
        known = fixed.get(group, [])
        missed = sum(
            result.check not in explained and _is_missed(result, known, size) for result in drawn
        )
        if 2 * missed > len(drawn) and _are_known(known, len(drawn), missed):
            return True
    return False


def _are_known(fixed: list[Result], drawn: int, missed: int) -> bool:
    """Whether so many fixed checks are right that it shows something if fresh ones are missed.

    Right are all, on at least KNOWN instances with some work; or all but so few that an honest
    program misses so many of the drawn ones with a probability of less than CHANCE.
    """
    right = [result for result in fixed if result.passed]
    if sum(map(_instances, right)) < KNOWN:
        return False
    wrong = len(fixed) - len(right)
    is_small = wrong <= FEW * len(fixed)
    return not wrong or is_small and _chance(len(fixed), wrong, drawn, missed) < CHANCE


def _chance(fixed: int, wrong: int, drawn: int, missed: int) -> float:
    """The probability that of all that is wrong so much or more is among what was drawn.

    This is Fisher's exact test ("On the interpretation of chi-squared from contingency tables, and
    the calculation of P", 1922).

    >>> _chance(fixed=3, wrong=0, drawn=1, missed=1)
    0.25
    """
    everything, all_wrong = fixed + drawn, wrong + missed
    ways = (
        comb(all_wrong, number) * comb(everything - all_wrong, drawn - number)
        for number in range(missed, min(drawn, all_wrong) + 1)
    )
    return sum(ways) / comb(everything, drawn)


def _instances(result: Result) -> int:
    """How many instances an output is about: the names in its lines, or 1 for a few lines."""
    output = result.run.stdout.decode("utf-8", "surrogateescape") if result.run else ""
    names = set(re.findall(r"^([a-z][\w-]*)[:,]", output, re.MULTILINE))
    return len(names) or int(output.count("\n") > 2)


def _is_missed(result: Result, fixed: list[Result], size: Size) -> bool:
    """Whether a fresh check is wrong, or never ends although fixed ones let one expect its end."""
    if result.passed or any(flag.kind == "varies" for flag in result.flags):
        return False
    if result.verdict in ("time_limit", "memory_limit"):
        return not _is_expected(result, fixed, size)
    return True


def _is_expected(result: Result, fixed: list[Result], size: Size) -> bool:
    """Whether a check may well need more than its limit, by what the fixed ones needed.

    Without sizes it may as soon as one of these took more than hardly any of its limits.
    """
    own = size(result.check)
    shares = [(number, _share(check, result)) for check in fixed if (number := size(check.check))]
    if not own or len(shares) < KNOWN:
        return not all(map(_ended_at_once, fixed))
    start = min(share for _, share in shares)
    like = [
        (share - start) * max(1, own / number) ** POWER
        for number, share in shares
        if LIKE[0] * own <= number <= LIKE[1] * own
    ]
    return not like or START_NOISE * start + NOISE * median(like) >= 1


def _share(check: Result, crossed: Result) -> float:
    """The share that a check needed of the limit that another one crossed."""
    run, limits = check.run, check.limits
    if not run:
        return 0
    if crossed.verdict == "memory_limit":
        return run.memory_mib / limits.memory_mib
    was_asleep = crossed.run is not None and crossed.run.ended == "wall"
    return run.wall_s / limits.wall_s if was_asleep else run.cpu_s / limits.cpu_s


def _ended_at_once(result: Result) -> bool:
    """Whether a run took hardly any of its time and memory."""
    run, limits = result.run, result.limits
    return (
        run is not None
        and run.cpu_s < AT_ONCE * limits.cpu_s
        and run.memory_mib < AT_ONCE * limits.memory_mib
    )
