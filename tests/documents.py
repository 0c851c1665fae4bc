"""Documents for the tests of reports: judged outputs, of which no process was ever run."""

import json
import re
from dataclasses import replace
from pathlib import Path

from grader.conditions import Conditions
from grader.diagnose import diagnose
from grader.judge.judge import judge
from grader.judge.results import result
from grader.making import transcripts
from grader.records.facts import fact
from grader.records.results import Run
from grader.records.submissions import Document, Example, SubmissionResults
from grader.report import site
from grader.sandbox.driver import MARK, NO_FUNCTION, NO_MEMORY, RAISED
from grader.serialization import from_json
from grader.traces import POPPED, Entry, KeptOut, Step, Trace
from tests.assignments import check_named, loaded


ASSIGNMENT = loaded("funny_puzzle")
TRANSCRIPTS = transcripts.expected(ASSIGNMENT, ASSIGNMENT.checks)
SOLVE = check_named(ASSIGNMENT, "solve/funny12-384")
EXPECTED = TRANSCRIPTS[SOLVE.name]
IMPORTED = result(check_named(ASSIGNMENT, "import"), "accepted", fact("as_expected"))
RAISED_STDERR = b"Traceback:\nKeyError: 0\n" + MARK + b'{"error": "KeyError: 0", "line": 3}\n'


def run(stdout=b"", stderr=b"", exit_status=0, ended="exit", cpu_s=0.04, memory_mib=12.0):
    return Run(
        stdout=stdout,
        stderr=stderr,
        exit_status=exit_status,
        ended=ended,
        cpu_s=cpu_s,
        wall_s=0.06,
        memory_mib=memory_mib,
    )


def record(check=SOLVE, expected=None, **outcome):
    """The result of a check on which a run came out so, by another transcript if one is given."""
    return judge(check, run(**outcome), expected or TRANSCRIPTS[check.name])


def every_verdict():
    """A result of each verdict, by the verdict."""
    records = [
        record(stdout=EXPECTED),
        record(stdout=EXPECTED.replace(b"4, 0, 6", b"0, 4, 6")),
        record(cpu_s=31),
        record(exit_status=NO_MEMORY),
        record(ended="output"),
        record(exit_status=RAISED, stderr=RAISED_STDERR),
        record(exit_status=NO_FUNCTION),
        result(SOLVE, "skipped", fact("prerequisite", check="import")),
        result(SOLVE, "judge_error", fact("grader_failed", error="OSError()")),
    ]
    return {judged.verdict: judged for judged in records}


def submission(who, records, **more):
    return SubmissionResults(who, f"handed in/{who[:200]}.py", results=tuple(records), **more)


def explained(records, assignment=ASSIGNMENT, **more):
    """A submission with these results, explained."""
    return diagnose.explained(submission("ann", records, **more), assignment)


def causes(records, assignment=ASSIGNMENT):
    """The causes of the results of a submission."""
    return list(explained(records, assignment).misconceptions)


def names(records, assignment=ASSIGNMENT):
    """The names of what explains these results, rivals after the cause that they rival."""
    return [name for cause in causes(records, assignment) for name in cause.names]


def document(*submissions, **more):
    named = {"python_version": "3.11.7", **more}
    return Document("funny_puzzle", "funny_puzzle, Python 3.11.7", submissions=submissions, **named)


# ---- Results as JSON has them ----

ASKED = "function", "visibility", "uses", "alone"


def changed(result, **changes):
    """The result with these changes, also of what its check asks for."""
    asked = {name: changes.pop(name) for name in ASKED if name in changes}
    return replace(result, asked=replace(result.asked, **asked), **changes)


def fact_of(kind, hint, fields):
    """A Fact as JSON has it."""
    return fact(kind, hint, **tuples_in(fields))


def tuples_in(fields):
    """The fields with tuples in the place of lists, which are all that JSON has."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in fields.items()}


def changed_as(result, given):
    """The result with changes as JSON has them; those of a difference are its own fields."""
    changes = tuples_in(given)
    if "reason" in given:
        changes["reason"] = fact_of(*given["reason"])
    for name in {"notes", "flags"} & {*given}:
        changes[name] = tuple(fact_of(*one) for one in given[name])
    if given.get("difference"):
        changes["difference"] = replace(result.difference, **given["difference"])
    return changed(result, **changes)


# ---- A class that has some of everything ----

# {who: the fields of a submission of which each has something that no other has}. Results are like
# others, by verdict or name, under the names of these checks and with changes. Searches of examples
# are those below. "x * 9" stands for so many letters.
CLASS = Path(__file__).with_name("class.json")
START, NEAR = Entry((3,), 0, 2, 2, None), Entry((1,), 1, 1, 2, (3,))
FAR, BACK = Entry((2,), 1, 2, 3, (3,)), Entry((3,), 2, 2, 4, (1,))


def trace(second):
    """The trace of a search with that second step."""
    return Trace((START,), (Step(START, 1, (NEAR, FAR), ()), second), ())


SEARCHES = {
    "right": trace(Step(NEAR, 2, (), (KeptOut(BACK, POPPED),))),
    "pushes more": trace(Step(NEAR, 2, (BACK,), ())),
    "pops another": trace(Step(FAR, 2, (), ())),
}
LINE = b"x" * 5000 + b"ab" + b"y" * 5000
OTHERS = {
    "imported": IMPORTED,
    "silent": record(),
    "far along": record(stdout=LINE.replace(b"a", b"A"), expected=LINE),
}


def named(result, check):
    """The result under the name of another check."""
    function = check.partition("/")[0]
    return changed(result, check=check, function=function, call=f"{function}([{check[-1]}])")


def results_of(given):
    """The results of an entry of the class: one for each check that it names, or one."""
    changes = dict(given)
    like = (every_verdict() | OTHERS)[changes.pop("like")]
    if "checks" not in given:
        return [changed_as(like, changes)]
    checks = changes.pop("checks").split()
    return [changed_as(named(like, check), changes) for check in checks]


def example_of(given):
    """An example as the class has it."""
    (result,) = results_of(given["result"])
    searches = {name: SEARCHES[given[name]] for name in ("right", "yours") if name in given}
    return Example(given["check"], result, given.get("queue", 0), **searches)


def student_of(who, given):
    """A submission as the class has it."""
    fields = dict(given)
    results = [result for entry in fields.pop("results") for result in results_of(entry)]
    examples = tuple(map(example_of, fields.pop("examples", ())))
    plain = from_json(SubmissionResults, {"submission": who, "path": "", **fields})
    path = f"handed in/{who[:200]}.py"
    return replace(plain, path=path, results=tuple(results), examples=examples)


def a_class():
    """The document of these students."""
    text = CLASS.read_text(encoding="utf-8")
    text = re.sub(r"(\w) \* (\d+)", lambda many: many[1] * int(many[2]), text)
    more = {"sandbox": "bubblewrap", "bounded_by": "polling"}
    conditions = Conditions(python="/opt/course/python3", cpu_s=1)
    students = map(student_of, *zip(*json.loads(text).items()))
    return document(*students, conditions=conditions, **more)


def site_of(document, *options):
    """{relative name: bytes} of all pages on a class."""
    return dict(site.named_pages(document, *options))
