"""The pages for people: transcripts run as they stand, lengths, and links that lead somewhere."""

import doctest
import os
import re
import shlex
import zipfile
from collections import Counter

import pytest

from grader.assignment import validation
from grader.commands import options
from grader.courses import systems
from tests.assignments import loaded
from tests.conftest import HANDOUT
from tests.handed_in import MODEL, zipped
from tests.helpers import ROOT, console, flat, python, run_at_root, submissions_graded


ROOMS = "grader", "lecture", "optimal", "testinput", "tests"
PAGES = [
    ROOT / "README.md",
    *sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.md")),
]
README = "".join(path.read_text(encoding="utf-8") for path in PAGES)
PYTHON = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
COMMANDS = [
    step.split("\n", 1)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.mark.long
def test_the_python_in_readme_prints_what_readme_says():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(PYTHON, {}, "README.md", "README.md", 0))
    assert runner.tries > 0 and runner.failures == 0


def assert_shown(shown, expected):
    """Fail if a command does not show what a page says."""
    checker = doctest.OutputChecker()
    assert checker.check_output(expected.strip(), shown.strip(), doctest.ELLIPSIS), shown


@pytest.mark.long
@pytest.mark.parametrize(
    "command, expected",
    [pytest.param(*both, id=both[0]) for both in COMMANDS if both[0] != HANDOUT],
)
def test_a_command_in_readme_prints_what_readme_says(command, expected):
    assert_shown(console(command), expected)


def test_the_command_that_makes_a_handout_prints_what_the_page_says(handouts):
    assert_shown(handouts["funny_puzzle"].with_suffix(".txt").read_text(), dict(COMMANDS)[HANDOUT])


def test_the_pages_show_commands():
    assert len(COMMANDS) >= 5 and HANDOUT in dict(COMMANDS)


@pytest.mark.parametrize("name", ["README.md", "grader/README.md"])
def test_a_readme_has_at_most_170_lines(name):
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 170


def _prose(page):
    """The text of a page, without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def _anchors(page):
    """What follows # in the address of each heading, as GitHub makes it."""
    for heading in re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _dead_links(page):
    """The relative links of a page that lead to no file, or to no heading of it."""
    for link in re.findall(r"\]\(([^)\s]+)\)", _prose(page)):
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        if "://" not in link and not (
            target.exists() and (not heading or heading in _anchors(target))
        ):
            yield link


def test_each_link_of_a_page_leads_to_a_file_and_a_heading():
    dead = {str(page.relative_to(ROOT)): list(_dead_links(page)) for page in PAGES}
    assert {page: links for page, links in dead.items() if links} == {}


def test_readmes_lead_to_every_page():
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in re.findall(r"\]\(([^)\s]+)\)", _prose(page))
    }
    named = {ROOT / name for name in re.findall(r"`([\w/]+\.md)`", README)}
    assert [page for page in PAGES if page not in linked | named | {ROOT / "README.md"}] == []


def test_every_make_target_is_listed_by_make():
    shown = run_at_root("make", "--no-print-directory").stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets and [row.split()[0] for row in shown.splitlines()] == targets


def test_the_page_of_the_grader_names_every_option():
    page = (ROOT / "grader/README.md").read_text(encoding="utf-8")
    shown = re.findall(r"--[a-z-]+", options.parser().format_usage())
    assert len(shown) > 20 and [name for name in shown if f"`{name}" not in page] == []


def test_the_page_of_assignments_names_every_key_that_a_file_may_have():
    page = (ROOT / "grader/docs/assignments.md").read_text(encoding="utf-8")
    rows = page.partition("| in | keys |")[2].partition("\n\n")[0].splitlines()[2:]
    named, where = set(), ""
    for _, place, keys, *_ in (row.split("|") for row in rows):
        where = place.strip() or where
        named |= {(where, key) for key in re.findall(r"`(\w+)`", keys)}
    known = {
        "the file": validation.FILE_KEYS,
        "a group": validation.GROUP_KEYS,
        "a part": validation.PART_KEYS,
        "limits": validation.LIMIT_KEYS,
        "first": validation.FIRST_KEYS,
        "fresh": validation.FRESH_KEYS,
        "handout": validation.HANDOUT_KEYS,
        "a slip": validation.SLIP_KEYS,
    }
    assert named == {(place, key) for place, keys in known.items() for key in keys}


