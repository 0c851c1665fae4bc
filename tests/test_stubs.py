"""Stubs of a handout: signatures and docstrings, and nothing of how; or what markers leave."""

import re

import pytest

from grader.assignment import plan
from grader.ground.errors import UsageError
from grader.handout import contents
from grader.handout.stubs import stub
from tests.helpers import ROOT
from tests.primes import (
    PARTS,
    folder_of_primes,
)


def test_a_stub_has_signatures_and_docstrings_and_nothing_of_how():
    text = stub((ROOT / "funny_puzzle.py").read_text(), {"print_succ", "solve"})
    assert re.findall(r"^(?:def|import|from) [\w.]+", text, re.MULTILINE) == [
        "from collections.abc",
        "def print_succ",
        "def solve",
    ]
    assert '"""Print a shortest path from `state` to the goal' in text
    assert not re.search("heap|bytes|GOAL|popped|expanded", text)
    compile(text, "stub", "exec")


def test_a_function_in_one_line_loses_its_body_as_well():
    text = stub("class Circle:\n    def area(self, radius): return 3.14 * radius**2\n")
    assert text.splitlines()[2:] == [
        "    def area(self, radius):",
        "        # Write your code here.",
        "        raise NotImplementedError",
    ]


def test_a_constant_stays_if_a_signature_needs_it():
    text = stub("SIZE = 9\nSECRET = 3\n\ndef count(n=SIZE):\n    return SECRET\n")
    assert text.startswith("SIZE = 9\n\n\ndef count") and "SECRET" not in text


def test_a_class_has_a_stub_for_each_method_and_none_for_the_comments_before_it():
    comments = "    # how\n" * 9
    text = stub(f"class Circle:\n{comments}    def area(self, radius):\n        return 3\n")
    assert text.count("raise NotImplementedError") == 1 and "how" not in text


NBGRADER = '''\
import math


def area(radius):
    """The area of a circle."""
    ### BEGIN SOLUTION
    return math.pi * radius**2
    ### END SOLUTION


### BEGIN HIDDEN TESTS
assert area(1) > 3
### END HIDDEN TESTS
'''
OTTER = '''\
def area(radius):
    squared = radius**2  # SOLUTION
    secret = 3  # SOLUTION NO PROMPT
    # BEGIN SOLUTION NO PROMPT
    if squared:
        return 3.14 * squared
    # END SOLUTION
    """ # BEGIN PROMPT
    if squared:
        ...
    """ # END PROMPT
'''


def test_markers_of_nbgrader_say_what_goes():
    text = stub(NBGRADER)
    assert text.startswith("import math") and "math.pi" not in text and "assert" not in text
    assert "    # Write your code here.\n    raise NotImplementedError\n" in text


@pytest.mark.parametrize("text", ["### BEGIN SOLUTION\nx = 1\n", "### END SOLUTION\n"])
def test_a_marker_without_its_counterpart_is_refused(text):
    with pytest.raises(UsageError, match="hw.py: .*expected"):
        stub(text, where="hw.py")


def test_markers_of_otter_say_what_goes_and_what_stands_instead():
    assert stub(OTTER) == ("def area(radius):\n    squared = ...\n    if squared:\n        ...\n")


def test_a_stub_may_be_of_a_file_that_the_model_does_not_have(tmp_path):
    parts = {**PARTS, "stubs/notes.py": '"""Your notes."""\n'}
    folder = folder_of_primes(tmp_path, parts, file=["primes.py", "notes.py"], model="primes.py")
    stubs = dict(contents._stubs(plan.load(str(folder))))
    assert b"Your notes." in stubs["notes.py"] and b"def count_primes" in stubs["primes.py"]


@pytest.mark.once
@pytest.mark.parametrize("name", ["board.py", "solver.py"])
def test_the_stubs_of_npuzzle_can_be_imported_and_ask_for_all_that_is_checked(handouts, name):
    text = (handouts["npuzzle"] / "npuzzle" / name).read_text()
    compile(text, name, "exec")
    methods = {"board.py": "dimension hamming manhattan is_goal twin neighbors __eq__ __str__"}
    for method in methods.get(name, "is_solvable moves solution").split():
        assert f"    def {method}(self" in text
