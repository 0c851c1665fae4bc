"""The transcripts of the READMEs, of Python and of the shell, run as they stand."""

import doctest
import os
import re
import subprocess
import sys

import pytest

from grader.assignment import plan
from tests import waiting
from tests.golden import ROOT


pytestmark = pytest.mark.once

READMES = "README.md", "grader/README.md", "optimal/README.md"
README = "".join((ROOT / name).read_text() for name in READMES)
PYTHON = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
COMMANDS = [
    step.split("\n", 1)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def test_the_python_in_readme_prints_what_readme_says():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(PYTHON, {}, "README.md", "README.md", 0))
    assert runner.tries > 0 and runner.failures == 0


@pytest.mark.parametrize("command, expected", COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_in_readme_prints_what_readme_says(command, expected):
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    shown = waiting.run(
        command,
        shell=True,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PATH": path},
    ).stdout
    assert doctest.OutputChecker().check_output(
        expected.strip(), shown.strip(), doctest.ELLIPSIS
    ), shown


def test_readme_shows_commands():
    assert len(COMMANDS) >= 1


def test_every_make_target_is_listed_by_make():
    shown = waiting.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True
    ).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets and [row.split()[0] for row in shown.splitlines()] == targets


def test_readme_counts_the_misconceptions():
    counts = re.search(r"There are (\d+) for `funny_puzzle` and (\d+) for `npuzzle`", README)
    assert counts and [int(count) for count in counts.groups()] == [
        len(plan.load("funny_puzzle").misconceptions),
        len(plan.load("npuzzle").misconceptions),
    ]
