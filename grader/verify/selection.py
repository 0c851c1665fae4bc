"""Which checks are enough to tell wrong programs from the right one and from each other; pure."""

from itertools import combinations


# CPU seconds of the model: a right program that is ten times slower makes seconds of that
MOST_S = 0.07
SPREAD = 3  # checks of a large group, where no predictions tell which are worth most
CHEAP = 2  # the cost up to which a check is cheap


def selected(checks, predicted, cost):
    """The names of checks that are enough for wrong programs, with those that they need.

    `predicted`: {misconception: {name: what it is predicted to print}}, {} if nothing is known; `cost`: {name:
    a number}. The choice is the greedy one of a set cover (Johnson 1974): again and again the check that tells
    most pairs apart for its cost, until each pair is told that any check tells.
    """
    found = covering(checks, predicted, cost) if predicted else spread(checks, cost)
    return with_needed(checks, found | {check.name for check in checks if not check.function})


def covering(checks, predicted, cost):
    """The names of the checks that together tell every pair of predictions that any check tells."""
    left = {check.name: pairs(check.name, predicted) for check in checks}
    found = set()
    while any(left.values()):
        best = max(left, key=lambda name: (len(left[name]) / (1 + cost.get(name, 0)), name))
        found.add(best)
        told = left.pop(best)
        left = {name: others - told for name, others in left.items()}
    return found


def pairs(name, predicted):
    """The pairs of misconceptions, None being the model's, that a check tells apart."""
    known = [(each, outputs[name]) for each, outputs in predicted.items() if name in outputs]
    return {(one, other) for (one, a), (other, b) in combinations(known, 2) if a != b}


def spread(checks, cost):
    """The names of a few checks of each group, evenly spread among the cheap ones."""
    found = set()
    for names in groups(checks):
        cheap = [name for name in names if cost.get(name, 0) <= CHEAP]
        count = min(SPREAD, 1 + len(cheap) // 4)
        found |= {cheap[len(cheap) * number // count] for number in range(count) if cheap}
    return found


def groups(checks):
    """The lists of the names of each group's checks."""
    found = {}
    for check in checks:
        found.setdefault(check.name.split("/")[0], []).append(check.name)
    return list(found.values())


def with_needed(checks, names):
    """The names, and those of the checks that they need."""
    names = set(names)
    for check in reversed(checks):
        names |= {check.needs} if check.name in names and check.needs else set()
    return names


def slowest(checks, cpu_s):
    """The names of the check that takes the model most of at most MOST_S, and of those that it needs."""
    return with_needed(
        checks,
        {max(checks, key=lambda check: (cpu_s[check.name] <= MOST_S, cpu_s[check.name])).name},
    )


def brief(checks, names):
    """The names of the first two and the last of the checks of each function, with those that they need."""
    found = {}
    for check in checks:
        if check.name in names:
            found.setdefault((check.module, check.function), []).append(check.name)
    return with_needed(checks, {name for each in found.values() for name in (*each[:2], each[-1])})
