"""A check in several processes: what is measured of each, by runs that only say what they took."""

from types import SimpleNamespace

import pytest

from grader.assignment.hooks import Measurement, Process
from grader.records.checks import Check, Limits
from grader.records.results import Run
from grader.sandbox import series


def slow(cpu_s):
    """The numbers of the processes that are slow, from 1 s on."""
    return [number for number, seconds in enumerate(cpu_s) if seconds > 1]


def ran(cpu_s, ended="exit", exit_status=0):
    return Run(exit_status, ended, cpu_s, cpu_s, 1.0, b"x")


def outcome(runs, *processes, doubtful=slow, replaced=()):
    """The Run of a check in these processes, whose runs are given, and how each was called."""
    left, called = iter(runs), []

    def run(check, files, aliases=(), is_measured=False):
        called.append((check.arguments, sorted(files), round(check.limits.cpu_s, 3)))
        return next(left)

    check = Check("x", "x", Limits(cpu_s=10, wall_s=30), "f", replaced=replaced)
    box = SimpleNamespace(run=run)
    return series.run(box, check, Measurement(processes, doubtful), {"x.py": b""}), called


def seconds(run):
    """What each process took, and how it ended."""
    return [(process.cpu_s, process.ended) for process in run.processes]


def test_a_doubtful_time_is_measured_again_and_the_least_counts():
    run, called = outcome([ran(0.1), ran(3), ran(2), ran(0.5)], Process((1,)), Process((2,)))
    assert seconds(run) == [(0.1, "exit"), (0.5, "exit")]
    assert [arguments for arguments, *_ in called] == [(1,), (2,), (2,), (2,)]
    assert run.cpu_s == pytest.approx(5.6)


def test_what_is_slow_each_time_stays_slow_and_a_longer_time_changes_nothing():
    times = 1.5, 1.6, 1.7, 1.4, 1.6
    run, called = outcome([*map(ran, times)], Process((1,)))
    assert (seconds(run), len(called)) == ([(1.4, "exit")], 5)


def test_times_of_one_round_count_if_they_leave_no_doubt():
    def growing(cpu_s):
        """Both numbers if the second process takes twice as long as the first."""
        return [0, 1] if cpu_s[1] > 2 * cpu_s[0] else []

    # the machine became slow between the first two runs, and stays so
    slowed = [0.1, 0.25, 0.2, 0.25], [(0.2, "exit"), (0.25, "exit")]
    # the second takes longer in each round, however fast the machine is
    slower = [0.1, 0.4, 0.2, 0.5, 0.05, 0.3, 0.1, 0.4, 0.1, 0.4], [(0.05, "exit"), (0.3, "exit")]
    for times, counted in slowed, slower:
        run, called = outcome([*map(ran, times)], Process((1,)), Process((2,)), doubtful=growing)
        assert (seconds(run), len(called)) == (counted, len(times))


def test_nothing_is_measured_again_once_the_limit_is_near():
    run, called = outcome([ran(9.9)], Process((1,)))
    assert (run.ended, len(called)) == ("exit", 1)


def test_a_process_that_may_take_so_many_times_anothers_time_is_stopped_and_fails_nothing():
    processes = Process((1,)), Process((2,), 3, than=0)
    stopped = ran(0.6, "cpu", -9)
    run, called = outcome([ran(0.2), *[stopped] * 5], *processes)
    assert called[1:] == [((2,), ["x.py"], 0.6)] * 5
    assert (run.ended, run.exit_status) == ("exit", 0)
    assert seconds(run)[1] == (0.6, "cpu")
    run, called = outcome([ran(0.2), stopped, ran(0.1)], *processes)
    assert (seconds(run)[1], len(called)) == ((0.1, "exit"), 3)


def test_a_stopped_process_runs_again_only_while_half_of_the_time_is_left():
    stopped = ran(3, "cpu", -9)
    processes = Process((1,)), Process((2,), 3, than=0), Process((3,))
    each = ran(1), stopped, stopped, ran(0.1)
    run, called = outcome(each, *processes, doubtful=lambda cpu_s: ())
    assert [arguments for arguments, *_ in called] == [(1,), (2,), (2,), (3,)]
    assert (run.ended, seconds(run)[1]) == ("exit", (3, "cpu"))


def test_the_limits_of_a_check_are_those_of_all_its_processes():
    run, called = outcome([ran(9.9)], Process((1,)), Process((2,)))
    assert (run.ended, len(called)) == ("cpu", 1)
    run, called = outcome([ran(1), ran(9, "cpu", -9)], Process((1,)), Process((2,)))
    assert (run.ended, called[1][2]) == ("cpu", 9)


@pytest.mark.parametrize("replaced, files", [((("y.py", "course/y.py"),), []), ((), ["x.py"])])
def test_a_process_of_ours_has_files_of_the_submission_only_without_the_courses(replaced, files):
    _, called = outcome([ran(0.1)], Process((1,), is_ours=True), replaced=replaced)
    assert called == [((1,), files, 10)]
