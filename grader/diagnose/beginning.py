"""The first instances of a check, which tell most wrong predictions cheaply; pure.

Most drivers print all lines of an instance before they go on with the next one. So what a variant
prints on the first instances, the program printed first. Where an answer is wrong, the instances up
to it often take a small part of what all of them take.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from grader.assignment.hooks import Lines, Printed
from grader.diagnose.models import Keeps, Model
from grader.diagnose.observation import Observation, with_lines
from grader.diagnose.rules import pops
from grader.diagnose.variants import Prediction
from grader.judge.reading import read
from grader.records.checks import Check


LONG = 1_000  # the reference pops at most so many entries on the first instances
SMALL = 1 / 3  # or such a part of all its pops on those up to a wrong answer
MORE, SEVERAL = 4, 16  # the next number of first instances, and the most where all take no longer
# The verdicts on runs that printed all lines of an instance before they went on or ended.
IN_ORDER = ("accepted", "wrong_answer", "runtime_error")


@dataclass(frozen=True)
class Beginning:
    """An observation's check on its first instances, the model's lines there, and what a checker
    reads of them.
    """

    whole: Observation
    check: Check
    output: Lines
    expected: Lines

    @cached_property
    def part(self) -> Callable[[int], Observation]:
        """The function from a number of lines to the observation as if only these had been printed,
        and only the first instances asked, with a cache.
        """
        return cache(self._part)

    def _part(self, number: int) -> Observation:
        lines = self.whole.lines[:number]
        is_right = read(self.check, Printed(lines), self.output).lines == self.expected
        part = with_lines(self.whole, lines, is_right)
        return replace(part, check=self.check, is_beginning=True)


def beginnings(model: Model, whole: Observation) -> list[Beginning]:
    """An observation's check on its first instance, on several first ones that cost the model
    little, and on those up to the first wrong answer if they cost it much less than all.

    Empty if the driver prints lines of a later instance before the last one of an earlier.
    """
    parts: list[Beginning] = []
    check, difference = whole.check, whole.result.difference
    if not check.is_driven or not check.arguments or not (output := model.output(check)):
        return parts
    number, instances = 1, [*check.instances]
    most = len(instances) if output.pops > LONG else SEVERAL
    while number <= most and 3 * number < 2 * len(instances):
        if not (first := _beginning(model, whole, output.lines, number, LONG)):
            break
        parts = [*parts[:1], first]
        number *= MORE
    if parts and output.pops > LONG and difference and difference.instance in instances:
        number = instances.index(difference.instance) + 1
        most_pops = int(SMALL * output.pops)
        if last := _beginning(model, whole, output.lines, number, most_pops):
            parts.append(last)
    return parts


def _beginning(
    model: Model, whole: Observation, right: Lines, number: int, most: int
) -> Beginning | None:
    """The Beginning with so many first instances; None if the model pops more than `most` entries
    on them, or the `right` lines for all instances begin otherwise.
    """
    first = _with_first(whole.check, number)
    output, expected = model.output(first), model.predicted(first)
    if not output or not expected or output.pops > most:
        return None
    if right[: len(output.lines)] != output.lines:
        return None
    return Beginning(whole, first, output.lines, expected.lines)


@lru_cache(maxsize=1_000)
def _with_first(check: Check, number: int) -> Check:
    """The check on its first few instances, the same for all submissions, as predictions are."""
    name = f"{check.name}, the first {number}"
    return replace(check, name=name, arguments=(check.arguments[0][:number],))


def begun(
    observation: Observation, first: Sequence[Beginning], variant: Model, is_exact: bool
) -> Iterator[Observation]:
    """Yield the observation as if only the first instances had been asked, then more of them.

    The last one has all instances, unless these take long and fewer do not.
    """
    number = 0
    if observation.verdict in IN_ORDER and is_exact:
        for beginning in first:
            output = variant.output(beginning.check)
            if output and output.is_models and observation.passed:
                number += 1  # it agrees
            elif output and (part := _as_begun(beginning, output, variant.keeps)):
                number += 1
                yield part
    if not number or pops(variant.right, observation.check) <= LONG:
        yield observation


def _as_begun(first: Beginning, output: Prediction, keeps: Keeps | None) -> Observation | None:
    """The observation as if only first instances had been asked, on which this `output` is
    predicted, of which it `keeps` lines; None if fewer are stored.
    """
    if output.ended != "exit":
        return replace(first.whole, check=first.check, is_beginning=True)
    # If the variant is right, the program printed as many lines on these instances.
    number = len(output.lines)
    if keeps:
        number = sum(map(keeps, output.lines))
    if first.whole.is_cut and len(first.whole.lines) < number:
        return None
    return first.part(number)
