"""The pipeline: runs all submissions' checks, several at a time, and stores each result at once.

The pool runs each check in a sandbox of its own. Which checks run depends on what earlier ones did,
and on no timing:

- A check waits for the one that it needs.
- The checks of a function wait in a row, in their order. No more of them run at a time than may
  still cross a limit of time or memory before patience ends. Then the rest of the row is skipped.
- A check that uses other groups waits for the first checks of these. A fresh check waits for the
  first fixed ones of its group.

Results come out in the order of submissions and checks. At most WINDOW of them wait in memory, with
the files of one submission more than are run at a time. In a class the first check of each function
of each submission comes first, then the second and the third, so that waits for hopeless programs
begin early, beside the work on all others.
"""

import math
import sys
import threading
import time
import traceback
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from grader.assignment.plan import Assignment
from grader.grading.explained import explain_one, has_failed, version_of
from grader.grading.listing import Machine
from grader.grading.reruns import at_first, best, leaves_room, mended, with_whole_limit, within
from grader.grading.rows import Job, Policy, Row, used_first
from grader.ground.deadline import TimeOver, ending
from grader.ground.files import Files
from grader.intake.intake import Submission
from grader.judge.judge import UNKNOWN, Alone, judge
from grader.judge.results import result
from grader.making.sheets import Sheets
from grader.records.checks import Check
from grader.records.facts import Fact, fact
from grader.records.listings import Listing
from grader.records.results import Result
from grader.records.submissions import Example, SubmissionResults
from grader.sandbox.pool import SPARES, Pool, Turn, ending_s
from grader.sandbox.sandbox import Sandbox
from grader.store.keys import digest
from grader.store.store import Store
from grader.tracing.finding import Finder, KnownFinder, finder_of
from grader.tracing.students import Program


WINDOW = 5000  # the most results that wait for an earlier, slower one
LOOK_S = 0.3  # seconds between two looks whether grading may go on
AT_ONCE = 16  # the results of so many submissions are in memory while examples are looked for
CLOSING_S = 1  # seconds that running computations get when grading ends early
PROBES = 3  # in a class, so many checks of each function come first


