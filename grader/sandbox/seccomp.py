"""A filter of system calls: it lets a program make those of a list (`calls`), and no others.

So a run can't reach the grader, other runs or uncounted memory by an object that has a name of its
own kind, as sockets with a path have, and a call of a future kernel opens no door. The list holds
what Python, the C libraries of Linux and numpy need. Calls that are refused by name fail with
EPERM, so that a program can go on. All others fail with ENOSYS, as if the kernel had none: C
libraries then take an older call. So does clone3, whose flags no filter can read. A command of
fcntl, ioctl or prctl that is not listed fails as an unknown one does. Where a program could change
the permissions of files of the user that it runs as, such a call does nothing and reports success,
for copying a file ends with one.

It is written by hand as classic BPF, for x86-64 and arm64; elsewhere there is none. It is fixed
before the program starts, and holds for all that it starts: seccomp(2), seccomp_unotify(2).
"""

import os
import struct
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from grader.sandbox import calls


MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # in the order of the columns of the calls
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
EPERM, EINVAL, ENOTTY, ENOSYS = 1, 22, 25, 38
SIGCHLD = 17
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16  # offsets in struct seccomp_data
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# The flags of clone that make namespaces, and the flag that makes a sibling.
CLONE_FLAGS = 0x7E020080 | 0x8000
UNIX, INTERNET = 1, (2, 10)  # families of sockets
STREAM, OTHER_KINDS = 1, 14  # bits of a socket's type
TRUNCATE, WRITE = 0o1000, 3  # flags of open
PRCTLS = (3, 4, 15, 16, 29, 30, 38, 39, 41, 42, 50, 51, 52, 53, 54, 55, 56, 60, 61, 0x53564D41)
COMMANDS = {  # {call: (position of the command, error for other commands, allowed commands)}
    # Allowed: copies of descriptors, their flags, locks, sizes of pipes, seals. Refused: signals to
    # a process when a file changes, and leases that make others wait to open it.
    "fcntl": (1, EINVAL, (*range(8), *range(36, 39), *range(1030, 1035))),
    # Allowed: the number of bytes to read, flags of descriptors, copies that share blocks. Refused:
    # terminals.
    "ioctl": (1, ENOTTY, (0x541B, 0x5421, 0x5450, 0x5451, 0x40049409)),
    # Allowed: dumpable, name, speculation, giving up privileges, timer slack, huge pages, vectors
    # and tags of arm64, names of mappings. Refused: to adopt orphans, and to outlive the launcher.
    "prctl": (0, EINVAL, PRCTLS),
}
# {call: position of the process} for calls whose process must be 0, the caller.
OF_ITSELF = {
    "prlimit64": 0,
    "sched_setparam": 0,
    "sched_setscheduler": 0,
    "sched_setaffinity": 0,
    "sched_setattr": 0,
    "setpriority": 1,
    "ioprio_set": 1,
}
# Their first argument must say that the second is a process, not a group or a user.
PROCESS_KIND = {"setpriority": 0, "ioprio_set": 1}
SIGNALS = ("kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")

Block = Sequence[bytes]  # instructions that decide about a call


class Grants(NamedTuple):
    """The protections outside the filter, on which its rules depend, and processes to protect."""

    counted: bool = False  # whether a control group counts its memory and CPU time
    # Processes, or minus the number of a group; only process 1 in a namespace of its own.
    protected: tuple[int, ...] = ()
    network: bool = True  # whether it has its own network, or may use the machine's
    truncates: bool = True  # whether it may truncate files: other means guard those of others
    marks: bool = True  # whether it may change permissions, owners and times, likewise


def filter_of(grants: Grants, machine: str = os.uname().machine) -> bytes:
    """The filter's instructions; empty on machines whose call numbers are unknown."""
    if machine not in MACHINES or sys.platform != "linux" or sys.maxsize < 1 << 32:
        return b""
    column = list(MACHINES).index(machine)
    allow = [_return(ALLOW)]
    marking = [_refuse(error=0)]
    if grants.marks:
        marking = allow
    blocks: dict[int, Block] = {}
    tables = (calls.ALLOWED, allow), (calls.REFUSED, [_refuse()]), (calls.MARKING, marking)
    for table, block in tables:
        blocks |= dict.fromkeys(calls.numbers(table, column).values(), block)
    depending = _depending(grants)
    for name, number in calls.numbers(calls.DEPENDING, column).items():
        blocks[number] = depending[name]
    check = (
        [_load(ARCHITECTURE_AT)] + _unless(EQUAL, MACHINES[machine], ENOSYS) + [_load(NUMBER_AT)]
    )
    return b"".join(check + _choice(blocks))


