"""The filter of system calls: what becomes of each call on each machine, without making any."""

import re
import struct
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from grader.sandbox import calls, seccomp
from grader.sandbox.seccomp import MACHINES, Grants


TRUTHS = (False, True)
GRANTS = [
    Grants(*grants)
    for grants in product(TRUTHS, ((1,), (7, 8, -7, -8, -1)), TRUTHS, TRUTHS, TRUTHS)
]
HEADERS = [
    Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    Path("/usr/include/asm-generic/unistd.h"),
]
ALLOWED, OTHERS = "allowed", {1: "EPERM", 22: "EINVAL", 25: "ENOTTY", 38: "ENOSYS", 0: "pretended"}
LOAD, RETURN = 0x20, 0x06
TESTS = {
    0x15: lambda number, value: number == value,
    0x35: lambda number, value: number >= value,
    0x45: lambda number, value: bool(number & value),
}
UNIX, STREAM, DGRAM, SEQPACKET, CLOEXEC, NONBLOCK = 1, 1, 2, 5, 0o2000000, 0o4000


on_each_machine = pytest.mark.parametrize("machine", MACHINES)


@cache
def instructions(grants, machine):
    """(Code, places to skip if true, and if false, value) of each instruction of a filter."""
    return [*struct.iter_unpack("=HBBI", seccomp.filter_of(grants, machine))]


@cache
def numbers(table, machine):
    """{name: number} of the calls in a table on a machine."""
    return calls.numbers(table, list(MACHINES).index(machine))


def outcome(number, *arguments, machine="x86_64", grants=GRANTS[0], architecture=None):
    """What the filter makes of a call: "allowed", or the name of an error."""
    padded = [argument % (1 << 64) for argument in (*arguments, 0, 0, 0, 0, 0, 0)[:6]]
    data = struct.pack("=IIQ6Q", number, architecture or MACHINES[machine], 0, *padded)
    at = loaded = 0
    while True:
        code, if_true, if_false, value = instructions(grants, machine)[at]
        at += 1
        if code == RETURN:
            return ALLOWED if value == seccomp.ALLOW else OTHERS[value - seccomp.REFUSE]
        if code == LOAD:
            (loaded,) = struct.unpack_from("=I", data, value)
        else:
            at += if_true if TESTS[code](loaded, value) else if_false


def call(name, *arguments, machine="x86_64", grants=GRANTS[0]):
    """What the filter makes of a call that depends on its arguments."""
    number = numbers(calls.DEPENDING, machine)[name]
    return outcome(number, *arguments, machine=machine, grants=grants)


@on_each_machine
@pytest.mark.parametrize("grants", GRANTS[:: len(GRANTS) - 1], ids=["least", "most"])
def test_what_is_listed_is_allowed_or_refused_and_all_else_is_not_there(machine, grants):
    assert len(instructions(grants, machine)) < 4096  # or else the kernel refuses it
    allowed = set(numbers(calls.ALLOWED, machine).values())
    refused = set(numbers(calls.REFUSED, machine).values())
    depending = set(numbers(calls.DEPENDING + calls.MARKING, machine).values())
    assert len(allowed) > 150 and len(refused) > 60
    assert not allowed & refused and not (allowed | refused) & depending
    for number in {*range(1024), *range(1 << 30, (1 << 30) + 1024), (1 << 32) - 1} - depending:
        expected = ALLOWED if number in allowed else "EPERM" if number in refused else "ENOSYS"
        assert outcome(number, machine=machine, grants=grants) == expected, number


def test_what_threads_of_numpy_and_both_c_libraries_call_is_listed():
    names = "mbind futex rseq membarrier set_robust_list arch_prctl getrandom statx vfork".split()
    assert not set(names) - set(numbers(calls.ALLOWED, "x86_64"))
    assert set(names) - set(numbers(calls.ALLOWED, "aarch64")) == {"arch_prctl", "vfork"}


def test_calls_by_the_numbers_of_another_machine_are_not_there():
    of_32_bits = 0x40000003
    assert {outcome(number, architecture=of_32_bits) for number in range(512)} == {"ENOSYS"}


@pytest.mark.parametrize("header, column", list(zip(HEADERS, range(2))), ids=["x86-64", "arm64"])
def test_the_numbers_are_those_of_the_kernels_headers(header, column):
    if not header.exists():
        pytest.skip("the headers of the C library are not installed")
    text = header.read_text().replace("__NR3264_fstatat", "__NR_newfstatat")
    known = dict(re.findall(r"#define\s+__NR(?:3264)?_(\w+)\s+(\d+)", text))
    assert len(known) > 290
    for table in calls.ALLOWED, calls.REFUSED, calls.DEPENDING:
        for name, number in calls.numbers(table, column).items():
            assert int(known.get(name, number)) == number, name