class Batch:
    """The grading of a `listing`, with `sheets` of checks, the `store` and the sandboxes.

    As many checks run at a time as `machine.jobs` says, or one if calls share a process; programs
    that sleep don't count.
    """

    def __init__(
        self,
        listing: Listing,
        sheets: Sheets,
        store: Store,
        machine: Machine,
        policy: Policy = Policy(),
    ) -> None:
        self._listing, self._sheets, self._store, self._policy = listing, sheets, store, policy
        jobs = machine.jobs
        if policy.shares:  # calls that share a process are made in their order
            jobs = 1
        self._pool = Pool(machine.level, machine.python, jobs, SPARES, is_cold=machine.is_cold)
        # The files of the latest submissions; those of an earlier one are read again.
        self._files = lru_cache(machine.jobs + 1)(Submission.files)
        # equal submissions have one key and share a run
        self._underway: dict[str, Future[Result]] = {}
        self._lock = threading.RLock()  # guards all rows
        self._is_class = self._is_stopped = self._is_over = False
        self._ended = threading.Event()
        self._failure: Future[None] = Future()  # gets the exception that ends the grading

    def __enter__(self) -> "Batch":
        self._pool.__enter__()
        if self._policy.deadline is not None:
            deadline = self._policy.deadline
            threading.Thread(target=self._expire, args=[deadline], daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._is_stopped = True
        self._ended.set()
        within_s = ending_s(kind)
        if self._is_over or self._failure.done():
            within_s = CLOSING_S
        self._pool.close(within_s)

    def results(self, submissions: Sequence[Submission]) -> Iterator[tuple[Submission, Result]]:
        """Yield (submission, result) in the order of submissions and checks."""
        waiting: deque[Job] = deque()
        self._is_class = len(submissions) > 1
        for place, submission in enumerate(submissions):
            waiting.extend(self._start(submission, place))
            while len(waiting) > WINDOW:
                job = waiting.popleft()
                yield job.submission, self._outcome(job)
        while waiting:
            job = waiting.popleft()
            yield job.submission, self._outcome(job)

    def _outcome(self, job: Job) -> Result:
        """Wait for the result of a job; raises as soon as grading can't go on.

        Soon after the deadline it returns in any case, even if judging computes for ever.
        """
        self._await(job.future, self._left_s())
        if job.future.done():
            return job.future.result()
        skipped = self._skipped(job, fact("budget"))
        self._store.keep(job.key, skipped)
        return skipped

    def _await(self, future: Future[Any], seconds: float | None = None) -> None:
        """Wait for a future, up to so many seconds; raise as soon as grading can't go on."""
        if not future.done():
            wait([future, self._failure], seconds, FIRST_COMPLETED)
        if self._failure.done():
            self._failure.result()

    def _left_s(self) -> float | None:
        """The seconds until all runs must be ended and judged, None without a deadline."""
        deadline = self._policy.deadline
        if deadline is None:
            return None
        return max(0, deadline + CLOSING_S - time.monotonic())

    def hold_none(self) -> None:
        """Run checks that were held or cut early when results are asked for again."""
        self._policy = replace(self._policy, held_cpu_s=math.inf, first_cpu_s=math.inf)

    def finish(self, submission: Submission) -> None:
        """Store for each check of the submission without a result that grading was interrupted."""
        for check in self._sheets.of(submission.who).checks:
            job = Job(submission, check, self._key(submission, check), None, ())
            self._store.keep(job.key, self._skipped(job, fact("interrupted")))

    def find_examples(self, submissions: Sequence[Submission], assignment: Assignment) -> None:
        """Find and store the smallest instances on which failing submissions fail.

        Submissions whose examples are stored are left out. Once time is over, that is stored
        instead.
        """
        finder = finder_of(assignment)
        version = version_of(assignment)
        if not finder:
            return
        by_name = {submission.who: submission for submission in submissions}
        deadline = self._policy.deadline
        failing = self._without_examples(assignment)
        try:
            while not self._is_over and (some := list(islice(failing, AT_ONCE))):
                with ending(deadline):
                    find = partial(self._find, finder, version, by_name)
                    for future in self._pool.futures(find, some):
                        self._await(future)
                        future.result()
        except TimeOver:
            self._is_over = True  # without waiting for threads that still compute
        if not self._is_over:
            return
        cut_short = (fact("examples_cut_short"),)
        for explained in self._without_examples(assignment):
            self._store.explanations.keep_examples(explained, version, (), cut_short)

    def _without_examples(self, assignment: Assignment) -> Iterator[SubmissionResults]:
        """Yield the failing submissions whose search for examples is not finished."""
        version = version_of(assignment)
        explain = partial(explain_one, assignment, self._policy.deadline)
        for explained in self._store.explained(self._store.listing(), explain, version):
            lacks_examples = self._store.explanations.lacks_examples(explained, version)
            if has_failed(explained) and lacks_examples:
                yield explained

    def _find(
        self,
        finder: Finder | KnownFinder,
        version: str,
        by_name: dict[str, Submission],
        box: Sandbox,
        explained: SubmissionResults,
    ) -> None:
        """Find the examples of one submission and store them."""
        submission = by_name[explained.submission]
        examples: tuple[Example, ...] = ()
        unfinished: tuple[Fact, ...] = (fact("examples_cut_short"),)
        try:
            if not self._is_over:
                program = Program(box, self._files(submission), submission.aliases)
                examples = finder.examples(program, explained)
                if not program.is_cut_short:
                    unfinished = ()
        except Exception as error:
            # an exception that the end of the time caused says nothing
            if not (self._is_over or self._is_stopped):
                traceback.print_exc(file=sys.stderr)
                unfinished = (fact("examples_failed", error=repr(error)),)
        if not self._is_stopped:
            self._store.explanations.keep_examples(explained, version, examples, unfinished)

    def _expire(self, deadline: float) -> None:
        """At the deadline, end all runs and keep others from starting."""
        self._ended.wait(max(0, deadline - time.monotonic()))
        self._is_over = not self._ended.is_set()
        while not self._ended.wait(0.05):
            self._pool.end_runs()  # again and again, as a thread may be about to start a run

    def look_after(self, check: Callable[[], None]) -> None:
        """Call `check` at regular intervals until the end; an exception of it ends the grading."""
        threading.Thread(target=self._look, args=[check], daemon=True).start()

    def _look(self, check: Callable[[], None]) -> None:
        try:
            while not self._ended.wait(LOOK_S):
                check()
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Pass an error to all who wait for results."""
        with self._lock:
            if not self._failure.done():
                self._failure.set_exception(error)

    # ---- Whose turn it is ----

    def _key(self, submission: Submission, check: Check) -> str:
        """The key under which the result of a check is stored."""
        digests = self._sheets.of(submission.who).digests
        return digest(self._listing.grader, digests[check.name], submission.key())

    def _start(self, submission: Submission, place: int) -> list[Job]:
        """The jobs of a submission: some have stored results, some are under way, others wait."""
        jobs = []
        by_name: dict[str, Job] = {}
        firsts: defaultdict[str, list[Future[Result]]] = defaultdict(list)
        rows: dict[tuple[Any, ...], Row] = {}
        checks = self._sheets.of(submission.who).checks
        # so many first checks of a group are enough to tell that what uses it is hopeless
        enough = self._policy.patience or math.inf
        numbers = {check.name: number for number, check in enumerate(checks)}
        for check in used_first(checks):
            used = [firsts[group] for group in check.earlier_groups if len(firsts[group]) == enough]
            order = place, numbers[check.name]
            job = self._job(submission, check, by_name.get(check.needs), order, used)
            jobs.append(job)
            by_name[check.name] = job
            if len(firsts[check.group]) < self._policy.patience:
                firsts[check.group].append(job.future)
            # Fresh checks have a row of their own, so that failing fixed ones do not stop them.
            function = check.module, check.function, check.replaced, check.is_fresh
            rows.setdefault(function, Row()).waiting.append(job)
        for row in rows.values():
            self._advance(row)
        return sorted(jobs, key=lambda job: job.order)

    def _job(
        self,
        submission: Submission,
        check: Check,
        prerequisite: Job | None,
        order: tuple[int, int],
        used: Sequence[Sequence[Future[Result]]],
    ) -> Job:
        """The Job of a check, with a stored result or that of an equal submission, if any."""
        key = self._key(submission, check)
        if future := self._underway.get(key):
            return Job(submission, check, key, prerequisite, order, future, is_shared=True)
        job = Job(submission, check, key, prerequisite, order, used=used)
        if stored := self._store.find(key, check.asked, self._policy.rerun):
            job.future.set_result(stored)
        else:
            self._underway[key] = job.future
            job.future.add_done_callback(lambda _: self._underway.pop(key))
        return job

    def _advance(self, row: Row) -> None:
        """Begin as many checks of a row as may run; skip those that shall not."""
        with self._lock:
            while row.waiting and not row.is_full(self._policy):
                self._begin(row, row.waiting.popleft())
            while row.waiting and (reason := row.reason_to_skip(self._policy)):
                job = row.waiting.popleft()
                if job.is_open:
                    self._keep(job, self._skipped(job, reason))

    def _begin(self, row: Row, job: Job) -> None:
        """Count a job's result if it exists, or have the job done."""
        if job.future.done():
            if not job.future.exception():
                row.count(job.future.result(), self._policy)
            return
        row.begun += 1
        row.running += 1
        job.future.add_done_callback(partial(self._finish, row))
        if job.is_open:
            turn: Turn = (True, *job.order)
            if self._is_class and (row.begun <= PROBES or row.crossed > 0):
                turn = (False, row.begun, *job.order)
            self._submit_after(job.awaited(), partial(self._submit, job, turn))

    def _submit_after(self, awaited: Sequence[Future[Result]], submit: Callable[[], None]) -> None:
        """Submit a job once the results that it awaits are there, so that no thread waits."""
        if awaited:
            first, *others = awaited
            first.add_done_callback(lambda _: self._submit_after(others, submit))
        else:
            submit()

    def _submit(self, job: Job, turn: Turn) -> None:
        if not self._is_stopped:
            self._pool.submit(partial(self._work, job), turn)

    def _finish(self, row: Row, future: Future[Result]) -> None:
        """Count a result and continue with its row."""
        with self._lock:
            row.running -= 1
            # otherwise the whole grading is about to end
            if not self._is_stopped and not future.exception():
                row.count(future.result(), self._policy)
                self._advance(row)

    # ---- Doing it ----

    def _work(self, job: Job, box: Sandbox) -> None:
        """Make the result of a check in a sandbox, and store it."""
        try:
            outcome = self._result(job, box)
            if self._is_stopped:
                raise CancelledError
            self._keep(job, outcome)
        except BaseException as error:
            job.future.set_exception(error)

    def _keep(self, job: Job, outcome: Result) -> None:
        """Store a result and pass it on; if it can't be stored, pass on the error."""
        try:
            self._store.keep(job.key, outcome)
        except Exception as error:
            self._fail(error)
            job.future.set_exception(error)
        else:
            job.future.set_result(outcome.shown())

    def _result(self, job: Job, box: Sandbox) -> Result:
        """The result of a check: the best of its runs, or the reason why it was not run."""
        check = job.check
        needed = job.needed()
        if needed and needed.verdict == "judge_error":
            return result(check, "judge_error", fact("judge_error", check=check.needs))
        if needed and needed.verdict not in ("accepted", "wrong_answer"):
            reason = fact("prerequisite", check=check.needs)
            if needed.verdict == "skipped":
                reason = needed.reason
            return self._mended(job, box, self._skipped(job, reason), needed)
        if job.submission.complaint:
            return result(check, "missing", fact("said", text=job.submission.complaint))
        if job.submission.is_empty and check.function:
            return result(check, "missing", fact("empty", "saved"))
        if hopeless := job.reason_to_skip():
            return self._skipped(job, hopeless)
        attempts = self._attempts(job, box, needed)
        if not attempts:
            return self._skipped(job, fact("budget"))
        return self._mended(job, box, best(attempts), needed)

    def _mended(self, job: Job, box: Sandbox, outcome: Result, needed: Result | None) -> Result:
        """The result, with what it would be once slips that the check lists are mended."""
        if not job.check.mends or outcome.passed or outcome.is_unrun:
            return outcome
        files = self._files(job.submission)
        attempt = partial(self._attempt, job, box, needed)
        check = within(job.check, self._policy.mend_cpu_s)
        try:
            found = mended(check, files, outcome, job.first_failed(), attempt)
        except Exception as error:
            return self._failed(job.check, error)
        return found or self._skipped(job, fact("budget"))

    def _skipped(self, job: Job, reason: Fact) -> Result:
        """The stored result of a check that is not run, else a result with the reason."""
        return self._store.find(job.key, job.check.asked) or result(job.check, "skipped", reason)

    def _attempts(self, job: Job, box: Sandbox, needed: Result | None) -> list[Result]:
        """The results of a check's run and, if it failed, of its reruns; without runs cut off."""
        results: list[Result] = []
        check = at_first(job.check, self._policy.first_cpu_s)
        for _ in range(1 + self._policy.rerun):
            is_enough = results and (results[0].passed or self._is_stopped)
            if self._is_over or is_enough:
                break
            if attempt := self._attempt(job, box, needed, check, self._files(job.submission)):
                results.append(with_whole_limit(attempt, job.check))
        return results

    def _attempt(
        self, job: Job, box: Sandbox, needed: Result | None, check: Check, files: Files
    ) -> Result | None:
        """The result of one run of a check with these files, None if time was over.

        A fault of the grader also gives a result.
        """
        submission = job.submission
        try:
            expected = self._sheets.of(submission.who).expected
            if self._policy.shares:
                run = box.run_together(check, files, submission.aliases)
                if run and (outcome := judge(check, run, expected[check.name])).passed:
                    return outcome
            run = box.run(check, files, submission.aliases)
            alone = UNKNOWN
            if check.further and needed and leaves_room(needed):
                alone = Alone(is_quick=True)
                if needed.passed:
                    alone = Alone(True, expected[check.needs])
            return judge(check, run, expected[check.name], alone)
        except Exception as error:
            if self._is_over:
                return None
            return self._failed(check, error)

    def _failed(self, check: Check, error: Exception) -> Result:
        """The result for a fault of the grader, whose traceback goes to stderr."""
        if not self._is_stopped:
            traceback.print_exc(file=sys.stderr)
        return result(check, "judge_error", fact("grader_failed", error=repr(error)))
