"""What bounds a run: control groups, or whoever looks at its processes, whatever they do."""

import errno
import os
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.sandbox import cgroups, sandbox, watch
from grader.sandbox.clock import Clock
from tests import levels
from tests.levels import OPEN, SHORT, output, run_of
from tests.programs import texts_in


LONG = replace(SHORT, limits=replace(SHORT.limits, cpu_s=30, wall_s=90))
PROGRAMS = texts_in("bounds.txt")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is the kernel that does it")


# Whoever bounds runs: the grader looks at processes, which bubblewrap hides, or the kernel counts.
BOUNDS = [("bubblewrap", True), ("landlock", True), ("landlock", False)]


@pytest.fixture(params=BOUNDS, ids=["bubblewrap-polling", "landlock-polling", "landlock"])
def bounded(request, monkeypatch):
    """A sandbox whose runs are bounded in each way."""
    level, is_polled = request.param
    levels.skip_unless_held(level)
    if is_polled:
        monkeypatch.setattr(cgroups, "find", lambda: None)
    with sandbox.Sandbox(level, OPEN) as box:
        yield box


def test_memory_that_no_process_owns_counts(bounded):
    done = run_of(bounded, PROGRAMS["memfds"], SHORT)
    is_polled = sandbox.bounded_by() == "polling"
    assert b"PermissionError" in done.stderr if is_polled else done.ended == "memory"
    assert b"done" not in done.stdout


def test_processes_that_hide_count_and_those_that_are_gone_do_not(bounded):
    names = "unreadable", "threads", "zombies", "orphans"
    ended = [run_of(bounded, PROGRAMS[name], LONG).ended for name in names]
    assert ended == ["memory", "threads", "processes", "exit"]


def test_the_time_of_children_whose_end_is_ignored_counts(bounded):
    done = run_of(bounded, PROGRAMS["ignored"], SHORT)
    assert len(done.stdout) == 8 and done.cpu_s > 0.72, done


def test_no_control_group_is_left_even_by_a_launcher_that_was_killed():
    place = cgroups.find()
    if not place:
        pytest.skip("no control groups can be made here")
    with sandbox.Sandbox("basic", sys.executable) as box:
        assert output(box, "print(1)") == "1\n"
        name = cgroups.PREFIX + os.path.basename(box.folder)
        assert name in os.listdir(place.folders[0])
        box.process.kill()
        box.process.wait()
    assert not any(name in os.listdir(folder) for folder in place.folders)


def test_groups_that_another_grader_removes_meanwhile_are_made_again(tmp_path, monkeypatch):
    place = cgroups.Place(2, (str(tmp_path),))
    group, put = cgroups.LauncherGroup(place, "one"), cgroups.put
    own, leaf = Path(group.folders[0]), tmp_path / "leaf"
    leaf.mkdir()
    removed = [own]

    def put_late(path, text):
        """Write, unless another grader removes the group just before that."""
        if removed:
            shutil.rmtree(removed.pop())
            raise FileNotFoundError(errno.ENOENT, "removed", path)
        put(path, text)

    monkeypatch.setattr(cgroups, "put", put_late)
    group.new_run(64, 10)
    assert [run.read_text() for run in own.glob("run*/pids.max")] == ["10"]
    shutil.rmtree(own)
    assert Path(group.new_run(64, 10)._folders[0]).is_dir()
    removed.append(leaf)
    cgroups._retried(lambda: cgroups._enter(str(leaf)))
    assert (leaf / "cgroup.procs").read_text() == "0"


def test_a_launcher_whose_second_lock_fails_does_not_wait_for_its_first_one(tmp_path, monkeypatch):
    lock, failures = cgroups._locked, [FileNotFoundError(errno.ENOENT, "removed")]

    def lock_late(folder, *operation):
        """Lock, unless another grader removes the group just before that."""
        if failures and folder.endswith("pids/python-grader-one"):
            raise failures.pop()
        return lock(folder, *operation)

    monkeypatch.setattr(cgroups, "_locked", lock_late)
    for name in "memory", "pids":
        (tmp_path / name).mkdir()
    place = cgroups.Place(1, (f"{tmp_path}/memory", f"{tmp_path}/pids"))
    cgroups.LauncherGroup(place, "one").remove()
    assert failures == []


