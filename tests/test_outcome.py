"""What course systems are told of a grading: points, faults, and who reads what; no containers."""

import json
import shutil
import textwrap
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from grader.courses import systems
from grader.courses.exported import FAULT, STARTER, Settings
from grader.courses.prairielearn import LONGEST, _info, _question
from grader.export import rows
from grader.export.exporting import FAILED, START
from grader.export.outcome import BY_THEN, final_outcome
from grader.judge.results import result
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check, Limits, Part
from grader.records.facts import fact
from grader.records.results import Difference
from grader.records.submissions import Adjustment, Document, Mended, SubmissionResults
from grader.sandbox.driver import RAISED
from tests import waiting
from tests.course_systems import NAMES_OF_PARTS, autolab_decoded, checked, parts_and_total
from tests.documents import RAISED_STDERR, changed, record


pytestmark = pytest.mark.once

BROKEN = {"grader/__init__.py": b"raise KeyError('no')\n", STARTER: START}
WHY = "It said: KeyError: 'no'"
LOG = "what the grader said"
HIDDEN = "this check is hidden, so that there is no more to read about it."


def outcome(*results, name="gradescope", sandbox="user", options=(), faults=(), **more):
    """The Outcome of these results in a course system."""
    submission = SubmissionResults("ann", "ann.py", results=results, **more)
    document = Document("primes", "", sandbox, submissions=(submission,))
    return final_outcome(Settings(name, "primes", options=options), document, faults, LOG, 1.25)


def one(name, verdict="accepted", possible=2, earned=2, **points):
    """A result of a check, which earned so many points, or has some taken off."""
    check = Check(name, "primes", Limits(), "solve", parts=(Part("a", possible),) * bool(possible))
    own = {"a": earned} if possible else {}
    return result(check, verdict, fact("hidden"), points=own | points)


def written(outcome, folder, capsys):
    """(results.json, or for Autolab its last two lines; all that was printed)."""
    name = outcome.settings.system
    assert systems.host(name).write(outcome, folder) == 0
    shown = capsys.readouterr().out
    if name == "autolab":
        return [autolab_decoded(line) for line in shown.splitlines()[-2:]], shown
    return checked(name, json.loads((folder / "results/results.json").read_text())), shown


MIXED = (
    one("import", possible=0),
    one("count/ten"),
    changed(record(stdout=b"secret: 815\n"), check="solve/secret", visibility="hidden"),
    replace(record(stdout=b"4711\n"), check="solve/one"),
)


def test_gradescope_shows_students_each_test_as_text_and_instructors_alone_the_log(
    tmp_path, capsys
):
    results, shown = written(outcome(*MIXED), tmp_path, capsys)
    assert shown == f"{LOG}\n" and LOG not in json.dumps(results)
    assert (results["score"], results["execution_time"]) == (2, 1.2)
    assert (results["visibility"], results["stdout_visibility"]) == ("visible", "hidden")
    assert {results[key] for key in results if key.endswith("_format")} == {"text"}
    assert results["output"].endswith("Sandbox: user, bounded by .")
    tests = results["tests"]
    assert [test["number"] for test in tests] == ["1", "2", "3", "4"]
    assert [test["status"] for test in tests] == ["passed", "passed", "failed", "failed"]
    assert [(test["score"], test["max_score"]) for test in tests][:2] == [(0, 0), (2, 2)]
    assert (tests[1]["output"], tests[3]["output"]) == ("", "line 1 differs.")
    assert (tests[2]["name"], tests[2]["output"]) == ("solve/hidden-3", HIDDEN)
    assert "4711" in results["output"] and "make check" not in results["output"]
    assert not any(secret in json.dumps(results) for secret in ("815", "solve/secret"))


@pytest.mark.parametrize("name", ["gradescope", "prairielearn"])
@pytest.mark.parametrize(
    "failed",
    [
        outcome(one("solve/one"), one("solve/two", "judge_error", earned=0)),
        outcome(one("solve/one"), pending=1),
        outcome(one("solve/one"), faults=("It failed.",)),
    ],
    ids=["in a check", "before the last check", "beside the checks"],
)
def test_a_fault_has_no_score_and_says_what_was_found_by_then(name, failed, tmp_path, capsys):
    failed = replace(failed, settings=Settings(name, "primes"))
    results, _ = written(failed, tmp_path, capsys)
    assert "score" not in results and not any("score" in test for test in results.get("tests", ()))
    assert results["output"].startswith(f"{FAULT}\n\n{BY_THEN}\n\n")


