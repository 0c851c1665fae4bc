"""The proof of an assignment: of ours, and of small ones that are not as they should be."""

import json
import re
import shutil
from dataclasses import replace

import pytest

from grader import verify
from grader.assignment import folders
from grader.assignment.folders import Folder
from grader.entry.main import main
from grader.intake import intake
from grader.judge.results import result
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check, Limits
from grader.records.facts import fact
from grader.records.results import Run
from grader.records.submissions import SubmissionResults
from grader.verify import programs, runs
from tests.assignments import loaded, solving
from tests.helpers import MODEL


INSTANCES = ["funny01-4", "funny02-11", "funny05-25"]
WRONG = MODEL.replace('print(f"Max queue length: {', 'print(f"Max queue length: {1 + ')
SOLVE = solving("solve", *INSTANCES)
SUCC = {
    "name": "print_succ",
    "function": "print_succ",
    "needs": "import",
    "instances": INSTANCES,
    "parts": {"successors": {"points": 1}},
}


@pytest.fixture
def prove(put, tmp_path, monkeypatch, capsys):
    """A function that proves a small assignment with programs: (status, output)."""
    own = folders.file("funny_puzzle").parent / "transcripts"
    shutil.copytree(own / "funny_puzzle", tmp_path / "in/transcripts/funny_puzzle")
    monkeypatch.setattr(verify, "predictions", lambda *_: {})
    monkeypatch.setattr(runs, "explain", lambda results, _: results.document())
    exceptions = {"wrong/longer": {"misconceptions": []}}

    def run(*arguments, given=(), expectations=exceptions, groups=({"name": "import"}, SOLVE)):
        """Write the programs, the expectations and the assignment; run the command."""
        file = "funny_puzzle.py"
        contents = {"name": "funny_puzzle", "file": file, "model": file, "groups": groups}
        files = {
            "assignment.json": json.dumps(contents),
            "programs/expectations.json": json.dumps(expectations),
            "programs/right/model.py": MODEL,
            "programs/wrong/longer.py": WRONG,
            **{f"programs/{name}": text for name, text in dict(given).items()},
        }
        folder = put({name: text.encode() for name, text in files.items()})
        status = main(["verify", str(folder), *arguments])
        return status, "".join(capsys.readouterr())

    return run


# ---- The command ----


@pytest.mark.long
def test_a_sound_assignment_is_verified(prove):
    status, output = prove("--all")
    assert status == 0, output
    assert "right/model   accepted      -      -      ok\n" in output
    assert "wrong/longer  wrong_answer  -      -      ok\n" in output
    for sentence in (
        "2 of 2 programs are as expected; of 4 checks right ones ran 4, wrong ones up to 4",
        "4 of 4 are what the model solution prints",
        "4 of 4 are proved by the oracle",
        "3 of 3 instances tell wrong programs from the right one\n",
        "outputs are junk",
        "the nearest to its limit is right/model in ",
    ):
        assert sentence in output
    assert re.search(r"^verified: funny_puzzle \([0-9.]+ s\)$", output, re.MULTILINE)
    assert "WRONG" not in output


@pytest.mark.long
@pytest.mark.timeout(300)
def test_what_a_selection_can_not_show_is_named_and_is_no_complaint(capsys):
    status = main(["verify", "npuzzle", "--only", "dimension/files"])
    output = capsys.readouterr().out
    assert status == 0 and "WRONG" not in output
    (hidden,) = re.findall(
        "not looked for, since the checks of --only did not show it: (.*)", output
    )
    assert {"blank_counted", "wrong/no_main", "path_reversed"} <= set(hidden.split(", "))
    assert "wrong/dimension_counts_tiles" not in hidden


