"""A grading with a budget ends in time, whatever takes too long, and the gradebook is written."""

import time
from types import SimpleNamespace

import pytest

from grader.commands import report
from grader.commands.budget import Budget
from grader.entry.main import main
from grader.grading import pipeline
from grader.grading.explained import explain_one
from grader.ground.deadline import TimeOver, ending
from grader.report.sentences import FACTS
from grader.store.store import Unexplained
from tests.documents import ASSIGNMENT, every_verdict, submission
from tests.helpers import gradebook_of, python, stdout_of, text_of, write_files
from tests.primes import COUNTS_ONE, PARTS, SIEVE, with_transcripts
from tests.programs import program


NO_TIME = "There was no time to explain its results."
HOPELESS = PARTS["misconceptions.py"].replace(
    "MISCONCEPTIONS = (",
    "MISCONCEPTIONS = (\n"
    '    Misconception("x", "X.", "X?", (("number > 1", "FOUND > 1"),), pattern="(1+1+)+x"),\n',
)
PRINTS_ONES = SIEVE.replace("print(prime)", "print('1' * 40)")
BROKEN = PARTS["misconceptions.py"].replace(
    "    ),\n)", "        like=lambda predicted, actual: 1 / 0,\n    ),\n)"
)


def options(out):
    """The options of a grading that writes reports."""
    return SimpleNamespace(out=str(out), sort="name", strict=False, roster=None, adjust=None)


def reported(tmp_path, misconceptions, until_s, **programs):
    """The rows of the gradebook of a class of these programs, explained for so many seconds."""
    folder = with_transcripts(tmp_path, PARTS | {"misconceptions.py": misconceptions})
    write_files(tmp_path, {f"class/{name}.py": text for name, text in programs.items()})
    words = ["--layout", "many", "--no-reports", "--no-examples", tmp_path / "class"]
    out = tmp_path / "out"
    stdout_of("--assignment", folder, "--out", out, *words)
    until = time.monotonic() + until_s
    report.write_in_time(options(out), True, Budget(None, until, until + 600))
    return {row["submission"]: row for row in gradebook_of(out)}


@pytest.mark.long
def test_what_can_not_be_explained_in_time_is_not_and_the_reports_say_so(tmp_path):
    programs, start = {"ann": PRINTS_ONES, "bob": SIEVE, "eve": COUNTS_ONE}, time.monotonic()
    book = reported(tmp_path, HOPELESS, 1.5, **programs)
    assert time.monotonic() - start < 100
    points = {name: float(row["points"]) for name, row in book.items()}
    assert points == {"ann": 6, "bob": 12, "eve": 0}
    assert NO_TIME in book["ann"]["flags"]
    page = (tmp_path / "out/html/index.html").read_text()
    assert NO_TIME in page and "ann" in page


def test_only_what_failed_and_has_code_needs_time_to_be_explained():
    wrong, right = (every_verdict()[name] for name in ("wrong_answer", "accepted"))
    for needs_none in submission("ann", [wrong], is_empty=True), submission("bob", [right]):
        assert explain_one(ASSIGNMENT, 0, needs_none) is needs_none
    with pytest.raises(Unexplained):
        explain_one(ASSIGNMENT, 0, submission("eve", [wrong]))


def test_what_can_not_be_explained_for_a_fault_of_ours_is_flagged_and_told(tmp_path, capsys):
    book = reported(tmp_path, BROKEN, 600, ann=COUNTS_ONE, bob=SIEVE)
    assert "ZeroDivisionError" in capsys.readouterr().err
    said = "What explains its results could not be found: ZeroDivisionError("
    assert said in book["ann"]["flags"] and said not in book["bob"]["flags"]
    assert (tmp_path / "out/html/students/ann.html").is_file()


class Fails:
    """A search for examples with a fault."""

    def __init__(self, assignment):
        pass

    def examples(self, *_):
        raise ZeroDivisionError("ours")


