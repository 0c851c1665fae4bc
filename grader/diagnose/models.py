"""The model solution, its reference, and predictions of what their variants print; pure.

A check calls a function of the first file, or a function of the driver, which uses all files.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from grader.assignment.edits import edited
from grader.assignment.hooks import Printed, is_predictable
from grader.assignment.misconceptions import Edits, by_file
from grader.assignment.plan import Assignment
from grader.diagnose import long_runs, rehearsal, variants
from grader.diagnose.rehearsal import Rehearsal, Sources
from grader.diagnose.variants import Prediction
from grader.judge.reading import read
from grader.records.checks import Check


Keeps = Callable[[str], bool]  # whether a line stays in a prediction
MOST_WORK = 520_000  # the search for one submission's causes may cost so much, in pops
FAR = 5  # single mistakes may cost so many times as much, whatever the search's share
MOST_S = 300  # a clock ends the search after so many CPU seconds, ten times what FAR allows
MORE_WORK = 130_000  # so much is left for rivals of an explanation, and for what is likelier
TIMES, SPARE_POPS = 100, 1_000  # a variant may take TIMES the reference's pops and SPARE_POPS more
# The work of compiling a variant and of each of its runs, beside the pops.
POPS_OF_A_VARIANT, POPS_OF_A_RUN = 200, 25
POPS_OF_A_DRIVER = 200  # and of executing a driver and all files of the variant for it


class Backstop:
    """A clock that stops the work on one submission if no count stopped it before."""

    def __init__(self) -> None:
        self._start_s = time.thread_time()
        self.was_needed = False  # whether the clock has stopped any work

    @property
    def has_passed(self) -> bool:
        """Whether the clock has run out; the work must end then."""
        self.was_needed = self.was_needed or time.thread_time() - self._start_s > MOST_S
        return self.was_needed


class Work:
    """A count of the work for predictions, in pops: equal on every machine, cached or not."""

    def __init__(self, share: float = 1, backstop: Backstop | None = None) -> None:
        self._share, self._pops, self.backstop = share, 0, backstop or Backstop()
        self._compiled: set[Sources] = set()

    def add(self, sources: Sources, pops: int) -> None:
        """Count a prediction in which a variant made `pops` pops."""
        self._pops += pops + POPS_OF_A_RUN
        if sources not in self._compiled:
            self._compiled.add(sources)
            self._pops += POPS_OF_A_VARIANT

    def go_on(self) -> None:
        """Leave at least MORE_WORK to do, even if the limit is nearer."""
        self._pops = min(self._pops, int(self._share * MOST_WORK) - MORE_WORK)

    @property
    def is_over(self) -> bool:
        """Whether the limit of work is reached."""
        return self._pops > self._share * MOST_WORK or self.backstop.has_passed

    @property
    def is_far_over(self) -> bool:
        """Whether so much work is done that not even single mistakes are looked for.

        In pieces of outputs these need as much as elsewhere, so the share does not lower the limit.
        """
        return self._pops > FAR * MOST_WORK or self.backstop.has_passed


@dataclass(frozen=True)
class Model:
    """The source files of a reference or model, or of a variant of it; the main file is first.

    A Model remembers predictions by the names of checks, so it serves the checks of one sheet.
    `work` counts their cost. With `keeps`, predictions have only the lines for which it is true.
    `long_runs` of a reference are those that need not be made again. A call of a variant that pops
    more than `most_pops` nodes counts as endless.
    """

    sources: Sources
    original: "Model | None" = None
    memory: dict[tuple[Sources, str, Keeps | None], Prediction | None] = field(
        default_factory=dict, compare=False, repr=False
    )
    work: Work = field(default_factory=Work, compare=False, repr=False)
    keeps: Keeps | None = None
    long_runs: Mapping[str, Rehearsal] = field(default_factory=dict, compare=False, repr=False)
    most_pops: int = field(default=variants.MOST_POPS, compare=False, repr=False)

    def variant(self, edits: Edits) -> "Model":
        """The model after edits: (old, new) pairs for its first file, or {file: pairs}.

        ValueError if an edit does not apply.
        """
        files = by_file(edits)
        files.setdefault(self.sources[0][0], files.get("", ()))
        sources = tuple((file, edited(text, files.get(file, ()))) for file, text in self.sources)
        return replace(self, sources=sources, original=self.right)

    @property
    def right(self) -> "Model":
        """The model without edits."""
        return self.original or self

    def output(self, check: Check) -> Prediction | None:
        """The Prediction of a check's raw output; None if it can't be predicted."""
        if not check.is_driven:
            return self._called(check)
        if not is_predictable(check):
            return None
        right = self.right
        return rehearsal.prediction(self.sources, check, right.sources, right.long_runs)

    def may_differ(self, check: Check) -> bool:
        """Whether the edits may show in a check, as far as that is known without executing them."""
        if not check.is_driven or not is_predictable(check):
            return True
        right = self.right
        return rehearsal.may_differ(self.sources, check, right.sources, right.long_runs)

    def _called(self, check: Check) -> Prediction:
        """The Prediction for a call of a function of the first file.

        A variant that takes far more pops than the reference counts as endless, though it might
        end.
        """
        most = variants.MOST_POPS
        if self.original and check.function:
            most = min(self.most_pops, TIMES * self.original._called(check).pops + SPARE_POPS)
        return variants.predicted_in(self.sources[0][1], check, most)

    def predicted(self, check: Check) -> Prediction | None:
        """The Prediction of a check's output as its checker reads it; None if impossible."""
        key = self.sources, check.name, self.keeps
        if key not in self.memory:
            prediction = self.memory[key] = self._computed(check)
            if not prediction or not prediction.is_models:
                self.work.add(self.sources, _cost(check, prediction))
        return self.memory[key]

    def _computed(self, check: Check) -> Prediction | None:
        """The value of `predicted`: the lines that the checker reads, if `keeps` keeps them."""
        if self.keeps:
            whole = self._whole().predicted(check)  # which is in the same memory
            return whole and replace(whole, text="\n".join(filter(self.keeps, whole.lines)))
        return self.read(check)

    def read(self, check: Check) -> Prediction | None:
        """The Prediction of a check's output as it is compared; None if it can't be predicted."""
        output = self.output(check)
        if not check.checker and not check.returns:
            return output
        right = self.right.output(check)
        return output and right and replace(output, text=as_read(check, check.hooks, output, right))

    def _whole(self) -> "Model":
        """The model with whole predictions, whose work is not counted."""
        original = self.original and self.original._whole()
        return replace(self, original=original, keeps=None, work=Work())

    def differs(self, check: Check) -> bool:
        """Whether other lines are predicted for a check than the model's."""
        own, right = self.predicted(check), self.right.predicted(check)
        return own is not None and right is not None and own.lines != right.lines


def _cost(check: Check, prediction: Prediction | None) -> int:
    """What a prediction cost, in pops."""
    cost = 0
    if check.is_driven:
        cost = POPS_OF_A_DRIVER
    if prediction:
        cost += prediction.pops
    return cost


@lru_cache(maxsize=4_000)
def as_read(check: Check, _hooks: object, output: Prediction, right: Prediction) -> str:
    """The text that a checker, one of these hooks, makes of an output; kept for all submissions."""
    expected = read(check, Printed(right.lines)).lines
    return "\n".join(read(check, Printed(output.lines), expected).lines)


def reference(
    assignment: Assignment,
    edition: str | None = None,
    share: float = 1,
    backstop: Backstop | None = None,
) -> Model:
    """The reference of an assignment, which misconceptions edit, under an edition or its own.

    `share` is the part of the work on a submission that may be done with it; `backstop` is the
    clock.
    """
    return Model(
        tuple(assignment.reference(edition).items()),
        work=Work(share, backstop),
        long_runs=long_runs.stored(assignment),
    )


def solution(assignment: Assignment) -> Model:
    """The model solution of an assignment."""
    return Model(tuple((file, data.decode()) for file, data in assignment.sources().items()))
