"""Which checks are enough to tell wrong programs from the right one and from each other; pure."""

from itertools import combinations

SPREAD = 3  # checks of each group, where no predictions tell which are worth most
CHEAP_S = 0.05  # CPU seconds of a check that is cheap


def selected(checks, predicted, cost_s):
    """The names of checks that are enough for wrong programs, with those that they need.

    `predicted`: {misconception: {name: what it is predicted to print}}, {} if nothing is known; `cost_s`: {name:
    CPU seconds of the model solution}. The choice is the greedy one of a set cover (Johnson 1974): again and again
    the check that tells most pairs apart for its cost, until no check tells another pair.
    """
    found = covering(checks, predicted, cost_s) if predicted else spread(checks, cost_s)
    return with_needed(checks, found | {check.name for check in checks if not check.function})


def covering(checks, predicted, cost_s):
    """The names of the checks that together tell every pair of predictions that any check tells."""
    left = {check.name: pairs(check.name, predicted) for check in checks}
    found = set()
    while any(left.values()):
        best = max(left, key=lambda name: (len(left[name]) / (0.02 + cost_s.get(name, 0)), name))
        found.add(best)
        told = left[best]
        left = {name: others - told for name, others in left.items()}
    return found


def pairs(name, predicted):
    """The pairs of misconceptions, None being the model's, that a check tells apart."""
    known = [(each, outputs[name]) for each, outputs in predicted.items() if name in outputs]
    return {(one, other) for (one, a), (other, b) in combinations(known, 2) if a != b}


def spread(checks, cost_s):
    """The names of a few checks of each group, evenly spread among the cheap ones."""
    found = set()
    for names in groups(checks):
        cheap = [name for name in names if cost_s.get(name, 0) <= CHEAP_S]
        found |= {cheap[len(cheap) * number // SPREAD] for number in range(SPREAD) if cheap}
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


def slowest(checks, cost_s):
    """The name of the slowest check of each group."""
    return {max(names, key=lambda name: cost_s.get(name, 0)) for names in groups(checks)}


def brief(checks, names):
    """The names of the first selected check of each function, with those that they need."""
    firsts = {}
    for check in checks:
        if check.name in names:
            firsts.setdefault((check.module, check.function), check.name)
    return with_needed(checks, set(firsts.values()))
