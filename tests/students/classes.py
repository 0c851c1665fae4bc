"""A class of simulated students, and how rightly the mistakes of each are named."""

import itertools
import random
import re
from dataclasses import dataclass
from pathlib import Path

from grader.assignment.edits import edited
from grader.assignments.funny_puzzle.rules import Searches
from grader.diagnose import diagnose
from grader.diagnose.variants import predicted_in
from grader.diagnose.ways import filled
from grader.records.submissions import SubmissionResults
from tests.documents import ASSIGNMENT
from tests.mistakes import FEW, KNOWN, SOURCE, predicted, records_of
from tests.students.edits import EDITS, GROUPS
from tests.students.slips import with_slip


STYLES = {
    style: Path(__file__).with_name(f"{style}.py").read_text(encoding="utf-8") for style in EDITS
}

PIECES = {piece.name: piece.has for piece in Searches.pieces}
MOST_POPS = 1000
CHECKS = [
    check for check in FEW if check.function and predicted(SOURCE, check).pops <= MOST_POPS // 10
]


@dataclass(frozen=True)
class Student:
    """A program with mistakes; `without_slip` is its source before the slip, if it has one."""

    style: str
    mistakes: tuple[str, ...]
    source: str
    without_slip: str

    @property
    def has_slip(self):
        """Whether a slip of typing was made."""
        return self.source != self.without_slip


@dataclass(frozen=True)
class Outcome:
    """What a diagnosis says of a student: `verdict` is full, part, nothing or wrong."""

    student: Student
    verdict: str
    named: tuple[str, ...]
    shown: tuple[str, ...]
    is_partly_untouched: bool


def students(seed, count):
    """So many students in an order that the seed decides; every second one has a slip."""
    chance = random.Random(seed)
    return [_student(chance, bool(number % 2)) for number in range(count)]


def _student(chance, has_slip):
    """A student with 1 to 3 mistakes of different groups that fit together."""
    while True:
        style = chance.choice(list(STYLES))
        groups = chance.sample(list(GROUPS), chance.randint(1, 3))
        mistakes = tuple(chance.choice(GROUPS[group]) for group in groups)
        if (source := _with(style, mistakes)) is not None:
            break
    slipped = source
    while has_slip and (_outputs(slipped) == _outputs(source) or _is_endless(slipped)):
        slipped = with_slip(source, chance)
    return Student(style, mistakes, slipped, source)


def _with(style, mistakes):
    """The program of a style with these mistakes; None if their edits exclude each other."""
    for order in itertools.permutations(mistakes):
        try:
            return edited(STYLES[style], [edit for name in order for edit in EDITS[style][name]])
        except ValueError:
            continue
    return None


def _outputs(source, checks=CHECKS, piece=""):
    """The lines that a program prints in each check, or those of a piece, and how that ends."""
    has = PIECES.get(piece, bool)
    ends = [predicted_in(source, check, MOST_POPS) for check in checks]
    return [([*filter(has, prediction.lines)], prediction.ended) for prediction in ends]


def _is_endless(source):
    """Whether a program pops far too often in a check; such programs take too long to grade."""
    return any(ended == "endless" for _, ended in _outputs(source))


def _is_partly_untouched(student):
    """Whether a part of the output that shows a mistake is the same as without the slip.

    The parts are print_succ's lines, and each piece of solve's, with how each check ends.
    """
    sources = student.source, student.without_slip, SOURCE
    parts = ("print_succ", ""), *(("solve", piece) for piece in PIECES)
    return any(
        own == without != right
        for function, piece in parts
        for checks in [[check for check in CHECKS if check.function == function]]
        for own, without, right in [[_outputs(source, checks, piece) for source in sources]]
    )


def _shown(student):
    """The mistakes without which the program, but for its slip, would print something else."""
    outputs = _outputs(student.without_slip)
    fewer = {
        name: _with(student.style, [other for other in student.mistakes if other != name])
        for name in student.mistakes
    }
    return tuple(name for name, source in fewer.items() if _outputs(source) != outputs)


def _predicts(causes, source):
    """Whether the reference with these mistakes prints what they explain."""
    explained = {name for cause in causes for name in cause.checks}
    return all(
        _predicts_in(check, [cause for cause in causes if check.name in cause.checks], source)
        for check in CHECKS
        if check.name in explained
    )


def _predicts_in(check, causes, source):
    """Whether the reference with mistakes, in some way of each, prints what a program does.

    If they explain a check in part, that is a piece that is wrong. What starts at the goal is
    explained by nothing in particular.
    """
    known = [KNOWN[cause.name] for cause in causes]
    if any(mistake.at_goal for mistake in known):
        return True
    pieces = PIECES if any(check.name in cause.partly for cause in causes) else [""]
    own, right = (
        {piece: _outputs(text, [check], piece) for piece in pieces} for text in (source, SOURCE)
    )
    text = predicted_in(source, check, MOST_POPS).text
    for ways in itertools.product(*(_filled(mistake, text) for mistake in known)):
        try:
            variant = edited(SOURCE, [edit for way in ways for edit in way])
        except ValueError:
            continue
        if any(_outputs(variant, [check], piece) == own[piece] != right[piece] for piece in pieces):
            return True
    return False


def _filled(mistake, text):
    """The ways of a mistake, with what its pattern finds in a text."""
    match = mistake.pattern and re.search(mistake.pattern, text)
    return [filled(way, match[1]) if match else way for way in mistake.ways]


def outcome(student):
    """The Outcome of grading and diagnosing a student's program."""
    results = SubmissionResults("", "", results=tuple(records_of(student.source, CHECKS)))
    causes = diagnose.explained(results, ASSIGNMENT).misconceptions
    named = tuple(cause.name for cause in causes)
    shown = _shown(student)
    failing = {result.check for result in results.results if not result.passed}
    return Outcome(
        student,
        _verdict(student, causes, shown, failing),
        named,
        shown,
        student.has_slip and _is_partly_untouched(student),
    )


def _verdict(student, causes, shown, failing):
    """How rightly the causes name the mistakes that show.

    Other mistakes that print the same in the failing checks that they explain are as right.
    """
    options = [{cause.name, *(rival.name for rival in cause.rivals)} for cause in causes]
    if not causes:
        return "full" if not shown and not student.has_slip else "nothing"
    if all(names & {*student.mistakes} for names in options):
        return "full" if all(any(name in names for names in options) for name in shown) else "part"
    if not _predicts(causes, student.source):
        return "wrong"
    explained = {name for cause in causes for name in cause.checks}
    return "full" if failing <= explained else "part"


def share(outcomes, verdicts):
    """The percentage of outcomes that have one of the verdicts."""
    return 100 * sum(result.verdict in verdicts for result in outcomes) / max(1, len(outcomes))


def known_and_untouched(outcomes):
    """Those without a slip, and those with one that leaves a part of the output as it was."""
    known = [result for result in outcomes if not result.student.has_slip]
    return known, [result for result in outcomes if result.is_partly_untouched]


def accused():
    """The styles whose right programs are named a cause or fail a check."""
    found = []
    for style, source in STYLES.items():
        results = SubmissionResults("", "", results=tuple(records_of(source, CHECKS)))
        explained = diagnose.explained(results, ASSIGNMENT)
        if explained.misconceptions or not all(result.passed for result in results.results):
            found.append(style)
    return found