@pytest.mark.parametrize(
    "causes, left", [([], []), (["alike"], []), (["other"], [("no misconception", "other")])]
)
def test_a_selection_excuses_what_it_can_not_tell_and_nothing_else(causes, left):
    predicted = {None: {"one": 0}, "a": {"one": 1}, "alike": {"one": 1}, "other": {"one": 2}}
    selected, hidden = programs.within(outcome(causes, ["a"]), predicted)
    assert selected.mismatches == left and (causes or hidden == ("a",))


def test_a_selection_excuses_one_cause_in_the_place_of_several():
    selected, hidden = programs.within(outcome(["other"], ["a", "b"]), {None: {}, "other": {}})
    assert (selected.mismatches, hidden) == ([], ("a", "b"))
    unexplained, _ = programs.within(outcome(["other"], []), {None: {}, "other": {}})
    assert unexplained.mismatches == [("no misconception", "other")]


def test_help_tells_the_sections_and_the_exit_status(capsys):
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    output = capsys.readouterr().out
    assert "1 something is not" in output and all(section in output for section in verify.SECTIONS)


@pytest.mark.parametrize(
    "expectations, complaint",
    [
        ('{"wrong/gone": {}}', "expected programs that are there, got wrong/gone"),
        (
            '{"wrong/longer": {"verdikt": "bad"}}',
            "wrong/longer: expected verdict, misconceptions and checks, got {'verdikt': 'bad'}",
        ),
        (
            '{"wrong/longer": {"verdict": "bad"}}',
            "wrong/longer: expected a verdict (accepted, wrong_answer, time_",
        ),
        (
            '{"wrong/longer": {"misconceptions": ["h_with_spaces"]}}',
            "expected misconceptions of funny_puzzle, got 'h_with_spaces'\n",
        ),
        (
            '{"wrong/longer": {"misconceptions": [], "checks": ["solve/funny1-4", 9]}}',
            "expected checks of funny_puzzle, got 'solve/funny1-4'; "
            "wrong/longer: expected checks of funny_puzzle, got 9\n",
        ),
        ("[]", "the file: expected verdict, misconceptions and checks, got []"),
    ],
)
def test_expectations_that_can_not_be_meant_are_wrong_usage(prove, expectations, complaint):
    status, output = prove(expectations=json.loads(expectations))
    assert status == 2 and complaint in output


def test_an_assignment_without_programs_is_wrong_usage(tmp_path, capsys):
    shutil.copy(folders.file("funny_puzzle"), tmp_path)
    assert main(["verify", str(tmp_path)]) == 2
    complaint = f"funny_puzzle: expected programs in {tmp_path / 'programs'}, got none"
    assert complaint in capsys.readouterr().err


def test_a_fault_of_the_grader_is_no_fault_of_the_assignment(prove, monkeypatch, capsys):
    monkeypatch.setattr("grader.grading.pipeline.judge", lambda *_: 1 / 0)
    assert prove()[0] == 3


# ---- Programs ----


def test_programs_that_are_not_what_their_folder_and_name_say_are_found(prove):
    given = {"right/impostor.py": WRONG, "wrong/innocent.py": MODEL}
    status, output = prove(given=given, expectations={})
    assert status == 1
    for complaint in (
        "right/impostor: expected accepted, got wrong_answer in solve/funny01-4",
        "wrong/innocent: expected wrong_answer, innocent, got accepted, no misconception",
        "wrong/longer: expected longer, got no misconception",
    ):
        assert f"WRONG: {complaint}\n" in output
    assert "not verified: " in output and ": 3 in programs" in output


def test_programs_of_other_folders_have_the_verdict_told_or_any_but_accepted(prove):
    expectations = {
        "rude/any": {},
        "rude/odd": {"verdict": "output_limit"},
        "rude/told": {"verdict": "runtime_error"},
    }
    raises = "def solve(state): raise KeyError\n"
    status, output = prove(
        *("--all", "--only", "solve/funny01-4"),
        given={f"{name}.py": raises for name in expectations},
        expectations={"wrong/longer": {"misconceptions": []}, **expectations},
    )
    assert status == 1 and re.findall(r"(rude/\w+) +runtime_error", output) == [*expectations]
    (complaint,) = re.findall("WRONG: rude/(.*)\n", output)
    assert complaint == "odd: expected output_limit, got runtime_error in solve/funny01-4"


