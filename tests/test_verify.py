"""The proof of an assignment: of ours, and of small ones that are not as they should be."""

import json
import re
import shutil
from dataclasses import astuple, replace
from types import SimpleNamespace

import pytest

from grader import verify
from grader.assignment import folders, plan
from grader.assignment.folders import Folder
from grader.assignments.funny_puzzle import oracle
from grader.diagnose.variants import Prediction
from grader.entry.main import main
from grader.intake import intake
from grader.judge.results import result
from grader.making import transcripts
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check, Limits
from grader.records.facts import fact
from grader.records.results import Run
from grader.records.submissions import SubmissionResults
from grader.verify import outputs, predicting, programs, runs, sections, selection, sources
from tests.assignments import loaded
from tests.golden import ROOT


pytestmark = pytest.mark.once

MODEL = (ROOT / "funny_puzzle.py").read_text()
INSTANCES = ["funny01-4", "funny02-11", "funny05-25"]
WRONG = MODEL.replace('print(f"Max queue length: {', 'print(f"Max queue length: {1 + ')
SOLVE = {
    "name": "solve",
    "function": "solve",
    "needs": "import",
    "instances": INSTANCES,
    "parts": {"path": {"points": 1}, "queue": {"points": 1, "lines": "(?i)queue"}},
}
SUCC = {
    "name": "print_succ",
    "function": "print_succ",
    "needs": "import",
    "instances": INSTANCES,
    "parts": {"successors": {"points": 1}},
}


@pytest.fixture
def prove(tmp_path, monkeypatch, capsys):
    """A function that proves a small assignment with programs: (status, output)."""
    own = folders.file("funny_puzzle").parent / "transcripts" / "funny_puzzle"
    shutil.copytree(own, tmp_path / "transcripts" / "funny_puzzle")
    monkeypatch.setattr(verify, "predictions", lambda *_: {})
    monkeypatch.setattr(runs, "explain", lambda results, _: results.document())
    exceptions = {"wrong/longer": {"misconceptions": []}}

    def run(*arguments, given=(), expectations=exceptions, groups=({"name": "import"}, SOLVE)):
        """Write the programs, the expectations and the assignment; run the command."""
        texts = {"right/model": MODEL, "wrong/longer": WRONG, **dict(given)}
        for name, text in texts.items():
            path = tmp_path / "programs" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (tmp_path / "programs" / "expectations.json").write_text(json.dumps(expectations))
        file = "funny_puzzle.py"
        contents = {"name": "funny_puzzle", "file": file, "model": file, "groups": groups}
        (tmp_path / "assignment.json").write_text(json.dumps(contents))
        status = main(["verify", str(tmp_path / "assignment.json"), *arguments])
        return status, "".join(capsys.readouterr())

    return run


# ---- The command ----


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


def test_a_selection_excuses_what_it_can_not_tell_and_nothing_else():
    predicted = {None: {"one": 0}, "a": {"one": 1}, "alike": {"one": 1}, "other": {"one": 2}}
    for causes, expected, left in (
        ([], ["a"], []),
        (["alike"], ["a"], []),
        (["other"], ["a"], [("no misconception", "other")]),
    ):
        selected, _ = programs.within(outcome(causes, expected), predicted)
        assert selected.mismatches == left
    assert programs.within(outcome([], ["a"]), predicted)[1] == ("a",)


def test_help_tells_the_sections_and_the_exit_status(capsys):
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    output = capsys.readouterr().out
    assert "1 something is not" in output and all(section in output for section in verify.SECTIONS)


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["nonsense"], "nonsense/assignment.json: expected an assignment (funny_puzzle"),
        (
            ["funny_puzzle", "--only", "nonsense"],
            "--only: expected a group or check (--list shows them), got 'nonsense'",
        ),
        (["--jobs", "0"], "argument --jobs: expected a whole number from 1 to 999, got '0'"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments, complaint, capsys):
    assert main(["verify", *arguments]) == 2
    output = capsys.readouterr()
    assert complaint in output.err and output.err.count("\n") == 1 and output.out == ""


