"""What a search finds."""

from typing import NamedTuple


class Solution(NamedTuple):
    """A shortest solution, and what finding it took, all depth-first searches together.

    moves: the ways that the blank moves; expanded: the nodes whose successors were looked at; generated:
    those successors.
    """

    moves: list
    expanded: int
    generated: int