def test_what_was_found_before_a_fault_gets_no_praise():
    assert "\nSo far count works." in outcome(MIXED[1], pending=3).text
    assert "\nNo check has a result yet." in outcome(pending=4).text


def test_a_sandbox_that_is_not_known_is_said_to_be_so():
    unknown = final_outcome(Settings("gradescope", "primes"), None)
    assert outcome(sandbox="").level == unknown.level == "The sandbox is not known."


# ---- Points beside the checks ----


def loud(*more, **all_else):
    """An outcome of 2.5 of 4 points, with 1 taken off for what two checks show, and more."""
    results = (
        one("import", "wrong_answer", 0, printed_at_import=-1),
        *(one("count/ten"), one("solve/one", "wrong_answer", earned=0.5, printed_at_import=-1)),
        *more,
    )
    return outcome(*results, **all_else)


def test_points_taken_off_are_a_row_of_their_own_in_gradescope_and_prairielearn(tmp_path, capsys):
    results, _ = written(loud(), tmp_path, capsys)
    row = results["tests"][-1]
    assert (row["name"], row["score"], row["max_score"]) == ("deduction/printed_at_import", -1, 0)
    assert (row["status"], row["output"]) == ("failed", HIDDEN) and results["score"] == 1.5
    results, _ = written(loud(name="prairielearn"), tmp_path, capsys)
    row = results["tests"][-1]
    assert (row["name"], row["points"], row["max_points"]) == ("deduction/printed_at_import", -1, 0)


def test_points_taken_off_are_missing_in_classroom_50_where_they_were_found(tmp_path, capsys):
    graded = loud(name="classroom50")
    graded = replace(graded, settings=replace(graded.settings, times=2))
    assert parts_and_total(graded, tmp_path) == (3, 3)
    told = json.loads((tmp_path / "result.json").read_text())["tests"]
    assert [(test["score"], test["passed"]) for test in told] == [(3, False), (0, False)]
    assert told[0]["test-name"] == f"count: 1 of 1 check passed. {HIDDEN}"
    assert told[1]["test-name"] == "solve: 0 of 1 check passed."
    results = one("import", "x", 0, printed_at_import=-1), one("count/ten")
    all_right = SubmissionResults("ann", "ann.py", results=results)
    assert [(test.name, test.points) for test in rows.settled(all_right)] == [
        *(("import", 0), ("count/ten", 1))
    ]


def test_classroom_50_has_a_row_for_each_group_that_says_what_to_look_into(tmp_path, monkeypatch):
    wrong = one("solve/two", "wrong_answer", earned=0.5)
    wrong = replace(wrong, reason=fact("killed", signal="SIGSEGV\n::x"))
    cause = Cause(
        Mistake("n", "The queue is sorted backwards.", "Which end is popped?"), ("solve/one",)
    )
    explained = replace(wrong, check="solve/one", reason=fact("killed", signal="SIGABRT"))
    failed = one("import", "runtime_error", possible=0)
    failed = changed(failed, function="", reason=fact("killed", signal="SIGBUS"))
    differing = replace(explained, check="solve/three", call="solve(3)")
    differing = replace(differing, difference=Difference(1, "1\r", "2", 0))
    results = failed, one("count/ten"), explained, wrong, differing
    graded = outcome(*results, name="classroom50", misconceptions=(cause,))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "page.md"))
    assert parts_and_total(graded, tmp_path) == (4, 4)
    rows = json.loads((tmp_path / "result.json").read_text())["tests"]
    assert [row["test-name"] for row in rows] == [
        "count: 1 of 1 check passed. The program was killed by SIGBUS.",
        r"solve: 0 of 3 checks passed. solve(): the program was killed by SIGSEGV\n::x. "
        'solve(3): the program was killed by SIGABRT. Expected "1\\r", yours is "2". '
        "The queue is sorted backwards. Which end is popped?",
    ]
    page = (tmp_path / "page.md").read_text()
    assert all(line.startswith("    ") for line in page.splitlines() if line)
    assert textwrap.dedent(page) == f"{graded.text}\n"


