"""Examples: the smallest instances that show what is wrong, and the first wrong pop on them."""

from dataclasses import replace
from functools import cache
from itertools import chain
from textwrap import indent

import pytest

from grader.assignment.edits import edited
from grader.diagnose.variants import predicted_in
from grader.judge.account import Message
from grader.judge.judge import judge
from grader.records.facts import fact
from grader.records.results import Run
from grader.records.submissions import SubmissionResults
from grader.report.search import in_words
from grader.report.sentences import FACTS, VARIES, WHAT_VARIES
from grader.report.student import brief
from grader.sandbox.driver import CALL
from grader.tracing import students
from grader.tracing.finding import Finder
from grader.tracing.students import MOST_RUNS, OUT_OF_LINES, Program
from tests.assignments import solving
from tests.documents import ASSIGNMENT, TRANSCRIPTS
from tests.golden import golden
from tests.helpers import flat, grader, stdout_of, submissions
from tests.mistakes import CALLS, KNOWN, NEVER_ENDING, SOURCE, cause_named, combined, variant
from tests.programs import program, texts_in
from tests.test_grader import assignment


ONLY = ["--only", "import", "--only", "*/funny02-11", "--only", "*/funny12-384"]
# The length of the first instance's queue, by moves, on which these mistakes show; "last_length"
# needs ten moves.
RARE = {"first_predecessor_kept": 79, "ties_by_parents_state": 63, "last_length": None}


class InProcess(Program):
    """A program that is executed in this process: a variant of the reference, which is our own."""

    def __init__(self, source):
        super().__init__(None, {})
        self.source = source

    def counted(self, check, most=0):
        """The Run of a check on the variant."""
        self.runs += 1
        outputs, ended = [], "exit"
        for arguments in (check.arguments, *check.further):
            prediction = predicted_in(self.source, replace(check, arguments=arguments, further=()))
            outputs.append(prediction.text.encode("utf-8", "surrogateescape"))
            ended = prediction.ended
            if ended != "exit":
                break
        status = 0 if ended == "exit" else 83
        stderr = f'\n\x1egrader {{"error": "{ended}: x"}}\n'.encode() if status else b""
        ends = [*outputs, b""] if ended == "exit" and outputs else outputs
        stdout = b"".join(CALL + output for output in ends)
        return Run(status, "exit", 0.01, 0.01, 9, stdout, stderr)

    def trace(self, check, searching, pops):
        """No Trace: nothing is watched."""


@cache
def checks():
    """The checks that make one call, those with short outputs first."""
    return sorted(CALLS, key=lambda check: len(TRANSCRIPTS[check.name]))


def failing(name, source):
    """A submission, that variant of the reference, with what it first fails, and the cause."""
    program = InProcess(source)
    for check in checks():
        result = judge(check, program.counted(check), TRANSCRIPTS[check.name])
        if not result.passed:
            cause = cause_named(name, check.name)
            return SubmissionResults("", "", results=(result,), misconceptions=(cause,))
    raise AssertionError(f"{name} shows in no check")


@pytest.fixture(scope="module")
def finder():
    return Finder(ASSIGNMENT)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, known in KNOWN.items()
        if known.edits and not known.slow and not known.kind
        if name not in NEVER_ENDING and RARE.get(name, 25)
    ],
)
def test_each_misconception_has_an_example_with_a_short_queue(name, finder):
    source = variant(name)
    examples = finder.examples(InProcess(source), failing(name, source))
    assert [example.queue <= RARE.get(name, 25) for example in examples] == [True], examples


class Endless(InProcess):
    """A program each of whose runs is ended by lines or by a clock, as soon as it begins."""

    def __init__(self, source, ended):
        super().__init__(source)
        self.ended = ended

    def counted(self, check, most=0):
        """The Run of a check that was stopped."""
        run = super().counted(check)
        self.is_cut_short = self.ended != OUT_OF_LINES
        return replace(run, ended=self.ended, stdout=CALL, cpu_s=check.limits.cpu_s)


