"""Where there are no forks: a submission's calls share a process, and verdicts stay the same."""

import os
import shutil
import sys
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.judge.judge import judge
from grader.making import transcripts
from grader.records.checks import Check, Limits
from grader.sandbox import portable, sandbox, together
from tests.helpers import ROOT, grader
from tests.primes import SIEVE, with_transcripts
from tests.programs import all_programs
from tests.sample import long


LIMITS = Limits(cpu_s=1, wall_s=5, memory_mib=512, output_kib=64)
CALL = Check("f", "program", LIMITS, "f", (1,))
LONGEST_S = 1  # so many CPU seconds are enough for programs that are right
PATIENCE = 3  # once so many calls have failed in a row, the rest of a program is left out
ASSIGNMENTS = "funny_puzzle", "npuzzle"
TRIED = [
    (assignment, name)
    for assignment in ASSIGNMENTS
    for name in all_programs(assignment)
    if name.startswith(("right/", "wrong/"))
]
QUICK = [  # those that CI tries, too
    ("funny_puzzle", "right/strings_of_digits"),
    ("funny_puzzle", "wrong/moves_missing"),
    ("npuzzle", "wrong/blank_among_the_inversions"),
]


ONCE = """
calls = 0


def print_primes(n):
    global calls
    calls += 1
    return _right(n) if calls == 1 else print("again")
"""


@pytest.fixture
def box(monkeypatch):
    """A sandbox that takes this system for one without forks."""
    monkeypatch.setattr(portable, "IS_NEEDED", True)
    with sandbox.Sandbox("basic", sys.executable) as made:
        yield made


def outputs(box, text, arguments):
    """What a program's function f prints in shared processes, None where it is run alone."""
    runs = [
        box.run_together(replace(CALL, arguments=(argument,)), {"program.py": text.encode()})
        for argument in arguments
    ]
    return [run and run.stdout.replace(b"\x1ecall\n", b"").decode() for run in runs]


def test_calls_share_a_process_until_one_does_not_end_well(box):
    text = "import os, time\ndef f(x):\n    x or time.sleep(9)\n    print(os.getpid())\n"
    first, second, stopped, third, fourth = outputs(box, text, [1, 1, 0, 1, 1])
    assert first == second and stopped is None and third == fourth
    assert first.strip().isdigit() and third.strip().isdigit() and first != third


def test_the_time_for_the_import_is_not_given_to_the_first_call(box, monkeypatch):
    monkeypatch.setattr(together, "IMPORT_S", 9_999)
    assert outputs(box, "def f(x):\n    while True: pass\n", [1]) == [None]


@pytest.mark.parametrize(
    "body",
    [
        "raise KeyError(x)",
        "__import__('sys').exit(0)",
        "__import__('sys').stderr.write('x')",
        "print('x' * 99999)",
        "__import__('sys').stdout = open('other', 'w')",
        "global OWN; OWN = __import__('sys').stdout = open('other', 'w')",
        "from threading import Event, Thread; Thread(target=Event().wait, daemon=True).start()",
        "import atexit; atexit.register(print)",
    ],
)
def test_a_call_that_may_end_otherwise_by_itself_is_run_alone(box, body):
    assert outputs(box, f"def f(x):\n    {body}\n", [1, 1]) == [None, None]


def test_only_single_calls_without_input_share():
    assert together.can_share(CALL)
    assert not together.can_share(replace(CALL, function=""))
    assert not together.can_share(replace(CALL, function="program.py"))
    assert not together.can_share(replace(CALL, further=((2,),)))
    assert not together.can_share(replace(CALL, stdin="1"))


def test_a_call_that_fails_after_another_one_counts_as_it_is_by_itself(tmp_path):
    right = SIEVE.replace("def print_primes(", "def _right(")
    program = tmp_path / "primes.py"
    program.write_text(right + ONCE)
    folder = with_transcripts(tmp_path, {})
    shutil.copy(ROOT / "tests/without_posix.py", tmp_path / "sitecustomize.py")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = grader("--student", "--assignment", folder, program, env=environment)
    assert "All 7 checks pass" in done.stdout, done


def files_of(assignment, name):
    """{name: bytes} of a program's files, as they are submitted."""
    return {
        path.rpartition("/")[2] if path.count("/") > 1 else f"{assignment}.py": content
        for path, content in all_programs(assignment)[name].files.items()
    }


def accepted(assignment, run, files, cpu_s=LONGEST_S):
    """The names of the checks whose runs are accepted, in order, until many have failed."""
    names, failures = [], 0
    for check in assignment.checks:
        check = replace(check, limits=replace(check.limits, cpu_s=cpu_s))
        if failures == PATIENCE or not together.can_share(check):
            continue
        own = run(check, files)
        expected = transcripts.expected(assignment, [check])[check.name]
        if own and judge(check, own, expected).passed:
            names.append(check.name)
            failures = 0
        else:
            failures += 1
    return names


@pytest.mark.parametrize("assignment", [ASSIGNMENTS[0], long(ASSIGNMENTS[1])])
def test_all_single_calls_of_a_model_share(box, assignment):
    loaded = plan.load(assignment)
    loaded = replace(loaded, checks=loaded.checks[::3])
    names = [check.name for check in loaded.checks if together.can_share(check)]
    assert len(names) > 9
    assert accepted(loaded, box.run_together, loaded.sources(), cpu_s=99) == names


def marks_of(pair):
    """The marks of a program: CI tries some, those of npuzzle by one version of Python."""
    if pair not in QUICK:
        return pytest.mark.slow
    return (pytest.mark.once, pytest.mark.long) if pair[0] == "npuzzle" else ()


@pytest.mark.parametrize(
    "assignment, name",
    [pytest.param(*pair, marks=marks_of(pair), id="/".join(pair)) for pair in TRIED],
)
def test_what_passes_together_passes_alone(monkeypatch, assignment, name):
    loaded = plan.load(assignment)
    files = files_of(assignment, name)
    with monkeypatch.context() as elsewhere, sandbox.Sandbox("basic", sys.executable) as shared:
        elsewhere.setattr(portable, "IS_NEEDED", True)
        names = accepted(loaded, shared.run_together, files)
    checks = [check for check in loaded.checks if check.name in names]
    expected = transcripts.expected(loaded, checks)
    with sandbox.Sandbox("basic", sys.executable) as alone:
        only_together = [
            check.name
            for check in checks
            if not judge(check, alone.run(check, files), expected[check.name]).passed
        ]
    print(
        f"{assignment}, {name}: {len(names)} pass together, and of these alone not", only_together
    )
    assert not only_together
    assert names or not name.startswith("right/")
