"""Misconceptions of `funny_puzzle`: all can be told from the reference and from one another."""

from dataclasses import replace

import pytest

from grader.assignment.edits import edited
from grader.assignment.hooks import Hooks, Reading
from grader.assignment.misconceptions import InCommon
from grader.assignments.funny_puzzle.misconceptions_alike import rounded
from grader.assignments.funny_puzzle.misconceptions_of_printing import (
    GOAL_NEVER_MET,
    NOTHING_PRINTED,
)
from grader.conditions import Conditions
from grader.diagnose import diagnose, models, variants
from grader.diagnose.observation import Observation
from grader.diagnose.parts import ordered
from grader.judge.judge import judge
from grader.records.checks import Check, Limits
from grader.report.sentences import cause_help, cause_rationale
from tests.assignments import check_named, loaded
from tests.documents import (
    ASSIGNMENT,
    SOLVE,
    TRANSCRIPTS,
    causes,
    document,
    names,
    record,
    run,
    submission,
)
from tests.mistakes import (
    FEW,
    NEVER_ENDING,
    SEARCHES,
    SOURCE,
    WAYS,
    records_of,
    variant,
)


def using(result, **figures):
    """The result of a run that used so much instead."""
    return replace(result, run=replace(result.run, **figures))


def late(check):
    """The result of a check that its time limit ended."""
    return record(check, ended="cpu", cpu_s=31)


def with_other(records, other):
    """The records, with another one in the place of that of its check."""
    return [other if one.check == other.check else one for one in records]


# ---- The table ----


EASY = "solve/funny02-11"


@pytest.mark.parametrize("name", ["funny_puzzle", "npuzzle"])
def test_every_misconception_has_a_name_a_sentence_and_a_question(name):
    misconceptions = loaded(name).misconceptions
    assert len({known.name for known in misconceptions}) == len(misconceptions)
    for misconception in misconceptions:
        assert (
            misconception.name.isidentifier()
            and misconception.rationale.endswith(".")
            and misconception.help.endswith("?")
        ), misconception.name
        if isinstance(misconception.like, InCommon):
            assert misconception.like.of in loaded(name).folder.alike.values(), misconception.name


# the assignment's rules name these by the time that programs took
TOLD_BY_TIME = {NOTHING_PRINTED, GOAL_NEVER_MET}


def test_a_prediction_without_what_a_call_does_not_reach_is_that_of_the_whole_source():
    for check in (check_named(ASSIGNMENT, name) for name in ("print_succ/funny02-11", EASY)):
        calls = repr([check.arguments])
        for source in [SOURCE, *(variant(*way) for way in WAYS)]:
            whole = variants.executed(source, check.function, calls, 2_000)
            own = variants.predicted_in(source, check, 2_000)
            assert own == whole, source


@pytest.mark.long
def test_every_misconception_differs_from_the_reference_and_from_all_others_on_some_instance():
    """Variants that print the same so far go on to the next instance together."""
    alike = [
        {"the reference": SOURCE} | {(name, number): variant(name, number) for name, number in WAYS}
    ]
    for check in ASSIGNMENT.checks:
        alike = [
            group
            for whole in alike
            for group in told_apart(whole, check)
            if len(owners(group)) > 1 and owners(group) not in (NEVER_ENDING, TOLD_BY_TIME)
        ]
    assert [owners(group) for group in alike] == []


def test_those_called_endless_end_no_search_and_all_others_some():
    goal = check_named(ASSIGNMENT, "solve/funny00-1")
    endless = {
        name
        for name, number in WAYS
        if variants.predicted_in(variant(name, number), goal).ended == "endless"
    }
    assert endless == NEVER_ENDING == {"goal_of_the_8_tile_puzzle", "list_compared_with_tuple"}


def told_apart(group, check):
    """The variants of a group, in groups that print the same in a check."""
    groups = {}
    for key, source in group.items():
        prediction = variants.predicted_in(source, check)
        groups.setdefault((prediction.text, prediction.ended), {})[key] = source
    return groups.values()


def owners(group):
    """The names of the misconceptions whose variants are in a group."""
    return {key if isinstance(key, str) else key[0] for key in group}


# ---- What is named ----


@pytest.mark.slow
@pytest.mark.parametrize("name, number", WAYS)
def test_each_is_named_rightly_and_alone(name, number):
    records = records_of(variant(name, number))
    if name == "goal_never_met":
        records = slow_to_fail(records)
    # print_succ shows by which other goal h is measured
    is_told_apart = name not in NEVER_ENDING or number > 0
    assert {*names(records)} == ({name} if is_told_apart else NEVER_ENDING)


