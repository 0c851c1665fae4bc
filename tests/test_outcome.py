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
from grader.courses.exported import STARTER, Settings
from grader.courses.prairielearn import LONGEST, _info, _question
from grader.export import rows
from grader.export.exporting import FAILED, START
from grader.export.outcome import final_outcome
from grader.judge.results import result
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check, Limits, Part
from grader.records.facts import fact
from grader.records.results import Difference
from grader.records.submissions import Adjustment, Document, Mended, SubmissionResults
from grader.sandbox.driver import RAISED
from tests.course_systems import NAMES_OF_PARTS, autolab_decoded, checked, parts_and_total
from tests.documents import RAISED_STDERR, changed, record
from tests.helpers import ROOT, read_json, run_at_root, text_of, write_files


WHY = "It said: KeyError: 'no'"


def lay_out_broken(name, folder):
    """Put an export that does not start where a course system has its files."""
    pack = {"grader/__init__.py": b"raise KeyError('no')\n", STARTER: START}
    for file, content in systems.host(name).files(SimpleNamespace(pack=pack)).items():
        (folder / file.replace("autograde-", "")).write_bytes(content)


LOG = "what the grader said"
HIDDEN = "this check is hidden: there is no more to read about it."


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


@pytest.fixture
def written(tmp_path, capsys):
    """A function that writes an Outcome, and returns results.json, or for Autolab the last two
    lines that are printed; and all that is printed.
    """

    def write(outcome):
        name = outcome.settings.system
        assert systems.host(name).write(outcome, tmp_path) == 0
        shown = capsys.readouterr().out
        if name == "autolab":
            return [autolab_decoded(line) for line in shown.splitlines()[-2:]], shown
        return checked(name, read_json(tmp_path / "results/results.json")), shown

    return write


def columns(tests, names):
    """The values of these names in each test of a course system."""
    return [tuple(test[name] for name in names.split()) for test in tests]


# {claim: a course system, results, what it is told; what students read begins so, says and does not
# say that}
CLAIMS = read_json(ROOT / "tests/outcomes.json")


def result_of(given):
    """A result as a claim has it: its points, or what was printed in the place of an answer."""
    if "printed" not in given:
        return one(**given)
    changes = dict(given)
    printed = record(stdout=changes.pop("printed").encode())
    return changed(printed, check=changes.pop("name"), **changes)


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_course_system_is_told_what_its_claim_says(claim, written):
    given = CLAIMS[claim]
    results = map(result_of, given["results"])
    told, shown = written(outcome(*results, name=given["system"], **given.get("more", {})))
    if given["system"] == "autolab":
        output = shown  # students read all that is printed
    else:
        output = told.pop("output")
        assert shown == f"{LOG}\n"
    assert told == given["told"]
    assert output.startswith(given.get("begins", ""))
    assert [text for text in given.get("says", ()) if text not in output] == []
    student_reads = f"{output}{json.dumps(told)}"
    assert [text for text in given.get("unsaid", ()) if text in student_reads] == []


def test_what_was_found_before_a_fault_gets_no_praise():
    assert "\nSo far count works." in outcome(one("count/ten"), pending=3).text
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


def test_points_taken_off_are_missing_in_classroom_50_where_they_were_found(tmp_path):
    graded = loud(name="classroom50")
    graded = replace(graded, settings=replace(graded.settings, times=2))
    assert parts_and_total(graded, tmp_path) == (3, 3)
    told = read_json(tmp_path / "result.json")["tests"]
    assert columns(told, "test-name score passed") == [
        (f"count: 1 of 1 check passed. {HIDDEN}", 3, False),
        ("solve: 0 of 1 check passed.", 0, False),
    ]
    results = one("import", "x", 0, printed_at_import=-1), one("count/ten")
    settled = rows.settled(SubmissionResults("ann", "ann.py", results=results))
    assert [(test.name, test.points) for test in settled] == [("import", 0), ("count/ten", 1)]