@pytest.mark.parametrize(
    "expectations, complaint",
    [
        ({"wrong/gone": {}}, "expected programs that are there, got wrong/gone"),
        (
            {"wrong/longer": {"verdikt": "bad"}},
            "wrong/longer: expected verdict, misconceptions and checks, got {'verdikt': 'bad'}",
        ),
        (
            {"wrong/longer": {"verdict": "bad"}},
            "wrong/longer: expected a verdict (accepted, wrong_answer, time_",
        ),
        (
            {"wrong/longer": {"misconceptions": ["h_with_spaces"]}},
            "expected misconceptions of funny_puzzle, got 'h_with_spaces' (h_with_space?)\n",
        ),
        (
            {"wrong/longer": {"misconceptions": [], "checks": ["solve/funny1-4", 9]}},
            "expected checks of funny_puzzle, got 'solve/funny1-4' (solve/funny01-4?); "
            "wrong/longer: expected checks of funny_puzzle, got 9\n",
        ),
        ([], "the file: expected verdict, misconceptions and checks, got []"),
    ],
)
def test_expectations_that_can_not_be_meant_are_wrong_usage(prove, expectations, complaint):
    status, output = prove(expectations=expectations)
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
    given = {"right/impostor": WRONG, "wrong/innocent": MODEL}
    status, output = prove(given=given, expectations={})
    assert status == 1
    for complaint in (
        "right/impostor: expected accepted, got wrong_answer in solve/funny01-4",
        "wrong/innocent: expected wrong_answer, innocent, got accepted, no misconception",
        "wrong/longer: expected longer, got no misconception",
    ):
        assert f"WRONG: {complaint}\n" in output
    assert "not verified: " in output and ": 3 in programs" in output


def test_programs_of_other_folders_have_the_verdict_told_or_any_but_accepted(prove, monkeypatch):
    monkeypatch.setattr(verify, "WRONG_S", 1)
    verdicts = {"any": {}, "odd": {"verdict": "runtime_error"}, "told": {"verdict": "time_limit"}}
    expectations = {f"rude/{name}": verdict for name, verdict in verdicts.items()}
    status, output = prove(
        "--all",
        "--only",
        "solve/funny01-4",
        given=dict.fromkeys(expectations, "def solve(state):\n    while True: pass\n"),
        expectations={"wrong/longer": {"misconceptions": []}, **expectations},
    )
    assert status == 1 and re.findall(r"rude/(\w+) +time_limit", output) == [*verdicts]
    (complaint,) = re.findall("WRONG: rude/(.*)\n", output)
    assert complaint == "odd: expected runtime_error, got time_limit in solve/funny01-4"


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


def outcome(names, expected, verdict="wrong_answer"):
    """The Outcome of a wrong program with those misconceptions named, and those expected."""
    submission = intake.Submission("it", "it", "single")
    program = programs.Program("wrong/it", submission, "wrong_answer", tuple(expected))
    check = Check("solve/one", "m", Limits())
    results = tuple(result(check, word, fact("as_expected")) for word in ("skipped", verdict))
    causes = tuple(Cause(Mistake(name, "It is.", "Is it?")) for name in names)
    return programs.outcome(
        program, SubmissionResults("it", "it", results=results, misconceptions=causes)
    )


@pytest.mark.parametrize(
    "names, expected, alone, comment",
    [
        (["a"], ["a"], "yes", "ok"),
        (["b"], ["a"], "yes", "expected a"),
        (["b", "a"], ["a"], "no", "expected a"),
        (["a"], [], "yes", "expected no misconception"),
        ([], ["a", "b"], "-", "expected a and b"),
    ],
)
def test_the_table_tells_whether_a_misconception_is_named_and_alone(
    names, expected, alone, comment
):
    _, row = programs.table([outcome(names, expected)])
    assert re.split("  +", row) == [
        "wrong/it",
        "wrong_answer",
        ", ".join(names) or "-",
        alone,
        comment,
    ]


