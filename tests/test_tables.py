"""What a handout's check names: the mistakes that the course's own check names, and no others."""

import functools
import json
import re
import sys
import zipfile
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.diagnose import tables
from grader.diagnose.observation import Observation
from grader.diagnose.rules import LONG
from grader.diagnose.variants import predicted_in
from grader.handout import predictions
from grader.records.causes import Mistake
from grader.records.checks import Asked
from grader.records.facts import fact
from grader.records.results import Result
from grader.records.submissions import SubmissionResults
from grader.serialization import from_json
from tests import documents, mistakes_npuzzle
from tests.assignments import check_named, loaded
from tests.helpers import flat, run_at_root, stdout_of
from tests.mistakes import KNOWN, variant
from tests.programs import program
from tests.test_shown_calls import WRONG


SHARE = 0.85  # of the names that `make check` gives
LARGEST = 1 << 20  # bytes of a handout
LIMIT = "--cpu-s", "2"
FEW = "--only", "import", "--only", "print_succ/funny0*", "--only", "solve/funny0*"
# true names that `make check` does not give: it finds more than one that may be, or looks elsewhere
TRUE = {
    "wrong/constant_length": {"constant_length"},
    "wrong/goal_0_and_euclidean": {"start_at_goal"},
    "wrong/goal_0_and_true": {"start_at_goal"},
    "wrong/ties_by_whole_path": {"ties_by_whole_path"},
}
WORDS = Mistake("", "It is wrong.", "Is it wrong?")
ALIKE = {"nothing_printed", "goal_never_met"}  # only their times tell them apart
ASSIGNMENTS = "funny_puzzle", "npuzzle"


def at_home(folder, path, *options):
    """What check.pyz prints about a program."""
    command = [sys.executable, "check.pyz", str(path), *LIMIT, *options]
    done = run_at_root(*command, cwd=folder)
    assert done.stderr == ""
    return done.stdout


@functools.cache
def questions(assignment):
    """{question of a misconception: its name}."""
    return {one.help: one.name for one in plan.load(assignment).misconceptions}


def named(assignment, shown):
    """The names of the misconceptions whose questions a text asks."""
    said = flat(shown)
    return {name for question, name in questions(assignment).items() if question in said}


def both(handouts, assignment, name):
    """(The mistakes that `make check` names, those that check.pyz names) for a program."""
    path = program(name, assignment)
    full = stdout_of("--student", "--assignment", assignment, *LIMIT, path)
    course, home = named(assignment, full), named(assignment, at_home(handouts[assignment], path))
    return course, home - (ALIKE if course & ALIKE else set()) | course & home


def compare(handouts, programs):
    """Assert that check.pyz names enough of the mistakes, and no others; print the share."""
    pairs = [both(handouts, *one) for one in programs]
    own = sum(len(full & home) for full, home in pairs)
    every = sum(len(full) for full, _ in pairs)
    others = {
        name: home - full
        for (_, name), (full, home) in zip(programs, pairs)
        if home - full - TRUE.get(name, set())
    }
    print(f"check.pyz names {own} of {every} mistakes that make check names ({own / every:.0%})")
    assert not others and own / every >= SHARE


def test_a_handout_names_the_mistakes_that_the_course_names(handouts):
    compare(handouts, WRONG[:1])


@pytest.mark.slow
def test_a_handout_names_mistakes_of_all_wrong_programs(handouts):
    compare(handouts, WRONG)


def test_one_mistake_is_one_thing_with_both_queues_and_a_question(handouts):
    shown = at_home(handouts["funny_puzzle"], program("wrong/h_as_priority"))
    assert "One thing is left to look into." in shown and "the right queue" in shown
    assert named("funny_puzzle", shown) == {"h_as_priority"}


def test_what_never_ends_is_asked_about_its_goal_and_nothing_is_named(handouts, tmp_path):
    search = program("wrong/goal_of_the_8_tile_puzzle")
    path = tmp_path / "funny_puzzle.py"
    once = program("right/set_of_visited").read_text()
    path.write_text(
        once.replace("def solve(state):\n", "def solve(state):\n    while 1: pass\n", 1)
    )
    for endless in search, path:
        shown = at_home(handouts["funny_puzzle"], endless, *FEW)
        assert named("funny_puzzle", shown) == set()
        assert "does the search recognise the goal" in flat(shown)


