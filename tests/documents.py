"""Documents for the tests of reports: judged outputs, of which no process was ever run."""

from dataclasses import replace

from grader.conditions import Conditions
from grader.diagnose import diagnose
from grader.judge.judge import judge
from grader.judge.results import result
from grader.making import transcripts
from grader.records.causes import Cause, Mistake, NearEdition
from grader.records.facts import fact
from grader.records.results import Run
from grader.records.submissions import (
    Adjustment,
    Document,
    Example,
    Mended,
    Source,
    SubmissionResults,
)
from grader.report import site
from grader.sandbox.driver import MARK, NO_FUNCTION, NO_MEMORY, RAISED
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


def record(check=SOLVE, expected=EXPECTED, **outcome):
    """The result of a check on which a run came out so."""
    return judge(check, run(**outcome), expected)


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


def causes(records, assignment=ASSIGNMENT):
    """The causes of the results of a submission."""
    return list(diagnose.explained(submission("someone", records), assignment).misconceptions)


def document(*submissions, **more):
    named = {"python_version": "3.11.7", **more}
    return Document("funny_puzzle", "funny_puzzle, Python 3.11.7", submissions=submissions, **named)


# ---- A class that has some of everything ----

START, NEAR = Entry((3,), 0, 2, 2, None), Entry((1,), 1, 1, 2, (3,))
FAR, BACK = Entry((2,), 1, 2, 3, (3,)), Entry((3,), 2, 2, 4, (1,))
PROGRAM = 'def solve(state):\n\tq = []  # \u200b\n    raise KeyError(0)\n\n\nprint("<b>")\n'


def trace(*steps, **more):
    return Trace((steps[0].popped,), steps, (), **more)


RIGHT = trace(Step(START, 1, (NEAR, FAR), ()), Step(NEAR, 2, (), (KeptOut(BACK, POPPED),)))
OTHER = trace(Step(START, 1, (NEAR, FAR), ()), Step(NEAR, 2, (BACK,), ()))
ELSEWHERE = trace(Step(START, 1, (NEAR, FAR), ()), Step(FAR, 2, (), ()))


def named(result, check, **changes):
    """The result under another name, with these changes."""
    function = check.partition("/")[0]
    changes = {"function": function, "call": f"{function}([{check[-1]}])"} | changes
    return changed(result, check=check, **changes)


ASKED = "function", "visibility", "uses"


def changed(result, **changes):
    """The result with these changes, also of what its check asks for."""
    asked = {name: changes.pop(name) for name in ASKED if name in changes}
    return replace(result, asked=replace(result.asked, **asked), **changes)


def some_causes():
    """Causes: one with a rival, two together, and one of all of a program."""
    late = Mistake("late", "It is late.", "When is it?")
    growth = fact("growth", largest="solve/z", smaller="solve/a", times=9.0, states=3.0)
    return (
        Cause(
            Mistake("backwards", "It is <backwards>.", "What is `a < b`?"),
            ("solve/c", "solve/i"),
            None,
            (late,),
        ),
        Cause(
            Mistake("two", "It is two.", "Is it?"), ("solve/d", "solve/e"), together_with=("three",)
        ),
        Cause(Mistake("three", "It is three.", "Is it?"), ("solve/d",), together_with=("two",)),
        Cause(Mistake("slow", "It grows.", "Is there a faster collection?"), evidence=growth),
    )


def some_examples():
    """Examples: with both searches, which part or don't, the right one alone, or none."""
    of = every_verdict()
    wrong, raised = of["wrong_answer"], of["runtime_error"]
    return (
        Example("solve/c", named(wrong, "solve/m"), 2, RIGHT, OTHER),
        Example("solve/e", named(wrong, "solve/n"), 2, RIGHT),
        Example("solve/f", named(raised, "solve/o", stderr=("KeyError: 0",)), 2),
        Example("solve/j", named(wrong, "solve/q"), 2, RIGHT, ELSEWHERE),
    )


FIGURES = tuple(fact("said", text=f"{number} inserts") for number in range(4))


def anns_results():
    """The results of a student who has some of everything."""
    of = every_verdict()
    wrong, right = of["wrong_answer"], of["accepted"]
    at_line = fact("raised", called="solve", error="KeyError: 0", file="a.py", line="3")
    cpu = fact("cpu", "endless_search", cpu_s=1.0, line="1", file="a.py")
    calls = fact("calls", function="f()", times="9", unit="state")
    diff = ("@@ -1 +1 @@", " [1]", "-[2] h=1", "+[2] h=2")
    ended = replace(wrong.difference, actual=None, column=None, **NO_PICTURES)
    return [
        replace(IMPORTED, notes=(calls, *FIGURES)),
        named(right, "solve/a", flags=(fact("close", cpu_s=0.9, limit_s=1.0),), notes=FIGURES[:2]),
        *(named(wrong, f"solve/{name}", diff=diff) for name in "cdeij"),
        named(
            of["runtime_error"], "solve/f", reason=at_line, stderr=("Traceback:", "", "KeyError: 0")
        ),
        named(of["time_limit"], "solve/g", reason=cpu),
        named(wrong, "solve/h", difference=ended, reason=fact("line_missing", line=2)),
        named(wrong, "print_succ/k", difference=odd("\u04bb=1")),
        named(of["output_limit"], "solve/l", stderr=("x\t",)),
        named(of["skipped"], "solve/y"),
        named(right, "solve/z", visibility="hidden"),
        named(wrong, "deep/q", visibility="hidden"),
    ]