@pytest.mark.parametrize(
    "name, number",
    [
        ("blank_counted_in_h", 3),
        ("f_for_moves", 0),
        ("g_grows_too_fast", 4),
        ("goal_of_another_puzzle", 0),
        ("goal_of_another_puzzle", 2),
        ("parent_one_pop_too_early", 1),
    ],
)
def test_wrong_goals_distances_and_entries_are_named_after_few_checks(name, number):
    instances = "funny02-11", "funny03-18", "funny10-40"
    few = [check for check in FEW if check.name.split("/")[-1] in instances]
    assert names(records_of(variant(name, number), few)) == [name]


def slow_to_fail(records):
    """The records, where what failed took as long as it takes to pop all states."""
    return [record if record.passed else using(record, cpu_s=8.0) for record in records]


@pytest.mark.parametrize("number", [0, 1])
def test_a_search_that_never_meets_the_goal_is_told_by_its_time(number):
    at_once = records_of(variant("goal_never_met", number))
    assert names(at_once) == [["nothing_printed"], []][number]
    assert names(slow_to_fail(at_once)) == ["goal_never_met"]
    silent = records_of(variant("nothing_printed"))
    assert names(silent) == ["nothing_printed"]
    for times in 1 / 5, 20:
        assert names(at_speed(times, slow_to_fail(at_once))) == ["goal_never_met"]
        assert names(at_speed(times, silent)) == ["nothing_printed"]
    assert names(with_other(slow_to_fail(at_once), late(FEW[-1]))) == ["goal_never_met"]


@pytest.mark.long
def test_a_label_of_odd_characters_is_named():
    for label in ('"h"=', "{h}: ", "\\\\="):
        odd = [('h={h}")', f'{label}{{h}}")'.replace("{h}: ", "{{h}}: ").replace('"h"', '\\"h\\"'))]
        assert names(records_of(edited(SOURCE, odd))) == ["another_label_for_h"], label


PUSH = "heappush(queue, (new_g + new_h, after, (new_g, new_h, here)))"


@pytest.mark.parametrize(
    "edits",
    [
        [(PUSH, f"{PUSH}\n                print('pushed', list(after), new_h)")],
        [('    print(f"Max', "    print('The queue is not needed any more.')\n    print(f\"Max")],
    ],
)
def test_debugging_is_told_by_few_lines_and_by_more_than_are_kept(edits):
    assert names(records_of(edited(SOURCE, edits))) == ["debugging_lines"]


@pytest.mark.slow
def test_lines_before_those_that_are_kept_of_an_output_tell_nothing():
    large = [check for check in FEW if not check.function or check in SEARCHES[20:23]]
    for line, expected in ("'pushed'", ["debugging_lines"]), ("'pushed' * 200", []):
        wordy = edited(SOURCE, [(PUSH, f"{PUSH}\n                print({line})")])
        assert names(records_of(wordy, large)) == expected


@pytest.mark.long
def test_what_few_checks_cannot_tell_apart_is_named_as_rivals():
    (cause,) = causes(records_of(variant("last_length", 1), [FEW[0], SOLVE]))
    assert cause.names == ("length_one_too_small", "last_length")


def test_of_four_mistakes_that_one_short_output_cannot_tell_apart_none_is_named():
    one = check_named(ASSIGNMENT, "solve/funny01-4")
    wrong = TRANSCRIPTS[one.name].replace(b"length: 4", b"length: 2")
    assert names([record(one, stdout=wrong)]) == []


def fresh_record(source, instance):
    """The record of a fresh search that a program of that source made."""
    check = replace(SEARCHES[0], name="fresh/solve-1", arguments=(instance,))
    printed, right = (variants.predicted_in(text, check).text.encode() for text in (source, SOURCE))
    return judge(check, run(printed), right)


def test_what_fresh_instances_show_is_named():
    (cause,) = causes([fresh_record(variant("path_backwards"), [5, 1, 3, 0, 2, 6, 4, 0, 7])])
    assert (cause.name, cause.checks) == ("path_backwards", ("fresh/solve-1",))


@pytest.mark.long
def test_what_fresh_instances_contradict_is_not_named():
    records, other = records_of(variant("path_backwards")), variant("length_one_too_small")
    assert names([*records, fresh_record(other, [2, 0, 3, 5, 6, 0, 4, 7, 1])]) == []