def test_an_assignment_without_misconceptions_is_told_so_and_its_wrong_programs_show_none(
    prove, monkeypatch
):
    monkeypatch.setattr(Folder, "misconceptions", ())
    status, output = prove("--only", "solve/funny01-4", expectations={})
    assert status == 0, output
    assert "of 2 checks right ones ran 2, wrong ones up to 2" in output
    assert (
        "\nno misconceptions are known for funny_puzzle: its folder has no misconceptions.py\n"
        in output
    )


def outcome(names, expected):
    """The Outcome of a wrong program with those misconceptions named, and those expected."""
    submission = intake.Submission("it", "it")
    program = programs.Program("wrong/it", submission, "wrong_answer", tuple(expected))
    check = Check("solve/one", "m", Limits())
    verdicts = "skipped", "wrong_answer"
    results = tuple(result(check, verdict, fact("as_expected")) for verdict in verdicts)
    causes = tuple(Cause(Mistake(name, "It is.", "Is it?")) for name in names)
    graded = SubmissionResults("it", "it", results=results, misconceptions=causes)
    return programs.outcome(program, graded)


def took(seconds, limit_s):
    """The Outcome of a right program that took so much of the CPU time that it may."""
    run = Run(0, "exit", seconds, seconds, 9, b"")
    check = Check("solve/a", "x", Limits(cpu_s=limit_s))
    results = (result(check, "accepted", fact("as_expected"), run=run),)
    wrong = outcome([], [])
    return replace(wrong, program=replace(wrong.program, verdict="accepted"), results=results)


@pytest.mark.parametrize(
    "names, expected, row",
    [
        ("a", "a", "a yes ok"),
        ("b", "a", "b yes expected a"),
        ("ba", "a", "b, a no expected a"),
        ("a", "", "a yes expected no misconception"),
        ("", "ab", "- - expected a and b"),
    ],
)
def test_the_table_tells_whether_a_misconception_is_named_and_alone(names, expected, row):
    _, told = programs.table([outcome(names, expected)])
    assert told.split() == ["wrong/it", "wrong_answer", *row.split()]


def measured(monkeypatch, outcomes):
    """The last Outcome of a program that has these one after the other, and how many it had."""
    left = list(outcomes)
    monkeypatch.setattr(runs, "_graded", lambda _, own, *__: dict.fromkeys(own, left.pop(0)))
    (last,) = runs.outcomes(loaded("funny_puzzle"), {outcomes[0].program: []}, {}, None)
    return last, len(outcomes) - len(left)


@pytest.mark.parametrize(
    "names, times",
    [(["visited_list"], 1), (["", "", ""], 3), (["path_backwards"], 1)],
)
def test_only_what_shows_in_times_is_measured_again(monkeypatch, names, times):
    outcomes = [outcome(name.split(), ["visited_list"]) for name in names]
    assert measured(monkeypatch, outcomes) == (outcomes[times - 1], times)


@pytest.mark.parametrize("seconds, times", [([4], 1), ([9, 8, 6, 1], 3)])
def test_what_comes_near_a_limit_of_ten_seconds_is_measured_again(monkeypatch, seconds, times):
    outcomes = [took(each, 10) for each in seconds]
    assert measured(monkeypatch, outcomes) == (outcomes[times - 1], times)
    assert [each.is_near_a_limit for each in outcomes] == [each > 5 for each in seconds]


# ---- Transcripts ----


