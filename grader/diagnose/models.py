"""The model solution of an assignment, its reference, and what variants of that print; pure.

A check calls a function of the first file, or a driver's function, which uses all files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.assignment.edits import edited
from grader.assignment.plan import Assignment
from grader.diagnose import rehearsal, variants
from grader.diagnose.misconceptions import Edits
from grader.diagnose.variants import Prediction
from grader.judge import judge
from grader.records import Check, Difference


Sources = tuple[tuple[str, str], ...]  # (file, text)


@dataclass(frozen=True)
class Model:
    """The sources of a reference or model, or of a variant of `original`; the main file is first.

    Predictions are remembered by the names of checks, so that one Model is for the checks of one
    sheet.
    """

    sources: Sources
    original: "Model | None" = None
    memory: dict[tuple[Sources, str], Prediction | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    def variant(self, edits: Edits) -> "Model":
        """The model with edits made: pairs for its first file, or {file: pairs}.

        ValueError if one does not apply.
        """
        by_file = edits if isinstance(edits, Mapping) else {self.sources[0][0]: edits}
        return Model(
            tuple((file, edited(text, by_file.get(file, ()))) for file, text in self.sources),
            self.right,
            self.memory,
        )

    @property
    def right(self) -> "Model":
        """The reference itself."""
        return self.original or self

    def output(self, check: Check) -> Prediction | None:
        """The Prediction of what is printed in a check; None if there can't be one."""
        if not check.is_driven:
            return variants.predicted(
                self.sources[0][1], check.function, *check.arguments, further=check.further
            )
        if check.checker in check.hooks.unpredicted:
            return None
        return rehearsal.prediction(dict(self.sources), check, dict(self.right.sources))

    def predicted(self, check: Check) -> Prediction | None:
        """The Prediction of what the judge reads in a check; None if there can't be one."""
        key = self.sources, check.name
        if key not in self.memory:
            self.memory[key] = self._read(check)
        return self.memory[key]

    def _read(self, check: Check) -> Prediction | None:
        """What `predicted` remembers."""
        output = self.output(check)
        right = self.right.output(check) if check.checker else None
        if not output or not right:
            return output
        expected = judge.read(check, right.lines)[0]
        return replace(output, text="\n".join(judge.read(check, output.lines, expected)[0]))

    def difference(self, check: Check) -> Difference | None:
        """The first Difference of what the judge reads from the model's; None if they are equal."""
        own, right = self.predicted(check), self.right.predicted(check)
        if not own or not right or own.lines == right.lines:
            return None
        return judge.difference(right.lines, own.lines)


def reference(assignment: Assignment) -> Model:
    """The reference of an assignment, under its edition: what misconceptions are edits of."""
    return Model(tuple(assignment.reference().items()))


def solution(assignment: Assignment) -> Model:
    """The model solution of an assignment."""
    return Model(tuple((file, data.decode()) for file, data in assignment.sources().items()))
