"""The command `python3 -m grader verify`: proves an assignment before a class sees it.

    programs      right ones get full marks, wrong ones their verdict and misconception
    transcripts   the model solution and the reference print them, and an oracle that shares no code
                  with them agrees
    instances     each tells some wrong program from the right one
    outputs       junk is never accepted, and earns no full marks; harmless variation always is
    limits        stand well clear of the slowest right program

Wrong programs run as many checks as tell them apart, each for 1.5 CPU seconds at most, or 1 if they
must run without end (longer on a slow machine, and in checks that a program is to fail). A program
with one mistake leaves out long checks that do not show the mistake. Right programs run as many
checks, and a slow one, too. Programs that try the grader are left out. Times are measured again if
they do not show what they must. With --all every program runs every check, unless it never ends.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from grader.assignment import folders, plan
from grader.assignment.plan import Assignment
from grader.diagnose.variants import Prediction
from grader.grading.listing import Machine
from grader.ground.console import show_progress
from grader.ground.text import counted
from grader.making import transcripts
from grader.packing import openness
from grader.records.checks import Check
from grader.records.results import Run
from grader.sandbox import sandbox
from grader.verify import programs, runs, selection
from grader.verify.predicting import Predicted, predictions
from grader.verify.programs import Program
from grader.verify.sections import SECTIONS, Proof, Section, comparable, unlike_model


SOUND, UNSOUND, OUR_FAULT = 0, 1, 3
# CPU seconds for a wrong program, as some use up whatever they get. 0.5 would show what is wrong,
# except in checks that must show it, perhaps by their time.
WRONG_S = 1.5
# For one that is to run into it: a machine that slows down meanwhile still lets its search be seen.
ENDLESS_S = 1.0
MOST_PROBLEMS = 20  # the most problems of a section that are printed
# the units of a check's cost: pops of a search, or CPU seconds of the model
POPS, MODEL_S = 100, 0.05


def verify(names: Sequence[str], everything: bool, patterns: Sequence[str], jobs: int) -> int:
    """Prove the assignments of these names, or all; print the sections, return the exit status.

    `patterns` restrict the checks, as --only does; `everything`: every program runs every check.
    """
    machine = Machine(sys.executable, sandbox.strongest_level(sys.executable), jobs)
    status, verdicts = SOUND, []
    for name in names or folders.names():
        start = time.monotonic()
        assignment = plan.load(name)
        with TemporaryDirectory() as folder:
            problems, is_our_fault = _prove(assignment, everything, patterns, machine, Path(folder))
        counts = []
        for title, complaints in problems.items():
            if complaints:
                counts.append(f"{len(complaints)} in {title}")
        verdict = f"verified: {assignment.name}"
        if counts:
            verdict = f"not {verdict}: {', '.join(counts)}"
            status = max(status, UNSOUND)
        if is_our_fault:
            status = OUR_FAULT
        verdicts.append(f"{verdict} ({time.monotonic() - start:.0f} s)")
        print(f"\n{verdicts[-1]}\n", flush=True)
    if len(verdicts) > 1:
        print("\n".join(verdicts))
    return status


def _prove(
    assignment: Assignment,
    everything: bool,
    patterns: Sequence[str],
    machine: Machine,
    folder: Path,
) -> tuple[dict[str, list[str]], bool]:
    """({section: its problems}, whether the grader itself failed) of an assignment.

    Sections are printed as they come; programs are written into the folder.
    """
    openness.require_secrets(assignment)
    checks = plan.select(assignment.checks, patterns) if patterns else list(assignment.checks)
    candidates = programs.programs(assignment, folder, everything)
    how_much = "everything"
    if not everything:
        how_much = "a selection (--all: everything)"
    print(
        f"{assignment.name}: {len(checks)} checks, {counted(len(candidates), 'program')}, "
        f"sandbox: {machine.level}, {machine.jobs} at a time, {how_much}"
    )
    if warning := openness.all_public(assignment):
        print(warning)
    proof = _proof(assignment, checks, candidates, everything, bool(patterns), machine)
    problems = {title: _print(title, about(proof)) for title, about in SECTIONS.items()}
    return problems, any(outcome.is_our_fault for outcome in proof.outcomes)


def _proof(
    assignment: Assignment,
    checks: list[Check],
    candidates: Sequence[Program],
    everything: bool,
    is_restricted: bool,
    machine: Machine,
) -> Proof:
    """Run all programs, and return the Proof from which the sections are made."""
    expected = transcripts.expected(assignment, checks)
    predicted = predictions(assignment, checks)
    model = runs.model_runs(assignment, checks, machine)
    chosen = _chosen_checks(checks, model, predicted, everything)
    own = {program: _checks_of(program, checks, chosen) for program in candidates}
    outcomes = []
    hidden: dict[str, None] = {}
    for outcome in runs.outcomes(assignment, own, expected, machine):
        if is_restricted:
            outcome, names = programs.within(outcome, comparable(predicted))
            hidden |= dict.fromkeys(names)
        outcomes.append(outcome)
    unlike = {}
    for check in checks:
        if complaint := unlike_model(check, model[check.name], expected[check.name]):
            unlike[check.name] = complaint
    return Proof(
        assignment, checks, expected, model, unlike, predicted, outcomes, everything, list(hidden)
    )


# ---- Which checks a program runs ----


class Chosen(NamedTuple):
    """The names of the checks that right, wrong and brief programs run.

    The checks of a program with one mistake are chosen by the predicted `outputs` and the `costs`.
    """

    right: set[str]
    wrong: set[str]
    brief: set[str]  # for programs that cost a limit each time
    outputs: programs.Predicted = {}  # {} if every program runs the same checks
    costs: selection.Costs = {}


def _chosen_checks(
    checks: Sequence[Check], model: Mapping[str, Run], predicted: Predicted, everything: bool
) -> Chosen:
    costs, outputs = _costs(model, predicted), comparable(predicted)
    enough = selection.selected(checks, outputs, costs)
    brief = selection.brief(checks, enough)
    if everything:
        every = {check.name for check in checks}
        return Chosen(every, every, brief)
    slowest = selection.slowest(checks, {name: run.cpu_s for name, run in model.items()})
    right = plan.with_needed(checks, enough | slowest)
    return Chosen(right, enough, brief, outputs, costs)


def _costs(model: Mapping[str, Run], predicted: Predicted) -> dict[str, float]:
    """{check: its cost}: the pops of the model, and the mean of the wrong programs' pops.

    If pops are unknown, the cost is the model's time.
    """
    right: Mapping[str, Prediction] = predicted.get(None, {})
    costs = {}
    for name, run in model.items():
        if name in right:
            pops = mean(outputs[name].pops for outputs in predicted.values() if name in outputs)
            costs[name] = (pops + right[name].pops) / POPS
        else:
            costs[name] = run.cpu_s / MODEL_S
    return costs


def _checks_of(program: Program, checks: Sequence[Check], chosen: Chosen) -> list[Check]:
    """The checks that a program runs, chosen by its kind, or by its only mistake."""
    names, mistakes = chosen.wrong, set(program.misconceptions)
    if program.right:
        names = chosen.right
    elif program.brief:
        names = chosen.brief
    elif len(mistakes) == 1 and mistakes <= chosen.outputs.keys():
        names = selection.selected(checks, chosen.outputs, chosen.costs, mistakes)
        names |= selection.cheap(chosen.wrong, chosen.costs)
    needed = plan.with_needed(checks, program.shown)
    own = [check for check in checks if check.name in names or check.name in needed]
    if program.right:
        return own
    cpu_s, in_full = WRONG_S, program.shown
    if program.verdict in programs.ENDLESS:
        in_full = ()
    if program.verdict == "time_limit":
        cpu_s = ENDLESS_S
    return runs.with_less_time(own, cpu_s, 3 * WRONG_S, in_full)


def _print(title: str, section: Section) -> list[str]:
    show_progress("")
    print(f"\n---- {title.capitalize()} ----\n")
    for line in section.facts:
        print(line)
    for problem in section.problems[:MOST_PROBLEMS]:
        print(f"WRONG: {problem}")
    if len(section.problems) > MOST_PROBLEMS:
        print(f"WRONG: {len(section.problems) - MOST_PROBLEMS} more")
    sys.stdout.flush()
    return section.problems