@pytest.mark.parametrize(
    "names, times",
    [
        ([["visited_list"]], 1),
        ([[], [], []], 3),
        ([["path_backwards"]], 1),
    ],
)
def test_only_what_shows_in_times_is_measured_again(monkeypatch, names, times):
    measured = []
    monkeypatch.setattr(
        runs,
        "_graded",
        lambda _, own, *__: (
            measured.append(1)
            or {program: outcome(names[len(measured) - 1], ["visited_list"]) for program in own}
        ),
    )
    program = outcome([], ["visited_list"]).program
    (graded,) = runs.outcomes(loaded("funny_puzzle"), {program: []}, {}, None)
    assert len(measured) == times and list(graded.causes) == names[times - 1]


@pytest.mark.parametrize("seconds, times", [([4], 1), ([9, 8, 6, 1], 3)])
def test_what_comes_near_a_limit_of_ten_seconds_is_measured_again(monkeypatch, seconds, times):
    measured, plain, check = [], outcome([], []), Check("solve/a", "x", Limits(cpu_s=10))
    program = replace(plain.program, verdict="accepted")

    def graded(_, own, *__):
        """The outcome of a program that took so long this time."""
        seconds_now = seconds[len(measured)]
        took = Run(0, "exit", seconds_now, seconds_now, 9, b"")
        measured.append(result(check, "accepted", fact("as_expected"), run=took))
        return {one: replace(plain, program=one, records=(measured[-1],)) for one in own}

    monkeypatch.setattr(runs, "_graded", graded)
    (last,) = runs.outcomes(loaded("funny_puzzle"), {program: []}, {}, None)
    assert len(measured) == times and last.is_near_a_limit == (seconds[times - 1] > 5)


# ---- Transcripts ----


@pytest.mark.parametrize(
    "text, ended, problem",
    [
        (None, "exit", ""),
        ("[1]\n", "exit", "the reference prints something else"),
        (None, "endless", "the reference fails: it ended by endless"),
    ],
)
def test_a_transcript_that_the_reference_does_not_print_is_found(text, ended, problem):
    assignment, name = loaded("funny_puzzle"), "solve/funny01-4"
    checks = plan.select(assignment.checks, [name])[-1:]
    expected = transcripts.expected(assignment, checks)
    prediction = Prediction(text or expected[name].decode(), ended)
    section = sections.SECTIONS["transcripts"](
        sections.Proof(
            assignment, checks, expected, {}, {}, {None: {name: prediction}}, [], everything=False
        )
    )
    assert section.problems == ([f"{name}: {problem}"] if problem else [])
    assert f"{0 if problem else 1} of 1 are what the reference prints" in section.facts


def test_a_changed_transcript_is_found_by_the_model_and_by_the_oracle(prove, tmp_path):
    path = tmp_path / "transcripts/funny_puzzle/solve/funny02-11.txt"
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


def test_a_model_solution_that_fails_is_found():
    run = outputs.run_of(b"")
    check = Check("import", "m", Limits())
    assert sections.unlike_model(check, run, b"") == ""
    assert sections.unlike_model(check, run, b"\n").endswith(
        " something else: white space at the ends of lines"
    )
    complaint = sections.unlike_model(check, replace(run, exit_status=1), b"")
    assert complaint == "the model solution fails: it ended by exit, with exit status 1"


START = [1, 2, 3, 5, 0, 0, 4, 7, 6]
PATH = oracle.solve_transcript(START)


