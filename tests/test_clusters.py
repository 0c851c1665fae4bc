"""Clusters of failures that nothing explains: their names, the class page, and notes to all."""

import re
from dataclasses import replace

import pytest

from grader.diagnose.clusters import clusters
from grader.records.causes import Cause, Mistake, NearEdition
from grader.records.submissions import Adjustment, Mended
from grader.report.terminal import class_summary
from grader.store import store
from grader.store.by_hand import ByHand
from tests.documents import document, submission
from tests.helpers import MODEL, ROOT, flat, gradebook_of, points, read_json, stdout_of
from tests.test_batch import a_class
from tests.test_problems import cause_of, result_of, wrong


ODD = MODEL + "\n\ndef print_succ(state):\n    print('a', sum(state), 'of', {})\n"
CHECKS = ("--only", "import", "--only", "print_succ/funny0[01]*")
# {claim: results of students, what is explained, and [groups, students] of each cluster}
CLAIMS = read_json(ROOT / "tests/clusters.json")


def student(who, *failures, **more):
    """A submission with a wrong result of each of these checks: ("solve/a: what it prints")."""
    pairs = [failure.split(": ") for failure in failures]
    return submission(who, [wrong(*pair) for pair in pairs], **more)


def members(*submissions):
    """{name: its students} of the clusters of a class."""
    return {
        cluster.names: [one.submission for one in cluster.submissions]
        for cluster in clusters(document(*submissions))
    }


def found(given):
    """[groups, students] of each cluster of a claim's class."""
    causes = tuple(cause_of(*one) for one in given.get("causes", {}).items())
    explains = tuple(given.get("edition", ()))
    edition = explains and NearEdition("e", "", explains=explains)
    mended = "mended" in given and Mended(("it",), tuple(given["mended"]), 1, 0)
    more = {"misconceptions": causes, "edition": edition, "mended": mended}
    students = [
        submission(who, map(result_of, results), **more)
        for who, results in given["students"].items()
    ]
    return [
        [[re.fullmatch(r"(\w+)-[0-9a-f]{6}", name)[1] for name in names], members_of_it]
        for names, members_of_it in members(*students).items()
    ]


@pytest.mark.parametrize("claim", CLAIMS)
def test_clusters_are_what_their_claim_says(claim):
    assert found(CLAIMS[claim]) == CLAIMS[claim]["clusters"]


def test_the_name_of_a_cluster_does_not_depend_on_who_else_is_in_the_class():
    ann, bob = student("ann", "solve/a: x"), student("bob", "solve/a: x")
    others = [student(f"s{n}", f"solve/a: {n}") for n in range(5)]
    ((name,),) = members(ann)
    assert (name,) in members(*others, ann, bob)


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


@pytest.mark.long
def test_a_note_to_a_cluster_reaches_all_of_it_and_survives_a_regrade(tmp_path):
    both = {"ann": ODD, "bob": f"{ODD}\n# mine\n"}
    programs, out = a_class(tmp_path / "class", **both, eve=MODEL), tmp_path / "out"
    stdout_of("--out", out, *CHECKS, programs)
    before, summary = points(out), stdout_of("report", out)
    (name,) = re.findall(r"(print_succ-[0-9a-f]{6}): ", summary)
    row = f"{name},1,It prints a sum, not the states"
    stdout_of("report", out, "--adjust", row)
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
    stdout_of("report", out, "--adjust", rows)
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
