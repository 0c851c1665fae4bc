"""Asks a student whether the checks that wait behind the report are to be run now."""

import math
import os
import select
import sys
from collections import defaultdict

from grader.commands.options import PATIENCE
from grader.diagnose.problems import problems
from grader.grading.rows import all_crossed
from grader.ground.grouping import grouped
from grader.ground.states import State, state
from grader.ground.text import when
from grader.records.results import CROSSED, Result, Results
from grader.records.submissions import Document, SubmissionResults


LOOK_S = 0.3  # seconds between two looks at the saved files
CHANGED = "The program has changed since: check it again."


def held(submission: SubmissionResults) -> list[Result]:
    """The results of the checks that wait behind the report and may run after it.

    Those that were cut early wait, unless an example shows that they never end; so do those that
    were skipped because of them. What a check that waits needs has run to its end or waits, too,
    and what it uses crosses no limits.
    """
    early = _cut_early(submission)
    slow = {result.function or "import" for result in submission.results if result.check in early}
    waiting: dict[str, Result] = {}
    of_group = grouped(submission.results, lambda result: result.group)
    ended = {
        result.check: result.verdict in ("accepted", "wrong_answer")
        for result in submission.results
    }
    for result in submission.results:
        needed = result.asked.needs
        is_held = result.check in early or result.reason.kind == "held"
        if result.reason.kind == "patience":
            is_held = result.reason.fields["function"] in slow
        if result.reason.kind == "prerequisite":
            is_held = needed in waiting
        used = [of_group.get(group, [])[:PATIENCE] for group in result.asked.uses]
        is_hopeless = any(
            len(own) == PATIENCE and all_crossed(own) and own[0].check not in early for own in used
        )
        if is_held and not is_hopeless and (ended.get(needed, True) or needed in waiting):
            waiting[result.check] = result
    return list(waiting.values())


def _cut_early(submission: SubmissionResults) -> set[str]:
    """The checks that were cut early, without those that an example shows never to end."""
    early = {result.check for result in submission.results if result.is_cut_early}
    for problem in problems(submission):
        if problem.example and problem.shown.verdict in CROSSED:
            early -= problem.checks
    return early


def announcement(submission: SubmissionResults, jobs: int) -> str:
    """How many checks wait behind the report, how long they may take, and how long at worst.

    >>> from dataclasses import replace
    >>> def said(*results):
    ...     return announcement(SubmissionResults("ann", "", results=results), 1)
    >>> from grader.records.checks import Asked, Limits
    >>> from grader.records.facts import fact
    >>> from grader.records.results import Run
    >>> run = Run(0, "exit", 9, 9.5, 0, b"")
    >>> asked = Asked(function="a", limits=Limits(cpu_s=30))
    >>> wrong = Result("a/1", "", "wrong_answer", fact("output"), run=run, asked=asked)
    >>> sooner = replace(wrong, run=replace(run, wall_s=0.1))
    >>> held = Result("a/2", "", "skipped", fact("held"), asked=asked)
    >>> said(sooner, wrong, held, replace(held, check="a/3"))
    'The untried checks may take about 20 seconds, or 60 seconds if they cross the time limit'
    >>> after = Result("a/3", "", "skipped", fact("prerequisite"), asked=Asked(needs="a/1"))
    >>> said(wrong, held, after)
    '1 of the untried checks may take about 10 seconds, or 30 seconds if they cross the time limit'
    >>> said(replace(wrong, reason=fact("cpu", limit_s=30)), held)
    'What was stopped for now and the untried checks may take up to 60 seconds'
    """
    results, waiting = submission.results, held(submission)
    usual, most = _usual_s(results, waiting) / jobs, _most_s(waiting) / jobs
    untried = [result for result in waiting if not result.is_cut_early]
    which = "The untried checks"
    if len(untried) < sum(result.verdict == "skipped" for result in results):
        which = f"{len(untried)} of the untried checks"
    if len(untried) < len(waiting):
        which = "What was stopped for now" + when(untried, f" and {which[:1].lower()}{which[1:]}")
        return f"{which} may take up to {_duration(most)}"
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
            times[result.function].append(result.run.wall_s)
    return sum(max(times[result.function], default=0) for result in waiting)


def _most_s(waiting: Results) -> float:
    """The time that checks take if so many of each function as are permitted cross the limit."""
    limits = defaultdict(list)
    for result in waiting:
        limits[result.function].append(result.asked.limits.cpu_s)
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
    submission = document.submissions[0]
    if not held(submission):
        return False
    sentence = announcement(submission, jobs)
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
