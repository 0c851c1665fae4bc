"""Threads that do jobs, each in a sandbox: the most urgent first, so many at a time, not counting sleepers.

A program that sleeps costs its wall limit and no CPU time. While it does, another job may begin in a spare sandbox.
A program counts as asleep if it neither used nor waited for a processor since the last look; where the system does
not tell (there is no /proc), none does.
"""

import threading
from heapq import heappop, heappush
from itertools import count

from grader.sandbox import watch


# sandboxes beside those for the jobs: so many programs may sleep without keeping others waiting
SPARES = 4
LOOK_S = 1  # how often to look which programs sleep
ASLEEP = 0.1  # the share of a processor below which a program counts as asleep


class Workers:
    """Runs jobs, functions of a sandbox that raise nothing, in threads of its own until it is closed."""

    def __init__(self, boxes, jobs):
        # the sandbox used last goes first: it is warm
        self._free, self._jobs = list(reversed(boxes)), jobs
        self._ready, self._numbers = [], count()
        # {sandbox: the number of its job}, some of these sandboxes
        self._running, self._asleep = {}, set()
        self._changed, self._closed = threading.Condition(), threading.Event()
        self._threads = [threading.Thread(target=self._work) for _ in boxes]
        self._threads.append(threading.Thread(target=self._look))
        for thread in self._threads:
            thread.start()

    def submit(self, urgency: tuple, job) -> None:
        """Have a job done; among those that wait the one with the least urgency tuple is next."""
        with self._changed:
            heappush(self._ready, (urgency, next(self._numbers), job))
            self._changed.notify()

    def close(self) -> None:
        """Begin no other job."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()

    def join(self, timeout: float) -> bool:
        """Whether all threads have ended, which is waited for so many seconds."""
        for thread in self._threads:
            thread.join(timeout)
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self):
        """Do jobs until there will be none."""
        while taken := self._take():
            box, job = taken
            try:
                job(box)
            finally:
                self._give_back(box)

    def _take(self):
        """(A free sandbox, the next job) as soon as it may begin; None when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed.is_set() or self._may_begin())
            if self._closed.is_set():
                return None
            _, number, job = heappop(self._ready)
            box = self._free.pop()
            self._running[box] = number
            return box, job

    def _may_begin(self):
        """Whether there is a job, and fewer programs are awake than there may be."""
        return self._ready and len(self._running) - len(self._asleep) < self._jobs

    def _give_back(self, box):
        """Make a sandbox free."""
        with self._changed:
            del self._running[box]
            self._asleep.discard(box)
            self._free.append(box)
            self._changed.notify()

    def _look(self):
        """See again and again which programs sleep."""
        before = {}
        while not self._closed.wait(LOOK_S):
            with self._changed:
                running = dict(self._running)
            now = {(box, number): demand_s(box) for box, number in running.items()}
            idle = {
                box
                for (box, number), used in now.items()
                if _slept(before.get((box, number)), used)
            }
            before = now
            with self._changed:
                self._asleep = {box for box in idle if self._running.get(box) == running[box]}
                self._changed.notify_all()


def _slept(before, now):
    """Whether a program hardly wanted a processor between two looks; None: it was not there, or can't be told."""
    return None not in (before, now) and 0 <= now - before < ASLEEP * LOOK_S


def demand_s(box) -> float | None:
    """The seconds for which what runs in a sandbox used or waited for a processor; None if that can't be told."""
    process = box.process
    numbers = watch.descendants(process.pid) if process else []
    fields = {number: watch.stat(number) for number in numbers}
    if not any(fields.values()):
        return None
    ticks = sum(int(tick) for each in fields.values() for tick in each[11:15])
    return ticks * watch.TICK_S + sum(map(watch.waited_s, numbers))
