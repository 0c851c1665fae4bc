"""The first instances of a long check, which tell most wrong predictions cheaply; pure."""

from dataclasses import replace

from grader.assignment.hooks import Printed
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation, with_lines
from grader.diagnose.rules import pops
from grader.diagnose.ways import Way
from grader.judge.reading import read
from grader.records.checks import Check


LONG = 1_000  # the reference pops at most so many entries on the first instances


def beginning(observation: Observation, variant: Model, way: Way) -> Observation | None:
    """The observation as if only the first instances had been asked.

    None if its check is short, or if the variant raises an exception on these.
    """
    right = variant.right
    if not observation.is_whole or not way.is_exact or variant.keeps:
        return None
    first = _on_first_instances(observation.check, right)
    if not first:
        return None
    output, expected, wanted = variant.output(first), right.output(first), right.predicted(first)
    if not output or not expected or not wanted:
        return None
    if output.ended == "endless":
        return replace(observation, check=first)
    if output.ended != "exit":
        return None
    # If the variant is right, the program printed as many lines on these instances.
    lines = observation.lines[: len(output.lines)]
    is_right = read(first, Printed(lines), expected.lines).lines == wanted.lines
    return replace(with_lines(observation, lines, is_right), check=first)


def _on_first_instances(check: Check, model: Model) -> Check | None:
    """The check on so many first instances as cost the model little; None if all do, or none."""
    if not check.is_driven or pops(model, check) <= LONG:
        return None
    first, number = None, 1
    while True:
        name = f"{check.name}, the first {number}"
        more = replace(check, name=name, arguments=(check.arguments[0][:number],))
        if pops(model, more) > LONG:
            return first
        first, number = more, 2 * number
