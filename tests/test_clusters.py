"""Clusters of failures that nothing explains: their names, the class page, and notes to all."""

import re
from dataclasses import replace

import pytest

from grader.diagnose.clusters import clusters
from grader.records.causes import Cause, Mistake, NearEdition
from grader.records.facts import fact
from grader.records.submissions import Adjustment
from grader.report.terminal import class_summary
from grader.store import store
from grader.store.by_hand import ByHand
from tests.documents import document, every_verdict, named, submission
from tests.golden import MODEL, flat, gradebook_of, grader, points, stdout_of
from tests.test_batch import a_class


WRONG, RAISED = (every_verdict()[verdict] for verdict in ("wrong_answer", "runtime_error"))
ODD = MODEL + "\n\ndef print_succ(state):\n    print('a', sum(state), 'of', {})\n"
CHECKS = ("--only", "import", "--only", "print_succ/funny0[01]*")


def printing(check, line, where=1):
    """A wrong result of a check in which that is the first line that differs."""
    return named(WRONG, check, difference=replace(WRONG.difference, line=where, actual=line))


def student(who, *failures, **more):
    """A submission with a wrong result of each of these checks: ("solve/a: what it prints")."""
    return submission(who, [printing(*failure.split(": ")) for failure in failures], **more)


def members(*submissions):
    """{name: its students} of the clusters of a class."""
    return {
        cluster.names: [one.submission for one in cluster.submissions]
        for cluster in clusters(document(*submissions))
    }


def test_programs_that_print_the_same_are_a_cluster_and_others_are_not():
    ann, bob = (student(who, "solve/a: x", "solve/b: y") for who in ("ann", "bob"))
    other_line = submission("eve", [printing("solve/a", "x", 2), printing("solve/b", "y")])
    found = members(ann, bob, other_line, student("zoe", "solve/a: x"))
    first, *others = found.values()
    assert first == ["ann", "bob"] and sorted(others) == [["eve"], ["zoe"]]
    assert all(re.fullmatch(r"solve-[0-9a-f]{6}", name) for (name,) in found)


def test_programs_that_lack_other_lines_are_apart():
    lacks = replace(WRONG.difference, actual=None, goes_on=True)
    reasons = [fact("line_missing", line=1, missing=number) for number in (1, 2)]
    one, other = (named(WRONG, "solve/a", difference=lacks, reason=reason) for reason in reasons)
    assert len(members(submission("ann", [one]), submission("bob", [other]))) == 2


def test_the_name_of_a_cluster_does_not_depend_on_who_else_is_in_the_class():
    ann, bob = student("ann", "solve/a: x"), student("bob", "solve/a: x")
    others = [student(f"s{n}", f"solve/a: {n}") for n in range(5)]
    ((name,),) = members(ann)
    assert (name,) in members(*others, ann, bob)


def test_what_varies_from_run_to_run_does_not_part_programs():
    programs = []
    for n in range(2):
        programs.append(student(f"s{n}", f"solve/a: <Node object at 0x7f{n}c>"))
        reason = fact("raised", called="solve", error="KeyError: 0", line=f"{n}")
        programs.append(submission(f"c{n}", [named(RAISED, "solve/a", reason=reason)]))
    assert sorted(members(*programs).values()) == [["c0", "c1"], ["s0", "s1"]]


def test_a_check_that_only_one_of_two_programs_reaches_late_does_not_part_them():
    ann = student("ann", *(f"solve/{n}: {n}" for n in range(13)))
    limit = named(every_verdict()["time_limit"], "solve/12")
    found = members(ann, submission("bob", [*ann.results[:-1], limit]))
    assert list(found.values()) == [["ann", "bob"]]


def test_what_a_cause_or_an_edition_explains_and_fresh_checks_are_in_no_cluster():
    failures = ["solve/a: x", "solve/b: x", "fresh/solve-1: x"]
    cause = Cause(Mistake("it", "It is.", "Is it?"), ("solve/a",))
    explained = {"misconceptions": (cause,), "edition": NearEdition("e", "", explains=("solve/b",))}
    assert members(student("ann", *failures, **explained)) == {}
    ((name,),) = members(student("ann", *failures[1:], misconceptions=(cause,)))
    assert name.startswith("solve-")


def test_groups_in_which_the_same_programs_fail_are_one_cluster_with_a_name_each():
    pair = [student(who, "print_succ/a: x", "solve/a: y") for who in ("ann", "bob")]
    ((names, students),) = members(*pair).items()
    assert [name.partition("-")[0] for name in names] == ["print_succ", "solve"]
    assert students == ["ann", "bob"]


