"""Runs the model solution and the programs that a proof needs."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from grader.assignment.plan import Assignment
from grader.conditions import Conditions
from grader.grading.explained import explain
from grader.grading.listing import Machine, listing
from grader.grading.pipeline import Batch
from grader.ground.console import show_progress
from grader.making.sheets import Sheets, sheet
from grader.making.transcripts import Transcripts
from grader.records.checks import Check
from grader.records.results import Run
from grader.sandbox.pool import Pool
from grader.sandbox.sandbox import Sandbox
from grader.store.store import Store
from grader.verify.programs import Outcome, Program, outcome


MEASURED = 3  # how often a time is measured that does not show what it should
ADDITIONS_S = 0.04  # CPU seconds of a million additions on a usual machine

ChecksOf = Mapping[Program, Sequence[Check]]  # {program: the checks that it runs}


def model_runs(assignment: Assignment, checks: Sequence[Check], machine: Machine) -> dict[str, Run]:
    """{name of a check: the Run of the model solution}."""
    model = assignment.sources()

    def run(box: Sandbox, check: Check) -> Run:
        show_progress(f"model solution: {check.name}")
        return box.run(check, model)

    with Pool(machine.level, machine.python, machine.jobs, is_cold=machine.is_cold) as pool:
        runs = pool.map(run, checks)
    return {check.name: run for check, run in zip(checks, runs)}


def outcomes(
    assignment: Assignment, own: ChecksOf, expected: Transcripts, machine: Machine
) -> list[Outcome]:
    """The Outcome of each program.

    The times are measured again if only misconceptions that show in them are not as expected, or a
    right program comes near a limit, as the machine may have been busy.
    """
    slow = {misconception.name for misconception in assignment.misconceptions if misconception.slow}
    graded: dict[Program, Outcome] = {}
    left = own
    for _ in range(MEASURED):
        if left:
            graded |= _graded(assignment, left, expected, machine)
        left = {
            program: own[program]
            for program in left
            if set() < graded[program].mistaken <= slow or graded[program].is_near_a_limit
        }
    return [graded[program] for program in own]


def _graded(
    assignment: Assignment, own: ChecksOf, expected: Transcripts, machine: Machine
) -> dict[Program, Outcome]:
    """{Program: Outcome} of programs, each graded once.

    A right program gets as much more time as this machine is slow, and so does one that is to run
    into a limit of time, as it must show until then that it searches.
    """
    slow = slowness()
    longer, own_sheets = {}, {}
    for program, checks in own.items():
        longer[program] = 1.0
        if program.right or program.verdict == "time_limit":
            longer[program] = slow
        pairs = [(_longer(check, longer[program]), expected[check.name]) for check in checks]
        own_sheets[program.name] = sheet(pairs, assignment.code)
    submissions = [program.submission for program in own]
    class_sheets = Sheets({"": sheet([], assignment.code), **own_sheets})
    work = listing(
        submissions, class_sheets, (assignment.name, assignment.name), machine, Conditions()
    )
    with Store() as results, Batch(work, class_sheets, results, machine) as batch:
        results.begin(work)
        for submission, result in batch.results(submissions):
            show_progress(f"{submission.who}: {result.check}")
        show_progress("misconceptions")
        document = explain(results, assignment)
    return {
        program: replace(outcome(program, graded), slowness=slow, longer=longer[program])
        for program, graded in zip(own, document.submissions)
    }


def slowness() -> float:
    """How many times as long as a usual machine this one takes now, at least 1."""
    start, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return max(1, (time.process_time() - start) / ADDITIONS_S)


def _longer(check: Check, times: float) -> Check:
    """The check, with limits of time that are so many times as long."""
    return _with_times(check, times * check.limits.cpu_s, times * check.limits.wall_s)


def with_less_time(
    checks: Sequence[Check], cpu_s: float, wall_s: float, in_full: Collection[str]
) -> list[Check]:
    """The checks, limited to these times, so that programs that do not end cost little.

    `in_full` are the names of checks that keep their own limits.
    """
    limited = []
    for check in checks:
        if check.name not in in_full:
            limits = check.limits
            check = _with_times(check, min(cpu_s, limits.cpu_s), min(wall_s, limits.wall_s))
        limited.append(check)
    return limited


def _with_times(check: Check, cpu_s: float, wall_s: float) -> Check:
    return replace(check, limits=replace(check.limits, cpu_s=cpu_s, wall_s=wall_s))
