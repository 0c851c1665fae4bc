"""What `funny_puzzle` does otherwise than the engine: states in files, fresh ones by moves."""

import re
from random import Random

from grader.assignment.hooks import Hooks
from grader.assignments import sliding
from grader.records import Arguments, Check, Picture


STEPS = (4, 8)  # moves from a fixed state to one that may serve
# how far from a fixed instance: in lines, and by what factors in its queue
LINES, LEAST, MOST = 2, 0.5, 1.5


class FunnyPuzzle(Hooks):
    """An instance is a state, the only argument."""

    def read(self, name: str) -> Arguments:
        """The state in the file of that name.

        >>> FunnyPuzzle().read("funny00-1")
        ([1, 2, 3, 4, 5, 6, 7, 0, 0],)
        """
        return (sliding.state(name),)

    def names(self, pattern: str) -> list[str]:
        """The names of the files that a pattern matches."""
        return sliding.names(pattern)

    def files(self, name: str) -> dict[str, bytes]:
        """The file that the instance of that name is in, or would be in."""
        return sliding.files(name)

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """The state that a line begins with."""
        return sliding.picture(line, column)

    def is_search(self, function: str) -> bool:
        """Whether a function is called as one that searches."""
        return bool(sliding.SEARCH.search(function))

    def fresh(self, chance: Random, check: Check) -> Arguments | None:
        """A state some random moves away from that of a check."""
        from grader.assignments import drawing  # which students' copies have not

        return (drawing.walk(chance, 3, check.arguments[0], chance.randint(*STEPS)),)

    def is_alike(self, transcript: bytes, fixed: bytes) -> bool:
        """Whether a transcript is about as long as another, and so is the queue that it ends with.

        >>> FunnyPuzzle().is_alike(b"[1]\\nQueue: 700", b"[1]\\nQueue: 384")
        False
        """
        (lines, longest), (fixed_lines, fixed_longest) = map(_difficulty, (transcript, fixed))
        near = abs(lines - fixed_lines) <= LINES
        return near and LEAST * fixed_longest <= longest <= MOST * fixed_longest


def _difficulty(transcript: bytes) -> tuple[int, int]:
    """(The number of lines, the number that the last one ends with after a colon, else 0)."""
    lines = transcript.strip().split(b"\n")
    number = re.search(rb": ([0-9]+)\Z", lines[-1])
    return len(lines), int(number[1]) if number else 0


HOOKS = FunnyPuzzle()
