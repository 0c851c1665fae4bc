"""The hooks of `funny_puzzle`: it reads states from files, and makes fresh ones by random moves."""

import re
from random import Random

from grader.assignment.hooks import Fresh, Hooks
from grader.assignments import sliding
from grader.records.checks import Arguments, Check


STEPS = (4, 8)  # a fresh start is so many moves away from a fixed one
# How far a fresh instance may be from a fixed one: in printed lines, and by factors of the queue's
# length.
LINES, LEAST, MOST = 2, 0.5, 1.5


def _walked(chance: Random, check: Check) -> Arguments:
    """A state some random moves away from the state of a fixed check."""
    from grader.assignments import drawing  # students' copies have no such module

    return (drawing.walk(chance, 3, check.arguments[0], chance.randint(*STEPS)),)


def _is_alike(transcript: bytes, fixed: bytes) -> bool:
    """Whether two transcripts have about equally many lines and similar numbers at their ends.

    >>> _is_alike(b"[1]\\nQueue: 700", b"[1]\\nQueue: 384")
    False
    """
    (lines, longest), (fixed_lines, fixed_longest) = map(_difficulty, (transcript, fixed))
    near = abs(lines - fixed_lines) <= LINES
    return near and LEAST * fixed_longest <= longest <= MOST * fixed_longest


def _difficulty(transcript: bytes) -> tuple[int, int]:
    """(The number of lines, the number after the last line's colon or 0)."""
    lines = transcript.strip().split(b"\n")
    number = re.search(rb": ([0-9]+)\Z", lines[-1])
    return len(lines), int(number[1]) if number else 0


class FunnyPuzzle(Hooks):
    """The hooks for instances that are a state, the function's only argument."""

    instances = sliding.States()
    fresh = Fresh(_walked, _is_alike)
    picture = staticmethod(sliding.picture)


HOOKS = FunnyPuzzle()