@pytest.mark.parametrize(
    "change, complaint",
    [
        (lambda text: text, ""),
        (lambda text: text.replace("h=3", "h=2"), "an h or a number of moves is wrong"),
        (lambda text: text.partition("\n")[2], "it does not lead from the state to the goal"),
        (lambda text: re.sub(".*moves: 1\n", "", text), "a step is no move"),
        (lambda text: "nonsense\n" + text, "it is not made of states"),
        (
            lambda text: re.sub("length: .*", "length: 1", text),
            "another answer or queue length, by a plain A*",
        ),
    ],
)
def test_the_oracle_tells_what_is_wrong_with_a_path(change, complaint):
    check = Check("solve/it", "funny_puzzle", Limits(), "solve", (START,))
    assert oracle.proof(check, change(PATH)) == complaint


def test_the_oracle_wants_a_shortest_path():
    there_and_back = [
        START,
        [1, 2, 3, 0, 5, 0, 4, 7, 6],
        *[json.loads(row.split(" h=")[0]) for row in PATH.splitlines()[:-1]],
    ]
    rows = [
        f"{state} h={oracle.manhattan(state)} moves: {moves}"
        for moves, state in enumerate(there_and_back)
    ]
    assert (
        oracle.complaint(START, "\n".join([*rows, "Max queue length: 9"]))
        == "it is not a shortest one"
    )


def test_the_oracle_knows_successors_and_silence():
    check = Check("print_succ/it", "funny_puzzle", Limits(), "print_succ", (START,))
    right = oracle.succ_transcript(START)
    assert oracle.proof(check, right) == ""
    assert oracle.proof(check, right + right) == "it does not list the successors, ascending"
    again = replace(check, further=((START,),))
    assert oracle.proof(again, right + right) == ""
    assert oracle.proof(again, right) == "it is not what the calls print one by one"
    silent = Check("import", "funny_puzzle", Limits())
    assert [oracle.proof(silent, text) for text in ("", "x")] == [
        "",
        "it prints when it is imported",
    ]


# ---- Instances ----


def test_an_instance_that_tells_no_program_from_the_right_one_is_found(prove):
    status, output = prove("--all", groups=({"name": "import"}, SOLVE, SUCC))
    assert status == 1 and "3 of 6 instances tell wrong programs from the right one" in output
    assert "WRONG: print_succ/funny01-4: tells no wrong program from the right one\n" in output


CHECKS = [
    Check("import", "m", Limits()),
    *(Check(f"solve/{name}", "m", Limits(), "solve", needs="import") for name in "abcd"),
]
PREDICTED = {
    None: {"solve/a": 1, "solve/b": 1, "solve/c": 1, "solve/d": 1},
    "x": {"solve/a": 2, "solve/b": 2, "solve/c": 2, "solve/d": 1},
    "y": {"solve/a": 1, "solve/b": 3, "solve/c": 3, "solve/d": 1},
}


@pytest.mark.parametrize(
    "cost, names", [({}, "c"), ({"solve/c": 9}, "b"), ({"solve/b": 9, "solve/c": 9}, "ac")]
)
def test_wrong_programs_run_checks_that_tell_each_pair_of_them_apart(cost, names):
    assert selection.selected(CHECKS, PREDICTED, cost) == {
        "import",
        *(f"solve/{name}" for name in names),
    }


def test_programs_that_never_end_run_three_checks_of_each_function():
    names = {check.name for check in CHECKS}
    assert selection.brief(CHECKS, names) == {"import", "solve/a", "solve/b", "solve/d"}
    assert selection.brief(CHECKS, {"solve/b"}) == {"import", "solve/b"}


def test_where_nothing_is_predicted_wrong_programs_run_some_cheap_checks_of_each_group():
    assert selection.selected(CHECKS, {}, {}) == {"import", "solve/a", "solve/c"}
    assert selection.selected(CHECKS, {}, {"solve/a": 9}) == {"import", "solve/b"}
    assert selection.selected(CHECKS, {}, {"solve/a": 2}) == {"import", "solve/a", "solve/c"}


def test_right_programs_run_the_slowest_check_that_is_not_too_slow_and_what_it_needs():
    cpu_s = {"import": 0.01, "solve/a": 0.02, "solve/b": 0.06, "solve/c": 0.9, "solve/d": 0.05}
    assert selection.slowest(CHECKS, cpu_s) == {"import", "solve/b"}


