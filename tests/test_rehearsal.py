"""What the variants of npuzzle's reference predict."""

from functools import cache
from itertools import cycle

import pytest

from grader.assignment.hooks import Printed
from grader.assignments import sliding
from grader.assignments.npuzzle import rules as answers
from grader.diagnose import entered, long_runs, models, rehearsal
from grader.diagnose.observation import Observation
from grader.diagnose.parts import ordered
from grader.diagnose.rules import UNKNOWN
from grader.judge.reading import lines, read
from grader.judge.results import result
from grader.records.checks import Check, Limits
from grader.records.facts import fact
from grader.records.results import OUTPUT_BYTES
from tests.documents import causes, names, run
from tests.mistakes_npuzzle import (
    ASSIGNMENT,
    KNOWN,
    REFERENCE,
    checks_of,
    combined,
    edited,
    expected,
    records_of,
    variant,
)
from tests.sample import slow


DOUBLED = "return 2 * len(self._path) - 2"  # of one move, the number that counts boards, too
RULES = answers.Answers()


@cache
def quick():
    """The checks of short calls, which can be predicted."""
    costly = "growth", "timetable", "solution", "solution-model"
    return [check for check in ASSIGNMENT.checks if check.function and check.group not in costly]


def named(name):
    (check,) = checks_of(name)
    return check


SHOWN = {"wrong_parity": 4, "closed_at_push": 1}  # their other ways show in long searches


@pytest.mark.long
@pytest.mark.parametrize("name", KNOWN)
def test_each_way_of_a_mistake_differs_from_the_reference_in_some_check(name):
    checks = [*quick(), *(check for check in ASSIGNMENT.checks if check.name.endswith("/2x2"))]
    checks.append(named("timetable/puzzle22"))
    for way in KNOWN[name].ways[: SHOWN.get(name)]:
        wrong = REFERENCE.variant(way)
        predictions = ((check, wrong.predicted(check)) for check in checks)
        assert any(
            prediction.ended != "exit" or prediction.lines != lines(expected()[check.name])
            for check, prediction in predictions
            if prediction
        ), way


def test_nothing_of_this_process_changes():
    import gc
    import heapq
    import sys

    def state():
        return heapq.heappop, sys.stdout, sys.modules.get("board"), gc.isenabled()

    before = state()
    check = named("queue/queues")
    rehearsal.rehearsed.cache_clear()
    known = KNOWN["no_critical_optimisation"]  # its variant is executed
    models.reference(ASSIGNMENT).variant(known.edits).predicted(check)
    assert gc.isenabled() and state() == before


USES_STREAMS = """\
import sys


def run(arguments):
    print("not this", file=sys.stderr)
    sys.stdout.write("this\\n")
    try:
        input()
    except EOFError:
        print("nothing to read")
"""


def test_what_is_executed_here_has_streams_of_its_own(capfd):
    prediction = rehearsal.rehearsed((("driver", USES_STREAMS),), "run", (), 9)
    assert (prediction.text, prediction.ended) == ("this\nnothing to read\n", "exit")
    assert capfd.readouterr() == ("", "")


POPS = """\
import heapq

from board import POPS


def run(arguments):
    queue = [0] * POPS
    while queue:
        heapq.heappop(queue)
    print(POPS)
"""


def test_a_variant_may_pop_three_times_as_much_as_the_model_and_then_has_no_end():
    check = Check("solve/one", "board", Limits(), "run", ([],), driver=POPS)
    texts = [(("board.py", f"POPS = {number}"),) for number in (3_000, 9_000, 12_000)]
    model, longer, endless = (rehearsal.prediction(text, check, texts[0]) for text in texts)
    assert (model.text, model.ended) == ("3000\n", "exit")
    assert (longer.text, longer.ended) == ("9000\n", "exit")
    assert endless.text == "" and endless.ended != "exit"


# all of them, and those with the fewest pops
FEWEST = "random/boards", "timetable/puzzle38", "timetable/walk-5-62-36"


@pytest.mark.parametrize("some", [FEWEST, slow(())])
def test_the_long_runs_that_are_stored_are_those_of_the_reference(some):
    stored = long_runs.stored(ASSIGNMENT)
    if not some:
        assert stored == long_runs.made(ASSIGNMENT)
    made = rehearsal.long_ones(map(named, some), REFERENCE.sources)
    assert len(made) == len(some) and made.items() <= stored.items()


def test_what_is_stored_is_not_run_again_and_what_is_out_of_date_is_not_taken(monkeypatch):
    def run(*_):
        raise RuntimeError("run")

    monkeypatch.setattr(rehearsal, "_model_rehearsed", run)
    files = REFERENCE.sources
    for name in ("timetable/puzzle36", "timetable/walk-4-60-174"):
        prediction = rehearsal.prediction(files, named(name), files, REFERENCE.long_runs)
        assert lines(prediction.text.encode()) == lines(expected()[name])
    files = tuple((file, text + "\n") for file, text in files)
    with pytest.raises(RuntimeError, match="run"):
        rehearsal.prediction(files, named(name), files, REFERENCE.long_runs)


def observed(check, verdict):
    """The Observation of a check with that verdict."""
    return Observation(check, result(check, verdict, fact("as_expected"), run=run()))


def test_what_is_cut_from_a_report_agrees_with_nothing_and_contradicts_what_is_predicted_right():
    check = named("twin/small")
    long = run(stdout=b"x" * OUTPUT_BYTES)
    cut = Observation(check, result(check, "wrong_answer", fact("line_missing"), run=long))
    for name, agrees in ("path_reversed", False), ("twin_moves_the_blank", None):
        wrong = variant(name)
        assert answers.agreement(UNKNOWN, wrong, wrong.predicted(check), cut) is agrees


