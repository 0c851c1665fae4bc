"""The result of a search."""

from typing import NamedTuple


class Solution(NamedTuple):
    """A shortest solution, and what it took, all depth-first searches together.

    moves      the ways that the blank moves
    expanded   the nodes whose successors were looked at
    generated  those successors
    """

    moves: list[str]
    expanded: int
    generated: int