def test_a_terminal_shows_the_largest_clusters():
    students = [student(f"{who}{n}", f"solve/a: {n}") for n in range(12) for who in ("ann", "bob")]
    text = class_summary(document(*students))
    assert text.count("One of them: ") == 10 and "The class page has 2 more.\n" in text


# ---- By hand ----


def test_a_row_for_a_cluster_replaces_its_earlier_ones_and_no_others():
    with store.Store() as results:
        by_hand = results.by_hand
        one = ByHand(Adjustment(-1, "one"), ("ann", "bob"), "solve-1")
        by_hand.replace_all([ByHand(Adjustment(2, "late"), ("ann",)), one])
        by_hand.replace(one._replace(adjustment=Adjustment(-2, "two")))
        by_hand.replace(ByHand(Adjustment(0, "x"), ("eve",), "solve-2"))
        rows = results.database.rows("SELECT * FROM notes ORDER BY cluster, who")
        assert rows == [
            ("solve-1", "ann", -2, "two"),
            ("solve-1", "bob", -2, "two"),
            ("solve-2", "eve", 0, "x"),
        ]
        assert by_hand.of_cluster("solve-1") == ["ann", "bob"]
        by_hand.replace(ByHand(Adjustment(3, "again"), ("ann",)))
        assert results.database.rows("SELECT * FROM adjustments") == [("ann", 3, "again")]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A graded class with a cluster of two; (its programs, the results)."""
    folder = tmp_path_factory.mktemp("clusters")
    programs = a_class(folder / "class", ann=ODD, bob=f"{ODD}\n# mine\n", eve=MODEL)
    stdout_of("--out", folder / "out", *CHECKS, programs)
    return programs, folder / "out"


def name_of(text):
    """The name of the only cluster that a summary shows."""
    (name,) = re.findall(r"(print_succ-[0-9a-f]{6}): ", text)
    return name


@pytest.mark.long
def test_a_note_to_a_cluster_reaches_all_of_it_and_survives_a_regrade(graded):
    programs, out = graded
    before, name = points(out), name_of(grader("report", out).stdout)
    row = f"{name},1,It prints a sum, not the states"
    assert grader("report", out, "--adjust", row).returncode == 0
    expected = {"ann": before["ann"] + 1, "bob": before["bob"] + 1, "eve": before["eve"]}
    assert points(out) == expected
    (programs / "bob/funny_puzzle.py").write_text(MODEL.replace("print(", "print(0, "))
    stdout_of("--out", out, *CHECKS, programs)
    said = "+1 points by hand: It prints a sum, not the states."
    for who, is_told in ("ann", True), ("bob", True), ("eve", False):
        assert (said in flat((out / f"feedback/{who}.txt").read_text("utf-8"))) == is_told
    assert [float(row["adjustments"]) for row in gradebook_of(out)] == [1, 1, 0]
    # bob's program now prints something else; students keep the text that their cluster was given
    rows = out / "rows.csv"
    rows.write_text(f"who,points,reason\n{name},0,Read it again!\neve,1,\n", encoding="utf-8")
    assert grader("report", out, "--adjust", rows).returncode == 0
    text = (out / "feedback/bob.txt").read_text(encoding="utf-8")
    assert "From the instructor: Read it again!" in text and "sum" not in text
    assert points(out)["eve"] == before["eve"] + 1 and points(out)["ann"] == before["ann"]


def test_what_is_given_by_hand_leaves_the_examples_where_they_were():
    with store.Store() as results:
        ann = student("ann", "solve/a: x")
        given = replace(ann, adjustments=(Adjustment(1, "x"),), at_least=3)
        results.explanations.keep_examples(ann, "v1", ())
        assert not results.explanations.lacks_examples(given, "v1")
        assert results.explanations.lacks_examples(replace(given, results=()), "v1")


def test_a_stored_explanation_is_read_again_and_not_what_is_given_by_hand():
    ann = student("ann", "solve/a: x")
    cause = Cause(Mistake("n", "It is wrong.", "Why?"), ("solve/a",))
    by_hand = {"adjustments": (Adjustment(1, "x"),), "is_adjusted_before": True}
    given = replace(ann, **by_hand, at_least=3)
    with store.Store() as results:
        explained = results.explanations.explained
        explained(ann, "v1", lambda ann: replace(ann, misconceptions=(cause,)))
        assert explained(given, "v1", None) == replace(given, misconceptions=(cause,))