def test_predictions_are_made_of_instances_with_short_searches_and_of_the_model():
    checks = [
        check
        for check in loaded("funny_puzzle").checks
        if check.name in ("import", "print_succ/funny01-4", "solve/funny01-4", "deep/funny23-10219")
    ]
    predictions = predicting.predictions(loaded("funny_puzzle"), checks)
    assert set(predictions[None]) == {check.name for check in checks}
    assert set(predictions["h_with_space"]) == set(predictions[None]) - {"deep/funny23-10219"}
    assert predictions["h_with_space"]["solve/funny01-4"].lines[0].endswith(" h= 1 moves: 0")
    assert predictions["list_compared_with_tuple"]["solve/funny01-4"].ended == "endless"


def test_nothing_is_predicted_without_a_table(tmp_path):
    assert (
        predicting.predictions(replace(loaded("funny_puzzle"), folder=Folder((tmp_path,))), [])
        == {}
    )


# ---- Outputs ----

CHECK = Check("solve/it", "funny_puzzle", Limits(), "solve", (START,))


def test_junk_is_a_line_missing_doubled_or_swapped_and_what_is_no_answer():
    junk = dict(outputs.junk(CHECK, b"a\nb\nb\n", {"one": b"c\n", "equal": b"a\nb\nb"}, 9))
    assert junk["nothing"] == b"" and len(junk["random bytes"]) == outputs.NOISE_BYTES
    assert junk["the input"] == f"({START!r},)\n".encode() and junk["what one prints"] == b"c\n"
    assert junk["line 1 missing"] == b"b\nb\n" and junk["line 3 doubled"] == b"a\nb\nb\nb\n"
    assert junk["line 1 after the next"] == b"b\na\nb\n"
    assert not {"line 2 after the next", "line 3 after the next", "what equal prints"} & set(junk)


def test_junk_that_earns_all_points_of_a_check_is_found(prove):
    parts = {
        "start": {"points": 1, "lines": "moves: 0"},
        "queue": {"points": 1, "lines": "(?i)queue"},
    }
    status, output = prove(groups=({"name": "import"}, SOLVE | {"parts": parts}))
    assert (
        status == 1
        and (
            "WRONG: solve/funny01-4: accepts junk: line 2 missing earns 2 of 2 points: "
            "does a part cover each line?\n"
        )
        in output
    )
    assert "accepts junk: line 1 missing" not in output


def test_a_judge_that_forgives_nothing_is_found(monkeypatch):
    def strictly(check, run, text):
        verdict = "accepted" if run.stdout == text else "wrong_answer"
        return result(check, verdict, fact("as_expected"))

    monkeypatch.setattr(outputs, "judge", strictly)
    problems = sections.SECTIONS["outputs"](proof_of(solve_a=b"1\n")).problems
    assert "solve/a: does not accept its answer with CRLF" in problems


# ---- Limits ----


def test_a_limit_near_a_right_program_is_found(prove, monkeypatch):
    monkeypatch.setattr(runs, "slowness", lambda: 1)
    slow = MODEL + "\nfrom time import process_time\nwhile process_time() < 0.5: pass\n"
    group = {"name": "import", "limits": {"cpu_s": 1}}
    status, output = prove(given={"right/slow": slow}, groups=(group, SOLVE))
    assert status == 1
    assert re.search(
        r"WRONG: right/slow in import: [01]\.\d+ s of 1 s, where Python takes 1\.0 times as "
        r"long as usual: the limit is usually [01]\.\d times that, and at least 2 times is "
        r"required\n",
        output,
    )


