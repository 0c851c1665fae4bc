"""The pipeline: submissions through all stages, several checks at a time, results stored as they come.

Workers run the checks, each in a sandbox of its own. A check starts when the one that it needs is done,
and when its function is known not to be hopeless: the checks of a function wait in a row, in their order,
and no more of them run at a time than may still cross a limit of time or memory before patience ends. So
which checks are run depends on what the earlier ones of the function did, and on no timing. Results come
out in the order of submissions and checks; only a window of them, and the files of as many submissions as
there are workers, are in memory. Of several submissions the first few checks of each function come first,
so that the waits for hopeless programs begin early, beside the work on all others.
"""

import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from grader import report, store
from grader.assignment.plan import Assignment, Check
from grader.assignment.sheets import Sheets
from grader.diagnose import diagnose, otherwise
from grader.intake.intake import Submission
from grader.judge.judge import Result, judge
from grader.sandbox import sandbox
from grader.sandbox.sandbox import Sandbox
from grader.store import Store, digest
from grader.workers import SPARES, Workers


WINDOW = 5000  # results that may wait for an earlier, slower one
THRICE = 0.25  # the share of a CPU limit that a run may take if three like it are to stay within
CLOSE = 0.8  # the share of a CPU limit from which on a run is called close to it
CROSSED = ("time_limit", "memory_limit")  # the verdicts that try the grader's patience
PROBES = 3  # checks of each function that come first, where there are several submissions
IMPATIENT = (
    "Not run, because {} crossed a time or memory limit in {} checks before (--patient runs all)."
)
OVER = "Not run: the time for this grading was over."
INTERRUPTED = "Not run, because it was interrupted."


@dataclass(frozen=True)
class Job:
    """A check of a submission, its key in the store, and its record: a future one, `ours` if it is still to be made."""

    submission: Submission
    check: Check
    key: str
    needs: Future | None  # the record of the check that it needs
    order: tuple  # the places of the submission and the check
    future: Future = field(default_factory=Future)
    ours: bool = True


@dataclass
class Row:
    """The checks of one function of a submission that wait for their turn, and what came of those before."""

    waiting: deque = field(default_factory=deque)
    begun: int = 0
    running: int = 0
    crossed: int = 0


@dataclass(frozen=True)
class Machine:
    """The interpreter and the level of the sandboxes that programs run in, and how many run at a time."""

    python: str
    level: str
    jobs: int


@dataclass(frozen=True)
class Policy:
    """How often failures are run again, and when to give up.

    Each failure is run `rerun` times more. With `patience`, once so many checks of a function have
    crossed a limit of time or memory, whatever their group, the function's later ones are skipped.
    What is not done at the `deadline`, a time of time.monotonic(), is skipped.
    """

    rerun: int = 0
    patience: int = 0
    deadline: float | None = None


def listing(
    submissions: Sequence[Submission],
    sheets: Sheets,
    head: tuple[str, str],
    machine: Machine,
    options: Sequence[str] = (),
) -> dict[str, Any]:
    """What the store keeps of a grading: what each result depends on, what reports say beside results.

    `head`: the name of the assignment, and what it is graded as; `options` are those that a command
    to run one check again must repeat.
    """
    return {
        "head": head,
        "sandbox": machine.level,
        "options": list(options),
        "grader": store.grader_digest(sandbox.facts(machine.python), machine.level),
        "checks": sheets.common.digests,
        "submissions": [
            {
                "who": submission.who,
                "path": submission.path,
                "digest": submission.key(),
                "checks": sheets.own(submission.who),
                "people": [person.known() for person in submission.people],
                "private_flags": list(submission.private_flags),
                "flags": [*submission.flags, *filter(None, [submission.complaint])],
            }
            for submission in submissions
        ],
    }


def explain(document: dict[str, Any], assignment: Assignment | None) -> dict[str, Any]:
    """The document with what explains each submission: another edition, misconceptions."""
    return report.unsuspected(diagnose.diagnosed(otherwise.named(document, assignment), assignment))


