"""Students drawn for an assignment, and how rightly a diagnosis names their mistakes."""

import random
from dataclasses import dataclass

from grader.diagnose.models import Model
from tests import documents
from tests.students.slips import with_slip


@dataclass(frozen=True)
class Student:
    """A program with mistakes, as the texts of its files; `without_slip` has no slip, if it has."""

    style: str
    mistakes: tuple[str, ...]
    source: tuple[str, ...]
    without_slip: tuple[str, ...]

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


class Simulation:
    """Students of an assignment; a class for each assignment has these attributes.

    `files` and `reference`, its Model; the `checks` that are tried; `styles`, {name of a right
    program: the texts of its files}; `edits`, {style: {mistake: edits}}; and `parts`, pairs of what
    `part_of` says of the checks that have a part, and whether one of their lines belongs to it.
    """

    def students(self, seed, count):
        """So many students in an order that the seed decides; every second one has a slip."""
        chance = random.Random(seed)
        return [self._student(chance, bool(number % 2)) for number in range(count)]

    def _student(self, chance, has_slip):
        """A student with mistakes that fit together."""
        source = None
        while source is None:
            style, mistakes = self.drawn(chance)
            source = self.program(style, mistakes)
        slipped = source
        while has_slip and not self.shows(slipped, source):
            texts = list(source)
            place = chance.randrange(len(texts)) if len(texts) > 1 else 0
            texts[place] = with_slip(texts[place], chance)
            slipped = tuple(texts)
        return Student(style, mistakes, slipped, source)

    def shows(self, slipped, source):
        """Whether a program with a slip prints something else than without it."""
        return self.outputs(slipped) != self.outputs(source)

    def orders(self, mistakes):
        """The orders in which the edits of mistakes are tried."""
        return [mistakes]

    def program(self, style, mistakes=()):
        """The texts of a style's files with mistakes; None if their edits exclude each other."""
        for order in self.orders(mistakes):
            model = self.model(self.styles[style])
            try:
                for name in order:
                    model = model.variant(self.edits[style][name])
            except ValueError:
                continue
            return tuple(text for _, text in model.sources)
        return None

    def model(self, source):
        """A program as if it were a variant of the reference."""
        return Model(tuple(zip(self.files, source)), self.reference)

    def outputs(self, source, name="", belongs=bool):
        """What a program prints in each check, or a part of it, and how the checks end."""
        checks = [check for check in self.checks if name in ("", self.part_of(check))]
        return [self.output(source, check, belongs) for check in checks]

    def output(self, source, check, belongs):
        """The lines that a program prints in a check and that belong to a part; how it ends."""
        prediction = self.prediction(source, check)
        return [*filter(belongs, prediction.lines)], prediction.ended

    def _shown(self, student):
        """The mistakes without which the program, but for its slip, prints something else."""
        shown, outputs = [], self.outputs(student.without_slip)
        for name in student.mistakes:
            rest = tuple(other for other in student.mistakes if other != name)
            if self.outputs(self.program(student.style, rest)) != outputs:
                shown.append(name)
        return tuple(shown)

    def _is_partly_untouched(self, student):
        """Whether a part of the output that shows a mistake is the same as without the slip."""
        sources = student.source, student.without_slip, self.program(student.style)
        for part in self.parts:
            own, without, right = (self.outputs(source, *part) for source in sources)
            if own == without != right:
                return True
        return False

    def causes(self, source):
        """The causes that a diagnosis names of a program, whose output is predicted, not run."""
        return documents.explained(self.records(source), self.assignment).misconceptions

    def outcome(self, student):
        """The Outcome of grading and diagnosing a student's program."""
        causes, shown = self.causes(student.source), self._shown(student)
        return Outcome(
            student,
            self._verdict(student, causes, shown),
            tuple(cause.name for cause in causes),
            shown,
            student.has_slip and self._is_partly_untouched(student),
        )

    def _verdict(self, student, causes, shown):
        """How rightly the causes name the mistakes that show.

        Other mistakes that print the same in the checks that they explain are as right.
        """
        if not causes:
            return "nothing" if shown or student.has_slip else "full"
        others = [cause for cause in causes if not {*cause.names} & {*student.mistakes}]
        if others and not self.predicts(causes, others, student.source):
            return "wrong"
        return "full" if self.explains_all(causes, others, student.source, shown) else "part"

    def explains_all(self, causes, others, source, shown):
        """Whether the causes, some of which may be `others` than the student has, name all."""
        return {*shown} <= {name for cause in causes for name in cause.names}

    def accused(self):
        """The styles whose right programs are named a cause or fail a check."""
        return [style for style, source in self.styles.items() if self._is_accused(source)]

    def _is_accused(self, source):
        """Whether a program is named a cause or fails a check."""
        return self.causes(source) or not all(record.passed for record in self.records(source))


def pairs(edits):
    """The edits of a file of JSON, in which a text of several lines is a list of them."""
    return [tuple(_text(side) for side in edit) for edit in edits]


def _text(lines):
    """The text that consists of these lines."""
    return lines if isinstance(lines, str) else "\n".join(lines)


def share(outcomes, verdicts):
    """The percentage of outcomes that have one of the verdicts."""
    return 100 * sum(result.verdict in verdicts for result in outcomes) / len(outcomes)
