"""Chooses checks that tell wrong programs from the right one and from one another; pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from grader.assignment.plan import with_needed
from grader.ground.grouping import grouped
from grader.records.checks import Check


# CPU seconds of the model; a right program may be ten times slower.
MOST_S = 0.07
SPREAD = 3  # the checks of a large group if no predictions rank them
CHEAP = 2  # a check of at most this cost is cheap

# {misconception: {check: its predicted output}}; None stands for the model
Outputs = Mapping[str | None, Mapping[str, Any]]
Pair = tuple[str | None, str | None]  # two misconceptions; None stands for the model
Costs = Mapping[str, float]  # {check: its cost}


def selected(
    checks: Sequence[Check],
    predicted: Outputs,
    costs: Costs,
    mistakes: Collection[str] = (),
) -> set[str]:
    """The names of checks that are enough for wrong programs, and of the checks that these need.

    `predicted` is empty if nothing is known. If `mistakes` are given, it is enough to tell these
    from all others. The choice is a greedy set cover (Johnson 1974): it takes the check that tells
    the most pairs of programs apart for its cost, again and again, until every pair is told apart
    that any check tells apart.
    """
    imports = {check.name for check in checks if not check.function}
    if not predicted:
        return with_needed(checks, _spread(checks, costs) | imports)
    firsts = mistakes or predicted
    pairs = {check.name: _pairs(check.name, firsts, predicted) for check in checks}
    return with_needed(checks, _covering(pairs, costs) | imports)


def cheap(names: Collection[str], costs: Costs) -> set[str]:
    """The names of the checks among these that cost little."""
    return {name for name in names if costs.get(name, 0) <= CHEAP}


def _covering(pairs: Mapping[str, set[Pair]], costs: Costs) -> set[str]:
    """The names of checks that together tell apart every pair of predictions that any check does.

    `pairs` is {name of a check: the pairs that it tells apart}.
    """
    left = dict(pairs)
    names = set()
    while any(left.values()):
        best = max(left, key=lambda name: (len(left[name]) / (1 + costs.get(name, 0)), name))
        names.add(best)
        covered = left.pop(best)
        left = {name: pairs - covered for name, pairs in left.items()}
    return names


def _pairs(name: str, firsts: Iterable[str | None], predicted: Outputs) -> set[Pair]:
    """The pairs of predictions that a check tells apart, with one of these first."""
    outputs = {mistake: own[name] for mistake, own in predicted.items() if name in own}
    return {
        (one, other)
        for one in firsts
        for other in outputs
        if one in outputs and outputs[one] != outputs[other]
    }


def _spread(checks: Sequence[Check], costs: Costs) -> set[str]:
    """The names of a few checks of each group, evenly spread among the cheap ones."""
    spread = set()
    for own in grouped(checks, lambda check: check.group).values():
        cheap_names = cheap([check.name for check in own], costs)
        names = [check.name for check in own if check.name in cheap_names]
        count = min(SPREAD, 1 + len(names) // 4, len(names))
        spread |= {names[len(names) * number // count] for number in range(count)}
    return spread


def slowest(checks: Sequence[Check], cpu_s: Mapping[str, float]) -> set[str]:
    """The name of the check that takes the model longest, within MOST_S if any does, and of those
    that it needs.
    """
    longest = max(checks, key=lambda check: (cpu_s[check.name] <= MOST_S, cpu_s[check.name]))
    return with_needed(checks, {longest.name})


def brief(checks: Sequence[Check], names: Collection[str]) -> set[str]:
    """The names of the first two checks and the last one of each function, and of those that they
    need.
    """
    run = [check for check in checks if check.name in names]
    functions = grouped(run, lambda check: (check.module, check.function)).values()
    chosen = (check.name for own in functions for check in (*own[:2], own[-1]))
    return with_needed(checks, chosen)