def with_more_problems(wrong):
    """A failing submission that fails in two other checks as well, each in its own way."""
    reasons = {"funny05-25": fact("nothing_printed"), "funny06-25": fact("wrong_line", line=1)}
    others = [
        replace(wrong.results[0], check=f"solve/{name}", reason=reason, difference=None)
        for name, reason in reasons.items()
    ]
    return replace(wrong, results=(*wrong.results, *others))


@pytest.mark.parametrize("ended, most", [(OUT_OF_LINES, MOST_RUNS), ("cpu", 1), ("wall", 1)])
def test_a_submission_is_run_so_many_times_at_most_and_never_after_a_clock_ended_it(
    ended, most, finder
):
    source = variant("ties_by_insertion")
    wrong = with_more_problems(failing("ties_by_insertion", source))
    endless = Endless(source, ended)
    reasons = [example.result.reason.kind for example in finder.examples(endless, wrong)]
    # what nothing explains may go astray for any reason
    assert reasons == ["lines"] * (most > 1)
    assert endless.runs == most and endless.is_cut_short is (most == 1)


def test_a_right_submission_is_not_run(finder):
    wrong = failing("ties_by_insertion", variant("ties_by_insertion"))
    right, own = replace(wrong.results[0], verdict="accepted"), InProcess(SOURCE)
    assert finder.examples(own, replace(wrong, results=(right,))) == ()
    assert own.runs == 0


# ---- On the command line ----


def graded(path, folder, *options):
    """The only submission in results.json after one program was graded, with what was shown."""
    out = folder / "out"
    shown = stdout_of("--out", out, *ONLY, *options, path)
    (submission,) = submissions(out / "results.json")
    return submission | {"shown": shown}


def test_a_student_reads_where_the_search_leaves_the_right_one():
    shown = stdout_of("--student", *ONLY, program("wrong/larger_state_first"))
    assert (
        """
   Up to your 1st pop both searches agree. Then the right one pops [1, 2, 3, 4, 5, 0, 7, 0, 6]
   (f = 2), yours pops [1, 2, 3, 4, 5, 6, 0, 7, 0] (f = 2): both have f = 2, and ties go to the
   smaller state.

   the right queue:                     yours:
   > [1, 2, 3, 4, 5, 0, 7, 0, 6] f = 2    [1, 2, 3, 4, 5, 0, 7, 0, 6] f = 2
     [1, 2, 3, 4, 5, 6, 0, 7, 0] f = 2  > [1, 2, 3, 4, 5, 6, 0, 7, 0] f = 2
     [1, 2, 0, 4, 5, 3, 0, 7, 6] f = 4    [1, 2, 0, 4, 5, 3, 0, 7, 6] f = 4
     [1, 2, 3, 0, 5, 0, 4, 7, 6] f = 4    [1, 2, 3, 0, 5, 0, 4, 7, 6] f = 4
     [1, 2, 3, 4, 0, 5, 0, 7, 6] f = 4    [1, 2, 3, 4, 0, 5, 0, 7, 6] f = 4
     (> is popped next)
"""
        in shown
    )
    assert "1. solve([1, 2, 3, 4, 5, 0, 0, 7, 6]) - not yet" in shown


def test_a_wrong_queue_length_is_traced_to_the_push_that_is_kept_out(tmp_path):
    submission = graded(program("wrong/duplicates_dropped_at_push"), tmp_path)
    (example,) = submission["examples"]
    assert example == {
        "check": "solve/funny02-11",
        "call": "solve([1, 2, 3, 4, 5, 0, 0, 7, 6])",
        "verdict": "wrong_answer",
        "queue": 11,
        "search": "Up to your 3rd pop both searches agree. There, at the pop of "
        "[1, 2, 3, 4, 5, 6, 0, 7, 0], the right one pushes [1, 2, 3, 4, 5, 6, 7, 0, 0] (f = 2), "
        "and yours keeps it out: its state had been pushed before (g = 2 both times). "
        "Then the right queue has 11 entries, yours 10.",
    }
    page = (tmp_path / "out/html/students/duplicates_dropped_at_push.html").read_text()
    assert "the right queue" in page and "! missing" in page
    assert "The smallest example:\n  >>> solve([1, 2, 3, 4, 5, 0, 0, 7, 6])" in submission["shown"]


