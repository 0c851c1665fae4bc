"""The checks of one function of a submission wait in a row: when the next one is run, or none."""

import math
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from graphlib import TopologicalSorter

from grader.intake.intake import Submission
from grader.records.checks import Check, group_of
from grader.records.facts import Fact, fact
from grader.records.results import CROSSED, Result, Results


ALIKE = 3  # so many failures with one verdict may hold the rest of a function's checks


@dataclass(frozen=True)
class Policy:
    """How often failures are run again, and when grading gives up or waits.

    Once as many checks of a function as `patience` says have crossed a limit of time or memory, the
    function's later checks are skipped; so are the checks that use a group if as many of its first
    checks have. Once a function's checks have used `held_cpu_s`, and one has crossed a limit or
    three have failed with one verdict, its later checks are held. A run ends after `first_cpu_s`,
    and one with slips mended after `mend_cpu_s`; if that is less than the check's limit, the
    latter says nothing of limits.
    """

    rerun: int = 0  # how many times more each failure is run
    patience: int = 0  # 0: never skip
    deadline: float | None = None  # a time of time.monotonic(), at which what is left is skipped
    held_cpu_s: float = math.inf
    first_cpu_s: float = math.inf
    mend_cpu_s: float = math.inf
    shares: bool = False  # whether checks share processes where there are no forks


@dataclass(frozen=True)
class Job:
    """A check of a submission, with its key in the store and its future result."""

    submission: Submission
    check: Check
    key: str
    prerequisite: "Job | None"  # the job of the check that this one needs
    order: tuple[int, ...]  # the position of the submission, then that of the check
    future: Future[Result] = field(default_factory=Future)
    # the results of the first checks of each group that it uses, which may be reason to skip it
    used: Sequence[Sequence[Future[Result]]] = ()
    is_shared: bool = False  # whether the job of an equal submission makes the result

    @property
    def is_open(self) -> bool:
        """Whether this job still has to make its result."""
        return not self.is_shared and not self.future.done()

    def awaited(self) -> list[Future[Result]]:
        """The results on which it depends whether the check is run."""
        awaited: list[Future[Result]] = []
        for futures in self.used:
            awaited += futures
        if self.prerequisite:
            awaited.append(self.prerequisite.future)
        return awaited

    def needed(self) -> Result | None:
        """The result of the check that this one needs, once it is done."""
        if not self.prerequisite:
            return None
        return self.prerequisite.future.result()

    def first_failed(self) -> Result | None:
        """The result of the check that this one needs or, if that was skipped because of another
        one, of that one.
        """
        needed = self.needed()
        if needed and self.prerequisite and needed.verdict == "skipped":
            return self.prerequisite.first_failed() or needed
        return needed

    def reason_to_skip(self) -> Fact | None:
        """Why the check is not run, once what it awaits is done; None if it is run."""
        for futures in self.used:
            outcomes = [future.result() for future in futures]
            if all_crossed(outcomes):
                function = outcomes[0].asked.function
                return fact("patience", function=function, number=len(outcomes))
        return None


@dataclass
class Row:
    """The waiting checks of one function of a submission, and counts of the earlier ones."""

    waiting: deque[Job] = field(default_factory=deque)
    begun: int = 0
    running: int = 0
    crossed: int = 0  # how many checks crossed a limit of time or memory
    cpu_s: float = 0  # the CPU time that the checks used
    failures: Counter[str] = field(default_factory=Counter)  # how many checks failed, by verdict

    def count(self, outcome: Result, policy: Policy) -> None:
        """Count a result: its CPU time, its failure, and whether it, or its run with slips mended,
        crossed a limit.
        """
        verdicts, runs = [outcome.verdict], [outcome.run]
        if mend := outcome.mend:
            runs.append(mend.run)
            if outcome.asked.limits.cpu_s <= policy.mend_cpu_s:
                verdicts.append(mend.verdict)
        self.crossed += bool({*CROSSED} & {*verdicts})
        self.cpu_s += sum(run.cpu_s for run in runs if run)
        if not outcome.passed:
            self.failures[outcome.verdict] += 1

    def is_full(self, policy: Policy) -> bool:
        """Whether no further check may begin, at least until one that runs has ended."""
        may_cross = self.crossed + self.running >= (policy.patience or math.inf)
        return may_cross or self._is_held(policy)

    def reason_to_skip(self, policy: Policy) -> Fact | None:
        """Why the waiting checks are not run; None if they may be, or if what runs may say more."""
        function = self.waiting[0].check.function or "import"
        if policy.patience and self.crossed >= policy.patience:
            return fact("patience", function=function, number=policy.patience)
        if self._is_held(policy) and not self.running:
            return fact("held", function=function)
        return None

    def _is_held(self, policy: Policy) -> bool:
        """Whether the checks have used much time, and more of it would tell little."""
        has_failed_alike = max(self.failures.values(), default=0) >= ALIKE
        return self.cpu_s >= policy.held_cpu_s and (self.crossed > 0 or has_failed_alike)


def all_crossed(outcomes: Results) -> bool:
    """Whether all of some results crossed limits of time or memory."""
    return all(outcome.verdict in CROSSED for outcome in outcomes)


def used_first(checks: Sequence[Check]) -> list[Check]:
    """The checks, those of a group after the groups that it needs or uses.

    As rows keep this order, no check awaits one that stands behind it.
    """
    groups: TopologicalSorter[str] = TopologicalSorter()
    for check in checks:
        needed = {group_of(check.needs), *check.earlier_groups} - {"", check.group}
        groups.add(check.group, *sorted(needed))
    places = {group: place for place, group in enumerate(groups.static_order())}
    return sorted(checks, key=lambda check: places[check.group])