@pytest.mark.long
def test_a_search_that_takes_a_prediction_too_long_hides_no_other_and_is_not_explained_itself():
    hamming, long = variant("hamming_for_manhattan"), "solve/funny16-611"
    names_of = ("import", "print_succ/funny12-384", long, "solve/funny15-320")
    chosen = {name: check_named(ASSIGNMENT, name) for name in names_of}
    records = {one.check: one for one in records_of(hamming, chosen.values())}
    records[long] = record(chosen[long], stdout=b"[1, 2] h=1 moves: 0\n")
    (cause,) = causes([*records.values()])
    assert cause.name == "hamming_for_manhattan" and "solve/funny15-320" in cause.checks
    del records["solve/funny15-320"]
    (cause,) = causes([*records.values()])
    assert (cause.name, cause.checks) == ("hamming_for_manhattan", ("print_succ/funny12-384",))


def test_cheap_checks_are_looked_at_first_and_what_ran_out_of_time_last():
    names_of = ("solve/funny01-4", "solve/funny12-384", "solve/funny00-1", "import")
    first, *others = (check_named(ASSIGNMENT, name) for name in names_of)
    case = [Observation(first, late(first))]
    case += [Observation(check, record(check)) for check in others]
    in_order = ordered(case, models.reference(ASSIGNMENT))
    assert [observation.check.name for observation in in_order] == [*names_of[:0:-1], names_of[0]]


# ---- What is not ----


@pytest.mark.parametrize(
    "edits",
    [
        [('h={h}")', 'h={h + 2}")')],
        [("in enumerate(path):", "in enumerate(path[::2]):")],
        [("    for moves, on_path", "    raise KeyError(0)\n    for moves, on_path")],
    ],
)
def test_nothing_is_guessed(edits):
    assert names(records_of(edited(SOURCE, edits))) == []


@pytest.mark.long
def test_a_solve_that_prints_nothing_prints_no_states_where_the_other_function_is_wrong():
    unwritten = (
        "    path, max_queue_length = a_star(",
        "    return\n    path, max_queue_length = a_star(",
    )
    unknown = 'print(f"{list(after)} h={h}")', 'print(f"{list(after)} h={h * h}")'
    assert names(records_of(edited(SOURCE, [unknown, unwritten]))) == ["nothing_printed"]


def test_one_wrong_number_among_right_ones_is_no_constant():
    right = records_of(SOURCE)
    for number in (b"385", b"0", b"163"):
        output = TRANSCRIPTS[SOLVE.name].replace(b": 384", b": " + number)
        wrong = record(stdout=output)
        assert names(with_other(right, wrong)) == names([wrong]) == []


def test_what_never_ends_anywhere_is_no_misconception():
    assert names([*map(late, FEW[1:])]) == []


@pytest.mark.parametrize(
    "memory_mib_s, expected",
    [(0.05, set()), (0.1, NEVER_ENDING), (67, NEVER_ENDING), (230, set())],
)
def test_what_never_ends_is_a_search_only_if_it_fills_memory_as_fast_as_one(memory_mib_s, expected):
    for start_mib, times in (8, 1 / 5), (30, 20):
        records = [
            using(record, memory_mib=start_mib + memory_mib_s * record.run.cpu_s)
            for record in records_of(variant("list_compared_with_tuple"))
        ]
        assert {*names(at_speed(times, records))} == expected


@pytest.mark.slow
def test_a_right_program_that_is_too_slow_for_the_largest_search_is_no_misconception():
    records, slow = records_of(SOURCE, ASSIGNMENT.checks), late(SEARCHES[-1])
    assert names([*records[:-1], slow]) == []
    assert names([records[1], slow]) == []


def test_a_sleeper_is_no_misconception():
    slept = [record(check, ended="wall", cpu_s=0.1) for check in SEARCHES]
    assert names([*records_of(SOURCE)[:37], *slept]) == []


# ---- Right, but slow ----


def timed(exponent):
    """The records of a right program whose CPU time is a power of its pops: 1 s for 5,000."""
    records = []
    for check in ASSIGNMENT.checks:
        pops = variants.predicted_in(SOURCE, check).pops
        cpu_s = 0.05 + (pops / 5_000) ** exponent
        records.append(record(check, stdout=TRANSCRIPTS[check.name], cpu_s=cpu_s))
    return records


