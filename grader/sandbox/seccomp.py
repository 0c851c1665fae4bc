"""A filter of system calls, by which runs can't reach each other, the grader or uncounted memory.

A program for Python needs none of the calls that it refuses: keyrings, System V objects and message
queues, which outlive a process and belong to whoever has the same user; other processes' limits,
priorities and memory, and signals to them by way of a file; namespaces, mounts, io_uring, bpf and
the like; and kinds of memory that are no process's own. Refused calls fail with EPERM, so that a
program can go on; clone3, whose flags no filter can read, with ENOSYS, so that the C library takes
clone.

It is written by hand as classic BPF, for x86-64 and arm64; elsewhere there is none. It is fixed
before the program starts, and holds for all that it starts: seccomp(2), seccomp_unotify(2).
"""

import functools
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


COLUMN = {"x86_64": 0, "aarch64": 1}.get(os.uname().machine, -1)
ARCHITECTURE = (0xC000003E, 0xC00000B7)[COLUMN]
X32 = 1 << 30  # from here on, x86-64 has second numbers for the same calls
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
EPERM, ENOSYS = 1, 38
SIGCHLD = 17
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16  # in struct seccomp_data
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NAMESPACES = 0x7E020080  # the flags of clone that make them
LAST_FAMILY = 16  # of sockets: unix, internet and netlink; later ones reach past namespaces

REFUSED = {  # the numbers on x86-64 and arm64
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "kcmp": (312, 272),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    "tkill": (200, 130),
    "memfd_secret": (447, 447),
}
MEMFD_CREATE = (319, 279)
CLONE, CLONE3 = (56, 220), (435, 435)
OF_ITSELF = {  # calls that take a process, 0 for the caller, and the place of that argument
    "prlimit64": (302, 261, 0),
    "sched_setparam": (142, 118, 0),
    "sched_setscheduler": (144, 119, 0),
    "sched_setaffinity": (203, 122, 0),
    "sched_setattr": (314, 274, 0),
    "setpriority": (141, 140, 1),
    "ioprio_set": (251, 30, 1),
}
# and a first argument that says what the second is: a process, and not a group or a user
PROCESS_KIND = {"setpriority": 0, "ioprio_set": 1}
SIGNALS = {"kill": (62, 129), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138)}
THREAD_SIGNAL = (297, 240)
SIGACTION = (13, 134)
SOCKET = (41, 198)
FCNTL, IOCTL = (72, 25), (16, 29)
# what they set: the process that is signalled when a file can be read, by any signal: fcntl(2)
OWNER_BY_FCNTL, OWNER_BY_IOCTL = (8, 15), (0x8901, 0x8902)


@dataclass(frozen=True)
class Grants:
    """What the surroundings of a run make harmless, and the processes to protect if they don't."""

    counted: bool = False  # a control group counts its memory and its CPU time
    protected: tuple[int, ...] = ()  # processes, or groups as negative numbers
    network: bool = True  # it has a network of its own, or may use the machine's


def _is_known() -> bool:
    """Whether there is a filter for this machine."""
    return COLUMN >= 0 and sys.platform == "linux" and sys.maxsize > X32 << 2


@functools.cache
def filter_of(grants: Grants) -> bytes:
    """The filter's instructions; none where its numbers aren't known."""
    return b"".join(_instructions(grants)) if _is_known() else b""


def _instructions(grants: Grants) -> Iterator[bytes]:
    """Yield the instructions: each rule returns what becomes of a call, or falls to the next."""
    yield _load(ARCHITECTURE_AT)
    yield from _refuse_unless(EQUAL, ARCHITECTURE, ENOSYS)
    yield _load(NUMBER_AT)
    yield from _refuse_if(AT_LEAST, X32, ENOSYS)
    yield from _refuse_if(EQUAL, CLONE3[COLUMN], ENOSYS)
    for numbers in REFUSED.values():
        yield from _refuse_if(EQUAL, numbers[COLUMN])
    if not grants.counted:
        yield from _refuse_if(EQUAL, MEMFD_CREATE[COLUMN])
        # the time of children is lost whose end their parent ignores: that changes nothing, then
        unless_about_it = _instruction(EQUAL, SIGCHLD, 0, 6)
        yield from _rule(SIGACTION, [_load_argument(0), unless_about_it, *_pretend_if_pointer(1)])
    yield from _rule(CLONE, [_load_argument(0), *_refuse_if(ANY_BIT, NAMESPACES)])
    families = [_load_argument(0), *_refuse_if(AT_LEAST, LAST_FAMILY + 1)]
    if not grants.network:
        families += [*_refuse_if(EQUAL, 2), *_refuse_if(EQUAL, 10)]
    yield from _rule(SOCKET, families)
    for numbers, orders in (FCNTL, OWNER_BY_FCNTL), (IOCTL, OWNER_BY_IOCTL):
        refusals = [rule for order in orders for rule in _refuse_if(EQUAL, order)]
        yield from _rule(numbers, [_load_argument(1), *refusals])
    yield from _about_others(grants.protected)
    yield _return(ALLOW)


def _about_others(protected: Sequence[int]) -> Iterator[bytes]:
    """Yield the rules about calls that reach other processes."""
    for name, (x86, arm, place) in OF_ITSELF.items():
        checks = [_load_argument(place), *_refuse_unless(EQUAL, 0)]
        if name in PROCESS_KIND:
            checks += [_load_argument(0), *_refuse_unless(EQUAL, PROCESS_KIND[name])]
        yield from _rule((x86, arm), checks)
    if protected:
        refusals = [rule for number in protected for rule in _refuse_if(EQUAL, number % (1 << 32))]
        for numbers in *SIGNALS.values(), THREAD_SIGNAL:
            yield from _rule(numbers, [_load_argument(0), *refusals])


def _rule(numbers: tuple[int, int], checks: Sequence[bytes]) -> Iterator[bytes]:
    """Yield what allows a call that passes the checks, and goes on after them for other calls."""
    yield _instruction(EQUAL, numbers[COLUMN], 0, len(checks) + 1)
    yield from checks
    yield _return(ALLOW)


def _refuse_if(test: int, value: int, error: int = EPERM) -> list[bytes]:
    """What refuses the call if the loaded number passes a test."""
    return [_instruction(test, value, 0, 1), _return(REFUSE | error)]


def _refuse_unless(test: int, value: int, error: int = EPERM) -> list[bytes]:
    """What refuses the call if the loaded number fails a test."""
    return [_instruction(test, value, 1, 0), _return(REFUSE | error)]


def _pretend_if_pointer(place: int) -> list[bytes]:
    """Six instructions that pretend to have done the call if an argument is no null pointer."""
    start = ARGUMENTS_AT + 8 * place
    halves = _load(start), _load(start + 4)
    return [part for half in halves for part in (half, *_refuse_unless(EQUAL, 0, error=0))]


def _load_argument(place: int) -> bytes:
    """What loads the lower half of an argument."""
    return _load(ARGUMENTS_AT + 8 * place)


def _load(offset: int) -> bytes:
    """What loads a number of the call."""
    return _instruction(LOAD, offset)


def _return(action: int) -> bytes:
    """What ends the filter with an action."""
    return _instruction(RETURN, action)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction, struct sock_filter."""
    return struct.pack("=HBBI", code, if_true, if_false, value)
