"""The command `python3 -m grader verify`: proves an assignment before a class sees it, in five sections.

    programs      right ones get full marks, wrong ones their verdict and misconception (`programs`, `runs`)
    transcripts   the model solution prints them, and an oracle that shares no code with it agrees
    instances     each tells a wrong program from the right one
    outputs       junk is never accepted, and earns no full marks; harmless variation always is (`outputs`)
    limits        stand well clear of the slowest right program

Wrong programs run as many checks as tell them apart, each for 1.5 CPU seconds at most. So do right ones, and a
slow one beside (`selection`); programs that try the grader are left out, and what a driver prints is predicted,
not run. What only times tell is measured again where it is not as expected. With --all every right program runs
every check.
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from grader.assignment import folders, plan, transcripts
from grader.assignment.transcripts import readable
from grader.commands.console import show_progress
from grader.grading import Machine
from grader.judge.judge import difference, lines
from grader.report.text import clipped
from grader.sandbox import sandbox
from grader.verify import outputs, programs, runs, selection
from grader.verify.predicting import predictions


SOUND, UNSOUND, OUR_FAULT = 0, 1, 3
# times the slowest right program: another machine, or a busy one, may well be half as fast
MARGIN = 2
# CPU seconds for a wrong program, some of which use up whatever they get; 0.5 show what is wrong
WRONG_S = 1.5
# of an output that are left out, doubled or swapped, unless everything is asked for
MOST_LINES = 12
MOST_PROBLEMS = 20  # of a section that are printed


@dataclass(frozen=True)
class Proof:
    """What the sections are about: checks, transcripts, the model's runs, what came of the programs."""

    assignment: plan.Assignment
    checks: list
    expected: dict  # {name of a check: transcript}
    model: dict  # {name of a check: Run}
    unlike: dict  # {name of a check: why its transcript is not what the model prints}
    predicted: dict  # {misconception: {name of a check: what it is predicted to print}}
    outcomes: list
    everything: bool
    hidden: list = ()  # what the checks chosen by --only did not show


def verify(names, everything=False, patterns=(), jobs=1):
    """Prove the assignments of these names, or all; print what is found, and return the exit status.

    `patterns` restrict the checks, as --only does; `everything`: every program runs every check.
    """
    machine = Machine(sys.executable, sandbox.strongest_level(sys.executable), jobs)
    status, told = SOUND, []
    for name in names or folders.names():
        start = time.monotonic()
        assignment = plan.load(name)
        with TemporaryDirectory() as folder:
            problems, ours = verified(assignment, everything, patterns, machine, Path(folder))
        counts = [f"{len(found)} in {section}" for section, found in problems.items() if found]
        name = assignment.name
        told.append(f"not verified: {name}: {', '.join(counts)}" if counts else f"verified: {name}")
        told[-1] += f" ({time.monotonic() - start:.0f} s)"
        print(f"\n{told[-1]}\n", flush=True)
        status = max(status, OUR_FAULT if ours else UNSOUND if counts else SOUND)
    if len(told) > 1:
        print("\n".join(told))
    return status


def verified(assignment, everything, patterns, machine, folder):
    """({section: its problems}, whether the grader itself failed) of an assignment, printed when found.

    Its programs are written out to the folder.
    """
    checks = plan.select(assignment.checks, patterns) if patterns else list(assignment.checks)
    candidates = programs.programs(assignment, folder, everything)
    expected = transcripts.expected(assignment, checks)
    print(
        f"{assignment.name}: {len(checks)} checks, {len(candidates)} programs, sandbox: {machine.level}, "
        f"{machine.jobs} at a time, {'everything' if everything else 'a selection (--all: everything)'}"
    )
    predicted = predictions(assignment, checks)
    model = {} if everything or not predicted else runs.rehearsals(assignment, checks)
    model |= runs.model_runs(
        assignment, [check for check in checks if check.name not in model], machine
    )
    chosen = chosen_checks(checks, model, predicted, everything)
    own = {program: checks_of(program, checks, chosen) for program in candidates}
    outcomes, hidden = runs.outcomes(assignment, own, expected, machine), []
    if patterns:
        pairs = [programs.within(outcome, compared(predicted)) for outcome in outcomes]
        outcomes = [outcome for outcome, _ in pairs]
        hidden = list(dict.fromkeys(name for _, names in pairs for name in names))
    unlike = {
        check.name: complaint
        for check in checks
        if (complaint := unlike_model(check, model[check.name], expected[check.name]))
    }
    proof = Proof(
        assignment, checks, expected, model, unlike, predicted, outcomes, everything, hidden
    )
    problems = {title: section(title, *found(proof)) for title, found in SECTIONS.items()}
    return problems, any(
        record.verdict == "judge_error" for each in outcomes for record in each.records
    )


