"""Chooses pairs of ways that may explain results together, by the effects of each alone; pure.

In a check where one way changes nothing, the other should predict the output. Only where both
change something may their combined output differ from both.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, Rules, disagrees
from grader.diagnose.variants import Prediction
from grader.diagnose.ways import Way


NOTHING, ENOUGH, SOMETHING = range(3)  # how much of a check a way changes


@dataclass(frozen=True)
class Pair:
    """Two ways; the pair is likely if the effects of each alone do not contradict it."""

    one: Way
    other: Way
    is_likely: bool


def likely(alone: dict[Way, Model], base: Model, wrong: Case, rules: Rules) -> list[Pair]:
    """The pairs of ways that may together explain the failures of a base, the likeliest first.

    `alone` holds the variant of the base with each way.
    """
    effects = {
        way: [_effect(edited, base, observation, rules) for observation in wrong]
        for way, edited in alone.items()
    }
    scores = {
        way: _likeness(edited.predicted(wrong[0].check), wrong[0]) for way, edited in alone.items()
    }
    ranks = {
        (one, other): (
            sum(map(_may_explain, effects[one], effects[other])),
            scores[one] + scores[other],
        )
        for one, other in combinations(alone, 2)
        if one.misconception is not other.misconception
    }
    in_order = sorted(ranks, key=lambda pair: ranks[pair], reverse=True)
    return [Pair(*pair, is_likely=ranks[pair][0] == len(wrong)) for pair in in_order]


def _effect(edited: Model, base: Model, observation: Observation, rules: Rules) -> int:
    """The effect of a variant's edits on a check: NOTHING, ENOUGH to explain it, or SOMETHING."""
    if edited.predicted(observation.check) == base.predicted(observation.check):
        return NOTHING
    return SOMETHING if disagrees(rules, edited, observation) else ENOUGH


def _may_explain(one: int, other: int) -> bool:
    """Whether two ways with these effects in a check may explain it together.

    >>> _may_explain(NOTHING, ENOUGH), _may_explain(NOTHING, SOMETHING)
    (True, False)
    """
    return (other if one == NOTHING else one if other == NOTHING else ENOUGH) == ENOUGH


def _likeness(prediction: Prediction | None, observation: Observation) -> float:
    """The share of lines that a prediction and an observation have in common."""
    predicted, actual = Counter(prediction.lines if prediction else ()), Counter(observation.lines)
    return 2 * (predicted & actual).total() / max(1, predicted.total() + actual.total())
