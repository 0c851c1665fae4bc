"""Misconceptions: the known mistakes that an assignment lists in its `misconceptions.py`.

A misconception predicts the output of a program with the mistake: it is the output of the reference
after a few edits of its source. So a table has only the edits and the words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.assignment.hooks import Lines
from grader.records.causes import FileEdits, Mistake
from grader.records.results import NOT_REPEATED
from grader.records.results import PRINTED_AT_IMPORT as AT_IMPORT


Pairs = Sequence[tuple[str, str]]  # pairs of (old text, new text) in a source
Edits = Pairs | Mapping[str, Pairs]


def by_file(edits: Edits) -> FileEdits:
    """{file: pairs} of edits; those of the first file are under "" if they name no file.

    >>> by_file((("a", "b"),))
    {'': (('a', 'b'),)}
    """
    if not isinstance(edits, Mapping):
        edits = {"": edits}
    return {file: tuple(pairs) for file, pairs in edits.items()}


def instead(old: str, *texts: str) -> list[tuple[tuple[str, str], ...]]:
    """For each of these texts, the edits that put it in the place of `old`.

    >>> instead("1", "2", "3")
    [(('1', '2'),), (('1', '3'),)]
    """
    return [((old, text),) for text in texts]


def equal(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same lines."""
    return predicted == actual


@dataclass(frozen=True)
class InCommon:
    """Whether two outputs are alike: whether they have in common what a function makes of them.

    The function is one of the assignment's ALIKE, which handouts have, too.
    """

    of: Callable[[Lines], Lines]

    def __call__(self, predicted: Lines, actual: Lines) -> bool:
        return self.of(predicted) == self.of(actual)


@dataclass(frozen=True)
class Misconception:
    """A known mistake: the edits that make it, and how it shows in a program's output.

    `edits` are pairs (old, new) of texts in the reference, or {file: pairs} where there are several
    files; `also` holds other such edits, less usual, of the same mistake. The word FOUND in an edit
    stands for what the group of `pattern` matches in the first failing output that it matches.
    `like(predicted, actual)` says whether lines are as predicted. Fewer failing checks than `least`
    could have any other cause: it is named only as another's rival. An `endless` mistake ends no
    search, and is considered only where a check was not over in time. A `slow` one prints nothing
    wrong: its CPU times show it. Results of a `kind`, that of a Result, have no other cause;
    other mistakes are not tried on them.
    Where it raises an exception, the message of the program's must match `raised`.
    One `at_goal` is whatever goes wrong where nothing is searched for, as the start is the goal.
    """

    name: str
    rationale: str  # a statement for the instructor
    help: str  # a question for the student
    edits: Edits = ()
    also: Sequence[Edits] = ()
    pattern: str = ""
    like: Callable = equal
    endless: bool = False
    slow: bool = False
    kind: str = ""
    at_goal: bool = False
    least: int = 1
    raised: str = ""

    @property
    def mistake(self) -> Mistake:
        """Its words."""
        return Mistake(self.name, self.rationale, self.help)

    @property
    def ways(self) -> list[Edits]:
        """The main edits, followed by the less usual ones."""
        return [self.edits, *self.also]


# ---- What is known in whatever assignment ----

START_AT_GOAL = Misconception(
    "start_at_goal",
    "Where the start is the goal, something goes wrong that goes wrong nowhere else.",
    "What does the program do, step by step, if the start is the goal?",
    at_goal=True,
)
PRINTED_AT_IMPORT = Misconception(
    "tests_at_module_level",
    "Each import of the program prints something: there may be tests outside all functions.",
    "Which lines are outside every function, and what do they do when the program is imported?",
    kind=AT_IMPORT,
)
STATE_KEPT = Misconception(
    "state_kept_between_calls",
    "Something outlives a call, such as a set of visited states outside the function or a default "
    "value that is a list, so that the next call does something else.",
    "Which of your variables are made when the program is imported, and which at each call?",
    kind=NOT_REPEATED,
)