@pytest.mark.long
def test_what_shows_a_first_mistake_alone_is_no_example_of_a_second_one(tmp_path):
    wrong = program("wrong/pushes_and_last_length")
    options = ["--only", "solve/funny0*", "--only", "solve/funny1[0-4]*"]
    (example,) = graded(wrong, tmp_path, *options)["examples"]
    assert "the right one takes the entry that was pushed at the" in example["search"]
    feedback = (tmp_path / "out/feedback/pushes_and_last_length.txt").read_text()
    assert "The path is right." in feedback[feedback.index("\n2. ") :]


def test_the_example_of_a_second_mistake_shows_the_line_that_the_first_one_leaves_right(finder):
    first, second = "h_with_space", "another_label_for_queue_length"
    own = InProcess(combined(first, second))
    names = "print_succ/funny02-11", "solve/funny02-11"
    results = tuple(
        judge(check, own.counted(check), TRANSCRIPTS[check.name])
        for check in ASSIGNMENT.checks
        if check.name in names
    )
    causes = cause_named(first, *names), cause_named(second, names[1])
    examples = finder.examples(
        own, SubmissionResults("", "", results=results, misconceptions=causes)
    )
    differences = [example.result.difference for example in examples]
    assert "h= " in differences[0].actual
    told = differences[1].expected.split(": ")[0], differences[1].actual.split(": ")[0]
    assert told == ("Max queue length", "Longest queue"), differences


def test_no_example_is_a_hidden_instance(tmp_path):
    path, smallest = program("wrong/queue_length_after_pop"), "[1, 2, 3, 4, 5, 6, 0, 7, 0]"
    assert smallest in golden("wrong/queue_length_after_pop").read_text()
    groups = [
        {"name": "import"},
        solving("pushes", "funny12-81"),
        solving("solve", "funny01-4", visibility="hidden"),
    ]
    hiding = assignment(tmp_path, groups=groups)
    grader("--assignment", hiding, "--out", tmp_path / "out", path)
    text = (tmp_path / "out/feedback/queue_length_after_pop.txt").read_text()
    assert "1. solve([1, 2, 3, 4, 0, " in text and smallest not in text


@pytest.mark.long
def test_examples_for_which_there_was_no_time_are_found_later_and_kept(tmp_path):
    path = program("wrong/larger_state_first")
    said = FACTS["examples_cut_short"]
    assert not graded(path, tmp_path, "--no-examples")["examples"]
    assert said in graded(path, tmp_path, "--budget", 0.1)["shown"]
    stdout_of("report", tmp_path / "out")
    assert said in (tmp_path / "out/html/index.html").read_text()
    later = graded(path, tmp_path)
    assert said not in later["shown"] and "The smallest example:" in later["shown"]
    stdout_of("report", tmp_path / "out")
    (again,) = submissions(tmp_path / "out/results.json")
    assert later["examples"] and again["examples"] == later["examples"]


def test_an_example_that_never_ends_is_ended_by_its_lines_and_says_so(finder, basic):
    source = variant("list_compared_with_tuple")
    wrong = failing("list_compared_with_tuple", source)
    own = Program(basic, {"funny_puzzle.py": source.encode()})
    (example,) = finder.examples(own, wrong)
    said = brief(example.result)
    assert said.startswith("it executed more than 100,000 lines, and was stopped. Shortly before, ")


@pytest.mark.parametrize(
    "wrong, options, varies",
    [
        ("h + 700", ["--student"], False),
        ("h + time_ns()", ["--student"], True),
        ("h + time_ns()", [], True),
    ],
)
def test_both_readers_learn_whether_an_example_varies_from_call_to_call(
    wrong, options, varies, tmp_path
):
    (path := tmp_path / "funny_puzzle.py").write_text(
        f"from time import time_ns\n{SOURCE}".replace("h={h}", f"h={{{wrong}}}")
    )
    said = stdout_of(*options, "--only", "import", "--only", "print_succ/funny00-1", path)
    said = flat(said)
    assert (VARIES in said) is varies
    assert (WHAT_VARIES in said) is (varies and "--student" in options)


