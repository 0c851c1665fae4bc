"""A class of simulated students of npuzzle: right programs with mistakes of wrong ones, and slips.

The styles are right programs of the assignment. Their mistakes are those of its wrong programs,
which are edits of them.
"""

import json
import random
from collections import defaultdict
from functools import cache

from grader.assignment.edits import edited
from grader.diagnose import diagnose
from grader.diagnose.models import Model
from grader.judge.judge import judge
from grader.making import transcripts
from grader.records.submissions import SubmissionResults
from tests.golden import ROOT
from tests.mistakes import run_of
from tests.mistakes_npuzzle import ASSIGNMENT, KNOWN, REFERENCE
from tests.students.classes import Outcome, Student
from tests.students.slips import with_slip


PROGRAMS = ROOT / "grader/assignments/npuzzle/programs"
FILES = "board.py", "solver.py"
COSTLY = {"memory", "growth", "queue", "queue-nodes", "random-solution", "timetable", "command"}
CHECKS = [
    check
    for check in ASSIGNMENT.checks
    if check.name.split("/")[0] not in COSTLY
    and not check.name.endswith(("/3x3", "/4x4", "/mixed", "/large", "/larger", "/boards"))
]


def _edits():
    """{style: {mistake: {file: edits}}}, from the wrong programs that show one known mistake."""
    expectations = json.loads((PROGRAMS / "expectations.json").read_text(encoding="utf-8"))
    table = defaultdict(dict)
    for name, entry in json.loads((PROGRAMS / "wrong.json").read_text(encoding="utf-8")).items():
        names = expectations.get(f"wrong/{name}", {}).get("misconceptions", [name])
        if len(names) == 1 and names[0] in KNOWN and isinstance(entry["edits"], dict):
            table[entry["base"]][names[0]] = entry["edits"]
    return {style: edits for style, edits in table.items() if len(edits) > 1}


EDITS = _edits()


def students(seed, count):
    """So many students in an order that the seed decides; every second one has a slip."""
    chance = random.Random(seed)
    return [_student(chance, bool(number % 2)) for number in range(count)]


def _student(chance, has_slip):
    """A student with one mistake or two that fit together."""
    source = None
    while source is None:
        style = chance.choice(sorted(EDITS))
        mistakes = tuple(chance.sample(sorted(EDITS[style]), chance.randint(1, 2)))
        source = _with(style, mistakes)
    slipped = source
    while has_slip and _outputs(slipped) == _outputs(source):
        file = chance.randrange(len(FILES))
        texts = list(source)
        texts[file] = with_slip(texts[file], chance)
        slipped = tuple(texts)
    return Student(style, mistakes, slipped, source)


def _with(style, mistakes=()):
    """The files of a style with these mistakes; None if their edits exclude each other."""
    try:
        return tuple(_file(style, file, mistakes) for file in FILES)
    except ValueError:
        return None


def _file(style, file, mistakes):
    """The text of a file of a style with the edits of these mistakes."""
    edits = [edit for name in mistakes for edit in EDITS[style][name].get(file, ())]
    pairs = [(_text(old), _text(new)) for old, new in edits]
    return edited((PROGRAMS / style / file).read_text(encoding="utf-8"), pairs)


def _text(lines):
    """The text of an edit, which may be a list of lines."""
    return lines if isinstance(lines, str) else "\n".join(lines)


@cache
def _outputs(source):
    """What a program prints in each check, and how that ends."""
    model = _model(source)
    return tuple((it.text, it.ended) for it in map(model.output, CHECKS))


def _model(source):
    """A program as if it were a variant of the reference."""
    return Model(tuple(zip(FILES, source)), REFERENCE)


@cache
def _expected():
    """{name of a check: its transcript}."""
    return transcripts.expected(ASSIGNMENT, CHECKS)


def _graded(source):
    """The results of a program, whose output is predicted instead of run."""
    model = _model(source)
    records = [
        judge(check, run_of(model.output(check), check), _expected()[check.name])
        for check in CHECKS
    ]
    return SubmissionResults("", "", results=tuple(records))


def _shown(student):
    """The mistakes without which the program, but for its slip, would print something else."""
    names = student.mistakes
    fewer = {name: tuple(other for other in names if other != name) for name in names}
    outputs = _outputs(student.without_slip)
    return {name for name, rest in fewer.items() if _outputs(_with(student.style, rest)) != outputs}


def _is_partly_untouched(student):
    """Whether a function that shows a mistake prints the same as without the slip."""
    sources = student.source, student.without_slip, _with(student.style)
    parts = {check.name.split("/")[0] for check in CHECKS}
    return any(
        own == without != right
        for part in parts
        for own, without, right in [[_part(source, part) for source in sources]]
    )


def _part(source, part):
    """What a program prints in the checks of a group."""
    return [
        output
        for check, output in zip(CHECKS, _outputs(source))
        if check.name.split("/")[0] == part
    ]


def outcome(student):
    """The Outcome of grading and diagnosing a student's program."""
    graded = _graded(student.source)
    causes = diagnose.explained(graded, ASSIGNMENT).misconceptions
    return Outcome(
        student,
        _verdict(student, causes),
        tuple(cause.name for cause in causes),
        tuple(_shown(student)),
        student.has_slip and _is_partly_untouched(student),
    )


def _verdict(student, causes):
    """How rightly the causes name the mistakes that show.

    Another mistake that prints the same in all checks of the functions that it explains is right.
    """
    shown, options = _shown(student), [{*cause.names} for cause in causes]
    if not options:
        return "full" if not shown and not student.has_slip else "nothing"
    if any(
        not {*student.mistakes} & names and not _predicts(cause, student.source)
        for cause, names in zip(causes, options)
    ):
        return "wrong"
    return "full" if all(any(name in names for names in options) for name in shown) else "part"


def _predicts(cause, source):
    """Whether a mistake, in some way, prints the same in each function that it explains."""
    functions = {check.function for check in CHECKS if check.name in cause.checks}
    checks = [c for c in CHECKS if c.function in functions and c.checker != "measured"]
    own = [_model(source).predicted(check).lines for check in checks]
    return any(
        [REFERENCE.variant(way).predicted(check).lines for check in checks] == own
        for way in KNOWN[cause.name].ways
    )


def accused():
    """The styles whose right programs are named a cause or fail a check."""
    found = []
    for style in EDITS:
        graded = _graded(_with(style))
        explained = diagnose.explained(graded, ASSIGNMENT)
        if explained.misconceptions or not all(result.passed for result in graded.results):
            found.append(style)
    return found
