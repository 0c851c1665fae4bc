"""The first instances of a check, which tell most wrong predictions cheaply; pure.

Most drivers print all lines of an instance before they go on with the next one. So what a variant
prints on the first instances, the program printed first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from grader.assignment.hooks import Lines, Printed
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation, with_lines
from grader.diagnose.rules import pops
from grader.diagnose.ways import Way
from grader.judge.reading import read
from grader.records.checks import Check


LONG = 1_000  # the reference pops at most so many entries on the first instances
# The verdicts on runs that printed all lines of an instance before they went on or ended.
IN_ORDER = ("accepted", "wrong_answer", "runtime_error")


class Beginning(NamedTuple):
    """A check on its first instances, the model's lines there, and what a checker reads of them."""

    check: Check
    output: Lines
    expected: Lines


def beginnings(model: Model, check: Check) -> list[Beginning]:
    """The check on some first instances, then on four times as many, as long as these cost the
    model little; the last has more than half of what costs little.

    None if the driver asks the same of all instances before it asks more.
    """
    whole = None
    if check.is_driven and check.arguments:
        whole = model.output(check)
    cheap: list[Beginning] = []
    number = 1
    while whole and number < len(check.arguments[0]):
        name = f"{check.name}, the first {number}"
        first = replace(check, name=name, arguments=(check.arguments[0][:number],))
        output, expected = model.output(first), model.predicted(first)
        if not output or not expected or pops(model, first) > LONG:
            break
        if whole.lines[: len(output.lines)] != output.lines:
            break
        cheap.append(Beginning(first, output.lines, expected.lines))
        number *= 2
    return cheap[1 - len(cheap) % 2 :: 2]


def begun(
    observation: Observation, first: Sequence[Beginning], variant: Model, way: Way
) -> Iterator[Observation]:
    """Yield the observation as if only the first instances had been asked, then more of them.

    The last one has all instances, unless these take long and fewer do not.
    """
    number = 0
    if observation.verdict in IN_ORDER and way.is_exact and not variant.keeps:
        for beginning in first:
            if part := _part(observation, beginning, variant):
                number += 1
                yield part
    if not number or pops(variant.right, observation.check) <= LONG:
        yield observation


def _part(observation: Observation, first: Beginning, variant: Model) -> Observation | None:
    """The observation as if only first instances had been asked; None if that is not known."""
    output = variant.output(first.check)
    if not output:
        return None
    if output.ended != "exit":
        return replace(observation, check=first.check, is_beginning=True)
    # If the variant is right, the program printed as many lines on these instances.
    lines = observation.lines[: len(output.lines)]
    if observation.is_cut and len(lines) < len(output.lines):
        return None
    is_right = read(first.check, Printed(lines), first.output).lines == first.expected
    part = with_lines(observation, lines, is_right)
    return replace(part, check=first.check, is_beginning=True)
