"""Asks a student whether the checks that were held behind the report are to be run now."""

import math
import os
import select
import sys
from collections import defaultdict

from grader.commands.options import PATIENCE
from grader.grading.rows import all_crossed
from grader.ground.states import State, state
from grader.records.results import Result, Results
from grader.records.submissions import Document


LOOK_S = 0.3  # seconds between two looks at the saved files
CHANGED = "The program has changed since: check it again."


def held(results: Results) -> list[Result]:
    """The results of the checks that wait behind the report and may run after it.

    What such a check needs has run to its end or waits, too, and what it uses crosses no limits.
    """
    waiting: list[Result] = []
    firsts: dict[str, list[Result]] = {}
    for result in results:
        firsts.setdefault(result.group, []).append(result)
    may_end = {result.check: result.verdict in ("accepted", "wrong_answer") for result in results}
    for result in results:
        used = [firsts.get(group, [])[:PATIENCE] for group in result.asked.uses]
        is_hopeless = any(len(own) == PATIENCE and all_crossed(own) for own in used)
        is_held = result.reason.kind == "held"
        if is_held and not is_hopeless and may_end.get(result.asked.needs, True):
            waiting.append(result)
            may_end[result.check] = True
    return waiting


def announcement(results: Results, jobs: int) -> str:
    """How many checks wait behind the report, how long they may take, and how long at worst.

    >>> from dataclasses import replace
    >>> from grader.records.checks import Asked, Limits
    >>> from grader.records.facts import fact
    >>> from grader.records.results import Run
    >>> run = Run(0, "exit", 9, 9.5, 0, b"")
    >>> asked = Asked(function="a", limits=Limits(cpu_s=30))
    >>> wrong = Result("a/1", "", "wrong_answer", fact("output"), run=run, asked=asked)
    >>> sooner = replace(wrong, run=replace(run, wall_s=0.1))
    >>> held = Result("a/2", "", "skipped", fact("held"), asked=asked)
    >>> announcement([sooner, wrong, held, held], 1)
    'The untried checks may take about 20 seconds, or 60 seconds if they cross the time limit'
    >>> after = Result("a/3", "", "skipped", fact("prerequisite"), asked=Asked(needs="a/1"))
    >>> announcement([wrong, held, after], 1)
    '1 of the untried checks may take about 10 seconds, or 30 seconds if they cross the time limit'
    """
    waiting = held(results)
    usual, most = _usual_s(results, waiting) / jobs, _most_s(waiting) / jobs
    which = "The untried checks"
    if len(waiting) < sum(result.verdict == "skipped" for result in results):
        which = f"{len(waiting)} of the untried checks"
    sentence = f"{which} may take about {_duration(usual)}"
    if most > usual and _duration(most) != _duration(usual):
        sentence += f", or {_duration(most)} if they cross the time limit"
    return sentence


def _usual_s(results: Results, waiting: Results) -> float:
    """The time that checks take if each takes as long as the longest of its function took: later
    instances are harder.
    """
    times = defaultdict(list)
    for result in results:
        if result.run:
            times[result.asked.function].append(result.run.wall_s)
    return sum(max(times[result.asked.function], default=0) for result in waiting)


def _most_s(waiting: Results) -> float:
    """The time that checks take if so many of each function as are permitted cross the limit."""
    limits = defaultdict(list)
    for result in waiting:
        limits[result.asked.function].append(result.asked.limits.cpu_s)
    return sum(sum(own[:PATIENCE]) for own in limits.values())


def _duration(seconds: float) -> str:
    """A duration in words: tens of seconds or whole minutes, rounded up.

    >>> _duration(4), _duration(31), _duration(91), _duration(170)
    ('10 seconds', '40 seconds', '2 minutes', '3 minutes')
    """
    if seconds <= 90:
        return f"{max(1, math.ceil(seconds / 10)) * 10} seconds"
    return f"{math.ceil(seconds / 60)} minutes"


def wants_more(document: Document, jobs: int, path: str, before: State) -> bool:
    """Say how many checks wait, if any do; return whether they are to be run.

    On a terminal Enter runs them. Ctrl-C, or a change of the program at the path since its state
    `before`, ends the waiting. Elsewhere nobody can be asked, and they are run.
    """
    results = document.submissions[0].results
    if not held(results):
        return False
    sentence = announcement(results, jobs)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(f"\n{sentence}. The report with them follows.\n", flush=True)
        return True
    try:
        print(f"\n{sentence}: Enter runs them, Ctrl-C ends", end=" ", flush=True)
        is_wanted = _is_entered(path, before)
    except KeyboardInterrupt:
        print()
        return False
    if not is_wanted:
        print(CHANGED)
    return is_wanted


def _is_entered(path: str, before: State) -> bool:
    """Wait until somebody presses Enter; False if the program changes first."""
    # on Windows a console can't be waited for
    while os.name == "posix" and not select.select([sys.stdin], [], [], LOOK_S)[0]:
        if state(path) != before:
            print()
            return False
    sys.stdin.readline()
    return True
