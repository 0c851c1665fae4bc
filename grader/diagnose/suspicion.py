"""Whether a submission may know answers: only the instances that all know are right; pure."""

import re
from collections.abc import Iterable

from grader.records import FRESH, Result


KNOWN = 3  # fixed instances that must be right for that to be said
AT_ONCE = 0.05  # the share of its limits that a run takes which ends at once


def may_know_answers(results: Iterable[Result]) -> bool:
    """Whether all fixed instances of a group are right, and most of its fresh ones wrong."""
    fixed: dict[str, list[Result]] = {}
    fresh: dict[str, list[Result]] = {}
    for result in results:
        group, _, name = result.check.partition("/")
        if group != FRESH:
            fixed.setdefault(group, []).append(result)
        elif result.verdict != "skipped":
            fresh.setdefault(name.rpartition("-")[0], []).append(result)
    return any(
        _are_known(fixed.get(group, []))
        and 2 * sum(_is_missed(result, fixed[group]) for result in drawn) > len(drawn)
        for group, drawn in fresh.items()
    )


def _are_known(fixed: list[Result]) -> bool:
    """Whether all checks of a group are right, on at least KNOWN instances with some work."""
    return all(result.passed for result in fixed) and sum(map(_instances, fixed)) >= KNOWN


def _instances(result: Result) -> int:
    """How many instances an output is about: the names in its lines, or 1 for a few lines."""
    output = result.run.stdout.decode("utf-8", "surrogateescape") if result.run else ""
    names = set(re.findall(r"^([a-z][\w-]*)[:,]", output, re.MULTILINE))
    return len(names) or int(output.count("\n") > 2)


def _is_missed(result: Result, fixed: list[Result]) -> bool:
    """Whether a fresh check is wrong, or never ends although the fixed ones ended at once."""
    if result.flags:
        return False
    if result.verdict in ("time_limit", "memory_limit"):
        return all(_ended_at_once(result) for result in fixed)
    return result.verdict in ("wrong_answer", "runtime_error", "output_limit")


def _ended_at_once(result: Result) -> bool:
    """Whether a run took hardly any of its time and memory."""
    run, limits = result.run, result.limits
    return (
        run is not None
        and run.cpu_s < AT_ONCE * limits.cpu_s
        and run.memory_mib < AT_ONCE * limits.memory_mib
    )