IN_COMMON = {"successors_unsorted": "successors_unsorted", "debugging_lines": "debugging_lines"}
SAME = {"prompts_with_a_default": "prompts"}


@pytest.mark.parametrize("wrong, name", (IN_COMMON | SAME).items())
def test_outputs_that_have_enough_in_common_are_named_unless_one_is_the_same(wrong, name, handouts):
    shown = at_home(handouts["funny_puzzle"], program(f"wrong/{wrong}"), *FEW)
    assert named("funny_puzzle", shown) == {name}


def test_one_failure_gets_no_cause_that_other_failures_contradict(handouts):
    wrong = program("wrong/goal_without_last_row", "npuzzle")
    assert named("npuzzle", at_home(handouts["npuzzle"], wrong)) == set()


def test_no_question_is_asked_twice_in_one(handouts):
    path = program("wrong/goal_0_and_true")
    shown = flat(at_home(handouts["funny_puzzle"], path, *FEW))
    question = "Which print() shows the value that a function returns?"
    assert question in shown and f"{question} Or: {question}" not in shown


def test_what_prints_something_else_on_the_smallest_instance_is_shown_none(handouts, tmp_path):
    text, handout = program("wrong/worse_g_not_pushed").read_text(), handouts["funny_puzzle"]
    odd = tmp_path / "funny_puzzle.py"
    states = [instance.arguments for instance in shown_instances(handout, "worse_g_not_pushed")]
    cheat = CHEAT.format(states=", ".join(states))
    cheating, number = re.subn(r"(?m)^def solve\((\w+).*\n", rf"\g<0>    state = \1\n{cheat}", text)
    odd.write_text(cheating)
    assert number == 1
    shown = at_home(handout, odd)
    assert named("funny_puzzle", shown) == {"worse_g_not_pushed"}
    assert "the right queue" not in shown


def test_where_students_see_no_right_line_no_smallest_instance_has_one(tmp_path):
    file = tmp_path / "closed.json"
    file.write_text('{"extends": "funny_puzzle", "name": "closed", "handout": {}}')
    shown = []
    for assignment in (plan.load(str(file)), plan.load("funny_puzzle")):
        maker = predictions._Maker(assignment, assignment.checks[:9])
        shown.append(any(one.instances for one in maker.mistakes(KNOWN["true_division"])))
    assert shown == [False, True]


CHEAT = """    if (state,) in [{states}]:
        print("no")
        return
"""


def table_of(handout):
    """The text of a handout's table of predictions."""
    with zipfile.ZipFile(handout / "check.pyz") as packed:
        return packed.read(f"grader/assignments/{handout.name}/{tables.FILE}").decode()


def mistakes_in(handout):
    """What a handout's table predicts of mistakes."""
    return from_json(tables.Table, json.loads(table_of(handout))).mistakes


def shown_instances(handout, name):
    """The smallest instances in the table for the misconception of this name."""
    question = {own: question for question, own in questions("funny_puzzle").items()}[name]
    return [
        instance
        for one in mistakes_in(handout)
        if [words.help for words in one.words] == [question]
        for instance in one.instances
    ]


def test_a_handout_is_small_and_its_table_has_no_names_and_no_edits(handouts):
    for name in ASSIGNMENTS:
        assignment = plan.load(name)
        text = table_of(handouts[name])
        assert handouts[name].with_suffix(".zip").stat().st_size < LARGEST
        assert {one.name for one in assignment.misconceptions}.isdisjoint(re.findall(r"\w+", text))
        for one in assignment.misconceptions:
            for edits in one.ways:
                pairs = (
                    [pair for own in edits.values() for pair in own]
                    if isinstance(edits, dict)
                    else edits
                )
                assert not any(len(new) > 12 and new in text for _, new in pairs)


def test_no_entry_of_a_table_says_that_every_check_ends_with_a_syntax_error(handouts):
    for name in ASSIGNMENTS:
        mistakes = mistakes_in(handouts[name])
        assert not any({*one.digests.values()} == {"SyntaxError"} for one in mistakes)


NAME, LATER = "solve/funny01-4", "solve/funny02-11"


