"""The rules by which results of `funny_puzzle` are explained; pure.

A program that prints nothing may do nothing or miss the goal: its CPU time shows which. Where
nothing explains all that is printed, the lines with states and the others are explained separately.
"""

import re

from grader.assignment.misconceptions import Misconception
from grader.diagnose.models import Model
from grader.diagnose.rules import POPS, Case, Piece, Rules, failing_ones, pops

from .misconceptions_of_printing import GOAL_NEVER_MET, NOTHING_PRINTED


# Only programs that pop all 181,440 states take so many times as long as a start.
ALL_STATES = 10
DIGITS = re.compile("[0-9]")
TILES = 9  # a line with so many digits or more shows a state


def has_state(line: str) -> bool:
    """Whether a line shows a state, in whatever brackets.

    >>> has_state("(1, 2, 3, 4, 5, 6, 7, 0, 0) h=0"), has_state("Max queue length: 163")
    (True, False)
    """
    return len(DIGITS.findall(line)) >= TILES


class Searches(Rules):
    """The usual rules; CPU time shows if a program that prints nothing has popped all states."""

    pieces = (
        Piece("the lines with states", has_state),
        Piece("the lines without a state", lambda line: not has_state(line)),
    )

    def explains(
        self, misconception: Misconception, variant: Model, case: Case, most: int = POPS
    ) -> bool:
        """Whether a variant predicts the failing checks of a case, and contradicts no other.

        A search that never finds the goal takes far longer than a program that only prints nothing.
        """
        if misconception.name == GOAL_NEVER_MET:
            ended = [observation for observation in case if not observation.is_late]
            is_explained = super().explains(misconception, variant, ended, most)
            return is_explained and _pops_all(variant, case)
        if misconception.name == NOTHING_PRINTED and _pops_all(variant, case):
            return False
        return super().explains(misconception, variant, case, most)


def _pops_all(variant: Model, case: Case) -> bool:
    """Whether failing checks that start at the goal took as long as a search of all states."""
    at_goal = [one for one in failing_ones(case) if pops(variant.right, one.check) == 1]
    return bool(at_goal) and all(one.starts >= ALL_STATES for one in at_goal)


RULES = Searches()