def test_classroom_50_has_a_row_for_each_group_that_says_what_to_look_into(tmp_path, monkeypatch):
    wrong = one("solve/two", "wrong_answer", earned=0.5)
    wrong = replace(wrong, reason=fact("killed", signal="SIGSEGV\n::x"))
    cause = Cause(Mistake("n", "It is sorted backwards.", "Which end is popped?"), ("solve/one",))
    explained = replace(wrong, check="solve/one", reason=fact("killed", signal="SIGABRT"))
    failed = one("import", "runtime_error", possible=0)
    failed = changed(failed, function="", reason=fact("killed", signal="SIGBUS"))
    differing = replace(explained, check="solve/three", call="solve(3)")
    differing = replace(differing, difference=Difference(1, "1\r", "2", 0))
    results = failed, one("count/ten"), explained, wrong, differing
    graded = outcome(*results, name="classroom50", misconceptions=(cause,))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "page.md"))
    assert parts_and_total(graded, tmp_path) == (4, 4)
    told = read_json(tmp_path / "result.json")["tests"]
    assert columns(told, "test-name") == [
        ("count: 1 of 1 check passed. The program was killed by SIGBUS.",),
        (
            r"solve: 0 of 3 checks passed. solve(): the program was killed by SIGSEGV\n::x. "
            'solve(3): the program was killed by SIGABRT. Expected "1\\r", yours is "2". '
            "It is sorted backwards. Which end is popped?",
        ),
    ]
    assert (tmp_path / "page.md").read_text() == textwrap.indent(f"{graded.text}\n", "    ")


def test_points_by_hand_and_kept_ones_are_rows_too_and_none_goes_below_0():
    given = Adjustment(-9, "late"), Adjustment(0.25, "a\tslip")
    beside = loud(adjustments=given, at_least=2).beside
    assert [(test.name, test.points) for test in beside] == [
        ("deduction/printed_at_import", -1),
        ("kept", 0.5),
        ("by hand", 0.25),
        ("by hand", -2.25),
    ]
    assert beside[1].text.startswith("Kept from an earlier grading: ")
    assert r"+0.25 points by hand: a\tslip." in beside[2].text


@pytest.mark.parametrize("name", NAMES_OF_PARTS)
def test_the_parts_add_up_to_the_total_whatever_counts_beside_the_checks(name, tmp_path):
    draw = Random(5)
    for _ in range(100):
        results = [
            one(
                f"{draw.choice('abc')}/{number}",
                "accepted",
                *draw.choice([(0, 0), (1, 1), (1, 0.5), (2, 0.5)]),
                **draw.choice([{}, {}, {"noise": -0.5}, {"again": -draw.randrange(4)}]),
            )
            for number in range(5)
        ]
        results.append(one("d/last", "accepted", 1, 0.5))
        by_hand = draw.choices([0, 0, 0, -3, -0.5, 0.25, 0.5], k=2)
        room = sum(result.asked.possible - result.earned for result in results)
        given = draw.choice([0, 0, 0.25, room / 2])
        if given + sum(points for points in by_hand if points > 0) > room:
            continue  # the grader never gives more than the maximum
        checks = tuple(result.check for result in draw.sample(results, 2))
        graded = outcome(
            *results,
            name=name,
            adjustments=tuple(Adjustment(points, "x") for points in by_hand if points),
            mended=Mended(("label",), checks, given, 1) if given else None,
            at_least=draw.randrange(2),
        )
        parts, total = parts_and_total(graded, tmp_path)
        assert parts == total


def test_points_taken_are_taken_from_points_that_found_no_room(tmp_path):
    by_hand = Adjustment(1, "x"), Adjustment(-1, "x")
    graded = outcome(one("a/1"), name="classroom50", adjustments=by_hand)
    assert parts_and_total(graded, tmp_path) == (2, 2)


# ---- PrairieLearn ----


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
def test_only_what_cannot_be_run_costs_no_attempt_of_prairielearn(results, gradable, written):
    answer, _ = written(outcome(*results, name="prairielearn"))
    assert answer["gradable"] is gradable
    assert gradable or answer["format_errors"] == [outcome(*results).tests[0].text]


def test_a_long_text_for_prairielearn_is_cut(written):
    long = replace(outcome(one("solve/one"), name="prairielearn"), text="x" * 300_000)
    feedback, _ = written(long)
    assert len(feedback["output"]) == LONGEST


def test_a_result_for_prairielearn_is_never_too_long(written):
    wrong = one("solve/one", "wrong_answer", earned=0)
    for number, is_short in (4_000, True), (11_000, False):
        told, _ = written(outcome(*[wrong] * number, name="prairielearn"))
        assert len(json.dumps(told)) <= 1 << 20 and bool(told["tests"]) is is_short


def test_a_question_of_prairielearn_takes_each_file_that_students_write():
    export = SimpleNamespace(hands_in=("board.py", "solver.py"))
    page = ElementTree.fromstring(b"<div>%s</div>" % _question(export))
    assert page.find(".//pl-file-upload").get("file-names") == "board.py, solver.py"