def chosen_checks(checks, model, predicted, everything):
    """The names of the checks for (right programs, wrong ones, those that cost a limit each time)."""
    cost = costs(model, predicted)
    enough = selection.selected(checks, compared(predicted), cost)
    slowest = selection.slowest(checks, {name: run.cpu_s for name, run in model.items()})
    largest = selection.with_needed(checks, enough | slowest)
    every = {check.name for check in checks}
    brief = selection.brief(checks, enough)
    return (every, every, brief) if everything else (largest, enough, brief)


def costs(model, predicted):
    """{name of a check: what it costs}, in hundreds of pops, of the model and of wrong programs in the mean,
    where they are known; else in units of 50 ms of the model."""
    right = predicted.get(None, {})
    known = {
        name: [made[name].pops for made in predicted.values() if name in made] for name in right
    }
    return {
        name: (mean(known[name]) + right[name].pops) / 100 if name in known else run.cpu_s / 0.05
        for name, run in model.items()
    }


def compared(predicted):
    """The predictions as what can be told apart: the lines, and how they end."""
    return {
        each: {name: (made.lines, made.ended) for name, made in outputs_of.items()}
        for each, outputs_of in predicted.items()
    }


def checks_of(program, checks, chosen):
    """The checks that a program runs, of those chosen for its kind."""
    shown = selection.with_needed(
        checks, {check.name for check in checks if check.name in program.shown}
    )
    right, wrong, brief = (
        [check for check in checks if check.name in names | shown] for names in chosen
    )
    return right if program.right else runs.cut(brief if program.brief else wrong, WRONG_S)


def section(title, facts, problems):
    """Print a section; return its problems."""
    show_progress("")
    print(f"\n---- {title.capitalize()} ----\n")
    for line in facts:
        print(line)
    for problem in problems[:MOST_PROBLEMS]:
        print(f"WRONG: {problem}")
    if len(problems) > MOST_PROBLEMS:
        print(f"WRONG: {len(problems) - MOST_PROBLEMS} more")
    sys.stdout.flush()
    return problems


# ---- The sections: each gives (lines of facts, problems) ----


def about_programs(proof):
    """The table of programs, and those that are not what they should be."""
    problems = [
        f"{each.program.name}: {each.problem}, got {each.got}"
        for each in proof.outcomes
        if each.problem
    ]
    ran = {
        kind: max(
            (len(each.records) for each in proof.outcomes if each.program.right == kind), default=0
        )
        for kind in (True, False)
    }
    known = (
        []
        if proof.assignment.misconceptions
        else [
            f"no misconceptions are known for {proof.assignment.name}: "
            "its folder has no misconceptions.py"
        ]
    )
    known += [
        f"not looked for, since the checks of --only did not show it: {', '.join(proof.hidden)}"
    ] * bool(proof.hidden)
    return [
        *programs.table(proof.outcomes),
        "",
        *known,
        f"{len(proof.outcomes) - len(problems)} of {len(proof.outcomes)} programs are as expected; "
        f"of {len(proof.checks)} checks right ones ran {ran[True]}, "
        f"wrong ones up to {ran[False]}",
    ], problems


def about_transcripts(proof):
    """How many transcripts the model prints and the oracle proves, and what is wrong with the others."""
    problems, proved = [f"{name}: {complaint}" for name, complaint in proof.unlike.items()], {}
    for check in proof.checks:
        show_progress(f"oracle: {check.name}")
        proved[check.name] = proof_of(proof.assignment, check, proof.expected[check.name])
    wrong = [
        f"{name}: the oracle says: {complaint}" for name, complaint in proved.items() if complaint
    ]
    unknown = [name for name, complaint in proved.items() if complaint is None]
    facts = [
        f"{len(proof.checks) - len(problems)} of {len(proof.checks)} are what the model solution prints",
        f"{list(proved.values()).count('')} of {len(proof.checks)} are proved by the oracle",
    ]
    if unknown:
        facts.append(
            f"no oracle: {', '.join(unknown) if len(unknown) < len(proof.checks) else 'for none'}"
        )
    return facts, problems + wrong


