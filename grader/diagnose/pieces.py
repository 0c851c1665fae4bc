"""Takes outputs that nothing explains as a whole apart, so that each piece is explained; pure.

What holds of whole outputs holds of pieces: a right one contradicts each mistake that changes it.
"""

from dataclasses import replace

from grader.assignment.hooks import Lines
from grader.diagnose.models import Model, Work
from grader.diagnose.observation import Observation, judged
from grader.diagnose.rules import Case, Piece


SHARE = 1 / 4  # of the work on a submission, for each piece
WHOLE = "accepted", "wrong_answer"  # with other verdicts, a piece may lack its end


def model_of(model: Model, piece: Piece) -> Model:
    """The model, of whose outputs only a piece is predicted."""
    work = Work(SHARE, model.work.backstop)
    return replace(model, work=work, keeps=piece.has)


def case_of(case: Case, model: Model, piece: Piece) -> Case:
    """The observations of a case with a piece of each output; `model` predicts only that piece."""
    pieces = []
    for observation in case:
        if observation.is_late or not observation.check.function:
            pieces.append(observation)
        elif observation.verdict in WHOLE and not observation.is_cut:
            pieces.append(_with_piece(observation, model, piece))
    return pieces


def _with_piece(observation: Observation, model: Model, piece: Piece) -> Observation:
    """An observation as if only a piece had been printed, with the verdict on that piece."""
    result = observation.result
    lines = tuple(filter(piece.has, observation.lines))
    is_right = observation.passed or _is_right(observation, model, lines)
    text = "\n".join(lines).encode("utf-8", "surrogateescape")
    run = result.run and replace(result.run, stdout=text)
    return replace(observation, result=replace(judged(result, is_right), run=run))


def _is_right(observation: Observation, model: Model, lines: Lines) -> bool:
    """Whether a piece of an output consists of these lines where all is right."""
    right = model.predicted(observation.check)
    return right is not None and right.lines == lines