@pytest.mark.parametrize("budget_s, timeout", [(60, 75), (4_000, 600)])
def test_prairielearn_waits_as_long_as_the_grading_may_take_and_never_too_long(budget_s, timeout):
    def question(name, budget_s):
        return _info(SimpleNamespace(settings=Settings("prairielearn", name, budget_s)))

    one = checked("prairielearn question", question("primes", budget_s))
    options = one["externalGradingOptions"]
    assert (options["timeout"], options["enableNetworking"]) == (timeout, False)
    assert question("primes", 9)["uuid"] == one["uuid"] != question("other", budget_s)["uuid"]


# ---- Autolab ----


def test_a_hint_of_autolab_says_what_python_said_though_no_colon_follows_a_word(written):
    raised = record(exit_status=RAISED, stderr=RAISED_STDERR)
    (feedback, _), _ = written(outcome(raised, name="autolab"))
    assert "KeyError: " in feedback["Checks"][raised.check]["hint"]


def problems(checks):
    """What is said of the problems of these (group, points)."""
    checks = [SimpleNamespace(group=group, points=points) for group, points in checks.items()]
    export = SimpleNamespace(checks=checks, settings=Settings("autolab", "primes"))
    return systems.host("autolab").says(export)


def test_the_problems_of_autolab_are_the_groups_that_have_points_or_one_for_many_groups():
    few = {"import": 0, "solve": 2.5, "count": 1}
    assert "with their points: solve (2.5), count (1)." in problems(few)
    assert "with their points: primes (4.5)." in problems(dict.fromkeys("abcdefghi", 0.5))


def test_a_grader_that_does_not_start_is_said_to_have_failed_and_is_closed_to_others(tmp_path):
    lay_out_broken("autolab", tmp_path)
    ran = run_at_root("make", "--no-print-directory", cwd=tmp_path)
    assert text_of(ran) == f"{FAILED} {WHY}\n"
    for closed in "autograde", "autograde/grader/__init__.py":
        assert (tmp_path / closed).stat().st_mode & 0o77 == 0


@pytest.mark.parametrize("names", [["a.py"], ["a.py", "b.py"], []])
def test_autolab_hands_over_the_only_file_or_else_all_but_its_own(names, tmp_path):
    pack = tmp_path / "autograde"
    pack.mkdir()
    for name in (*names, "Makefile", "autograde-Makefile", "autograde.tar"):
        (tmp_path / name).write_text("")
    path = systems.host("autolab").place(tmp_path, pack).path
    handed_over = [path] if len(names) == 1 else path.iterdir()
    assert sorted(one.name for one in handed_over) == names


# ---- VPL ----


def test_a_grader_that_does_not_start_in_vpl_is_said_to_have_failed_and_gives_no_grade(tmp_path):
    lay_out_broken("vpl", tmp_path)
    for script in "vpl_evaluate.sh", "vpl_execution":
        shown = text_of(run_at_root("bash", script, cwd=tmp_path))
    assert shown == f"Comment :=>>{FAILED} {WHY}\n"


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
    variables = {"PATH": str(tmp_path)}
    ran = run_at_root("/bin/sh", tmp_path / STARTER, "folder", "| ", env=variables)
    assert ran.returncode != 0 and ran.stdout.startswith(f"| {FAILED} It said: ")
    assert ran.stdout.endswith(f"{why}\n") and ran.stdout.count("\n") == 1


def test_vpl_is_named_the_settings_without_which_it_gives_no_grade():
    said = systems.host("vpl").says(SimpleNamespace())
    assert "set Run, Evaluate and Automatic grade to Yes" in said
    assert "allow 1 GiB of memory (the default is 128 MiB)" in said


# ---- Whose it is ----


def test_a_variant_of_prairielearn_stands_for_its_student(tmp_path):
    write_files(tmp_path, {"data/data.json": '{"variant_seed": "123"}'})
    place = systems.host("prairielearn").place(tmp_path, tmp_path)
    assert (place.student, place.path) == ("variant-123", tmp_path / "student")


def test_vpl_tells_students_apart_by_the_number_that_moodle_gives_them(tmp_path, monkeypatch):
    (tmp_path / "handed").mkdir()
    monkeypatch.setenv("MOODLE_USER_ID", "17")
    assert systems.host("vpl").place(tmp_path / "handed", tmp_path).student == "17"
    script = systems.host("vpl").files(SimpleNamespace(pack={}))["vpl_evaluate.sh"].decode()
    (tmp_path / "grader.b64").write_bytes(b"")
    script += "\nsed '/^sh /,$d' vpl_execution; echo"
    assert 'MOODLE_USER_ID="17"' in run_at_root("bash", "-c", script, cwd=tmp_path).stdout
