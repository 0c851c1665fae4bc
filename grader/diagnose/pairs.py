"""Chooses pairs of ways that may explain results together, by the effects of each alone; pure.

In a check where one way changes nothing, the other should predict the output. Only where both
change something may their combined output differ from both.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from grader.diagnose.explanation import differ
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, Rules, disagrees
from grader.diagnose.variants import Prediction
from grader.diagnose.ways import Way


NOTHING, ENOUGH, SOMETHING = range(3)  # how much of a check a way changes


class Pair(NamedTuple):
    """Two ways; the pair is likely if the effects of each alone do not contradict it."""

    one: Way
    other: Way
    is_likely: bool


def likely(
    alone: Mapping[Way, Model],
    base: Model,
    wrong: Case,
    rules: Rules,
) -> list[Pair]:
    """The pairs of ways that may together explain the failures of a base, the likeliest first.

    `alone` holds the variant of the base with each way. There are no pairs once the work is over.
    """
    effects: dict[Way, list[int]] = {}
    scores = {}
    for way, edited in alone.items():
        if edited.work.is_over:
            return []
        effects[way] = [_effect(edited, base, one, rules) for one in wrong]
        scores[way] = sum(_likeness(edited.predicted(one.check), one) for one in wrong)
    ranked = []
    for one, other in combinations(alone, 2):
        if one.misconception is not other.misconception:
            explained = sum(map(_may_explain, effects[one], effects[other]))
            ranked.append((explained, scores[one] + scores[other], one, other))
    pairs = []
    for explained, _, one, other in sorted(ranked, key=itemgetter(0, 1), reverse=True):
        pairs.append(Pair(one, other, explained == len(wrong)))
    return pairs


def _effect(edited: Model, base: Model, observation: Observation, rules: Rules) -> int:
    """The effect of a variant's edits on a check: NOTHING, ENOUGH to explain it, or SOMETHING."""
    if not differ(edited, base, observation.check):
        return NOTHING
    if disagrees(rules, edited, observation):
        return SOMETHING
    return ENOUGH


def _may_explain(one: int, other: int) -> bool:
    """Whether two ways with these effects in a check may explain it together.

    >>> _may_explain(NOTHING, ENOUGH), _may_explain(NOTHING, SOMETHING)
    (True, False)
    """
    return NOTHING not in (one, other) or ENOUGH in (one, other)


def _likeness(prediction: Prediction | None, observation: Observation) -> float:
    """The share of lines that a prediction and an observation have in common."""
    actual, predicted = Counter(observation.lines), Counter[str]()
    if prediction:
        predicted.update(prediction.lines)
    if predicted == actual:
        return 1
    return 2 * (predicted & actual).total() / (predicted.total() + actual.total())