def test_that_something_never_ends_says_nothing_by_itself():
    loops = KNOWN["unsolvable_loops"]
    late = observed(named("unsolvable/each"), "time_limit")
    right = observed(named("hamming/small"), "accepted")
    looping = variant(loops.name)
    assert RULES.explains(loops, looping, [right, late])
    assert not RULES.explains(loops, looping, [late])
    wrong = observed(named("twin/small"), "wrong_answer")
    assert ordered([late, right, wrong], REFERENCE) == [wrong, right, late]


def test_a_search_without_end_is_no_sign_of_a_mistake_that_outputs_would_show():
    known = KNOWN["h_as_priority"]
    endless = variant(known.name, 1)
    late, right = named("compared/easy"), named("hamming/small")
    assert endless.predicted(late).ended == "endless"
    case = [observed(right, "accepted"), observed(late, "time_limit")]
    assert not RULES.explains(known, endless, case)


def test_of_failing_checks_the_cheapest_is_compared_first():
    known = KNOWN["path_reversed"]
    backwards = models.reference(ASSIGNMENT).variant(known.edits)
    costly, cheap = named("solution/4x4"), named("solution/2x2")
    passed = observed(named("unsolvable/each"), "accepted")
    case = [passed, *(observed(check, "runtime_error") for check in (costly, cheap))]
    assert not RULES.explains(known, backwards, case)
    tried = [name for sources, name, _ in backwards.memory if sources == backwards.sources]
    assert tried == [cheap.name]


def test_one_answer_gives_no_name_that_other_failures_contradict():
    checks = "none/nothing", "unsolvable-model/each"
    doubled = edited("solver.py", ("return len(self._path) - 1", DOUBLED))
    alone, both = (causes(records_of(doubled, *some), ASSIGNMENT) for some in (checks[:1], checks))
    assert [cause.name for cause in alone] == ["moves_counts_boards"] and both == []


@pytest.mark.long
def test_what_is_named_beside_another_mistake_changes_nothing_that_is_right():
    checks = "manhattan/files", "solution/2x2", "solution/4x4", "unsolvable-model/each"
    two = combined("moves_counts_boards", "sum_of_distances")
    records = records_of(two, *checks, "compared/easy")
    assert [record.check for record in records if record.passed] == ["manhattan/files"]
    assert names(records, ASSIGNMENT) == ["moves_counts_boards"]


def test_boards_that_somebody_changes_are_as_before_the_next_time():
    changed = sliding.rows("random-3-1")
    changed[0][0] = None
    assert sliding.rows("random-3-1") != changed


@pytest.mark.parametrize(
    "name, check, agrees",
    [
        ("blank_counted", "hamming/small", True),
        ("neighbors_share_rows", "neighbors/small", True),
        ("neighbors_share_rows", "unsolvable/each", None),
        ("no_critical_optimisation", "queue/queues", True),
        ("twin_never_searched", "unsolvable/each", True),
        ("twin_never_searched", "unsolvable-model/each", True),
    ],
)
def test_a_predicted_answer_agrees_unless_a_search_on_a_wrong_board_gave_it(name, check, agrees):
    check, wrong = named(check), variant(name)
    (record,) = records_of(wrong, check.name)
    prediction = wrong.predicted(check)
    seen = Observation(check, record)
    assert answers.agreement(UNKNOWN, wrong, prediction, seen) is agrees


def test_distances_agree_only_if_those_of_all_neighbors_do():
    check = named("kth/some")
    one, other = (
        edited("board.py", ("divmod(tile - 1, n)", goal))
        for goal in ("divmod(tile, n)", "tile // n, tile % n - 1")  # alike on the first board
    )
    (record,) = records_of(other, check.name)
    wrong = Observation(check, record)
    pairs = [(variant, variant.predicted(check)) for variant in (one, other)]
    assert [answers.agreement(UNKNOWN, *pair, wrong) for pair in pairs] == [False, True]


def test_a_stored_queue_reads_as_its_counts_without_what_the_measured_processes_printed():
    check = named("queue/queues")
    counts = REFERENCE.output(check).lines
    stored = (*counts, "", "walk-4-34-7, moves(): 26")
    both = [read(check, Printed(some), counts).lines for some in (counts, stored)]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    "both, checks",
    [
        (("blank_counted", "no_equality"), ("hamming/small", "manhattan/small", "equality/easy")),
        (
            ("blank_counted", "unsolvable_loops"),
            ("hamming/small", "unsolvable-model/each", "str/small"),
        ),
    ],
    ids=["in two methods", "one of which never ends"],
)
def test_two_mistakes_of_one_submission_are_both_named(both, checks):
    records = records_of(combined(*both), *checks)
    assert {cause.name for cause in causes(records, ASSIGNMENT)} == set(both)


def test_a_change_in_any_function_of_a_name_is_one_of_that_name():
    first, second = ("    def size(self):\n        return {}\n".format(n) for n in (1, 2))
    one, other = (f"class Board:\n{a}{b}" for a, b in ((first, second), (second, second)))
    assert entered.differing("board", one, other) == {"board.Board.size"}


@pytest.mark.slow
@pytest.mark.long
def test_a_variant_that_is_not_executed_would_have_printed_what_the_model_prints(monkeypatch):
    ways = [way for known in KNOWN.values() for way in known.ways]

    def outputs():
        return [REFERENCE.variant(way).output(check) for way in ways for check in quick()]

    saved = outputs()
    models = sum(output is REFERENCE.output(check) for output, check in zip(saved, cycle(quick())))
    print(f"{models} of {len(saved)} were not executed")
    assert models > len(saved) / 2
    monkeypatch.setattr(rehearsal, "differing", lambda *texts: {"driver."})
    assert outputs() == saved
