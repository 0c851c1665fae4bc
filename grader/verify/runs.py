"""The runs that a proof needs: of the model solution, and of programs through the pipeline that grades."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, replace
from queue import SimpleQueue

from grader import store
from grader.assignment import plan
from grader.assignment.sheets import Sheets, sheet
from grader.commands.console import show_progress
from grader.diagnose import models
from grader.grading import Batch, explain, listing
from grader.sandbox import sandbox
from grader.verify.outputs import run_of
from grader.verify.programs import outcome


POP_S = 2e-5  # CPU seconds of one
MEASURED = 3  # how often times are measured that don't show what they should


def model_runs(assignment, checks, machine):
    """{name of a check: the Run of the model solution}; what several checks have in common is run once."""
    model, idle, under_way, runs = assignment.sources(), SimpleQueue(), {}, {}

    def run(check):
        """The Run of one check, in a sandbox that is idle."""
        box = idle.get()
        try:
            return box.run(check, model)
        finally:
            idle.put(box)

    with ExitStack() as stack, ThreadPoolExecutor(machine.jobs) as pool:
        for _ in range(machine.jobs):
            idle.put(stack.enter_context(sandbox.Sandbox(machine.level, machine.python)))
        for check in checks:
            job = (
                repr(
                    (
                        check.module,
                        check.function,
                        check.arguments,
                        check.further,
                        bool(check.driver),
                        check.limits,
                    )
                ),
                tuple(sorted((model | check.files()).items())),
            )
            if job not in under_way:
                under_way[job] = pool.submit(run, check)
            runs[check.name] = under_way[job]
        return {check.name: waited(runs[check.name], check.name) for check in checks}


def rehearsals(assignment, checks):
    """{name of a check: what stands for the Run of the model} of those with a driver that can be predicted.

    It prints what the model does, and takes as long as the pops of the reference, for the model makes none.
    """
    model, reference = models.solution(assignment), models.reference(assignment)
    made = [(check, model.output(check)) for check in checks if check.driver]
    return {
        check.name: rehearsed(output, reference.output(check).pops)
        for check, output in made
        if output
    }


def rehearsed(prediction, pops):
    """What stands for the Run of the model solution, from the Prediction of what it prints."""
    return replace(
        run_of(prediction.text.encode()),
        exit_status=int(prediction.ended != "exit"),
        cpu_s=POP_S * pops,
    )


def waited(future, name):
    """The result of a future, which is named on a terminal while it is waited for."""
    show_progress(f"model solution: {name}")
    return future.result()


def outcomes(assignment, own, expected, machine):
    """The Outcome of each program; `own`: {Program: its checks, by their names in the assignment}.

    Where only a misconception that is told by times is not as expected, they are measured again: a machine may
    have been busy with something else.
    """
    measured = {each.name for each in assignment.misconceptions if each.slow}
    found, left = {}, own
    for _ in range(MEASURED):
        found |= graded(assignment, left, expected, machine) if left else {}
        left = {
            program: own[program] for program in left if set() < found[program].mistaken <= measured
        }
    return [found[program] for program in own]


def graded(assignment, own, expected, machine):
    """{Program: Outcome} of programs, graded once."""
    made = {
        program.name: sheet([(check, expected[check.name]) for check in checks])
        for program, checks in own.items()
    }
    submissions = [program.submission for program in own]
    class_sheets = Sheets({"": sheet([]), **made})
    work = listing(submissions, class_sheets, (assignment.name, assignment.name), machine)
    with store.Store() as results, Batch(work, class_sheets, results, machine) as batch:
        results.begin(work)
        for submission, record in batch.records(submissions):
            show_progress(f"{submission.who}: {record.check}")
        show_progress("misconceptions")
        document = explain(results, assignment)
    return {program: outcome(program, found) for program, found in zip(own, document.submissions)}


def cut(checks, cpu_s):
    """The checks with no more CPU time than that, so that programs without end cost little."""
    return [
        replace(
            check,
            limits=plan.limits(asdict(check.limits), {"cpu_s": min(cpu_s, check.limits.cpu_s)}),
        )
        for check in checks
    ]