@pytest.mark.long
def test_examples_that_can_not_be_looked_for_for_a_fault_of_ours_are_flagged_and_looked_for_later(
    tmp_path, monkeypatch, capsys
):
    def graded(*options):
        words = ["--only", "import", "--only", "solve/funny02-11", "--no-reports", *options]
        assert main([*words, str(program("wrong/only_h_is_missing"))]) == 0
        return capsys.readouterr()

    said = "Small examples of its mistakes could not be looked for: ZeroDivisionError('ours')."
    stored = "--out", str(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "finder_of", Fails)
        shown = graded(*stored)
        assert "ZeroDivisionError" in shown.err and said in shown.out
        shown = graded("--student")
        assert "ZeroDivisionError" in shown.err and "examples" not in shown.out
    shown = graded(*stored)
    assert shown.err == "" and said not in shown.out
    assert "The smallest example:" in shown.out


@pytest.mark.parametrize("left_s", [-9, 2])
def test_reports_are_ended_at_the_end_once_the_gradebook_is_written(
    left_s, tmp_path, monkeypatch, capsys
):
    stdout_of(
        "--only", "import", "--no-reports", "--out", tmp_path, program("wrong/only_h_is_missing")
    )
    usual = report.explain

    def explain(results, assignment, until, is_strict):
        """The usual one if nothing is to be explained; else it never ends."""
        while until != 0:
            pass
        return usual(results, assignment, until, is_strict)

    monkeypatch.setattr(report, "explain", explain)
    end = time.monotonic() + left_s
    report.write_in_time(options(tmp_path), True, Budget(end, end, end))
    assert time.monotonic() - end < 60
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".csv"] == ["gradebook.csv"]
    assert capsys.readouterr().out == (
        f"Time was over before all reports were written: `python3 -m grader report {tmp_path}` "
        "writes them.\n"
    )


FOR_EVER = """
import sys
from grader.grading import pipeline
from grader.entry.main import main

def for_ever(*_):
    while True: pass

class Finder:
    def __init__(self, assignment): pass
    examples = for_ever

{}
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "computes, budget, total",
    [
        ("pipeline.finder_of = Finder", 8, "0 of 2 points (1 accepted, 1 wrong_answer)"),
        ("pipeline.judge = for_ever", 1, "0 of 2 points (2 skipped)"),
    ],
    ids=["search for examples", "judge"],
)
def test_what_computes_for_ever_ends_with_the_budget(computes, budget, total, tmp_path):
    only = ["--only", "import", "--only", "solve/funny02-11"]
    options = [*only, "--budget", budget, "--out", tmp_path / "out"]
    start = time.monotonic()
    wrong = program("wrong/only_h_is_missing")
    shown = text_of(python("-c", FOR_EVER.format(computes), *options, wrong))
    assert time.monotonic() - start < 60
    assert f"\nTotal: {total}\n" in shown
    assert (FACTS["examples_cut_short"] in shown) == ("Finder" in computes)
    cut_off = "Time was over before 2 checks could be run: the same command goes on from here.\n"
    assert (cut_off in shown) == (is_cut_off := "skipped" in total)
    assert [row["points"] for row in gradebook_of(tmp_path / "out")] == ["" if is_cut_off else "0"]
    stdout_of("report", tmp_path / "out")
    (feedback,) = (tmp_path / "out/feedback").iterdir()
    assert ("Not graded in full yet: at least 0 of 2" in feedback.read_text()) == is_cut_off


def test_what_computes_is_ended_at_the_deadline_and_other_alarms_go_on():
    with pytest.raises(TimeOver), ending(time.monotonic() + 0.05):
        try:
            while True:
                pass
        except Exception:  # the deadline passes through this
            pass
    with ending(time.monotonic() + 60):
        pass
    with ending(time.monotonic() + 60), pytest.raises(TimeOver):
        with ending(time.monotonic() + 0.05):
            time.sleep(20)
