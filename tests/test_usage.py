"""Commands that make no sense are refused in one line."""

import re

import pytest

from grader.entry.main import main
from tests.helpers import ROOT


# Commands, and what is said of each; ... stands for the rest of a line.
REFUSED = """
$
expected a PATH to grade, got none (--help lists the options)...
$ --only import --only nosuch funny_puzzle.py
--only: expected a group or check (--list shows them), got 'nosuch'...
$ --python /nosuch/python x
--python: expected an interpreter, got '/nosuch/python'...
$ --assignment nosuch x
expected an assignment, its folder or its file, got 'nosuch' (the assignments are funny_puzzle, ...
$ --assignment tests x
tests/assignment.json: expected to read the file of an assignment, got 'No such file or directory'
$ --json /nosuch/file x
--json: expected a file to write, got '/nosuch/file' (No such...
$ --cpu-s 0 x
argument --cpu-s: expected a number of seconds above 0, got '0'...
$ --jobs 0 x
argument --jobs: expected a whole number from 1 to 999, got '0'...
$ --studen x
unrecognized arguments: --studen (--help lists the options)
$ --layout nosuch x
argument --layout: invalid choice: 'nosuch'...
# Paths and folders
$ nothere.zip funny_puzzle.py testinput!nosuch
expected existing files or folders, got 'nothere.zip', 'testinput!nosuch'
$ --student nothere.py
expected existing files or folders, got 'nothere.py'
$ verfy --all
expected a command or an existing PATH, got 'verfy' (did you mean verify?)
$ report tests
tests: expected a folder of results, got one without results.sqlite3
$ report DIR --adjust CLUSTER,0,TEXT
expected a folder of results, got 'DIR', which is not there
$ --out README.md funny_puzzle.py
--out: expected a folder to write, got 'README.md' (File exists)
$ --out= x
--out: expected a folder, got ''
# Students at home
$ --student --out x funny_puzzle.py
--student: expected no --out beside it, for it keeps nothing
$ --student funny_puzzle.py board.py
--student: expected one program, got 2 submissions
# Fresh instances
$ --seed 7 x
--seed and --per-student: expected --fresh N beside them, got none
$ --fresh 1 --seed x x
argument --seed: expected a whole number from 0 to 999999999, got 'x'...
$ --fresh 1 --only solve/funny00-1 --list
--fresh: expected --only to select fresh checks, got none (--only 'fresh/*' adds them all)
# Parts of a class
$ funny_puzzle.py --shard=0/3 --out x
--shard: expected I/N with I from 1 to N...
$ funny_puzzle.py --shard=4/3 --out x
--shard: expected I/N with I from 1 to N...
$ funny_puzzle.py --shard=a/b --out x
--shard: expected I/N with I from 1 to N...
$ funny_puzzle.py --shard=1/99999 --out x
--shard: expected I/N with I from 1 to N...
$ funny_puzzle.py --shard=1/3/5 --out x
--shard: expected I/N with I from 1 to N...
$ funny_puzzle.py --shard 1/2
--shard: expected --out DIR beside it...
$ funny_puzzle.py --shard 1/2 --out x --fresh 1
--shard: expected --seed beside...
$ funny_puzzle.py --shard 1/2 --student
--student: expected no --shard beside it...
# Similar programs
$ funny_puzzle.py --only import --archive x
--archive and --handout: expected --similar beside them, got none...
$ funny_puzzle.py --similar --archive nosuch
--archive: expected an existing file or folder, got 'nosuch'
$ funny_puzzle.py --similar --handout nosuch
--handout: expected an existing file or folder, got 'nosuch'
# verify
$ verify nonsense
expected an assignment, its folder or its file, got 'nonsense' (the assignments are...
$ verify funny_puzzle --only nonsense
--only: expected a group or check (--list shows them), got 'nonsense'...
$ verify --jobs 0
argument --jobs: expected a whole number from 1 to 999, got '0'...
$ verify --show wrong/f_for funny_puzzle
--show: expected a program of funny_puzzle, got 'wrong/f_for' (wrong/f_for_h or ...
$ verify --show zzz funny_puzzle
--show: expected a program of funny_puzzle, got 'zzz'
# doctor
$ doctor --python /bin/cat
expected an interpreter of Python 3, got '/bin/cat'...
# export
$ export gradescope out
gradescope: expected a name that ends in .zip, got ...
$ export vpl .
vpl: expected a folder that is empty or not there, got '.'...
$ export autolab out --budget 901
--budget: expected at most 720 for this...
$ export slurm out --budget 9
--budget: expected none, for this system grades...
$ export gradescope x.zip --memory 768
--memory: expected less than 768 MiB...
$ export vpl out --seed 1
--seed and --per-student: expected --fresh N beside...
$ export classroom50 out --fresh 1
--fresh: expected none, for students could...
"""


@pytest.mark.parametrize("words, said", re.findall(r"^\$ ?(.*)\n(.*\n)", REFUSED, re.MULTILINE))
def test_a_command_that_makes_no_sense_is_refused_in_one_line(words, said, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert main(words.split()) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith("grader: ") and said.removesuffix("...\n") in shown.err
    assert not any((ROOT / name).exists() for name in ("out", "x", "x.zip"))