@pytest.mark.parametrize("slowness, is_late", [(1, True), (4, False)])
def test_a_right_program_gets_as_much_more_time_as_the_machine_is_slow(
    prove, monkeypatch, slowness, is_late
):
    monkeypatch.setattr(runs, "slowness", lambda: slowness)
    slow = MODEL + "\nfrom time import process_time\nwhile process_time() < 1.5: pass\n"
    group = {"name": "import", "limits": {"cpu_s": 1}}
    status, output = prove(given={"right/slow": slow}, groups=(group, SOLVE))
    assert (status, "time_limit in import" in output) == (is_late, is_late)


def test_the_margin_to_a_limit_is_that_of_a_usual_machine_whatever_is_expected_of_the_program():
    check, took = Check("solve/a", "x", Limits(cpu_s=6)), Run(0, "exit", 1.5, 1.5, 9, b"")
    record = result(check, "accepted", fact("as_expected"), run=took)
    longer = replace(outcome([], []), records=(record,), slowness=3, longer=3)
    for verdict in "accepted", "wrong_answer":
        expected = replace(longer.program, verdict=verdict)
        assert replace(longer, program=expected).nearest_limit[0] == 4
    assert replace(longer, longer=1).nearest_limit[0] == 12  # its limits were the file's own


@pytest.mark.parametrize("seconds, times", [(0.01, 1), (runs.ADDITIONS_S, 1), (0.1, 2.5)])
def test_a_machine_is_as_slow_as_a_million_additions_are(monkeypatch, seconds, times):
    clock = iter([7, 7 + seconds])
    monkeypatch.setattr(runs.time, "process_time", lambda: next(clock))
    assert runs.slowness() == pytest.approx(times)


# ---- Programs that are edits of others ----


def shown(capsys, *arguments):
    """(Exit status, stdout, stderr) of `verify --show`."""
    status = main(["verify", "--show", *arguments])
    return status, *capsys.readouterr()


def test_show_writes_out_a_program_with_its_sentence(capsys):
    status, text, _ = shown(capsys, "wrong/blank_counted_in_h")
    head, program = text.split("\n\n", 1)
    assert status == 0
    assert head == "# funny_puzzle, wrong/blank_counted_in_h: edits of right/priority_queue"
    assert program.startswith('"""Wrong: both blanks count in h, as if their goal square were ')
    right = (sources.sources(loaded("funny_puzzle").programs))["right/priority_queue"]
    (whole,) = right.files.values()
    gone = "        if state[i] == 0:\n            continue\n"
    assert program.partition("\n")[2] == whole.decode().partition("\n")[2].replace(gone, "", 1)


def test_show_names_each_file_of_a_program_of_several(capsys):
    status, text, _ = shown(capsys, "wrong/dimension_counts_tiles", "npuzzle")
    board, solver = text.split("# ---- ")[1:]
    assert status == 0 and "return self.n * self.n" in board
    assert board.startswith('board.py ----\n\n"""Wrong: dimension tells how many squares')
    assert solver.startswith('solver.py ----\n\n"""Right: ')


def test_show_writes_out_a_whole_program_of_an_edition(capsys):
    status, text, _ = shown(capsys, "right/classes", "funny_puzzle-cheaper-g")
    assert status == 0 and "self.cost = {tuple(start): 0}" in text
    assert text.startswith("# funny_puzzle-cheaper-g, right/classes: kept whole\n\n")


@pytest.mark.parametrize(
    "name, hint",
    [
        ("wrong/blank_counted_in", " (wrong/blank_counted_in_h or "),
        ("zzz", "'zzz'\n"),
    ],
)
def test_a_mistyped_program_is_one_line_with_near_names(name, hint, capsys):
    status, output, error = shown(capsys, name, "funny_puzzle")
    assert (status, output, error.count("\n")) == (2, "", 1)
    assert f"--show: expected a program of funny_puzzle, got {name!r}" in error and hint in error


RIGHT = "right/model"