def test_a_changed_transcript_is_found_by_the_model_and_by_the_oracle(prove, tmp_path):
    path = tmp_path / "in/transcripts/funny_puzzle/solve/funny02-11.txt"
    path.write_text(path.read_text().replace("length: 11", "length: 12"))
    status, output = prove()
    assert status == 1
    assert "3 of 4 are what the model solution prints\n3 of 4 are proved by the oracle" in output
    assert (
        "WRONG: solve/funny02-11: the model solution prints something else: line 4: "
        "transcript 'Max queue length: 12', model 'Max queue length: 11'\n"
    ) in output
    assert re.search(r"not verified: .*: (1 in programs, )?2 in transcripts \(", output)
    assert "WRONG: solve/funny02-11: the oracle says: another answer or queue length" in output


# ---- Instances ----


def test_an_instance_that_tells_no_program_from_the_right_one_is_found(prove):
    groups = {"name": "import"}, SOLVE, SUCC
    status, output = prove("--all", groups=groups)
    assert status == 1 and "3 of 6 instances tell wrong programs from the right one" in output
    lacks = "WRONG: print_succ: no wrong program fails in it, and none is predicted to\n"
    assert output.count("WRONG") == 1 and lacks in output
    line = 'start = _checked("print_succ", state)'
    once = MODEL.replace(line, f"{line}\n    state[6:] != [0, 7, 0] or print('once')")
    expectations = dict.fromkeys(("wrong/longer", "wrong/once"), {"misconceptions": []})
    given = {"wrong/once.py": once}
    status, output = prove("--all", groups=groups, given=given, expectations=expectations)
    assert status == 1 and "4 of 6 instances tell wrong programs from the right one" in output
    assert "WRONG: print_succ/funny05-25: tells no wrong program from the right one\n" in output


# ---- Outputs ----


def test_junk_that_earns_all_points_of_a_check_is_found(prove):
    parts = {"start": {"points": 1, "lines": "moves: 0"}, "queue": SOLVE["parts"]["queue"]}
    status, output = prove(groups=({"name": "import"}, SOLVE | {"parts": parts}))
    assert status == 1 and "accepts junk: line 1 missing" not in output
    assert (
        "WRONG: solve/funny01-4: accepts junk: line 2 missing earns 2 of 2 points: "
        "does a part cover each line?\n"
    ) in output


# ---- Limits ----


@pytest.fixture
def prove_slow(prove, monkeypatch):
    """A function that proves a right program whose import takes so many seconds, with a limit,
    where Python takes so many times as long as usual: (status, output).
    """

    def run(seconds, limit_s, slowness):
        monkeypatch.setattr(runs, "slowness", lambda: slowness)
        burns = f"\nfrom time import process_time\nwhile process_time() < {seconds}: pass\n"
        group = {"name": "import", "limits": {"cpu_s": limit_s}}
        return prove(given={"right/slow.py": MODEL + burns}, groups=(group, SOLVE))

    return run


@pytest.mark.long
def test_a_limit_near_a_right_program_is_found(prove_slow):
    status, output = prove_slow(0.5, 1, 1)
    assert status == 1
    assert re.search(
        r"WRONG: right/slow in import: [01]\.\d+ s of 1 s, where Python takes 1\.0 times as "
        r"long as usual: the limit is usually [01]\.\d times that, and at least 2 times is "
        r"required\n",
        output,
    )


@pytest.mark.long
@pytest.mark.parametrize("slowness, is_late", [(1, True), (4, False)])
def test_a_right_program_gets_as_much_more_time_as_the_machine_is_slow(
    prove_slow, slowness, is_late
):
    status, output = prove_slow(0.6, 0.4, slowness)
    assert (status, "time_limit in import" in output) == (is_late, is_late)


