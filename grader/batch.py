"""Many submissions through the stages, several checks at a time, with every result stored as it comes.

Worker threads run the checks, each in a sandbox of its own. The work is handed out in order, and a check waits
for the one that it needs, which was handed out before it; so nothing waits in vain. Results come out in that same
order whatever the timing, and only a window of them is in memory.
"""

import sys
import traceback
from collections import deque
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from grader import report
from grader.judge import Result, judge
from grader.store import digest

WINDOW = 256  # results that may wait for an earlier, slower one
CLOSE = 0.8  # the share of a CPU limit from which on a run is called close to it


@dataclass(frozen=True)
class Job:
    """One check of one submission, its key in the store, and the future record of the check that it needs."""
    submission: object
    check: object
    files: dict | Exception
    key: str
    needs: Future | None


class Batch:
    """The grading of a `listing`: its `checks`, their `expected` transcripts by name, the `store`, the sandboxes."""

    def __init__(self, listing, checks, expected, store, boxes, rerun=0):
        self.listing, self.checks, self.expected = listing, checks, expected
        self.store, self.boxes, self.rerun = store, boxes, rerun
        self.idle = SimpleQueue()
        for box in boxes:
            self.idle.put(box)
        self.stopped = False

    def records(self, submissions):
        """Yield (the submission, the record of a check), submission by submission and check by check."""
        waiting = deque()
        pool = ThreadPoolExecutor(len(self.boxes))
        try:
            for submission in submissions:
                waiting.extend((submission, future) for future in self.started(submission, pool))
                while len(waiting) > WINDOW:
                    yield settled(waiting.popleft())
            while waiting:
                yield settled(waiting.popleft())
        finally:
            self.stop(pool)

    def stop(self, pool):
        """Drop what has not started, end what runs, and wait for the threads."""
        self.stopped = True
        pool.shutdown(wait=False, cancel_futures=True)
        for box in self.boxes:
            box.close()
        pool.shutdown()

    def started(self, submission, pool):
        """The future record of each check of one submission: found in the store, or handed to the pool."""
        files = contents(submission)
        futures = {}
        for check in self.checks:
            key = digest(self.listing["grader"], self.listing["checks"][check.name], submission.key())
            found = self.store.find(key, self.rerun)
            futures[check.name] = done(found) if found else pool.submit(
                self.work, Job(submission, check, files, key, futures.get(check.needs)))
        return futures.values()

    def work(self, job):
        """The record of a job, stored; it waits for what it needs, then for a sandbox."""
        prerequisite = job.needs.result() if job.needs else None
        box = self.idle.get()
        try:
            results = self.results(job, box, prerequisite)
        finally:
            self.idle.put(box)
        if self.stopped:
            raise CancelledError
        record = best(results)
        self.store.keep(job.key, record)
        return record

    def results(self, job, box, prerequisite):
        """The result of a job; where it failed, followed by those of running it again, as often as asked."""
        if prerequisite and prerequisite["verdict"] not in ("accepted", "wrong_answer"):
            return [Result(job.check, "skipped", f"Not run, because {job.check.needs} failed.")]
        if job.submission.complaint:
            return [Result(job.check, "missing", job.submission.complaint)]
        results = [self.judged(job, box)]
        while results[0].verdict != "accepted" and len(results) <= self.rerun and not self.stopped:
            results.append(self.judged(job, box))
        return results

    def judged(self, job, box):
        """The result of one run; a fault of ours is one as well, and its traceback goes to stderr."""
        try:
            if isinstance(job.files, Exception):
                raise job.files
            return judge(job.check, box.run(job.check, job.files), self.expected[job.check.name])
        except Exception as error:
            if not self.stopped:
                traceback.print_exc(file=sys.stderr)
            return Result(job.check, "judge_error", f"The grader failed, not the submission: {error!r}.")


def contents(submission):
    """The files of a submission, or the error that kept us from reading them again."""
    try:
        return submission.files()
    except Exception as error:
        return error


def settled(waiting):
    """(The submission, the record) once a future record is there."""
    submission, future = waiting
    return submission, future.result()


def done(record):
    """A future that has its record."""
    future = Future()
    future.set_result(record)
    return future


def best(results):
    """The record of the result with the most points, flagged if runs disagree or it came close to a limit."""
    first = max(results, key=lambda result: sum(result.points.values()))
    verdicts = list(dict.fromkeys(result.verdict for result in results))
    flags = [f"Its verdict varies from run to run: {', '.join(verdicts)}."] if len(verdicts) > 1 else []
    limit = first.check.limits.cpu_s
    if first.run and first.verdict != "time_limit" and first.run.cpu_s >= CLOSE * limit:
        flags.append(f"It came close to its limit: {first.run.cpu_s:.1f} of {limit:g} s.")
    return {**report.record(first), "flags": flags, "reruns": len(results) - 1}