class Batch:
    """The grading of a `listing`: the `sheets` of its submissions, the `store`, the sandboxes.

    So many jobs are done at a time as the machine has, beside programs that sleep.
    """

    def __init__(
        self,
        listing: dict[str, Any],
        sheets: Sheets,
        store: Store,
        machine: Machine,
        policy: Policy = Policy(),
    ) -> None:
        self.listing, self.sheets, self.store, self.policy = listing, sheets, store, policy
        self.jobs = machine.jobs
        self.boxes = [Sandbox(machine.level, machine.python) for _ in range(self.jobs + SPARES)]
        # The files of a submission; they are read again for whoever comes later.
        self.contents = lru_cache(self.jobs + 1)(Submission.files)
        self.underway: dict[str, Future] = {}  # by key, so that equal submissions share a run
        self.lock = threading.RLock()  # of all rows
        self.several = self.stopped = self.over = False
        self.ended = threading.Event()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self._close_boxes()

    def records(
        self, submissions: Sequence[Submission]
    ) -> Iterator[tuple[Submission, dict[str, Any]]]:
        """Yield (the submission, the record of a check), submission by submission and check by check."""
        waiting: deque[tuple[Submission, Future]] = deque()
        self.several = len(submissions) > 1
        self.workers = Workers(self.boxes, self.jobs)
        try:
            if self.policy.deadline is not None:
                threading.Thread(target=self._expire, args=[self.policy.deadline]).start()
            for place, submission in enumerate(submissions):
                waiting.extend((submission, future) for future in self._started(submission, place))
                while len(waiting) > WINDOW:
                    yield _settled(*waiting.popleft())
            while waiting:
                yield _settled(*waiting.popleft())
        finally:
            self._stop()

    def finish(self, submission: Submission) -> None:
        """Store for each check of an interrupted submission that has no result that it was interrupted."""
        for check in self.sheets.of(submission.who).checks:
            job = Job(submission, check, self._key(submission, check), None, ())
            self.store.keep(job.key, self._skipped(job, INTERRUPTED, "interrupted"))

    def _stop(self) -> None:
        """Begin nothing more, end what runs, and wait for the threads."""
        self.stopped = True
        self.ended.set()
        self.workers.close()
        self._close_boxes()
        while not self.workers.join(0.02):
            self._close_boxes()  # again, for one may have been about to start

    def _expire(self, deadline: float) -> None:
        """At the deadline end what runs, and see that nothing else does."""
        self.ended.wait(max(0, deadline - time.monotonic()))
        self.over = not self.ended.is_set()
        while not self.ended.wait(0.05):
            self._close_boxes()  # again and again, for one may be about to start

    def _close_boxes(self) -> None:
        """End what runs in the sandboxes, for good."""
        for box in self.boxes:
            box.close()

    # ---- Whose turn it is ----

    def _key(self, submission, check):
        """What the result of a check is stored under."""
        return digest(
            self.listing["grader"],
            self.sheets.of(submission.who).digests[check.name],
            submission.key(),
        )

    def _started(self, submission, place):
        """The future record of each check of one submission: found in the store, under way, or waiting in a row."""
        futures, rows = {}, {}
        for number, check in enumerate(self.sheets.of(submission.who).checks):
            job = self._job(submission, check, futures.get(check.needs), (place, number))
            futures[check.name] = job.future
            # with the model's files it is another
            function = check.module, check.function, check.replaced
            rows.setdefault(function, Row()).waiting.append(job)
        for row in rows.values():
            self._advance(row)
        return futures.values()

    def _job(self, submission, check, needs, order):
        """The Job of a check: ours, unless its record is under way for an equal submission or in the store."""
        key = self._key(submission, check)
        if future := self.underway.get(key):
            return Job(submission, check, key, needs, order, future, ours=False)
        job = Job(submission, check, key, needs, order)
        if record := self.store.find(key, self.policy.rerun):
            job.future.set_result(record)
        else:
            self.underway[key] = job.future
            job.future.add_done_callback(lambda _: self.underway.pop(key))
        return job

    def _advance(self, row):
        """Begin what may begin of a row; if it is hopeless, skip what is left of it."""
        with self.lock:
            while row.waiting and not (
                self.policy.patience and row.crossed + row.running >= self.policy.patience
            ):
                self._begin(row, row.waiting.popleft())
            while row.waiting and self.policy.patience and row.crossed >= self.policy.patience:
                job = row.waiting.popleft()
                if job.ours and not job.future.done():
                    reason = IMPATIENT.format(job.check.function or "import", self.policy.patience)
                    self._keep(job, self._skipped(job, reason, "patience"))

    def _begin(self, row, job):
        """Take one from a row: count its record, or have it made."""
        if job.future.done():
            return None if job.future.exception() else self._count(row, job.future)
        row.begun, row.running = row.begun + 1, row.running + 1
        job.future.add_done_callback(partial(self._done, row))
        if job.ours and not job.future.done():
            urgent = self.several and (row.begun <= PROBES or row.crossed)
            job_ready = partial(self._hand, (not urgent, *job.order), job)
            job.needs.add_done_callback(job_ready) if job.needs else job_ready()

    def _done(self, row, future):
        """Go on with a row, one of which is done."""
        with self.lock:
            row.running -= 1
            if not self.stopped and not future.exception():  # else all is about to end
                self._count(row, future)
                self._advance(row)

    def _count(self, row, future):
        """Count a record of a row."""
        row.crossed += future.result()["verdict"] in CROSSED

    def _hand(self, urgency, job, _=None):
        """Hand a job to the workers, in the thread that did what it needs, lest a thread waits for that."""
        if not self.stopped:
            self.workers.submit(urgency, partial(self._work, job))

    # ---- Doing it ----

    def _work(self, job, box):
        """Make the record of a check in a sandbox."""
        try:
            record = self._record(job, box)
            if self.stopped:
                raise CancelledError
            self._keep(job, record)
        except BaseException as error:
            job.future.set_exception(error)

    def _keep(self, job, record):
        """Store a record, and tell all who wait for it: if it can't be stored, of that."""
        try:
            self.store.keep(job.key, record)
        except Exception as error:
            return job.future.set_exception(error)
        job.future.set_result(record)

    def _record(self, job, box):
        """The record of a check: that of its best result, or why it was not run."""
        needed, check = job.needs and job.needs.result(), job.check
        if needed and needed["verdict"] == "judge_error":
            return best(
                [
                    Result(
                        check,
                        "judge_error",
                        f"Not run, because the grader failed in {check.needs}.",
                    )
                ]
            )
        if needed and needed["verdict"] == "skipped":  # for what that was skipped for
            return self._skipped(job, needed["rationale"], needed.get("unrun", ""))
        if needed and needed["verdict"] not in ("accepted", "wrong_answer"):
            return self._skipped(job, f"Not run, because {check.needs} failed.")
        if job.submission.complaint:
            return best([Result(check, "missing", job.submission.complaint)])
        results = self._results(job, box)
        return best(results) if results else self._skipped(job, OVER, "budget")

    def _skipped(self, job, reason, unrun=""):
        """The record of a check that is not run: what is stored of it from an earlier grading, else the reason.

        `unrun`: "patience", "budget" or "interrupted" if no failure is the reason.
        """
        return self.store.find(job.key) or {
            **report.record(Result(job.check, "skipped", reason)),
            "flags": [],
            "reruns": 0,
            **({"unrun": unrun} if unrun else {}),
        }

    def _results(self, job, box):
        """The result of a check; where it failed, followed by those of running it again, as often as asked.

        Without those that the end of the grading's time cut off.
        """
        needed, results = job.needs and job.needs.result(), []
        alone = bool(job.check.further and needed and _leaves_room(needed))
        while not self.over and (
            not results
            or results[0].verdict != "accepted"
            and len(results) <= self.policy.rerun
            and not self.stopped
        ):
            if result := self._judged(job.submission, job.check, box, alone):
                results.append(result)
        return results

    def _judged(self, submission, check, box, alone):
        """The result of one run, None if time was over; a fault of ours is one, its traceback goes to stderr.

        `alone`: whether the check that it needs was accepted, and in little time.
        """
        try:
            expected = self.sheets.of(submission.who).expected
            return judge(
                check,
                box.run(check, self.contents(submission), submission.aliases),
                expected[check.name],
                expected[check.needs] if alone else None,
            )
        except Exception as error:
            if self.over:
                return None
            if not self.stopped:
                traceback.print_exc(file=sys.stderr)
            return Result(
                check, "judge_error", f"The grader failed, not the submission: {error!r}."
            )


def _leaves_room(record: dict) -> bool:
    """Whether a check was accepted and took so little that three like it stay within their limit."""
    return (
        record["verdict"] == "accepted"
        and record["run"]["cpu_s"] < THRICE * record["limits"]["cpu_s"]
    )


def _settled(submission, future):
    """(The submission, the record) once a future record is there."""
    return submission, future.result()


def best(results):
    """The record of the best result, flagged if verdicts vary from run to run or it came close to a limit."""
    first = max(
        results, key=lambda result: (result.verdict == "accepted", sum(result.points.values()))
    )
    verdicts = dict.fromkeys(
        result.verdict for result in results if result.verdict != "judge_error"
    )
    flags = (
        [f"Its verdict varies from run to run: {', '.join(verdicts)}."] if len(verdicts) > 1 else []
    )
    limit = first.check.limits.cpu_s
    if first.run and first.verdict != "time_limit" and first.run.cpu_s >= CLOSE * limit:
        flags.append(f"It came close to its limit: {first.run.cpu_s:.1f} of {limit:g} s.")
    return {**report.record(first), "flags": flags, "reruns": len(results) - 1}
