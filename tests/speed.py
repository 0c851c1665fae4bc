"""Machines of other speeds, for tests: clocks that run fast, and processes that just began."""

import sys
import time
from dataclasses import replace

from grader.sandbox.sandbox import Sandbox


TIMES = 20  # a slow machine's clocks run so many times as fast as they should
CLOCKS = ("thread_time", "process_time", "monotonic", "perf_counter", "time")


def hurry(monkeypatch):
    """Let the clocks of this process run so many times too fast, and those of sandboxes."""
    for name in CLOCKS:
        clock = getattr(time, name)

        def hurried(clock=clock, start=clock()):
            """The time on a clock that runs too fast."""
            return start + TIMES * (clock() - start)

        monkeypatch.setattr(time, name, hurried)
    run = Sandbox.run

    def hurried_run(self, check, files, aliases=()):
        """The Run of a check on a machine that takes so many times as long."""
        limits = check.limits
        fewer = replace(limits, cpu_s=limits.cpu_s / TIMES, wall_s=limits.wall_s / TIMES)
        ran = run(self, replace(check, limits=fewer), files, aliases)
        return replace(ran, cpu_s=TIMES * ran.cpu_s, wall_s=TIMES * ran.wall_s)

    monkeypatch.setattr(Sandbox, "run", hurried_run)


def forget():
    """Empty all caches of what diagnoses and finds examples, as in a process that begins."""
    rooms = ("grader.diagnose.", "grader.tracing.", "grader.assignments.")
    for module in [module for name, module in sys.modules.items() if name.startswith(rooms)]:
        for thing in list(vars(module).values()):
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
