"""What passes between the launcher and a program: a job in two parts, and what a program forges."""

import os

import pytest

from grader.judge.account import account
from grader.judge.judge import judge
from grader.records.checks import Check, Limits
from grader.sandbox import sandbox
from grader.sandbox.driver import ASKS, CALL, JOBS, MARK
from grader.sandbox.errand import Errand
from tests import levels
from tests.levels import EVERY, OPEN
from tests.programs import texts_in


LIMITS = levels.CHECK.limits
CHECK = Check("f/one", "program", LIMITS, "f", (1, "two"))


def ran(box, program, check=CHECK):
    """(The Run of a program, its Account)."""
    run = box.run(check, {"program.py": program.encode()})
    return run, account(check, run)


def of_driver(driver, *calls, program="", level="basic"):
    """The Account of the run of a program whose driver is called on these instances each time."""
    given, *further = ((instances,) for instances in calls)
    check = Check("f/one", "program", LIMITS, "f", given, driver=driver, further=tuple(further))
    with sandbox.Sandbox(level, OPEN) as box:
        return ran(box, program, check)[1]


# ---- The job ----

SPY = """
import os, sys

def spy():
    texts, frame = [*sys.argv, *sys.orig_argv, *os.environ.values(), *os.listdir()], sys._getframe()
    texts.append(os.getcwd())
    while frame:
        texts.append(frame.f_code.co_name)
        texts += [repr(value) for value in frame.f_locals.values() if value is not texts]
        frame = frame.f_back
    return [any("".join(word) in text for text in texts) for word in WORDS]

WORDS = [("4711081", "5471108"), ("zeb", "ra"), ("ze", "bu")]
print(spy())

def find(number):
    print(spy())
"""


@pytest.mark.parametrize("level", EVERY)
def test_a_program_knows_its_call_only_once_it_is_imported_and_never_the_checks_name(level):
    check = Check("zebra/zebu", "program", LIMITS, "find", (47110815471108,))
    with sandbox.Sandbox(level, OPEN) as box:
        run, own = ran(box, SPY, check)
    assert run.stdout.partition(CALL)[0] == b"[False, False, False]\n", run
    assert own.printed == b"[True, False, False]\n", run


@pytest.mark.parametrize("level", ["bubblewrap", "basic"])
def test_a_job_may_be_larger_than_a_pipe_holds(level):
    size = 3_000_000
    driver = (
        f"TEXT = {'x' * size!r}\n"
        "def f(instances): print(instances[0][0], len(instances[0][1]), len(TEXT))\n"
    )
    own = of_driver(driver, [("a", "x" * size)], level=level)
    assert own.printed == f"a {size} {size}\n".encode()


def test_instances_have_numbers_in_all_calls_and_names_in_the_output():
    driver = "def f(instances):\n    print(instances)\n    print(f'{instances[-1][0]}: 1')\n"
    own = of_driver(driver, [("ten", 10, 0), ("two", 2, 0)], [("six", 6, 0)])
    assert own.calls == (
        b"[('instance0', 10, 0), ('instance1', 2, 0)]\ntwo: 1\n",
        b"[('instance2', 6, 0)]\nsix: 1\n",
    )


@pytest.mark.parametrize(
    "mark, printed", [("", b"called\n"), ("IMPORTS_ITSELF = 1\n", b"called\nhi\n")]
)
def test_a_driver_that_imports_the_program_itself_does_so_when_it_is_called(mark, printed):
    driver = f"{mark}def f(instances):\n    print('called')\n    import program\n"
    assert of_driver(driver, [("a", 1)], program="print('hi')\n").printed == printed


class Selector:
    """A selector that is told what is registered."""

    def __init__(self):
        self.streams = []

    def register(self, stream, events):
        self.streams.append(stream)

    def unregister(self, stream):
        self.streams.remove(stream)


def begun(first):
    """An errand that has begun, its selector, where its job is read, where more is asked for."""
    (reader, jobs), (asks, asker) = os.pipe(), os.pipe()
    errand, selector = Errand(jobs, asks, first, b"then"), Selector()
    errand.begin(selector)
    return errand, selector, reader, asker


def test_what_is_asked_for_is_brought_once_however_often_it_is_asked_for():
    errand, selector, reader, asker = begun(b"first")
    job, request = selector.streams
    errand.go_on(selector, job)
    assert (os.read(reader, 99), selector.streams) == (b"first", [request])
    os.write(asker, b"+++")
    errand.go_on(selector, request)
    assert selector.streams == [job] and request.closed
    errand.go_on(selector, job)
    assert (os.read(reader, 99), os.read(reader, 99), selector.streams) == (b"then", b"", [])
    errand.close()
    os.close(reader), os.close(asker)


def test_what_is_not_asked_for_or_not_read_is_not_brought():
    errand, selector, reader, asker = begun(b"x" * 100_000)
    job, request = selector.streams
    errand.go_on(selector, job)
    assert selector.streams == [job, request]
    os.close(reader)
    errand.go_on(selector, job)
    os.close(asker)
    errand.go_on(selector, request)
    assert selector.streams == [] and job.closed and request.closed


# ---- Forgers ----

MARKED = f"""
import os, sys
MARK, CALL, JOBS, ASKS = {MARK!r}, {CALL!r}, {JOBS}, {ASKS}
"""
EXITS = {f"exits_{status}": f"os._exit({status})" for status in (80, 86, 137)}
FORGERS = texts_in("forgers.txt") | EXITS


# What a forger may do with descriptors depends on how its interpreter is started.
OF_DESCRIPTORS = [
    name for name in FORGERS if name.startswith(("asks", "closes", "answers", "writes"))
]


@pytest.mark.long
@pytest.mark.parametrize("level, names", [("bubblewrap", OF_DESCRIPTORS), ("landlock", FORGERS)])
def test_a_forger_fails_in_a_sandbox_and_the_next_program_does_not(level, names):
    right, limits = "def f(a, b): print(a, b)\n", Limits(0.5, 1, 512, 64)
    forged = Check("f/one", "program", limits, "f", (1, 2))
    with sandbox.Sandbox(level, OPEN) as box:
        for name in names:
            run, _ = ran(box, f"{MARKED}{right}{FORGERS[name]}\n", forged)
            result = judge(forged, run, b"1 2\n")
            assert result.verdict != "judge_error", name
            _, own = ran(box, right)
            assert own.printed == b"1 two\n", name