@pytest.mark.parametrize("number, times", [(errno.EBUSY, cgroups.TRIES), (errno.EACCES, 1)])
def test_an_error_of_control_groups_that_does_not_end_is_raised(number, times):
    tries = []

    def refused():
        tries.append(number)
        raise OSError(number, "")

    with pytest.raises(OSError) as raised:
        cgroups._retried(refused)
    assert (raised.value.errno, len(tries)) == (number, times)


@pytest.mark.parametrize(
    "below, beside, place",
    [
        ("cpu memory pids", "", "user/session"),
        ("", "memory pids", "user"),
        ("cpu", "cpu", None),
    ],
)
def test_groups_of_version_2_are_made_below_or_beside_the_graders_own(
    below, beside, place, tmp_path, monkeypatch
):
    group = tmp_path / "user/session"
    group.mkdir(parents=True)
    (group / "cgroup.subtree_control").write_text(below)
    (group.parent / "cgroup.subtree_control").write_text(beside)
    (group / "cgroup.procs").write_text("1\n2\n")
    for name, text in (
        ("TABLE", f"35 31 0:30 / {tmp_path} rw - cgroup2 cgroup2 rw\n"),
        ("OWN", "1:cpu:/\n0::/user/session\n"),
    ):
        (tmp_path / name).write_text(text)
        monkeypatch.setattr(cgroups, name, tmp_path / name)
    folders = [found.folders for found in cgroups._places()]
    assert folders == ([(f"{tmp_path}/{place}",)] if place else [])


def test_version_2_of_control_groups_is_read_and_set_by_its_own_files(tmp_path):
    place = cgroups.Place(2, (str(tmp_path),))
    group = cgroups.RunGroup(place, [str(tmp_path)], memory=1 << 20, tasks=9)
    texts = {
        "pids.events": "max 0\n",
        "cpu.stat": "usage_usec 1500000\nuser_usec 1\n",
        "memory.current": f"{64 << 20}\n",
        "memory.stat": f"anon 5\ninactive_file {8 << 20}\nactive_file {4 << 20}\n",
        "memory.events": "low 0\noom 1\noom_kill 1\n",
        "cgroup.procs": "12\n15\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    for name, text in {"memory.max": "1048576", "pids.max": "9", "memory.swap.max": "0"}.items():
        assert (tmp_path / name).read_text() == text
    assert (group.cpu_s(), group.memory_mib()) == (1.5, 52)
    assert (group.processes(), group.ran_out(), group.was_full()) == (["12", "15"], True, False)


@pytest.mark.parametrize("meanwhile, ended", [(watch.PROCESSES, "processes"), (9, "memory")])
def test_processes_that_begin_while_the_memory_is_measured_count_first(
    meanwhile, ended, monkeypatch
):
    sight = watch._Look(cpu_s=0, memory_mib=500, processes=9, tasks=9)
    numbers = [str(number) for number in range(1 + meanwhile)]
    for name, value in {
        "_look": sight,
        "_is_too_full": False,
        "_refused": "",
        "_unshared_mib": 500,
        "_numbers": numbers,
    }.items():
        monkeypatch.setattr(watch.Watch, name, lambda *_, value=value: value)
    one = object.__new__(watch.Watch)
    one.group, one.helpers, one.start, one.clock = None, 0, time.monotonic(), Clock()
    one.limits = {"wall_s": 9, "memory_mib": 96, "cpu_s": 9}
    one.space = SimpleNamespace(mib=lambda: 0)
    assert one._crossed_limit() == ended


@pytest.mark.parametrize(
    "ran_out, was_full, numbers, ended",
    [
        (True, True, watch.PROCESSES + 2, "processes"),
        (True, False, watch.PROCESSES + 2, "processes"),
        (False, True, watch.PROCESSES + 2, "processes"),
        (False, False, watch.PROCESSES + 2, ""),
        (True, True, watch.PROCESSES + 1, "memory"),
        (False, True, 1, "threads"),
    ],
)
def test_processes_without_end_are_told_whichever_limit_the_kernel_enforced(
    ran_out, was_full, numbers, ended, monkeypatch
):
    monkeypatch.setattr(watch.Watch, "_numbers", lambda _: ["7"] * numbers)
    one = object.__new__(watch.Watch)
    one.group = SimpleNamespace(ran_out=lambda: ran_out, was_full=lambda: was_full)
    one.helpers = 1
    assert one._refused() == ended