def test_points_by_hand_and_kept_ones_are_rows_too_and_none_goes_below_0(tmp_path, capsys):
    given = (Adjustment(-9, "late"), Adjustment(0.25, "a slip"))
    graded = loud(adjustments=given, at_least=0.125)
    assert [(test.name, test.points) for test in graded.beside] == [
        *(("deduction/printed_at_import", -1), ("by hand", 0.25), ("by hand", -1.75)),
        ("kept", 0.125),
    ]
    assert "+0.25 points by hand: a slip." in graded.beside[1].text
    assert graded.beside[-1].text.startswith("Kept from an earlier grading: ")


@pytest.mark.parametrize("name", NAMES_OF_PARTS)
def test_the_parts_add_up_to_the_total_whatever_counts_beside_the_checks(name, tmp_path):
    draw = Random(5)
    for _ in range(100):
        results = [
            one(
                f"{draw.choice('abc')}/{number}",
                draw.choice(["accepted", "wrong_answer"]),
                *draw.choice([(0, 0), (1, 1), (1, 0.5), (2, 0.5)]),
                **draw.choice([{}, {}, {"noise": -0.5}, {"again": -draw.randrange(4)}]),
            )
            for number in range(5)
        ] + [one("d/last", "accepted", 1, 0.5)]
        by_hand = [
            Adjustment(draw.choice([-3, -0.5, 0.25, 0.5]), "x") for _ in range(draw.randrange(3))
        ]
        room = sum(result.asked.possible - result.earned for result in results)
        given = draw.choice([0, 0, 0.25, room / 2])
        if given + sum(max(0, each.points) for each in by_hand) > room:
            continue  # the grader never gives more than the maximum
        checks = [result.check for result in draw.sample(results, 2)]
        graded = outcome(
            *results,
            name=name,
            adjustments=tuple(by_hand),
            mended=Mended(("label",), tuple(checks), given, 1) if given else None,
            at_least=draw.randrange(2),
        )
        parts, total = parts_and_total(graded, tmp_path)
        assert parts == total


# ---- PrairieLearn ----


def test_prairielearn_has_the_share_of_the_points_and_the_tests_that_have_points(tmp_path, capsys):
    graded = outcome(
        *MIXED[:2], one("count/eleven", "wrong_answer", earned=0.5), name="prairielearn"
    )
    results, shown = written(graded, tmp_path, capsys)
    assert shown == f"{LOG}\n" and results["gradable"] and results["score"] == 0.625
    assert results["message"] == "2.5 of 4 points. Sandbox: user, bounded by ."
    assert [(test["name"], test["points"], test["max_points"]) for test in results["tests"]] == [
        *(("count/ten", 2, 2), ("count/eleven", 0.5, 2))
    ]
    assert [bool(test["message"]) for test in results["tests"]] == [False, True]
    free = written(outcome(MIXED[0], name="prairielearn"), tmp_path, capsys)[0]
    assert (free["score"], free["tests"]) == (0, [])


@pytest.mark.parametrize(
    "results, gradable",
    [
        ([one("import", "missing", 0), one("solve/one", "skipped", earned=0)], False),
        ([changed(one("import", "runtime_error", 0), function="", error="TabError")], False),
        ([changed(one("import", "runtime_error", 0), function="", error="KeyError")], True),
        ([replace(one("solve/one", "runtime_error", earned=0), error="SyntaxError")], True),
        ([one("import", "missing", 0), one("solve/one", "wrong_answer", earned=0)], True),
    ],
    ids=["no file", "no Python", "an error", "an error of a call", "a function that is missing"],
)
def test_only_what_cannot_be_run_costs_no_attempt_of_prairielearn(
    results, gradable, tmp_path, capsys
):
    answer, _ = written(outcome(*results, name="prairielearn"), tmp_path, capsys)
    assert answer["gradable"] is gradable
    assert gradable or answer["format_errors"] == [outcome(*results).tests[0].text]


def test_a_long_text_for_prairielearn_is_cut(tmp_path, capsys):
    long = replace(outcome(one("solve/one"), name="prairielearn"), text="x" * 300_000)
    feedback, _ = written(long, tmp_path, capsys)
    assert len(feedback["output"]) == LONGEST


