"""The model solution of an assignment, and what its variants print in a check; pure.

An assignment of one file calls the functions of that file; one with a driver calls the driver's, on all files.
"""

from dataclasses import dataclass

from grader import judge, misconceptions, rehearsal, variants

UNPREDICTED = ("growth", "command")  # checkers of what nothing in this process does: be timed, be a command


@dataclass(frozen=True)
class Model:
    """A model solution, ((file, text), ...) with the file that is asked for first, or a variant of `original`."""
    sources: tuple
    original: "Model | None" = None

    def variant(self, edits):
        """The model with edits made: pairs for its first file, or {file: pairs}; ValueError if one does not apply."""
        by_file = edits if isinstance(edits, dict) else {self.sources[0][0]: edits}
        return Model(tuple((file, variants.edited(text, by_file.get(file, ()))) for file, text in self.sources),
                     self.original or self)

    def predicted(self, check):
        """The Prediction for a check, as the judge reads it; None if there can't be one."""
        if not check.driver:
            return variants.predicted(self.sources[0][1], check.function, *check.arguments)
        if check.checker in UNPREDICTED:
            return None
        return rehearsal.prediction(dict(self.sources), check, dict((self.original or self).sources))

    def difference(self, check):
        """The first Difference of its output from the model's; None if they are equal."""
        mine, right = self.predicted(check).lines, (self.original or self).predicted(check).lines
        return judge.difference(right, mine) if mine != right else None


def model(assignment):
    """The Model of an assignment, which all its misconceptions are edits of."""
    texts = {file: data.decode("utf-8") for file, data in assignment.sources().items() if file in assignment.files}
    base = misconceptions.base(assignment.name)
    return Model(tuple((file, variants.edited(texts[file], base.get(file, ()))) for file in assignment.files))