@pytest.mark.long
@pytest.mark.parametrize("slowness, is_late", [(1, True), (20, False)])
def test_what_is_to_run_into_a_limit_gets_as_much_more_time_as_the_machine_is_slow(
    prove, monkeypatch, slowness, is_late
):
    monkeypatch.setattr(verify, "ENDLESS_S", 0.3)
    monkeypatch.setattr(runs, "slowness", lambda: slowness)
    burns = "from time import process_time\nwhile process_time() < 0.5: pass\n"
    expected = {"wrong/longer": {"verdict": "time_limit", "misconceptions": []}}
    status, _ = prove(given={"wrong/longer.py": burns + WRONG}, expectations=expected)
    assert status == (not is_late)


def test_the_margin_to_a_limit_is_that_of_a_usual_machine_whatever_is_expected_of_the_program():
    longer = replace(took(1.5, 6), slowness=3, longer=3)
    assert longer.nearest_limit[0] == 4
    assert replace(longer, program=outcome([], []).program).nearest_limit[0] == 4
    assert replace(longer, longer=1).nearest_limit[0] == 12  # its limits were the file's own


@pytest.mark.parametrize("seconds, times", [(0.01, 1), (runs.ADDITIONS_S, 1), (0.1, 2.5)])
def test_a_machine_is_as_slow_as_a_million_additions_are(monkeypatch, seconds, times):
    clock = iter([7, 7 + seconds])
    monkeypatch.setattr(runs.time, "process_time", lambda: next(clock))
    assert runs.slowness() == pytest.approx(times)


# ---- Programs that are edits of others ----


@pytest.fixture
def shown(capsys):
    """A function that returns the exit status, stdout and stderr of `verify --show`."""
    return lambda *arguments: (main(["verify", "--show", *arguments]), *capsys.readouterr())


def test_show_writes_out_a_program_with_its_sentence(shown):
    status, text, _ = shown("wrong/blank_counted_in_h")
    head, _, sentence, *program = text.split("\n")
    assert status == 0
    assert head == "# funny_puzzle, wrong/blank_counted_in_h: edits of right/priority_queue"
    assert sentence.startswith('"""Wrong: both blanks count in h, as if their goal square were ')
    right = shown("right/priority_queue")[1].split("\n")[3:]
    assert len(right) - len(program) == 2 and set(right) - set(program) == {
        "        if state[i] == 0:"
    }


def test_show_names_each_file_of_a_program_of_several(shown):
    status, text, _ = shown("wrong/dimension_counts_tiles", "npuzzle")
    board, solver = text.split("# ---- ")[1:]
    assert status == 0 and "return self.n * self.n" in board
    assert board.startswith('board.py ----\n\n"""Wrong: dimension tells how many squares')
    assert solver.startswith('solver.py ----\n\n"""Right: ')


def test_show_writes_out_a_whole_program_of_an_edition(shown):
    status, text, _ = shown("right/classes", "funny_puzzle-cheaper-g")
    assert status == 0 and "self.cost = {tuple(start): 0}" in text
    assert text.startswith("# funny_puzzle-cheaper-g, right/classes: kept whole\n\n")


@pytest.mark.parametrize(
    "entries, complaint",
    [
        ('{"odd": {"base": "right/none", "why": "", "edits": []}}', "got no 'right/none'"),
        (
            '{"odd": {"base": "right/model", "edits": []}}',
            "expected base (a program), why and edits, got no",
        ),
        (
            '{"odd": {"base": "right/model", "why": "x.", "edits": [["nowhere there", ""]]}}',
            "edit: expected 'nowhere there' to be there once, got 0 times",
        ),
        (
            '{"odd": {"base": "right/model", "why": "x.", "edits": {"b.py": []}}}',
            "expected edits of files of right/model, got b.py",
        ),
        ('{"odd": []}', "wrong.json: odd: "),
        (
            '{"longer": {"base": "right/model", "why": "x.", "edits": []}}',
            "expected one program wrong/longer, got a file and edits",
        ),
    ],
)
def test_an_entry_that_makes_no_program_is_wrong_usage(prove, entries, complaint):
    status, output = prove(given={"wrong.json": entries})
    assert (status, output.count("\n")) == (2, 1) and complaint in output
