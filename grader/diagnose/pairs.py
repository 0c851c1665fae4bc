"""Chooses pairs of ways that may explain results together, by the effects of each alone; pure.

In a check where one way changes nothing, the other should predict the output. Only where both
change something may their combined output differ from both.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from grader.assignment.hooks import Lines
from grader.diagnose.explanation import differ
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, Rules, disagrees
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
    scores: dict[Way, tuple[float, float]] = {}
    for way, edited in alone.items():
        if edited.work.is_over:
            return []
        effects[way] = [_effect(edited, base, one, rules) for one in wrong]
        scores[way] = _score(edited, wrong)
    ranked = []
    for one, other in combinations(alone, 2):
        if one.misconception is not other.misconception:
            explained = sum(map(_may_explain, effects[one], effects[other]))
            score = tuple(map(sum, zip(scores[one], scores[other])))
            ranked.append((explained, score, one, other))
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


def _score(edited: Model, wrong: Case) -> tuple[float, float]:
    """How many lines and, where that says nothing, words of wrong outputs a variant predicts."""
    by_line = by_word = 0.0
    for observation in wrong:
        prediction, lines = edited.predicted(observation.check), observation.lines
        predicted = prediction.lines if prediction else ()
        by_line += _likeness(predicted, lines)
        by_word += _likeness(_words(predicted), _words(lines))
    return by_line, by_word


@lru_cache(maxsize=50)
def _words(lines: Lines) -> list[str]:
    """The words of an output, remembered as each is compared with many predictions."""
    return " ".join(lines).split()


def _likeness(predicted: Sequence[str], actual: Sequence[str]) -> float:
    """The share of lines or words that two outputs have in common.

    >>> _likeness(["a", "b"], ["b", "c"])
    0.5
    """
    if predicted == actual:
        return 1
    common = Counter(predicted) & Counter(actual)
    return 2 * common.total() / (len(predicted) + len(actual))
