"""The first instances of a check, which tell most wrong predictions cheaply; pure.

Most drivers print all lines of an instance before they go on with the next one. So what a variant
prints on the first instances, the program printed first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from grader.assignment.hooks import Lines, Printed
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation, with_lines
from grader.diagnose.rules import pops
from grader.diagnose.variants import Prediction
from grader.diagnose.ways import Way
from grader.judge.reading import read
from grader.records.checks import Check


LONG = 1_000  # the reference pops at most so many entries on the first instances
MORE, SEVERAL = 4, 16  # the next number of first instances, and the most where all take no longer
# The verdicts on runs that printed all lines of an instance before they went on or ended.
IN_ORDER = ("accepted", "wrong_answer", "runtime_error")


class Beginning(NamedTuple):
    """A check on its first instances, the model's lines there, and what a checker reads of them."""

    check: Check
    output: Lines
    expected: Lines


def beginnings(model: Model, check: Check) -> list[Beginning]:
    """The check on its first instance, and on several first ones that cost the model little.

    Empty if the driver prints lines of a later instance before the last one of an earlier.
    """
    parts: list[Beginning] = []
    if not check.is_driven or not check.arguments or not (whole := model.output(check)):
        return parts
    number, instances = 1, len(check.arguments[0])
    most = instances if whole.pops > LONG else SEVERAL
    while number <= most and 3 * number < 2 * instances:
        first = _with_first(check, number)
        output, expected = model.output(first), model.predicted(first)
        if not output or not expected or output.pops > LONG:
            break
        if whole.lines[: len(output.lines)] != output.lines:
            break
        parts = [*parts[:1], Beginning(first, output.lines, expected.lines)]
        number *= MORE
    return parts


@lru_cache(maxsize=1_000)
def _with_first(check: Check, number: int) -> Check:
    """The check on its first few instances, the same for all submissions, as predictions are."""
    name = f"{check.name}, the first {number}"
    return replace(check, name=name, arguments=(check.arguments[0][:number],))


def begun(
    observation: Observation, first: Sequence[Beginning], variant: Model, way: Way
) -> Iterator[Observation]:
    """Yield the observation as if only the first instances had been asked, then more of them.

    The last one has all instances, unless these take long and fewer do not.
    """
    number = 0
    if observation.verdict in IN_ORDER and way.is_exact and not variant.keeps:
        for beginning in first:
            output = variant.output(beginning.check)
            if output and output.is_models and observation.passed:
                number += 1  # it agrees
            elif output and (part := _part(observation, beginning, output)):
                number += 1
                yield part
    if not number or pops(variant.right, observation.check) <= LONG:
        yield observation


def _part(observation: Observation, first: Beginning, output: Prediction) -> Observation | None:
    """The observation as if only first instances had been asked, on which this `output` is
    predicted; None if fewer of its lines are stored.
    """
    if output.ended != "exit":
        return replace(observation, check=first.check, is_beginning=True)
    # If the variant is right, the program printed as many lines on these instances.
    lines = observation.lines[: len(output.lines)]
    if observation.is_cut and len(lines) < len(output.lines):
        return None
    is_right = read(first.check, Printed(lines), first.output).lines == first.expected
    part = with_lines(observation, lines, is_right)
    return replace(part, check=first.check, is_beginning=True)
