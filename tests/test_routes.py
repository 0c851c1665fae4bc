"""Several right answers, and exceptions: what the routes of the documentation are graded by."""

import re
import zipfile

import pytest

from grader.sandbox.returned import raised
from tests.helpers import (
    ROOT,
    assignment_folder,
    grader,
    python,
    stdout_of,
    submissions_graded,
    write_files,
)


FILES = "routes.py", "assignment.json", "puzzle.py", "misconceptions.py"
TEXTS = re.findall(
    r"```(?:python|json)\n(.*?)```", (ROOT / "grader/docs/routes.md").read_text(), re.DOTALL
)
MODEL = TEXTS[0]
EDITS = {
    "backwards": ("return paths[square]", "return paths[square][::-1]"),
    "depth_first": ("frontier.popleft()", "frontier.pop()"),
    "none_for_no_path": ('raise ValueError("there is no path")', "return None"),
}
# the other squares first, so that other shortest paths are found
OTHER_TIES = MODEL.replace(
    "(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)",
    "(row + 1, column), (row, column + 1), (row, column - 1), (row - 1, column)",
)
OWN_ERROR = "class NoPath(ValueError):\n    pass\n\n\n" + MODEL.replace("ValueError(", "NoPath(")


@pytest.fixture(scope="module")
def routes(tmp_path_factory):
    """The folder of the assignment, with its transcripts and programs."""
    wrong = {f"programs/wrong/{name}.py": MODEL.replace(*edit) for name, edit in EDITS.items()}
    files = {**dict(zip(FILES, TEXTS)), "programs/right/routes.py": MODEL, **wrong}
    return assignment_folder(tmp_path_factory.mktemp("routes") / "routes", files)


@pytest.mark.once
def test_the_routes_are_proved_with_a_program_for_each_mistake(routes):
    done = grader("verify", routes)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "3 of 3 wrong programs have a cause named, 3 of them as expected" in done.stdout


def test_other_ties_and_derived_exceptions_are_right_and_a_mistake_shows_in_other_ties(
    routes, tmp_path
):
    files = {
        "a/routes.py": OTHER_TIES,
        "b/routes.py": OWN_ERROR,
        "c/routes.py": OTHER_TIES.replace(*EDITS["backwards"]),
        "d/routes.py": MODEL.replace("ValueError(", "KeyError("),
    }
    group = write_files(tmp_path / "class", files)
    ties, own, backwards, other = submissions_graded(tmp_path, "--assignment", routes, group)
    for submission in ties, own:
        assert {result["verdict"] for result in submission["results"]} == {"accepted"}
    assert [cause["name"] for cause in backwards["misconceptions"]] == ["backwards"]
    (wrong,) = (result for result in other["results"] if result["verdict"] != "accepted")
    shown = wrong["difference"]["expected"], wrong["difference"]["actual"]
    assert shown == ("raised ValueError", "raised KeyError (LookupError)")


def test_a_class_is_shown_with_those_that_it_derives_from():
    assert raised(UnicodeError()) == "raised UnicodeError (ValueError)"
    assert raised(Exception()) == "raised Exception"
    assert raised(type("Own", (KeyError, TypeError), {})()) == (
        "raised Own (KeyError, LookupError, TypeError)"
    )


def checked_at_home(folder, place, file, text):
    """What check.pyz of the folder's handout prints for a program."""
    stdout_of("handout", place / "home.zip", "--assignment", folder)
    zipfile.ZipFile(place / "home.zip").extractall(place)
    (place / file).write_text(text)
    return python("check.pyz", cwd=place).stdout


@pytest.mark.once
def test_a_mistake_that_shows_in_some_ties_alone_is_named_at_home(routes, tmp_path):
    said = checked_at_home(routes, tmp_path, "routes.py", MODEL.replace(*EDITS["depth_first"]))
    assert "Squares A and then B are in the frontier: which leaves it first?" in said, said
