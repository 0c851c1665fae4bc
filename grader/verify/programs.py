"""The programs that prove an assignment: what is expected of each, what came of it, and the table of both."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from difflib import get_close_matches

from grader import UsageError
from grader.diagnose import misconceptions
from grader.intake import intake
from grader.records import VERDICTS


FOLDERS = ("right", "wrong", "broken", "rude")  # of programs, in the order of the table
OF_THE_GRADER = FOLDERS[2:]  # which try its verdicts rather than the assignment
EXPECTATIONS = "expectations.json"
ENDLESS = ("time_limit", "memory_limit", "output_limit")  # verdicts that cost a limit each time


@dataclass(frozen=True)
class Program:
    """A program, the verdict expected of it ("": any but accepted), and the names of its misconceptions."""

    name: str  # its folder and its own, without .py
    submission: intake.Submission
    verdict: str
    misconceptions: tuple = ()
    shown: tuple = ()  # the names of checks that it must be run on, for it is right in others

    @property
    def right(self):
        """Whether it is to get full marks."""
        return self.verdict == "accepted"

    @property
    def brief(self):
        """Whether it is run on few checks: each costs a limit, or is about the grader, not about answers."""
        return self.verdict in ENDLESS or self.name.split("/")[0] in OF_THE_GRADER


@dataclass(frozen=True)
class Outcome:
    """What came of a program: its verdict, the misconceptions named, and its records."""

    program: Program
    verdict: str
    named: tuple
    records: tuple

    @property
    def mismatches(self):
        """[(what was expected, what came instead)] of the verdict and of the misconceptions."""
        wanted, found = self.program.verdict, []
        if self.verdict != wanted and (wanted or self.verdict == "accepted"):
            where = next(
                (
                    f" in {each.check}"
                    for each in self.records
                    if each.verdict == self.verdict and self.verdict != "accepted"
                ),
                "",
            )
            found.append((wanted or "another verdict than accepted", self.verdict + where))
        if self.mistaken:
            found.append(
                tuple(
                    " and ".join(names) or "no misconception"
                    for names in (self.program.misconceptions, self.named)
                )
            )
        return found

    @property
    def mistaken(self):
        """The names of misconceptions that are named or expected, and not both."""
        return set(self.named) ^ set(self.program.misconceptions)

    @property
    def problem(self):
        """What was expected instead, or ""."""
        expected = [wanted for wanted, _ in self.mismatches]
        return f"expected {', '.join(expected)}" if expected else ""

    @property
    def got(self):
        """What came instead of what was expected."""
        return ", ".join(came for _, came in self.mismatches)


def programs(assignment, everything=True):
    """The Programs in the folders that prove an assignment, and what is expected of each by its folder.

    Unless `everything` is asked for, without those that try the grader.

    UsageError for expectations that can't be meant, or if there is no program at all.
    """
    told = expectations(assignment.programs / EXPECTATIONS, assignment)
    found = {
        f"{folder}/{path.stem}": path
        for folder in FOLDERS
        for path in sorted((assignment.programs / folder).glob("[!._]*"))
        if path.is_dir() or path.suffix == ".py"
    }
    if not found:
        raise UsageError(f"{assignment.name}: expected programs in {assignment.programs}, got none")
    if strange := sorted(set(told) - set(found)):
        raise UsageError(
            f"{assignment.programs / EXPECTATIONS}: expected programs that are there, "
            f"got {', '.join(strange)}"
        )
    return [
        program(name, path, assignment, told.get(name, {}))
        for name, path in found.items()
        if everything or name.split("/")[0] not in OF_THE_GRADER
    ]


def program(name, path, assignment, told):
    """The Program at a path; `told` are its expectations."""
    folder, _, stem = name.partition("/")
    (taken,) = intake.submissions([str(path)], assignment.files, "single")
    verdict = told.get("verdict", {"right": "accepted", "wrong": "wrong_answer"}.get(folder, ""))
    shows = folder == "wrong" and misconceptions.table(assignment.name)
    named = told.get("misconceptions", [stem] if shows else [])
    return Program(
        name, replace(taken, who=name), verdict, tuple(named), tuple(told.get("checks", ()))
    )


def expectations(path, assignment):
    """{folder/stem: what is expected} of a file of expectations, {} if there is none."""
    if not path.is_file():
        return {}
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UsageError(f"{path}: expected JSON, got {error}") from None
    if found := [
        f"{name}: {problem}"
        for name, each in (told.items() if isinstance(told, dict) else [("the file", told)])
        for problem in problems(each, assignment)
    ]:
        raise UsageError(f"{path}: {'; '.join(found)}")
    return told


def problems(told, assignment):
    """Yield a phrase for each thing in the expectations of one program that can't be meant."""
    lists = {
        "misconceptions": [each.name for each in misconceptions.table(assignment.name)],
        "checks": [check.name for check in assignment.checks],
    }
    if not (
        isinstance(told, dict)
        and set(told) <= {"verdict", *lists}
        and all(isinstance(told.get(key, []), list) for key in lists)
    ):
        yield f"expected verdict, misconceptions and checks, got {told!r}"
        return
    if told.get("verdict", "accepted") not in VERDICTS:
        yield f"expected a verdict ({', '.join(VERDICTS)}), got {told['verdict']!r}"
    for key, known in lists.items():
        for name in told.get(key, []):
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                yield f"expected {key} of {assignment.name}, got {name!r}{''.join(f' ({each}?)' for each in near)}"


def outcome(program, submission):
    """The Outcome of a program, from what a document holds of it.

    Its verdict is the expected one if a failing check has that, else the most frequent: of a selection of checks
    another may be the most frequent than of all.
    """
    records = tuple(submission.results)
    failures = Counter(
        record.verdict for record in records if record.verdict not in ("accepted", "skipped")
    )
    frequent = failures.most_common(1)[0][0] if failures else "accepted"
    verdict = program.verdict if program.verdict in failures else frequent
    named = tuple(each.name for each in submission.misconceptions)
    return Outcome(program, verdict, named, records)


# ---- What a selection of checks can show ----


def within(outcome, predicted):
    """(An Outcome that is expected to show only what a selection of checks can, the names that it did not show).

    Few checks may not be enough to see a mistake, to be sure of it, or to tell it from another: what is not named, or
    named beside what is expected or for what is predicted to print the same, is no fault of the assignment.
    `predicted`: {misconception: {name of a selected check: what it is predicted to print}}.
    """
    program, own = outcome.program, outcome.program.misconceptions
    shown = tuple(name for name in own if name in outcome.named)
    named = shown or tuple(
        name for name in outcome.named if not any(_alike(predicted, name, other) for other in own)
    )
    hidden = tuple(name for name in own if name not in shown)
    if not program.right and outcome.verdict == "accepted":
        program, hidden = replace(program, verdict="accepted"), hidden or (program.name,)
    elif own and not program.right:
        program = replace(program, verdict="")
    return replace(outcome, program=replace(program, misconceptions=shown), named=named), hidden


def _alike(predicted, one, other):
    """Whether two misconceptions are predicted to print the same in all checks."""
    return one in predicted and predicted[one] == predicted.get(other)


# ---- The table ----


def table(outcomes):
    """The lines of the table: program, verdict, misconceptions, whether alone, ok or what was expected."""
    rows = [("program", "verdict", "named", "alone", "")]
    for each in outcomes:
        alone = ("yes" if len(each.named) == 1 else "no") if each.named else "-"
        named = ", ".join(each.named) or "-"
        rows.append((each.program.name, each.verdict, named, alone, each.problem or "ok"))
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows
    ]
