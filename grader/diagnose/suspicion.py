"""Suspects a submission of knowing answers if only the published instances are right; pure.

Fresh instances are drawn like fixed ones, so that an honest program fails about as many of both.
Two things excuse a failed fresh check: its verdict varies from run to run, or a misconception
explains it. A crossed limit counts only if the times on fixed instances of that size let one expect
the end, or, without sizes, if no fixed instance crosses one and all of the group end at once.
"""

import re
from collections.abc import Callable, Collection, Iterable
from math import comb
from statistics import median

from grader.records.checks import FRESH
from grader.records.results import CROSSED, Result


KNOWN = 3  # so many fixed instances must be right before memorising is suspected
FEW = 0.25  # this share of the fixed instances may be wrong
CHANCE = 0.01  # the chance to miss that many fresh instances must be smaller than this
AT_ONCE = 0.05  # a run that takes a smaller share of its limits ends at once
LIKE = 1 / 2, 2  # a search is compared with those of between half and twice its size
POWER = 3  # the time and memory of a slow search may grow with this power of its size
NOISE = 2  # a search may need so many times what is expected,
START_NOISE = 1.5  # or so many times what the smallest search needs
Size = Callable[[str], int]


def may_know_answers(
    results: Iterable[Result], explained: Collection[str] = (), size: Size = lambda name: 0
) -> bool:
    """Whether most fixed instances of a group are right, and far more of its fresh ones wrong.

    `explained`: the names of checks that misconceptions explain. `size`: a function from a check's
    name to the size of its search, 0 if that isn't known.
    """
    fixed: dict[str, list[Result]] = {}
    fresh: dict[str, list[Result]] = {}
    for result in results:
        group, _, name = result.check.partition("/")
        if group != FRESH:
            fixed.setdefault(group, []).append(result)
        elif result.is_judged:
            fresh.setdefault(name.rpartition("-")[0], []).append(result)
    is_slow = any(result.verdict in CROSSED for known in fixed.values() for result in known)
    for group, drawn in fresh.items():
        known, missed = fixed.get(group, []), 0
        for result in drawn:
            if result.check not in explained and _is_missed(result, known, size, is_slow):
                missed += 1
        if 2 * missed > len(drawn) and _are_known(known, len(drawn), missed):
            return True
    return False


def _are_known(fixed: list[Result], drawn: int, missed: int) -> bool:
    """Whether enough fixed checks are right to make failed fresh checks suspicious.

    Either all are right, on at least KNOWN instances with some work; or so few are wrong that an
    honest program fails `missed` of the drawn ones with a probability below CHANCE.
    """
    right = [result for result in fixed if result.passed]
    if sum(map(_instances, right)) < KNOWN:
        return False
    wrong = len(fixed) - len(right)
    is_small = wrong <= FEW * len(fixed)
    return not wrong or is_small and _chance(len(fixed), wrong, drawn, missed) < CHANCE


def _chance(fixed: int, wrong: int, drawn: int, missed: int) -> float:
    """The probability that at least `missed` of all the wrong checks are among the drawn ones.

    This is Fisher's exact test ("On the interpretation of chi-squared from contingency tables, and
    the calculation of P", 1922).

    >>> _chance(fixed=3, wrong=0, drawn=1, missed=1)
    0.25
    """
    everything, all_wrong, ways = fixed + drawn, wrong + missed, 0
    for number in range(missed, min(drawn, all_wrong) + 1):
        ways += comb(all_wrong, number) * comb(everything - all_wrong, drawn - number)
    return ways / comb(everything, drawn)


def _instances(result: Result) -> int:
    """The number of instances that an output names; 1 for over two lines without names."""
    output = result.printed.decode("utf-8", "surrogateescape")
    names = set(re.findall(r"^([a-z][\w-]*)[:,]", output, re.MULTILINE))
    return len(names) or int(output.count("\n") > 2)


def _is_missed(result: Result, fixed: list[Result], size: Size, is_slow: bool) -> bool:
    """Whether a fresh check is wrong, or ran into a limit that fixed checks make unlikely."""
    if result.passed or any(flag.kind == "varies" for flag in result.flags):
        return False
    if result.verdict in CROSSED:
        return not _is_expected(result, fixed, size, is_slow)
    return True


def _is_expected(result: Result, fixed: list[Result], size: Size, is_slow: bool) -> bool:
    """Whether the fixed checks let one expect that a check crosses its limit.

    Without sizes one may expect it if any of these took more than a tiny part of its limits, or if
    the submission `is_slow`: it crosses a limit in a fixed check of any group.
    """
    own = size(result.check)
    shares = [(number, _share(check, result)) for check in fixed if (number := size(check.check))]
    if not own or len(shares) < KNOWN:
        return is_slow or not all(map(_ended_at_once, fixed))
    start = min(share for _, share in shares)
    like = [
        (share - start) * max(1, own / number) ** POWER
        for number, share in shares
        if LIKE[0] * own <= number <= LIKE[1] * own
    ]
    return not like or START_NOISE * start + NOISE * median(like) >= 1


def _share(check: Result, crossed: Result) -> float:
    """The share that a check used of the limit that another check crossed."""
    run, limits = check.run, check.asked.limits
    if not run:
        return 0
    if crossed.verdict == "memory_limit":
        return run.memory_mib / limits.memory_mib
    if crossed.run and crossed.run.ended == "wall":
        return run.wall_s / limits.wall_s
    return run.cpu_s / limits.cpu_s


def _ended_at_once(result: Result) -> bool:
    """Whether a run used only a tiny part of its limits of time and memory."""
    run, limits = result.run, result.asked.limits
    return (
        run is not None
        and run.cpu_s < AT_ONCE * limits.cpu_s
        and run.memory_mib < AT_ONCE * limits.memory_mib
    )