def _choice(blocks: Mapping[int, Block]) -> list[bytes]:
    """The instructions that find the block of the loaded number; one test is for all numbers in a
    row that have equal blocks.
    """
    unlisted: Block = [_refuse(ENOSYS)]
    rows = groupby(range(max(blocks) + 1), lambda number: blocks.get(number, unlisted))
    choice = []
    for block, numbers in rows:
        choice += [_instruction(AT_LEAST, max(numbers) + 1, len(block)), *block]
    return [*choice, *unlisted]  # x86-64 repeats all calls from 1 << 30 on


# ---- The calls that depend on their arguments ----


def _depending(grants: Grants) -> dict[str, Block]:
    """{call: its block} for each call that depends on its arguments or on the surroundings."""
    allow = _return(ALLOW)
    allowed: Block = [allow]
    signals = _by_argument(0, grants.protected, _refuse(), allow)
    commands = {
        name: _by_argument(place, known, allow, _refuse(error))
        for name, (place, error, known) in COMMANDS.items()
    }
    blocks: dict[str, Block] = {
        "open": _open(1),
        "openat": _open(2),
        "truncate": [_refuse()],
        "memfd_create": [_refuse()],
        "rt_sigaction": _counting_children(),
        "clone": [_load_argument(0), *_without(CLONE_FLAGS), *allowed],
        "clone3": [_refuse(ENOSYS)],
        "socket": _by_argument(0, (), allow, _refuse()),
        "socketpair": _stream_pair(),
        **commands,
        **{name: _of_itself(name) for name in OF_ITSELF},
        **dict.fromkeys(SIGNALS, signals),
        # tkill names a thread; the filter can't see its process
        "tkill": [_refuse()],
    }
    if grants.truncates:
        blocks |= dict.fromkeys(("open", "openat", "truncate"), allowed)
    if grants.counted:
        blocks |= dict.fromkeys(("memfd_create", "rt_sigaction"), allowed)
    if grants.network:
        blocks["socket"] = _by_argument(0, INTERNET, allow, _refuse())
    if grants.protected == (1,):  # no others are in sight
        blocks["tkill"] = signals
    return blocks


def _open(place: int) -> Block:
    """A block that refuses to truncate a file opened for reading, which some Landlocks permit."""
    to_write = _instruction(ANY_BIT, WRITE, 1, 0)
    truncates = _instruction(ANY_BIT, TRUNCATE, 0, 2)
    return [_load_argument(place), truncates, to_write, _refuse(), _return(ALLOW)]


def _counting_children() -> Block:
    """A block that fakes success at SIGCHLD's action, since ignored children aren't counted."""
    halves = [_load(ARGUMENTS_AT + 8), _load(ARGUMENTS_AT + 12)]
    asks_only = [part for half in halves for part in (half, *_unless(EQUAL, 0, error=0))]
    return [_load_argument(0), _instruction(EQUAL, SIGCHLD, 0, 6)] + asks_only + [_return(ALLOW)]


def _stream_pair() -> Block:
    """A block that allows only pairs of UNIX sockets, which send to each other alone."""
    kinds = _without(OTHER_KINDS) + _unless(ANY_BIT, STREAM)
    return [_load_argument(0), *_unless(EQUAL, UNIX), _load_argument(1), *kinds, _return(ALLOW)]


def _of_itself(name: str) -> Block:
    """A block that allows a call only if it names its caller."""
    checks = [_load_argument(OF_ITSELF[name])] + _unless(EQUAL, 0)
    if name in PROCESS_KIND:
        checks += [_load_argument(0)] + _unless(EQUAL, PROCESS_KIND[name])
    return checks + [_return(ALLOW)]


def _by_argument(place: int, values: Sequence[int], listed: bytes, other: bytes) -> Block:
    """A block: `listed` if an argument is one of these values, `other` if it is none of them."""
    tests: list[bytes] = []
    for value in values:
        tests += _instruction(EQUAL, value % (1 << 32), 0, 1), listed
    return [_load_argument(place), *tests, other]


# ---- Instructions ----


def _without(bits: int) -> list[bytes]:
    """Instructions that refuse the call if the loaded number has one of these bits."""
    return [_instruction(ANY_BIT, bits, 0, 1), _refuse()]


def _unless(test: int, value: int, error: int = EPERM) -> list[bytes]:
    """Instructions that refuse the call if the loaded number fails a test."""
    return [_instruction(test, value, 1, 0), _refuse(error)]


def _load_argument(place: int) -> bytes:
    """The instruction that loads the lower half of an argument."""
    return _load(ARGUMENTS_AT + 8 * place)


def _load(offset: int) -> bytes:
    """The instruction that loads a number from the call's record."""
    return _instruction(LOAD, offset)


def _refuse(error: int = EPERM) -> bytes:
    """The instruction that ends the filter with an error; 0 fakes success."""
    return _return(REFUSE | error)


def _return(action: int) -> bytes:
    """The instruction that ends the filter with an action."""
    return _instruction(RETURN, action)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction, struct sock_filter."""
    return struct.pack("=HBBI", code, if_true, if_false, value)
