"""The editions of `funny_puzzle`: instances proved by the oracle, editions told from each other."""

import itertools
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.assignment.edits import edited
from grader.assignments.funny_puzzle import oracle
from grader.diagnose import otherwise
from grader.ground.errors import UsageError
from grader.judge.results import result
from grader.making import transcripts
from grader.records.facts import fact
from grader.verify.outputs import run_of
from tests.assignments import loaded, predicted
from tests.helpers import ROOT, error_of, stdout_of
from tests.mistakes import records_of
from tests.programs import program


EDITIONS = ("cheaper-g", "any-tiles", "any-tiles-cheaper-g")
DEFAULT = loaded("funny_puzzle")
FILES = [path for kind in ("any", "funny") for path in sorted(ROOT.glob(f"testinput/{kind}*.txt"))]


def edition_of(name):
    """The assignment of an edition; "default" is the one that extends none."""
    return DEFAULT if name == "default" else loaded(f"funny_puzzle-{name}")


def source(edition):
    """The text of the reference under an edition."""
    return DEFAULT.reference(edition)[DEFAULT.file]


def state_of(path):
    return [int(word) for word in path.read_text().split()]


# ---- Instances ----


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_instance_is_named_after_its_tiles_its_moves_and_its_queue_length(path):
    state = state_of(path)
    name = path.stem.removeprefix("funny").removeprefix(f"any{9 - state.count(0)}-")
    moves = oracle.depths(oracle.goal_of(state)).get(tuple(state))
    if moves is None:
        assert name.startswith("unsolvable")
    else:
        steps, longest = oracle.textbook_a_star(state)
        assert name == f"{moves:02}-{longest}" and len(steps) == moves + 1


def test_every_instance_is_used():
    used = {
        check.name.split("/")[1]
        for name in ("default", *EDITIONS)
        for check in edition_of(name).checks
        if check.function and not check.further
    }
    assert {path.stem for path in FILES} == used


# ---- What the editions are ----


def test_exactly_those_states_of_eight_tiles_can_be_solved_that_a_search_reaches():
    reached = oracle.depths((1, 2, 3, 4, 5, 6, 7, 8, 0))
    assert len(reached) == 181_440
    exec(source("any-tiles"), names := {"__name__": "any-tiles"})
    for state in itertools.islice(itertools.permutations(range(9)), 0, None, 7):
        assert names["solvable"](state) == (state in reached)


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
def test_solve_prints_what_a_textbook_search_prints_on_many_states(edition):
    for state in sorted(oracle.depths())[::15_013]:
        prediction = predicted(source(edition), "solve", list(state))
        assert prediction.text == oracle.transcript_of("solve", state, edition)


@pytest.mark.parametrize("tiles", [1, 5, 8])
def test_any_number_of_tiles_is_solved_as_a_textbook_search_does(tiles):
    states = sorted(oracle.depths(oracle.goal_of([*range(1, tiles + 1), *[0] * (9 - tiles)])))
    for state in states[:: len(states) // 7 or 1][:7]:
        for function in ("solve", "print_succ"):
            prediction = predicted(source("any-tiles"), function, list(state))
            assert (prediction.text, prediction.ended) == (
                oracle.transcript_of(function, state, "any-tiles"),
                "exit",
            )


def test_the_model_of_the_default_is_the_model_solution_and_that_of_an_edition_its_reference():
    assert DEFAULT.sources() == {"funny_puzzle.py": (ROOT / "funny_puzzle.py").read_bytes()}
    for edition in EDITIONS:
        assert edition_of(edition).sources() == {"funny_puzzle.py": source(edition).encode()}


# ---- Assignment files ----


@pytest.mark.parametrize(
    "text, problem",
    [
        (
            '{"name": "x", "extends": "nosuch"}',
            "expected extends to be of funny_puzzle, npuzzle, got 'nosuch'",
        ),
        ('{"name": "x", "extends": []}', "got []"),
        (
            '{"name": "x", "extends": "funny_puzzle", "edition": "9"}',
            "expected edition to be of cheaper-g, any-tiles, any-tiles-cheaper-g, got '9'",
        ),
        (
            '{"name": "x", "extends": "funny_puzzle", "edition": 9}',
            "expected a string for edition, got 9",
        ),
        (
            '{"name": "x", "extends": "npuzzle", "edition": "any-tiles"}',
            "expected edition to be of none, got 'any-tiles'",
        ),
    ],
)
def test_what_is_wrong_with_an_edition_in_an_assignment_file_is_told(text, problem, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert problem in error_of(UsageError, plan.load, str(path))


# ---- Right under another edition ----


def records(assignment, printing):
    """The records of a submission that prints what `printing` does: an edition, or a source."""
    if printing in ("default", *EDITIONS):
        printing = source(printing)
    expected = transcripts.expected(assignment, assignment.checks)
    return records_of(printing, assignment.checks, expected)


def other(results, assignment):
    """The name of the only other edition under which results are right, "" without one."""
    near = otherwise.editions(results, assignment)
    names = [one.edition.name for one in near if one.edition.is_whole]
    return names[0] if len(names) == 1 else ""


@pytest.mark.parametrize(
    "graded, printing",
    [
        *(("default", name) for name in ("default", *EDITIONS)),
        ("cheaper-g", "default"),
        ("any-tiles-cheaper-g", "any-tiles"),
    ],
)
def test_a_submission_right_under_another_edition_is_told_so(graded, printing):
    assignment = edition_of(graded)
    edition = other(records(assignment, printing), assignment)
    assert edition == ("" if printing == graded else printing)


def test_one_more_mistake_is_no_other_edition():
    both = edited(source("cheaper-g"), [('} h={h}")', '} h= {h}")')])
    assert other(records(DEFAULT, both), DEFAULT) == ""


@pytest.mark.parametrize("verdict", ["time_limit", "runtime_error", "judge_error"])
def test_a_run_that_did_not_end_well_is_no_other_edition(verdict):
    results = records(DEFAULT, "cheaper-g")
    assert other([replace(record, verdict=verdict, run=None) for record in results], DEFAULT) == ""
    assert other([replace(results[-1], verdict=verdict), *results[:-1]], DEFAULT) == ""


def test_white_space_at_the_end_is_forgiven():
    results = [
        replace(record, run=run_of(record.run.stdout.replace(b"\n", b" \r\n")))
        for record in records(DEFAULT, "cheaper-g")
    ]
    assert other(results, DEFAULT) == "cheaper-g"


def test_the_boards_of_the_other_assignment_have_no_editions():
    npuzzle = loaded("npuzzle")
    failed = [result(npuzzle.checks[0], "wrong_answer", fact("as_expected"), run=run_of(b""))]
    assert other(failed, npuzzle) == ""


# ---- The command ----


def test_the_command_grades_by_the_edition_that_the_assignment_names():
    shown = stdout_of(
        "--assignment",
        "funny_puzzle-any-tiles",
        "--only",
        "unsolvable",
        program("right/inversions", "funny_puzzle-any-tiles"),
    )
    assert shown.endswith("Total: 6 of 6 points (4 accepted)\n\n")