def named_by(mistake, reason, **more):
    """The number of causes that a table of one mistake names for a failing check."""
    check = check_named(loaded("funny_puzzle"), NAME)
    result = Result(NAME, "", reason=reason, **more)
    table = tables.Table((NAME,), ((NAME,), ()), (), (mistake,))
    return len(tables.causes([Observation(check, result)], [result], table))


@pytest.mark.parametrize(
    "message, number",
    [("'NoneType' object is not iterable", 1), ("Board() takes no arguments", 0)],
)
def test_an_exception_is_that_of_a_mistake_only_with_such_a_message(message, number):
    mistake = tables.KnownMistakes((WORDS,), {NAME: "TypeError"}, raised="NoneType")
    reason = fact("raised", error=f"TypeError: {message}")
    assert named_by(mistake, reason, verdict="runtime_error", error="TypeError") == number


def test_a_function_that_is_not_there_prints_nothing_but_is_not_taken_for_a_silent_one():
    check = check_named(loaded("funny_puzzle"), NAME)
    mistake = tables.KnownMistakes((WORDS,), {NAME: tables.digest(check, ())})
    assert named_by(mistake, fact("nothing_printed"), verdict="wrong_answer") == 1
    assert named_by(mistake, fact("no_function"), verdict="missing") == 0


@pytest.mark.parametrize("expected, number", [("endless", 1), ("another digest", 0)])
def test_a_check_that_ran_out_of_time_denies_what_would_have_ended(expected, number):
    checks = [check_named(loaded("funny_puzzle"), name) for name in (NAME, LATER)]
    results = [
        Result(NAME, "", "wrong_answer", fact("nothing_printed")),
        Result(LATER, "", "time_limit", fact("cpu")),
    ]
    digests = {NAME: tables.digest(checks[0], ()), LATER: expected}
    table = tables.Table((), ((NAME, LATER), ()), (), (tables.KnownMistakes((WORDS,), digests),))
    case = list(map(Observation, checks, results))
    assert len(tables.causes(case, results, table)) == number


def test_a_handout_has_no_digest_of_a_search_that_may_be_stopped_before_it_ends(handouts):
    every, help = mistakes_in(handouts["funny_puzzle"]), KNOWN["hamming_for_manhattan"].help
    digests = next(one.digests for one in every if [words.help for words in one.words] == [help])
    source = variant("hamming_for_manhattan")
    for check in loaded("funny_puzzle").checks:
        if check.searches and (digest := digests.get(check.name)):
            found = predicted_in(source, check)
            is_long = found.ended == "endless" or found.pops > LONG
            assert (digest == tables.ENDLESS) is is_long, check.name
    assert tables.ENDLESS in digests.values()


def test_an_exception_that_is_raised_elsewhere_too_has_no_cause_of_one_function(monkeypatch):
    names = NAME, "print_succ/funny01-4"
    results = [
        Result(
            check,
            "",
            "runtime_error",
            fact("raised", error="AttributeError: 'Node' object has no attribute 'g'", line=line),
            error="AttributeError",
            asked=Asked(function=check.partition("/")[0]),
        )
        for check, line in zip(names, "39")
    ]
    mistake = tables.KnownMistakes((WORDS,), {NAME: "AttributeError"})
    table = tables.Table(names, (names, ()), (), (mistake,))
    monkeypatch.setattr(tables, "table", lambda assignment: table)
    home = replace(loaded("funny_puzzle"), models={})
    for some, number in (results[:1], 1), (results, 0):
        assert len(documents.causes(some, home)) == number


def test_what_is_raised_where_nothing_is_predicted_denies_no_cause():
    npuzzle, ties = loaded("npuzzle"), mistakes_npuzzle.variant("ties_compare_boards", 1)
    names = "solution-model/2x2", "solution-model/3x3"
    records = mistakes_npuzzle.records_of(ties, *names)
    for other, number in ("random-solution/near", 1), ("random/boards", 0):
        also = judged_as(records[0], check_named(npuzzle, other))
        assert len(documents.causes([*records, also], npuzzle)) == number


def judged_as(record, check):
    """The result of a check in which the same is raised before anything is printed."""
    return replace(record, check=check.name, run=replace(record.run, stdout=b""))


def test_without_a_table_nothing_is_named():
    submission = SubmissionResults("", "")
    assert tables.causes([], submission.results, tables.Table()) == []
