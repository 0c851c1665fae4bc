"""What explains the answers of classes: the rules of `diagnose` where an assignment has a driver; pure.

Answers depend less on a mistake alone than transcripts do: a bound on pops is a guess, and what a search on a
wrong Board finds depends on its ties. So a prediction may be unable to tell, and some failing check must be
predicted.
"""

import re
from dataclasses import dataclass

from grader.assignment import plan
from grader.assignments.npuzzle.checkers import SECONDS
from grader.judge import judge
from grader.report.records import KEPT, KEPT_BYTES


ENDLESS = ("time_limit", "memory_limit")
# once so many are spent on a misconception, a few tenths of a second, it is believed for the rest
POPS = 20_000
EASY = 2_000  # pops of the model, of searches that even a slow solver comes to the end of
KEPT_S = 5e-5  # the most that a method takes on a board of 127 rows if it looks its answer up


@dataclass(frozen=True)
class Seen:
    """What is known of a check: the verdict, the lines if they are known, the first difference, the error."""

    check: plan.Check
    verdict: str
    lines: tuple | None
    difference: judge.Difference | None
    error: str

    @property
    def passed(self):
        """Whether its answers were right."""
        return self.verdict == "accepted"


def seen(check, record):
    """What is known of a check from its record."""
    output = (record["run"] or {"stdout": ""})["stdout"].encode("utf-8", "surrogateescape")
    # whose boards differ with the twins
    known = len(output) < KEPT_BYTES and check.checker != "measured"
    raised = re.search(r" raised (\w+)", record["rationale"])
    return Seen(
        check,
        record["verdict"],
        judge.lines(output) if known else None,
        difference(record),
        raised[1] if raised else "",
    )


def difference(record):
    """The first Difference that a record tells, None if there is none or its lines are cut."""
    found = record["difference"]
    whole = (
        found
        and not found["start"]
        and all(len(found[side] or "") < KEPT for side in ("expected", "actual"))
    )
    return judge.Difference(found["line"], found["expected"], found["actual"]) if whole else None


def kind(check):
    """What checks have in common that one mistake alone may show in: the function, and whose files it runs on."""
    return check.function, bool(check.replaced)


def paid(check, case):
    """Whether nothing of a Solver's check is wrong with the model's Board: then it may well be the Board's fault."""
    return (
        check.module == "solver"
        and not check.replaced
        and all(each.passed for each in case if kind(each.check) == (check.function, True))
    )


def explains(misconception, variant, case):
    """Whether a variant predicts some failing check of a case, `ordered`, and another answer than was seen for none.

    That something never ends says nothing by itself, only of an easy search, and beside checks of other kinds.
    """
    spent, searches, shown = 0, set(), False
    whole = len({kind(each.check) for each in case if each.check.function}) > 1
    for each in case:
        if (
            spent > POPS
            and kind(each.check) in searches
            or each.verdict in ENDLESS
            and not easy(variant, each.check)
        ):
            continue
        if not (prediction := variant.predicted(each.check)):
            continue
        agrees = agreement(misconception, variant, prediction, each)
        if agrees is False:
            return False
        spent += prediction.pops
        searches |= {kind(each.check)} if prediction.pops else set()
        shown = (
            shown or bool(agrees) and not each.passed and (prediction.ended != "endless" or whole)
        )
    return shown


def ordered(case, _):
    """What printed something wrong, then what passed, then what took too long."""
    return sorted(case, key=lambda each: (each.verdict in ENDLESS, each.passed))


def easy(variant, check):
    """Whether the searches of a check take the model so little that one which is not over in time tells something."""
    right = variant.right.output(check)
    return right is not None and right.pops <= EASY


def agreement(misconception, variant, prediction, each):
    """Whether a prediction is what was seen; None if it can't tell."""
    if prediction.ended == "endless":
        return each.verdict in ENDLESS or (False if easy(variant, each.check) else None)
    found = variant.difference(each.check)
    differs = bool(found) or prediction.ended != "exit"
    if each.passed:
        return not differs
    if (
        each.check.module == "solver"
        and not each.check.replaced
        and "solver.py" not in misconception.edits
    ):
        return None if differs else False  # a search on a wrong Board
    if each.verdict in ENDLESS:
        return None if prediction.pops > EASY else False
    if prediction.ended != "exit":
        return each.verdict == "runtime_error" and each.error == prediction.ended
    return (
        differs and each.verdict == "wrong_answer" and same_answer(variant, prediction, found, each)
    )


def same_answer(variant, prediction, found, each):
    """Whether a wrong answer is the predicted one, whose first difference is `found`; None if too little is kept."""
    if each.lines is not None:
        expected = variant.right.output(each.check).lines
        return judge.read(each.check, each.lines, expected)[0] == prediction.lines
    return each.difference == found if each.difference else None


def repeated(records):
    """What is noted of how often a method was called, "" unless that method computes its answer each time."""
    notes = [
        note
        for record in records
        for note in record["notes"]
        if re.match(r"\w+\(\) was called", note)
    ]
    outputs = "\n".join(record["run"]["stdout"] for record in records if record["run"])
    kept = [
        float(found[1]) < KEPT_S
        for line in re.findall("^manhattan: .*", outputs, re.MULTILINE)
        if (found := SECONDS.search(line))
    ]
    return notes[0] if notes and not all(kept) else ""