NO_PICTURES = {"expected_picture": None, "actual_picture": None}


def odd(line):
    """A difference in which that is printed, not h=1."""
    difference = every_verdict()["wrong_answer"].difference
    return replace(difference, expected="h=1", actual=line, column=0, **NO_PICTURES)


def students():
    """Submissions of which each has something that no other has."""
    of, causes, examples = every_verdict(), some_causes(), some_examples()
    wrong, right = of["wrong_answer"], of["accepted"]
    sources = (Source("a.py", PROGRAM, 9), Source("b.bin", None, 1))
    groups = [named(wrong, f"group{number}/a", diff=()) for number in range(12)]
    works = [named(right, f"group{number % 3}/b") for number in range(4)]
    by_hand = (Adjustment(-1.5, "late <b>"), Adjustment(2, ""))
    edition = NearEdition("cheaper-g", "It asks.", 5, 6, ("solve/b", "print_succ/b"))
    cys = [right, *(named(wrong, check) for check in edition.explains)]
    times = fact("calls", function="g()", times="9", unit="state")
    slow = Cause(Mistake("calls", "The time grows.", "Is there a faster one?"), evidence=times)
    dees = [IMPORTED, replace(right, notes=(times, fact("said", text="It is odd.")))]
    empty = fact("empty", "saved")
    return [
        submission(
            "ann", anns_results(), misconceptions=causes, examples=examples, sources=sources
        ),
        submission("bob", [IMPORTED, *works, *groups], adjustments=by_hand, flags=("Late.",)),
        submission("cy", cys, edition=edition, pending=1),
        submission("dee", dees, at_least=9, may_know_answers=True, misconceptions=(slow,)),
        submission("eve", [replace(of["missing"], reason=empty)], is_empty=True),
        submission("<b>\u202efay", list(of.values()), private_flags=("Same as gus.",)),
        submission("gus", [named(wrong, "solve/c")], misconceptions=causes[:1]),
        submission("hal", [named(wrong, "solve/c", call="f" * 99)], plain_first=("solve/c",)),
    ]


def unexplained():
    """Submissions of which no cause is known: two of a cluster, another edition, a slip, ..."""
    wrong, silent, told = every_verdict()["wrong_answer"], record(), Adjustment(0, "Read the task.")
    alike = [named(wrong, f"solve/{name}", difference=odd("<i>1")) for name in "cd"]
    alike += 2 * [importing("not_installed", "pandas")]
    near = importing("misspelled", "headpq", near="heapq")
    line = b"x" * 5000 + b"ab" + b"y" * 5000
    far = record(stdout=line.replace(b"a", b"A"), expected=line)
    return [
        submission("ian", alike, adjustments=(told, Adjustment(1, "late"))),
        submission("joe", alike, adjustments=(told,)),
        submission("kim", [near], edition=NearEdition("any-tiles", "It's for all.")),
        submission("lea", [named(wrong, "solve/a")], mended=Mended(("input",), (), 20, 10)),
        submission("max", [far]),
        submission("ned", [silent, named(silent, "solve/b")]),
        submission("ott", [silent, named(wrong, "solve/b")]),
        submission("p" * 201, [], flags=("f" * 500, "g" * 501)),
        *with_plain_examples(wrong),
    ]


def with_plain_examples(wrong):
    """Submissions with an example that is the call itself or not, of a known cause or of none."""
    own, other = named(wrong, "solve/r"), named(wrong, "solve/s")
    own_example, other_example = Example(own.check, own), Example(own.check, other)
    cause = Cause(Mistake("plain", "It is plain.", "How?"), (own.check,))
    return [
        submission("quin", [own], examples=(own_example,)),
        submission("ray", [own], examples=(other_example,)),
        submission("sue", [own], examples=(own_example,), misconceptions=(cause,)),
    ]


def importing(hint, module, **more):
    """A result of a program that imports a module that is not there."""
    reason = fact("not_installed", hint, module=module, file="a.py", line="1", **more)
    return named(every_verdict()["runtime_error"], "solve/p", reason=reason)


def a_class():
    """The document of these students."""
    more = {"sandbox": "bubblewrap", "bounded_by": "polling"}
    conditions = Conditions(python="/opt/course/python3", cpu_s=1)
    return document(*students(), *unexplained(), conditions=conditions, **more)


def site_of(document, *options):
    """{relative name: bytes} of all pages on a class."""
    return dict(site.named_pages(document, *options))