def proof_of(assignment, check, transcript):
    """What is wrong with the transcript of a check (bytes), "" if nothing is, None if no oracle knows."""
    return assignment.oracle and assignment.oracle(
        check, transcript.decode("utf-8", "surrogateescape"), assignment.edition
    )


def unlike_model(check, run, transcript):
    """Why a transcript is not what a run of the model solution printed, or ""."""
    if run.ended != "exit" or run.exit_status:
        return (
            f"the model solution fails: it ended by {run.ended}, with exit status {run.exit_status}"
        )
    if (printed := readable(check, run.stdout)) == transcript:
        return ""
    told = "the model solution prints something else"
    if lines(printed) == lines(transcript):
        return f"{told}: white space at the ends of lines"
    found = difference(lines(transcript), lines(printed))
    sides = [
        f"{side} {'ends' if line is None else repr(clipped(line))}"
        for side, line in (("transcript", found.expected), ("model", found.actual))
    ]
    return f"{told}: line {found.line}: {', '.join(sides)}"


def about_instances(proof):
    """How many wrong programs each instance tells from the right one, and those that tell none."""
    instances = [check.name for check in proof.checks if check.function]
    told = {name: telling(proof, name) for name in instances}
    problems = [
        f"{name}: tells no wrong program from the right one"
        for name, found in told.items()
        if found is not None and not found
    ]
    looked_at = {name: found for name, found in told.items() if found}
    facts = [
        f"{len(looked_at)} of {len(instances)} instances tell wrong programs from the right one"
    ]
    if looked_at:
        fewest = min(looked_at, key=lambda name: len(looked_at[name]))
        some = ", ".join(sorted(looked_at[fewest])[:4])
        facts.append(f"the fewest: {fewest}, {len(looked_at[fewest])}: {some}")
    if left := [name for name, found in told.items() if found is None]:
        facts.append(f"{len(left)} were run by no wrong program (--all runs them all)")
    return facts, problems


def telling(proof, name):
    """The names of wrong programs and predictions that fail in a check, None if none was run or made."""
    records = [
        (each.program.name, record.verdict)
        for each in proof.outcomes
        if not each.program.right
        for record in each.records
        if record.check == name and record.verdict != "skipped"
    ]
    predicted = {
        each: made[name] for each, made in compared(proof.predicted).items() if name in made
    }
    right = predicted.pop(None, None)
    if not records and not predicted:
        return None
    return {program for program, verdict in records if verdict != "accepted"} | {
        each for each, output in predicted.items() if output != right
    }


def about_outputs(proof):
    """How many outputs were made up, and which were judged as they must not be."""
    junk = harmless = 0
    problems = []
    for check in [check for check in proof.checks if check.name not in proof.unlike]:
        show_progress(f"outputs: {check.name}")
        output, transcript = proof.model[check.name].stdout, proof.expected[check.name]
        others = {
            other.name: proof.model[other.name].stdout
            for other in proof.checks
            if other.name != check.name and other.function == check.function
        }
        others |= {"its checker": transcript} if check.checker else {}
        most = sys.maxsize if proof.everything else MOST_LINES
        for what, made_up in outputs.junk(check, output, others, most):
            junk += 1
            if found := outputs.accepted_junk(check, what, made_up, transcript):
                problems.append(f"{check.name}: {found}")
        for what, made_up in outputs.harmless(output):
            harmless += 1
            if not outputs.is_accepted(check, made_up, transcript):
                problems.append(f"{check.name}: does not accept its answer {what}")
    return [f"{junk} outputs are junk, and {harmless} as good as the expected ones"], problems


def about_limits(proof):
    """How far the limits are from the slowest right program, and whether that is near."""
    ran = [
        (record.limits.cpu_s / max(record.run.cpu_s, 0.001), record, each.program.name)
        for each in proof.outcomes
        if each.program.right
        for record in each.records
        if record.run
    ]
    if not ran:
        return ["no right program was run"], []
    times, record, name = min(ran, key=lambda found: found[0])
    cpu_s, limit = record.run.cpu_s, record.limits.cpu_s
    fact = (
        f"{name} in {record.check}: {cpu_s:.2f} s of {limit:g} s: "
        f"the limit is {times:.1f} times that"
    )
    return [f"the nearest to its limit is {fact} (at least {MARGIN} times is asked for)"], [
        f"{fact}, and at least {MARGIN} times is asked for"
    ] if times < MARGIN else []


SECTIONS = {
    "programs": about_programs,
    "transcripts": about_transcripts,
    "instances": about_instances,
    "outputs": about_outputs,
    "limits": about_limits,
}
