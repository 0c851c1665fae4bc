"""A pool of sandboxes and threads that do jobs in them, that with the smallest turn first.

A program that sleeps costs its wall limit and no CPU time, so it doesn't count: while it sleeps,
another job may begin in a spare sandbox. A program counts as asleep if it neither used nor waited
for a processor since the last look. If the system doesn't say, as without /proc, no program does.

Starting a sandbox costs as much as a dozen short programs. So a second one is started only when
jobs have waited for a while and will probably wait as long again, and short jobs share the first.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

from grader.sandbox.sandbox import Sandbox, tried_or_new


# Sandboxes beside one for each job: so many programs may sleep without delaying others.
SPARES = 4
START_S = 1.5  # seconds for which jobs wait before another sandbox is started for them
LOOK_S = 1  # seconds between two looks which programs sleep
ENDING_S = 10  # seconds for the threads to end after an exception
ASLEEP = 0.1  # a program that uses a smaller share of a processor counts as asleep

Job = Callable[[Sandbox], object]  # must not raise anything
Turn = tuple[int | bool, ...]  # the smallest one comes next
Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


def ending_s(kind: type[BaseException] | None) -> float:
    """The seconds to wait for a pool's threads to end: few after an exception, else without end.

    Python may interrupt this thread after it has entered a Condition, such as that of a Future, and
    before it would leave that again: then others wait for it in vain.
    """
    if kind:
        return ENDING_S
    return math.inf


class Pool:
    """Runs up to `jobs` jobs at a time, not counting sleepers, in sandboxes of one level.

    `spares` is the number of further sandboxes, for jobs that begin while others sleep.
    """

    def __init__(
        self, level: str, python: str, jobs: int, spares: int = 0, is_cold: bool = False
    ) -> None:
        self._boxes = [tried_or_new(level, python, is_cold) for _ in range(jobs + spares)]
        # The last sandbox used comes first, as it is warm.
        self._free, self._jobs = list(reversed(self._boxes)), jobs
        self._waiting: list[tuple[Turn, int, Job]] = []
        self._numbers = count()
        self._waiting_since = 0.0
        # the number of jobs begun since then, and when the last one was
        self._begun, self._begun_at = 0, 0.0
        self._started: set[Sandbox] = set()
        self._running: dict[Sandbox, int] = {}  # {sandbox: the number of its job}
        self._asleep: set[Sandbox] = set()
        self._changed, self._closed = threading.Condition(), threading.Event()
        # Daemon threads, as an interruption may come after their start and before the block that
        # ends them.
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in self._boxes]
        if spares:
            self._threads.append(threading.Thread(target=self._look, daemon=True))

    def __enter__(self) -> "Pool":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(ending_s(kind))

    def submit(self, job: Job, turn: Turn = ()) -> None:
        """Add a job; of those that wait, the one with the smallest `turn` comes next."""
        with self._changed:
            if not self._waiting:
                self._waiting_since = self._begun_at = time.monotonic()
                self._begun = 0
            heappush(self._waiting, (turn, next(self._numbers), job))
            self._changed.notify()

    def map(
        self, function: Callable[[Sandbox, Item], Outcome], items: Iterable[Item]
    ) -> list[Outcome]:
        """The results of a function, called with a sandbox and each item; raises its exceptions."""
        return [future.result() for future in self.futures(function, items)]

    def futures(
        self, function: Callable[[Sandbox, Item], Outcome], items: Iterable[Item]
    ) -> list[Future[Outcome]]:
        """The results of `map`, still to come."""
        futures = []
        for item in items:
            future: Future[Outcome] = Future()
            futures.append(future)

            def job(box: Sandbox, item: Item = item, future: Future[Outcome] = future) -> None:
                """Call the function and pass its result to the future."""
                try:
                    future.set_result(function(box, item))
                except BaseException as error:
                    future.set_exception(error)

            self.submit(job)
        return futures

    def end_runs(self) -> None:
        """End the runs in all sandboxes; later runs fail."""
        for box in self._boxes:
            box.close()

    def close(self, within_s: float = math.inf) -> None:
        """Begin no more jobs, end all runs, and wait up to `within_s` seconds for the threads."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        self.end_runs()
        end = time.monotonic() + within_s
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < end:
            for thread in self._threads:
                if thread.is_alive():
                    thread.join(0.02)
            self.end_runs()  # again, as a run may just have been starting

    def _work(self) -> None:
        while work := self._next():
            box, job = work
            try:
                job(box)
            finally:
                self._give_back(box)

    def _next(self) -> tuple[Sandbox, Job] | None:
        """Wait for a job that may begin; return it with a free sandbox, or None when closed."""
        with self._changed:
            while not (self._closed.is_set() or self._may_begin()):
                self._changed.wait(max(0, self._start_in_s()) or None)
            if self._closed.is_set():
                return None
            _, number, job = heappop(self._waiting)
            self._begun, self._begun_at = self._begun + 1, time.monotonic()
            box = self._free.pop()
            self._started.add(box)
            self._running[box] = number
            return box, job

    def _may_begin(self) -> bool:
        """Whether a job waits, fewer than `jobs` programs are awake, and a sandbox may be used."""
        awake = len(self._running) - len(self._asleep)
        if not self._waiting or awake >= self._jobs:
            return False
        is_first = not self._started
        return is_first or self._free[-1] in self._started or self._start_in_s() <= 0

    def _start_in_s(self) -> float:
        """The seconds until another sandbox may be started; 0 or less when that is past.

        It may if no job began for START_S, or if jobs have waited so long and those that still wait
        will take as long again, at the rate at which jobs have begun or as long as the last one.
        """
        now = time.monotonic()
        waited_s, last_s = now - self._waiting_since, now - self._begun_at
        rest_s = len(self._waiting) * max(waited_s / max(1, self._begun), last_s)
        return START_S - max(last_s, min(waited_s, rest_s))

    def _give_back(self, box: Sandbox) -> None:
        with self._changed:
            del self._running[box]
            self._asleep.discard(box)
            self._free.append(box)
            self._changed.notify()

    def _look(self) -> None:
        """Check at regular intervals which programs sleep."""
        before: dict[tuple[Sandbox, int], float | None] = {}
        while not self._closed.wait(LOOK_S):
            with self._changed:
                jobs = set(self._running.items())
            now = {(box, number): box.demand_s() for box, number in jobs}
            idle = {job for job in jobs if _slept(before.get(job), now[job])}
            before = now
            with self._changed:
                self._asleep = {box for box, _ in idle & self._running.items()}
                self._changed.notify_all()


def _slept(before: float | None, now: float | None) -> bool:
    """Whether a program wanted hardly any processor time between two looks.

    >>> _slept(1.0, 1.01), _slept(1.0, 1.5), _slept(None, 1.0), _slept(1.0, None)
    (True, False, False, False)
    >>> _slept(2.0, 1.0)  # it is another process
    False
    """
    return before is not None and now is not None and 0 <= now - before < ASLEEP * LOOK_S