def test_readme_counts_the_misconceptions():
    counts = re.search(r"There are (\d+) for `funny_puzzle` and (\d+) for `npuzzle`", README)
    assert counts and [int(count) for count in counts.groups()] == [
        len(loaded("funny_puzzle").misconceptions),
        len(loaded("npuzzle").misconceptions),
    ]


# ---- The pages of the course systems ----


def _page(system):
    return (ROOT / f"grader/docs/{system}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", systems.hosts())
def test_the_page_of_a_course_system_is_a_numbered_list_that_begins_with_the_export(name):
    steps = re.findall(r"^(\d+)\. ", _page(name), re.MULTILINE)
    assert len(steps) >= 5 and steps == [str(number + 1) for number in range(len(steps))]
    assert "grader export" in _page(name).partition("\n2. ")[0]


WRONG = "grader/assignments/funny_puzzle/programs/wrong/notebook_start_not_marked.py"
PROMISED = {
    "gradescope": "It has 64 of 100 points",
    "autolab": "they are 36, 26 and 2",
    "prairielearn": "`funny_puzzle.py`: 64%",
    "classroom50": "`funny_puzzle.py`: 64 of 100",
    "vpl": "it is 64% of the maximum",
}


@pytest.mark.long
def test_a_wrong_program_gets_the_points_that_the_pages_promise(tmp_path):
    (submission,) = submissions_graded(tmp_path, WRONG)
    points = Counter()
    for result in submission["results"]:
        points[result["check"].split("/")[0]] += sum(result["points"].values())
    assert (submission["points"], submission["points_possible"]) == (64, 100)
    assert [points[name] for name in ("print_succ", "solve", "deep")] == [36, 26, 2]
    for name, promise in PROMISED.items():
        text = flat(_page(name))
        assert WRONG in text and promise in text


def test_the_commands_on_the_page_of_gradebooks_bring_points_from_the_class_into_the_gradebook(
    tmp_path,
):
    page = (ROOT / "grader/docs/gradebooks.md").read_text(encoding="utf-8")
    grade, report = re.findall(r"^ +(python3 -m grader .*)$", page, re.MULTILINE)
    one, other = "doejane_12_34_funny_puzzle.py", "poeann_13_35_funny_puzzle.py"
    (tmp_path / "submissions.zip").write_bytes(zipped((one, b"x = 1\n"), (other, MODEL)))
    rows = ["Jane Doe,12,1,A,", "Ann Poe,13,2,A,", "Max Roe,14,3,A,"]
    title = "Student,ID,SIS User ID,Section,Puzzle (902)"
    (tmp_path / "canvas.csv").write_text("\n".join([title, *rows, ""]))
    anywhere = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in f"{grade} --only import --only solve/funny01*", report:
        python(*shlex.split(command)[1:], cwd=tmp_path, env=anywhere, check=True)
    assert (tmp_path / "results/filled-canvas.csv").read_text().splitlines() == [
        title,
        *(f"{row}{points}" for row, points in zip(rows, (0, 2, 0))),
    ]
    with zipfile.ZipFile(tmp_path / "results/feedback.zip") as archive:
        assert len(archive.namelist()) == 2


PRICED = {  # the words of the page for each slip; those left out are mistakes in distances
    "spelling": "names in another form",
    "input": "arguments or input",
    "ties": "can't be compared",
    "own_files": "what only the student's board.py has",
    "list_shared_by_solvers": "a list, a queue",
    "queue_shared_by_solvers": "a list, a queue",
    "closed_shared_by_solvers": "a closed set",
    "path_reversed": "reversed",
    "path_without_start": "without its start",
    "path_without_goal": "start or goal",
    "goal_alone": "the goal alone",
    "path_with_a_board_twice": "a board twice",
    "path_not_returned": "not returned",
    "solution_of_strings": "of strings",
    "moves_counts_boards": "boards counted",
    "neighbors_share_rows": "share rows",
    "no_string": "no string",
    "tiles_run_together": "run together",
    "blank_shown_as_space": "as a space",
    "another_number_for_unsolvable": "unsolvable",
    "empty_solution_of_unsolvable": "unsolvable",
}


def test_the_page_of_npuzzle_says_what_slips_cost():
    npuzzle = loaded("npuzzle")
    page = (npuzzle.folder.own / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE))
    for slip in npuzzle.slips:
        assert PRICED.get(slip.name, "`hamming` or `manhattan`") in rows[f"{slip.deduction:g}"]
