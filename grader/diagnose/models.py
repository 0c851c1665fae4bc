"""The model solution of an assignment, its reference, and what variants of that print; pure.

An assignment of one file calls the functions of that file; one with a driver calls the driver's, on all files.
"""

from dataclasses import dataclass, field, replace

from grader.assignment.edits import edited
from grader.assignment.plan import Assignment
from grader.diagnose import rehearsal, variants
from grader.judge import judge


@dataclass(frozen=True)
class Model:
    """A reference or a model, ((file, text), ...), or a variant of `original`; its main file is the first.

    What is predicted for a check is kept by its name, for all variants; so one model is for checks of one sheet.
    """

    sources: tuple
    original: "Model | None" = None
    kept: dict = field(default_factory=dict, compare=False, repr=False)

    def variant(self, edits):
        """The model with edits made: pairs for its first file, or {file: pairs}; ValueError if one does not apply."""
        by_file = edits if isinstance(edits, dict) else {self.sources[0][0]: edits}
        return Model(
            tuple((file, edited(text, by_file.get(file, ()))) for file, text in self.sources),
            self.right,
            self.kept,
        )

    @property
    def right(self):
        """The reference itself."""
        return self.original or self

    def output(self, check):
        """The Prediction of what is printed in a check; None if there can't be one."""
        if not check.driver:
            return variants.predicted(
                self.sources[0][1], check.function, *check.arguments, further=check.further
            )
        if check.checker in check.hooks.unpredicted:
            return None
        return rehearsal.prediction(dict(self.sources), check, dict(self.right.sources))

    def predicted(self, check):
        """The Prediction of what the judge reads in a check; None if there can't be one."""
        key = self.sources, check.name
        if key not in self.kept:
            self.kept[key] = self.read(check)
        return self.kept[key]

    def read(self, check):
        """What `predicted` gives, made anew."""
        found = self.output(check)
        if not found or not check.checker:
            return found
        expected = judge.read(check, self.right.output(check).lines)[0]
        return replace(found, text="\n".join(judge.read(check, found.lines, expected)[0]))

    def difference(self, check):
        """The first Difference of what the judge reads from the model's; None if they are equal."""
        mine, right = self.predicted(check).lines, self.right.predicted(check).lines
        return judge.difference(right, mine) if mine != right else None


def reference(assignment: Assignment) -> Model:
    """The reference of an assignment, under its edition: what misconceptions are edits of."""
    return Model(tuple(assignment.reference().items()))


def solution(assignment: Assignment) -> Model:
    """The model solution of an assignment."""
    return Model(tuple((file, data.decode()) for file, data in assignment.sources().items()))
