"""A pool of sandboxes: how many it starts, and what is left if it is interrupted as it starts."""

import sys
from types import SimpleNamespace

import pytest

from grader.records.checks import Check, Limits
from grader.sandbox.pool import Pool
from tests import waiting
from tests.helpers import python
from tests.waiting import running


# Python's own thread class raises in place of the thread with that number. The threads before it
# have begun to run a program that sleeps.
PROGRAM = """
import sys, threading, time
from grader.records.checks import Check, Limits
from grader.sandbox.pool import Pool

check = Check("import", "program", Limits(60, 600))
begun, started, begin = threading.Event(), [], threading.Thread.start


def start(thread):
    if len(started) == int(sys.argv[1]):
        raise KeyboardInterrupt
    started.append(thread)
    begin(thread)
    assert begun.wait(60)


def job(box):
    threading.Timer(0.3, begun.set).start()
    box.run(check, {"program.py": b"import time; time.sleep(600)"})


pool = Pool("basic", sys.executable, 2, spares=1)
pool.submit(job)
threading.Thread.start = start
threading.Timer.start = begin
try:
    with pool:
        print("entered")
except KeyboardInterrupt:
    print("interrupted after", len(started))
"""
THREADS = 4  # three for two jobs and a spare one, and one that looks which programs sleep


@pytest.mark.parametrize("number", [0, 2, 3, THREADS])
def test_a_pool_leaves_nothing_that_hangs_also_if_it_is_interrupted_as_it_starts(number, tmp_path):
    done = python("-c", PROGRAM, number, env={"TMPDIR": str(tmp_path)})
    shown = "entered" if number == THREADS else f"interrupted after {number}"
    assert (done.returncode, done.stdout) == (0, f"{shown}\n"), done.stderr
    waiting.until(  # launchers remove their folders
        lambda: not running(str(tmp_path)) and not list(tmp_path.iterdir()),
        lambda: (running(str(tmp_path)), list(tmp_path.iterdir())),
    )


@pytest.mark.parametrize(("patience_s", "number"), [(600, 1), (0, 2)])
def test_another_sandbox_starts_only_for_jobs_that_have_waited(patience_s, number, monkeypatch):
    monkeypatch.setattr("grader.sandbox.pool.START_S", patience_s)
    check = Check("import", "program", Limits(60, 600))
    with Pool("basic", sys.executable, 2) as pool:
        runs = pool.map(
            lambda box, _: (box, box.run(check, {"program.py": b"import time; time.sleep(0.2)"})),
            range(6),
        )
    assert len({box for box, _ in runs}) == number
    assert {run.ended for _, run in runs} == {"exit"}


def test_no_sandbox_starts_for_a_rest_that_will_soon_be_done(monkeypatch):
    now_s = 0.0
    clock = SimpleNamespace(monotonic=lambda: now_s)
    monkeypatch.setattr("grader.sandbox.pool.time", clock)
    pool = Pool("basic", sys.executable, 2)
    for _ in range(12):
        pool.submit(lambda box: None)
    for _ in range(10):
        box, _ = pool._next()
        now_s += 0.2
        pool._give_back(box)
    pool._next()  # the same box again, which is busy from now on
    assert not pool._may_begin()
    now_s += 1.5
    assert pool._may_begin()
