"""Takes outputs that nothing explains as a whole apart, so that each piece is explained; pure.

What holds of whole outputs holds of pieces: a right one contradicts each mistake that changes it.
"""

from dataclasses import replace

from grader.assignment.hooks import Lines, Printed
from grader.diagnose.models import Model, Work
from grader.diagnose.observation import Observation, with_lines
from grader.diagnose.rules import Case, Piece
from grader.judge.reading import read


SHARE = 1 / 4  # of the work on a submission, for each piece


def model_of(model: Model, piece: Piece) -> Model:
    """The model, of whose outputs only a piece is predicted."""
    return replace(model, work=Work(SHARE, model.work.backstop), keeps=piece.has)


def case_of(case: Case, model: Model, piece: Piece) -> Case:
    """The observations of a case with a piece of each output; `model` predicts only that piece."""
    pieces = []
    for observation in case:
        if observation.is_late or not observation.check.function:
            pieces.append(observation)
        elif observation.is_whole:
            pieces.append(_with_piece(observation, model, piece))
    return pieces


def _with_piece(observation: Observation, model: Model, piece: Piece) -> Observation:
    """An observation as if only a piece had been printed, with the verdict on that piece."""
    lines = tuple(filter(piece.has, observation.lines))
    is_right = observation.passed or _is_right(observation, model, lines)
    return with_lines(observation, lines, is_right)


def _is_right(observation: Observation, model: Model, lines: Lines) -> bool:
    """Whether these lines, a piece of an output, are read like the right ones."""
    check = observation.check
    output, right = model.right.output(check), model.predicted(check)
    if not output or not right:
        return False
    return read(check, Printed(lines), output.lines).lines == right.lines