@pytest.mark.parametrize("exponent, expected", [(1.4, []), (1.6, ["visited_list"])])
def test_quadratic_growth_is_told_of_what_is_right(exponent, expected):
    assert names(timed(exponent)) == expected


def test_the_growth_is_told_in_figures():
    (cause,) = causes(timed(2))
    assert cause.checks == ()
    assert cause_rationale(cause).endswith(
        "deep/funny23-10219 took 37.7 times as long as solve/funny16-1690, "
        "with 6.1 times the states."
    )
    # a slow queue is blamed no less
    for sentence in (cause.mistake.rationale, cause.mistake.help):
        assert "visited" in sentence and "queue" in sentence


@pytest.mark.parametrize("exponent, expected", [(1.1, []), (1.9, ["visited_list"])])
@pytest.mark.parametrize("disturbed", ["solve/funny24-3017", "solve/funny16-1690"])
def test_a_time_that_is_off_on_a_busy_machine_changes_no_growth(exponent, expected, disturbed):
    records = timed(exponent)
    (one,) = [one for one in records if one.check == disturbed]
    for factor in 0.5, 2.5:
        off = using(one, cpu_s=one.run.cpu_s * factor)
        assert names(with_other(records, off)) == expected


def test_what_makes_a_program_slow_explains_the_check_that_ran_out_of_time(monkeypatch):
    add, pops = models.Work.add, []
    monkeypatch.setattr(models.Work, "add", lambda *own: add(*own) or pops.append(own[-1]))
    check = next(check for check in ASSIGNMENT.checks if check.name.startswith("deep/"))
    slower = [using(one, cpu_s=0.05 + 60 * (one.run.cpu_s - 0.05)) for one in timed(2)]
    (cause,) = causes(with_other(slower, record(check, ended="cpu", cpu_s=99)))
    assert cause.checks == (check.name,)
    assert sum(pops) < 2 * models.MOST_WORK  # no piece of an output is looked at, as none is wrong
    asked = cause_help(cause)
    assert asked.endswith(cause.mistake.help) and "times as long as" in asked


def at_speed(times, records):
    """The records, as on a machine that takes so many times as long."""
    return [using(record, cpu_s=record.run.cpu_s * times) for record in records]


def test_what_is_called_slow_is_the_same_on_a_fast_and_on_a_slow_machine():
    (cause,) = causes(timed(2))
    hardly_longer = [
        using(record, cpu_s=0.05 + (record.run.cpu_s - 0.05) / 16) for record in timed(2)
    ]
    for times in 1 / 5, 20:
        (other,) = causes(at_speed(times, timed(2)))
        assert other.name == cause.name
        assert other.evidence.fields == pytest.approx(cause.evidence.fields)
        assert names(at_speed(times, hardly_longer)) == []


# ---- From the outside ----


def test_a_document_is_explained_by_the_assignment_that_it_was_graded_as_if_that_is_there():
    whole_class = document(submission("ada1", []))
    assert diagnose.assignment_of(whole_class).name == "funny_puzzle"
    moved = replace(whole_class, conditions=Conditions("/nowhere/gone.json"))
    assert diagnose.assignment_of(moved) is None
    (ada,) = whole_class.submissions
    assert diagnose.explained(ada, None).misconceptions == ()


@pytest.mark.parametrize(
    "actual, agrees",
    [
        (["[1] h=2.24 moves: 0", "[3] h=0 moves: 1"], True),  # either may come first
        (["[1] h=2.31 moves: 0", "[2] h=1.41421 moves: 1"], False),
        (["[1] h=2.24", "[3] h=1.41421"], False),
        (["[1] h=2.24", "[2] h=1.41421"], True),
        (["[1] h=2.24"], False),
    ],
)
def test_of_a_path_with_fractions_only_the_start_is_compared(actual, agrees):
    moves = [f" moves: {number}" * ("moves" in actual[0]) for number in range(2)]
    predicted = (f"[1] h=2.23606797749979{moves[0]}", f"[2] h=1.4142135623730951{moves[1]}")
    assert rounded(predicted, tuple(actual)) is agrees


@pytest.mark.parametrize("word", ["one", "another"])
def test_what_is_read_of_a_prediction_is_kept_for_its_own_assignment_alone(word):
    class Own(Hooks):
        checkers = {"own": lambda check, printed, expected: Reading((word,))}

    check = Check("f/one", "m", Limits(), function="f", checker="own", hooks=Own())
    assert models.Model((("m.py", "def f(): print(1)"),)).predicted(check).text == word
