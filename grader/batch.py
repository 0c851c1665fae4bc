"""Many submissions through the stages, several checks at a time, with every result stored as it comes.

Worker threads run the checks, each in a sandbox of its own. A check is handed out when the one that it needs is
done. Results come out in the order of submissions and checks whatever the timing, and only a window of them, and the
files of as many submissions as there are workers, are in memory.
"""

import sys
import traceback
from collections import Counter, deque
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import lru_cache
from queue import SimpleQueue

from grader import report
from grader.judge import Result, judge
from grader.store import digest

WINDOW = 256  # results that may wait for an earlier, slower one
AT_ONCE = 0.25  # the share of a CPU limit of which three like runs leave some
CLOSE = 0.8  # the share of a CPU limit from which on a run is called close to it


class Batch:
    """The grading of a `listing`: the `sheets` of its submissions, the `store`, the sandboxes.

    Each failure is run `rerun` times more. With `patience`, once so many checks of a function have run out of time,
    whatever their group, the function's others are skipped.
    """

    def __init__(self, listing, sheets, store, boxes, rerun=0, patience=0):
        self.listing, self.sheets = listing, sheets
        self.patience, self.slow = patience, Counter()
        self.store, self.boxes, self.rerun = store, boxes, rerun
        self.idle = SimpleQueue()
        for box in boxes:
            self.idle.put(box)
        self.contents = lru_cache(len(boxes) + 1)(contents)  # read anew for whoever comes later
        self.underway = {}  # by key, so that equal submissions share a run
        self.stopped = False

    def records(self, submissions):
        """Yield (the submission, the record of a check), submission by submission and check by check."""
        waiting = deque()
        pool = ThreadPoolExecutor(len(self.boxes))
        try:
            for submission in submissions:
                waiting.extend((submission, future) for future in self.started(submission, pool))
                while len(waiting) > WINDOW:
                    yield self.settled(*waiting.popleft())
            while waiting:
                yield self.settled(*waiting.popleft())
        finally:
            self.stop(pool)

    def settled(self, submission, future):
        """(The submission, the record) once a future record is there."""
        record = future.result()
        self.underway = {key: other for key, other in self.underway.items() if not other.done()}
        return submission, record

    def stop(self, pool):
        """Drop what has not started, end what runs, and wait for the threads."""
        self.stopped = True
        pool.shutdown(wait=False, cancel_futures=True)
        for box in self.boxes:
            box.close()
        pool.shutdown()

    def started(self, submission, pool):
        """The future record of each check of one submission: found in the store, under way, or handed to the pool."""
        futures, sheet = {}, self.sheets.of(submission.who)
        for check in sheet.checks:
            key = digest(self.listing["grader"], sheet.digests[check.name], submission.key())
            if found := self.store.find(key, self.rerun):
                futures[check.name] = Future()
                futures[check.name].set_result(found)
            elif key in self.underway:
                futures[check.name] = self.underway[key]
            else:
                futures[check.name] = self.underway[key] = self.handed(
                    pool, futures.get(check.needs), submission, check, key)
        return futures.values()

    def handed(self, pool, needs, *job):
        """The future record of a job, handed to the pool once what it needs is there, lest a thread waits for that."""
        if not needs:
            return pool.submit(self.work, None, *job)
        future = Future()

        def run(prerequisite):
            """Do the job, in a thread of the pool."""
            try:
                future.set_result(self.work(prerequisite.result(), *job))
            except BaseException as error:
                future.set_exception(error)

        def hand(prerequisite):
            """Hand the job over, in the thread that did what it needs."""
            if not self.stopped:
                pool.submit(run, prerequisite)

        needs.add_done_callback(hand)
        return future

    def work(self, prerequisite, submission, check, key):
        """The record of a check, stored; `prerequisite` is the record of what it needs."""
        box = self.idle.get()
        try:
            results = self.results(prerequisite, submission, check, box)
        finally:
            self.idle.put(box)
        if self.stopped:
            raise CancelledError
        record = best(results)
        self.store.keep(key, record)
        return record

    def results(self, prerequisite, submission, check, box):
        """The result of a check; where it failed, followed by those of running it again, as often as asked."""
        if prerequisite and prerequisite["verdict"] == "judge_error":
            return [Result(check, "judge_error", f"Not run, because the grader failed in {check.needs}.")]
        if prerequisite and prerequisite["verdict"] not in ("accepted", "wrong_answer"):
            skipped = prerequisite["verdict"] == "skipped"  # then the reason is what that was skipped for
            reason = prerequisite["rationale"] if skipped else f"Not run, because {check.needs} failed."
            return [Result(check, "skipped", reason)]
        if submission.complaint:
            return [Result(check, "missing", submission.complaint)]
        function = check.module, check.function, check.replaced  # with the model's files it is another
        if self.patience and self.slow[function] >= self.patience:
            reason = f"Not run, because {check.function} did not end in {self.patience} others."
            return [Result(check, "skipped", reason)]
        alone = check.further and prerequisite and at_once(prerequisite)
        results = [self.judged(submission, check, box, alone)]
        self.slow[function] += results[0].verdict == "time_limit"
        while results[0].verdict != "accepted" and len(results) <= self.rerun and not self.stopped:
            results.append(self.judged(submission, check, box, alone))
        return results

    def judged(self, submission, check, box, alone):
        """The result of one run; a fault of ours is one as well, and its traceback goes to stderr.

        `alone`: whether the check that it needs was accepted, and at once.
        """
        try:
            expected = self.sheets.of(submission.who).expected
            return judge(check, box.run(check, self.contents(submission), submission.aliases),
                         expected[check.name], expected[check.needs] if alone else None)
        except Exception as error:
            if not self.stopped:
                traceback.print_exc(file=sys.stderr)
            return Result(check, "judge_error", f"The grader failed, not the submission: {error!r}.")


def at_once(record: dict) -> bool:
    """Whether a check was accepted and took so little that three like it stay within their limit."""
    return record["verdict"] == "accepted" and record["run"]["cpu_s"] < AT_ONCE * record["limits"]["cpu_s"]


def contents(submission):
    """The files of a submission."""
    return submission.files()


def best(results):
    """The record of the best result, flagged if verdicts vary from run to run or it came close to a limit."""
    first = max(results, key=lambda result: (result.verdict == "accepted", sum(result.points.values())))
    verdicts = dict.fromkeys(result.verdict for result in results if result.verdict != "judge_error")
    flags = [f"Its verdict varies from run to run: {', '.join(verdicts)}."] if len(verdicts) > 1 else []
    limit = first.check.limits.cpu_s
    if first.run and first.verdict != "time_limit" and first.run.cpu_s >= CLOSE * limit:
        flags.append(f"It came close to its limit: {first.run.cpu_s:.1f} of {limit:g} s.")
    return {**report.record(first), "flags": flags, "reruns": len(results) - 1}