@pytest.mark.parametrize(
    "entry, complaint",
    [
        ({"base": "right/none", "why": "", "edits": []}, "got no 'right/none'"),
        (
            {"base": RIGHT, "edits": []},
            "expected base (a program), why and edits, got no",
        ),
        (
            {"base": RIGHT, "why": "x.", "edits": [["nowhere there", ""]]},
            "edit: expected 'nowhere there' to be there once, got 0 times",
        ),
        (
            {"base": RIGHT, "why": "x.", "edits": {"b.py": []}},
            "expected edits of files of right/model, got b.py",
        ),
        ([], "wrong.json: odd: "),
    ],
)
def test_an_entry_that_makes_no_program_is_wrong_usage(prove, tmp_path, entry, complaint):
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "wrong.json").write_text(json.dumps({"odd": entry}))
    status, output = prove()
    assert (status, output.count("\n")) == (2, 1) and complaint in output


def test_a_program_is_a_file_or_an_entry_and_not_both(prove, tmp_path):
    (tmp_path / "programs").mkdir()
    entry = {"base": RIGHT, "why": "x.", "edits": []}
    (tmp_path / "programs" / "wrong.json").write_text(json.dumps({"longer": entry}))
    assert "expected one program wrong/longer, got a file and edits" in prove()[1]


def proof_of(everything=False, **outputs_of):
    """The Proof of checks of solve and of count whose model prints these outputs."""
    checks = [
        Check(name.replace("_", "/"), "m", Limits(), name.split("_")[0]) for name in outputs_of
    ]
    expected = {check.name: text for check, text in zip(checks, outputs_of.values())}
    model = {name: outputs.run_of(text) for name, text in expected.items()}
    assignment = loaded("funny_puzzle")
    return sections.Proof(assignment, checks, expected, model, {}, {}, [], everything)


@pytest.mark.parametrize("everything, number", [(False, 36 + 36 + 35), (True, 93 + 93 + 92)])
def test_junk_is_made_of_some_lines_or_all_and_of_other_outputs_of_the_function(everything, number):
    solve_a, solve_b, count_a = (
        b"".join(b"%d\n" % line for line in range(start, start + 30)) for start in (0, 100, 200)
    )
    proof = proof_of(everything, solve_a=solve_a, solve_b=solve_b, count_a=count_a)
    fact = f"{number} outputs are junk, and 15 as good as the expected ones"
    assert sections.SECTIONS["outputs"](proof) == sections.Section([fact], [])


def test_where_the_transcript_is_that_of_another_check_junk_is_accepted():
    proof = proof_of(solve_a=b"1\n", solve_b=b"2\n", count_a=b"3\n")
    swapped = replace(proof, expected={"solve/a": b"2\n", "solve/b": b"1\n", "count/a": b"3\n"})
    problems = sections.SECTIONS["outputs"](swapped).problems
    assert "solve/a: accepts junk: what solve/b prints" in problems
    assert "solve/a: does not accept its answer as it is" in problems
    assert not any("count/a" in problem for problem in problems)


def test_what_a_check_needs_is_run_with_it_and_nothing_else():
    steps = [
        Check(name, "m", Limits(), needs=needs)
        for name, needs in {"a": "", "b": "a", "c": "b", "d": "c", "x": "", "y": "x"}.items()
    ]
    assert selection.with_needed(steps, {"c"}) == {"a", "b", "c"}
    assert selection.with_needed(steps, {"y"}) == {"x", "y"}


def test_what_no_oracle_knows_is_named_and_what_it_refutes_is_a_problem():
    says = {"solve/a": None, "solve/b": "no path"}
    folder = SimpleNamespace(oracle=lambda check, *_: says[check.name])
    proof = replace(
        proof_of(solve_a=b"1\n", solve_b=b"1\n"),
        assignment=SimpleNamespace(folder=folder, edition=""),
    )
    facts, problems = astuple(sections.SECTIONS["transcripts"](proof))
    assert facts[1:] == ["0 of 2 are proved by the oracle", "no oracle: solve/a"]
    assert problems == ["solve/b: the oracle says: no path"]
    says["solve/b"] = None
    assert "no oracle: for none" in sections.SECTIONS["transcripts"](proof).facts