WATCHED = "import heapq\nif heapq.heappop.__module__ != '_heapq':\n"
HOSTILE = texts_in("watched.txt")


def searches(text, finder, basic):
    """What is said of the searches of a program with a mistake and this text, and the program."""
    source = variant("larger_state_first")
    own = Program(basic, {"funny_puzzle.py": f"{text}\n{source}".encode()})
    examples = finder.examples(own, failing("larger_state_first", source))
    return [in_words(example) for example in examples], own


def test_a_program_that_does_nothing_odd_has_its_search_explained(finder, basic):
    (said,), own = searches("", finder, basic)
    assert said.startswith("Up to your 1st pop") and not own.is_cut_short


@pytest.mark.parametrize("what", HOSTILE)
def test_a_program_that_knows_it_is_watched_harms_its_own_explanation(what, finder, basic):
    assert not any(searches(WATCHED + indent(HOSTILE[what], "    "), finder, basic)[0])


@pytest.mark.long
def test_a_program_that_sleeps_if_it_is_watched_is_ended_by_the_clock(finder, basic, monkeypatch):
    monkeypatch.setattr(students, "LIMITS", replace(students.LIMITS, wall_s=1))
    said, own = searches(f"{WATCHED}    import time\n    time.sleep(1000)", finder, basic)
    assert not any(said) and own.is_cut_short


FEW = "funny01-4", "funny05-25", "funny09-67"
STRAYS = {
    "takes the least state first": (
        [
            ("[(h, start, (0", "[(start, h, (0"),
            ("_, state, (g, h, parent) =", "state, _, (g, h, parent) ="),
            ("(new_g + new_h, after,", "(after, new_g + new_h,"),
        ],
        "solve([1, 2, 3, 4, 5, 6, 0, 7, 0]) - not yet: it executed more than 100,000 lines",
        "yours pops [1, 2, 3, 0, 5, 6, 4, 7, 0] (f = 3), though the least f comes first.",
        "This may also be why 2 more fail: solve/funny05-25, solve/funny09-67",
    ),
    "never takes an entry out": (
        [("heappop(queue)", "queue[0]")],
        "solve([1, 2, 3, 4, 5, 6, 0, 7, 0]) - not yet: it executed more than 100,000 lines",
        "Does every loop end, does the search recognise the goal, and does it know quickly where "
        "it has been?",
        "The same happens in 1 more: solve/funny05-25",
    ),
    "orders by f as text": (
        [
            ("[(h, start, (0", "[(str(h), start, (0"),
            ("(new_g + new_h, af", "(str(new_g + new_h), af"),
        ],
        "solve([2, 4, 0, 1, 6, 3, 0, 7, 5]) - not yet: line 2 differs.",
        "Then the right one pops",
        "No f can be seen in the entries of yours: is it a number there?",
    ),
}


@pytest.mark.parametrize("what", STRAYS)
def test_a_search_that_nothing_explains_is_shown_where_it_goes_astray(what, tmp_path):
    edits, *said = STRAYS[what]
    (path := tmp_path / "funny_puzzle.py").write_text(edited(SOURCE, edits))
    only = chain.from_iterable(("--only", f"solve/{name}") for name in FEW)
    text = flat(stdout_of("--student", "--cpu-s", 4, *only, path))
    for sentence in said:
        assert sentence in text
    assert text.count("it executed more than") <= 1


@pytest.mark.parametrize(
    "line, is_left_out",
    [
        ("while True: pass", True),
        ("    for number in count(): held = number  # for ever", True),
        ("while True:", False),
        ("for state in queue:  # all of them", False),
        ("format(state)", False),
    ],
)
def test_no_small_instance_is_tried_after_a_loop_that_counts_no_lines(line, is_left_out):
    source = f"def solve(state):\n{line}\n"
    own = Program(None, {"own.py": source.encode()})
    there, elsewhere = (Message(file=file, line=2).place for file in ("own.py", "other.py"))
    assert own.loops_in_a_line(fact("cpu", **there)) is is_left_out
    assert not own.loops_in_a_line(fact("cpu", **elsewhere))
    assert not own.loops_in_a_line(fact("memory"))