def test_a_result_for_prairielearn_is_never_too_long(tmp_path, capsys):
    wrong = one("solve/one", "wrong_answer", earned=0)
    for number, is_short in (4_000, True), (11_000, False):
        told, _ = written(outcome(*[wrong] * number, name="prairielearn"), tmp_path, capsys)
        assert len(json.dumps(told)) <= 1 << 20 and bool(told["tests"]) is is_short


def test_a_question_of_prairielearn_takes_each_file_that_students_write():
    export = SimpleNamespace(hands_in=("board.py", "solver.py"))
    page = ElementTree.fromstring(b"<div>%s</div>" % _question(export))
    assert page.find(".//pl-file-upload").get("file-names") == "board.py, solver.py"


@pytest.mark.parametrize("budget_s, timeout", [(60, 75), (4_000, 600)])
def test_prairielearn_waits_as_long_as_the_grading_may_take_and_never_too_long(budget_s, timeout):
    export = SimpleNamespace(settings=Settings("prairielearn", "primes", budget_s))
    info = checked("prairielearn question", _info(export))
    assert info["externalGradingOptions"]["timeout"] == timeout
    assert info["externalGradingOptions"]["enableNetworking"] is False
    other = SimpleNamespace(settings=Settings("prairielearn", "other", budget_s))
    assert _info(export)["uuid"] == info["uuid"] != _info(other)["uuid"]


def test_a_text_of_a_course_system_names_no_file_as_if_it_were_a_student():
    assert "Feedback on primes\n" in outcome(*MIXED).text


# ---- Autolab ----


def test_autolab_has_the_points_of_each_group_less_what_is_taken_off(tmp_path, capsys):
    results = (
        one("import", "wrong_answer", 0, printed_at_import=-3),
        *(one("count/ten"), one("solve/12:30", "wrong_answer", earned=0.5), one("solve/two")),
        one("count/eleven", earned=0.5),
    )
    graded = outcome(*results, name="autolab")
    (feedback, scores), shown = written(graded, tmp_path, capsys)
    assert scores == {"scores": {"count": 0, "solve": 2}} and graded.points == 2
    groups = outcome(*results[1:], name="autolab").groups
    assert [(group.name, group.points) for group in groups] == [("count", 2.5), ("solve", 2.5)]
    assert list(feedback["Checks"]) == [result.check for result in results]
    assert feedback["Checks"]["count/ten"] == {"passed": True}
    assert (
        not feedback["Checks"]["solve/12:30"]["passed"]
        and feedback["Checks"]["solve/12:30"]["hint"]
    )
    assert all(line.startswith("|") for line in shown.splitlines()[:-2]) and LOG not in shown


def test_a_hint_of_autolab_says_what_python_said_though_no_colon_follows_a_word(tmp_path, capsys):
    raised = record(exit_status=RAISED, stderr=RAISED_STDERR)
    (feedback, _), _ = written(outcome(raised, name="autolab"), tmp_path, capsys)
    assert "KeyError: " in feedback["Checks"][raised.check]["hint"]


def problems(checks):
    """What is said of the problems of these (group, points)."""
    checks = [SimpleNamespace(group=group, points=points) for group, points in checks]
    export = SimpleNamespace(checks=checks, settings=Settings("autolab", "primes"))
    return systems.host("autolab").says(export)


def test_the_problems_of_autolab_are_the_groups_that_have_points_or_one_for_many_groups():
    checks = [("import", 0), ("solve", 2), ("count", 1), ("solve", 0.5)]
    assert "with their points: solve (2.5), count (1)." in problems(checks)
    many = [f"g{number}" for number in range(9)]
    assert "with their points: primes (4.5)." in problems((group, 0.5) for group in many)


def test_a_grader_that_does_not_start_is_said_to_have_failed_and_is_closed_to_others(tmp_path):
    for name, content in systems.host("autolab").files(SimpleNamespace(pack=BROKEN)).items():
        (tmp_path / name.replace("autograde-", "")).write_bytes(content)
    command = ["make", "--no-print-directory"]
    ran = waiting.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{FAILED} {WHY}\n", "")
    own = tmp_path / "autograde"
    assert not any(path.stat().st_mode & 0o77 for path in (own, own / "grader/__init__.py"))


