"""What is said of modules, classes and indentation that keep a program from running as intended."""

import pytest

from tests.helpers import submissions_graded, write_files
from tests.programs import all_programs


RIGHT = all_programs()["right/set_of_visited"].files["right/set_of_visited.py"].decode()
CHECKS = ["--only", "print_succ/funny12-384"]


def indented(text):
    """The text, as the body of a class would be."""
    return "".join(f"    {row}" if row.strip() else row for row in text.splitlines(True))


PROGRAMS = {
    "misspelled": RIGHT.replace("import heapq", "import headpq as heapq"),
    "relative": RIGHT.replace("import heapq", "import heapq\nfrom .node import Node"),
    "unknown": RIGHT.replace("import heapq", "import heapq, tensorlib"),
    "solution": "class Solution:\n" + indented(RIGHT.replace("(state)", "(self, state)")),
    "renamed": RIGHT.replace("print_succ", "printSucc"),
    "opens": RIGHT.replace("import heapq", "import heapq\nopen('C:/Users/lea/notes.txt')"),
    "deep": """def print_succ(state, depth=0):
    small(5)
    print_succ(state, depth + 1)


def small(n):
    n and small(n - 1)
""",
    # what Python 3.11 says of print(f"{"h"}=")
    "quotes": """raise SyntaxError("f-string: expecting '}'")""",
    "tab": RIGHT.replace("        print(f", "\tprint(f", 1),
    "spaces": RIGHT.replace("    ", "\t").replace("\t\tprint(f", "        print(f", 1),
}


@pytest.fixture(scope="module")
def failures(tmp_path_factory):
    """{program: the last result of a run of it}."""
    folder = tmp_path_factory.mktemp("class")
    write_files(folder, {f"{name}.py": text for name, text in PROGRAMS.items()})
    capital = RIGHT.replace("import heapq", "import heapq\nimport Pieces")
    write_files(folder / "capital", {"funny_puzzle.py": capital, "pieces.py": ""})
    submissions = submissions_graded(folder.parent, "--layout", "many", *CHECKS, folder)
    failing = {
        submission["submission"]: [r for r in submission["results"] if r["verdict"] != "accepted"]
        for submission in submissions
    }
    assert {*failing} == {*PROGRAMS, "capital"}
    return {name: results[0] for name, results in failing.items()}


def test_a_misspelled_module_is_told_with_the_one_that_may_be_meant(failures):
    assert "It imports headpq, which the Python that runs it does not have" in said(
        failures["misspelled"]
    )
    assert failures["misspelled"]["help"].startswith("Is heapq meant?")
    assert failures["capital"]["help"].startswith("Is pieces meant?")
    assert failures["unknown"]["help"].startswith("Is it a file that was not handed in?")


def test_a_function_inside_of_a_class_is_told_with_the_class(failures):
    assert failures["solution"]["verdict"] == "missing"
    assert said(failures["solution"]) == (
        "funny_puzzle.py has print_succ only inside of the class Solution."
    )
    assert "outside all classes, without a parameter self" in failures["solution"]["help"]


def test_a_function_that_is_spelled_otherwise_is_asked_about_and_no_package(failures):
    assert said(failures["renamed"]) == "funny_puzzle.py has no function print_succ."
    assert failures["renamed"]["help"].startswith("Is it spelled print_succ, and outside all")


def test_a_recursion_is_told_where_most_calls_are_nested(failures):
    assert failures["deep"]["rationale"].endswith(" (funny_puzzle.py, line 3).")


def test_who_imports_as_in_a_package_is_told_that_there_is_none(failures):
    assert "lie in a folder that is no package" in failures["relative"]["help"]


def test_a_file_that_is_only_on_the_students_computer_is_asked_about(failures):
    assert failures["opens"]["rationale"].startswith("import raised FileNotFoundError")
    assert failures["opens"]["help"].endswith("and no others: which other does it need?")


def test_quotes_that_only_a_newer_python_allows_are_asked_about(failures):
    assert "Python allows that from 3.12 on" in failures["quotes"]["help"]


def test_white_space_that_differs_within_a_block_is_asked_about(failures):
    for name in "tab", "spaces":
        assert failures[name]["help"].startswith("Do all lines of a block begin")


def said(result):
    return result["rationale"]