@on_each_machine
def test_sockets_are_those_of_the_internet_and_pairs_that_send_to_each_other(machine):
    for grants in GRANTS:
        asked = [call("socket", family, machine=machine, grants=grants) for family in range(64)]
        internet = [family for family, became in enumerate(asked) if became == ALLOWED]
        assert internet == ([2, 10] if grants.network else [])
        assert set(asked) <= {ALLOWED, "EPERM"}
    pairs = {
        (family, kind | flags): call("socketpair", family, kind | flags, machine=machine)
        for family in range(64)
        for kind in range(16)
        for flags in (0, CLOEXEC, NONBLOCK, CLOEXEC | NONBLOCK)
    }
    allowed = {pair for pair, became in pairs.items() if became == ALLOWED}
    assert {(family, kind & 15) for family, kind in allowed} == {(UNIX, STREAM)}
    assert len(allowed) == 4


@on_each_machine
def test_signals_reach_none_of_the_protected_processes(machine):
    for grants in GRANTS:
        for name in seccomp.SIGNALS:
            for process in -9, -8, -7, -1, 0, 1, 7, 8, 9:
                expected = "EPERM" if process in grants.protected else ALLOWED
                assert call(name, process, 9, machine=machine, grants=grants) == expected
        in_namespaces = ALLOWED if grants.protected == (1,) else "EPERM"
        assert call("tkill", 5, 9, machine=machine, grants=grants) == in_namespaces


# Calls, the arguments that are tried, apart by |, and what becomes of each, unless it is granted.
DEPENDING = """
clone 0x1200011 | 0x3d0f00: allowed
clone 0x8011 | 0x20011 | 0x2000011 | 0x4000011 | 0x8000011 | 0x10000011: EPERM
clone 0x20000011 | 0x40000011: EPERM
clone3 : ENOSYS
fcntl 3 4 2048 | 3 1030: allowed
fcntl 3 8 | 3 10 | 3 15 | 3 1024 | 3 1026: EINVAL
ioctl 3 0x541b | 3 0x5451: allowed
ioctl 3 0x5401 | 3 0x5412 | 3 0x541c | 3 0x8901 | 3 0x8902: ENOTTY
prctl 4 0 | 15: allowed
prctl 1 | 22 | 35 | 36 | 62: EINVAL
prlimit64 0 7: allowed
prlimit64 9 7: EPERM
sched_setaffinity 0: allowed
sched_setaffinity 9: EPERM
setpriority 0 0: allowed
setpriority 0 9 | 2 0: EPERM
ioprio_set 1 0: allowed
ioprio_set 3 0: EPERM
open 0 0 | 0 0o1101 | 0 0o1102: allowed
open 0 0o1000: EPERM unless truncates
openat -100 0 0 | -100 0 0o1101 | -100 0 0o1102: allowed
openat -100 0 0o1000: EPERM unless truncates
truncate 0 0: EPERM unless truncates
memfd_create : EPERM unless counted
rt_sigaction 17 0x10000000000: pretended unless counted
rt_sigaction 17 0 0x10000000000 | 15 0x10000000000: allowed
"""


@pytest.mark.parametrize(
    "machine, row",
    [
        (machine, row)
        for machine, row in product(MACHINES, DEPENDING.strip().split("\n"))
        if row.split()[0] in numbers(calls.DEPENDING, machine)
    ],
)
def test_what_becomes_of_a_call_depends_on_its_arguments(machine, row):
    parts = re.fullmatch(r"(.*?) (.*): (\w+)(?: unless (\w+))?", row)
    name, tried, expected, grant = parts.groups()
    for words, grants in product(tried.split("|"), GRANTS):
        arguments = [int(word, 0) for word in words.split()]
        became = call(name, *arguments, machine=machine, grants=grants)
        assert became == (ALLOWED if grant and getattr(grants, grant) else expected), words


def test_elsewhere_there_is_no_filter():
    assert seccomp.filter_of(Grants(), "riscv64") == b""


@on_each_machine
def test_marks_on_files_are_pretended_where_only_the_user_guards_them(machine):
    for number in numbers(calls.MARKING, machine).values():
        for grants in GRANTS:
            expected = ALLOWED if grants.marks else "pretended"
            assert outcome(number, 1, 2, 3, machine=machine, grants=grants) == expected