def test_fresh_instances_are_no_problem_of_autolab(tmp_path, capsys):
    fresh = outcome(one("solve/one"), one("fresh/one"), name="autolab", options=("--fresh", "1"))
    (_, scores), _ = written(fresh, tmp_path, capsys)
    assert scores == {"scores": {"primes": 4}}


@pytest.mark.parametrize(
    "names, is_file", [(["a.py"], True), (["a.py", "b.py"], False), ([], False)]
)
def test_autolab_hands_over_the_only_file_or_else_all_but_its_own(names, is_file, tmp_path):
    pack = tmp_path / "autograde"
    pack.mkdir()
    for name in (*names, "Makefile", "autograde-Makefile", "autograde.tar"):
        (tmp_path / name).write_text("")
    path = systems.host("autolab").place(tmp_path, pack).path
    assert path.is_file() == is_file
    assert sorted(one.name for one in ([path] if is_file else path.iterdir())) == names


# ---- VPL ----


def test_a_grader_that_does_not_start_in_vpl_is_said_to_have_failed_and_gives_no_grade(tmp_path):
    for name, content in systems.host("vpl").files(SimpleNamespace(pack=BROKEN)).items():
        (tmp_path / name).write_bytes(content)
    for script in "vpl_evaluate.sh", "vpl_execution":
        ran = waiting.run(["bash", script], cwd=tmp_path, capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == f"Comment :=>>{FAILED} {WHY}\n"


# ---- Starting ----


@pytest.mark.parametrize(
    "python3, why",
    [
        (None, "python3: not found"),
        ("echo 'Traceback (most recent call last):' >&2; echo '  File' >&2; echo E: x >&2", "E: x"),
        ("echo 'grader: expected Python 3.10 or newer, got 3.8.1' >&2; echo more >&2", "got 3.8.1"),
    ],
)
def test_why_a_grader_could_not_be_started_is_on_one_line(python3, why, tmp_path):
    (tmp_path / STARTER).write_bytes(START)
    for name in ("dirname", "grep", "head", "cut"):
        (tmp_path / name).symlink_to(shutil.which(name))
    if python3:
        (tmp_path / "python3").write_text(f"#!/bin/sh\n{python3}\nexit 2\n")
        (tmp_path / "python3").chmod(0o755)
    command = ["/bin/sh", tmp_path / STARTER, "folder", "| "]
    variables = {"PATH": str(tmp_path)}
    ran = waiting.run(command, env=variables, capture_output=True, text=True)
    assert ran.returncode != 0 and ran.stdout.startswith(f"| {FAILED} It said: ")
    assert ran.stdout.endswith(f"{why}\n") and ran.stdout.count("\n") == 1


def test_vpl_is_named_the_settings_without_which_it_gives_no_grade():
    said = systems.host("vpl").says(SimpleNamespace())
    assert "set Run, Evaluate and Automatic grade to Yes" in said
    assert "allow 1 GiB of memory (the default is 128 MiB)" in said


# ---- Whose it is ----


def test_a_variant_of_prairielearn_stands_for_its_student(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/data.json").write_text('{"variant_seed": "123"}')
    place = systems.host("prairielearn").place(tmp_path, tmp_path)
    assert (place.student, place.path) == ("variant-123", tmp_path / "student")


def test_vpl_tells_students_apart_by_the_number_that_moodle_gives_them(tmp_path, monkeypatch):
    (tmp_path / "handed").mkdir()
    monkeypatch.setenv("MOODLE_USER_ID", "17")
    assert systems.host("vpl").place(tmp_path / "handed", tmp_path).student == "17"
    script = systems.host("vpl").files(SimpleNamespace(pack={}))["vpl_evaluate.sh"].decode()
    (tmp_path / "grader.b64").write_bytes(b"")
    waiting.run(["bash", "-c", script], cwd=tmp_path, capture_output=True)
    environment = waiting.run(
        ["bash", "-c", "sed '/^sh /,$d' vpl_execution; echo"], cwd=tmp_path, capture_output=True
    ).stdout.decode()
    assert 'MOODLE_USER_ID="17"' in environment
