"""What a submission might try, as small programs, and what README promises of each.

`doctor` runs them to find what a submission can do on this machine. README's table has a row for
each, made by `table`; tests compare it with what `doctor` finds at every level.
"""

import os
import resource
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from grader.assignment.folders import ROOT
from grader.records import Check, Limits, Run
from grader.sandbox.sandbox import Sandbox


LIMITS = Limits(cpu_s=0.6, wall_s=2, memory_mib=128, output_kib=16)
BRIEF = replace(LIMITS, cpu_s=0.2)
SOON = replace(LIMITS, wall_s=0.5)
LONGEST = 4  # how many times the clock's limit a run may take on a busy machine
COLUMNS = (  # of README's table: a level, and whether root grades
    ("bubblewrap", True),
    ("bubblewrap", False),
    ("user", True),
    ("landlock", True),
    ("landlock", False),
    ("basic", True),
    ("basic", False),
)
NOTES = {  # on what a promise depends
    "¹": "With Landlock; without it, it can do what every user can.",
    "²": "With namespaces; without them it can do so with files of whoever it runs as.",
    "³": "With namespaces, or from Linux 6.12 on; without them only the grader is safe from it.",
    "⁴": "It is another user there, unless its Python is in a folder closed to others, as `/root` "
    "is: then it can do what root can.",
    "⁵": "Where control groups count it: `doctor` says whether they do.",
}


class Place:
    """What a submission might reach: a file, a port, this process and another; its sandbox."""

    def __init__(self, box: Sandbox) -> None:
        self.box = box
        self._stack = ExitStack()
        self._own = resource.getrlimit(resource.RLIMIT_CORE)

    def __enter__(self) -> "Place":
        file = self._stack.enter_context(tempfile.NamedTemporaryFile())
        os.chmod(file.name, 0o644)
        tcp = self._stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.datagrams = self._stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        self.datagrams.bind(tcp.getsockname())
        port = tcp.getsockname()[1]
        waits = [sys.executable, "-c", "input()"]
        other = self._stack.enter_context(subprocess.Popen(waits, stdin=subprocess.PIPE))
        self._stack.callback(other.kill)
        processes = {"pid": os.getpid(), "other": other.pid}
        self.facts = {"root": str(ROOT), "file": file.name, "port": port, **processes}
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, program: str, limits: Limits) -> Run:
        """The Run of a small program, after the facts are filled in."""
        for name, value in self.facts.items():
            program = program.replace(f"@{name}@", str(value))
        check = Check("probe", "probe", limits)
        return self.box.run(check, {"probe.py": f"{PRELUDE}\n{program}\n".encode()})

    def is_changed(self) -> bool:
        """Whether a limit of this process was changed; it is restored."""
        soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (min(self._own[0], hard), hard))
        return (soft, hard) != self._own


@dataclass(frozen=True)
class Attempt:
    """Something that a submission might do, and programs that try it, run one after another."""

    deed: str  # the words after "a submission can"
    programs: tuple[str, ...]
    promises: str  # a word for each column of README's table
    succeeded: Callable[[Place, Sequence[Run]], bool]  # told by the place and the runs
    limits: Limits = LIMITS

    def succeeds(self, place: Place) -> bool:
        """Whether a submission can do it."""
        return self.succeeded(place, [place.run(program, self.limits) for program in self.programs])


# ---- How it is told that an attempt succeeded ----


def _said_so(_: Place, runs: Sequence[Run]) -> bool:
    """Whether the last program says so."""
    return b"done" in runs[-1].stdout


def _was_not_stopped(_: Place, runs: Sequence[Run]) -> bool:
    """Whether the program was not stopped by the limit of which it prints the name."""
    return runs[-1].ended != runs[-1].stdout.decode().partition("\n")[0]


def _made_a_difference(place: Place, runs: Sequence[Run]) -> bool:
    """Whether the second program says so, or the last or this process are not as before."""
    before, attempt, after = (run.stdout for run in runs)
    return place.is_changed() or b"done" in attempt or before != after


def _took_too_long(_: Place, runs: Sequence[Run]) -> bool:
    """Whether the clock was extended by more than waiting may extend it."""
    return runs[-1].wall_s > LONGEST * SOON.wall_s + 1


def _arrived(place: Place, _: Sequence[Run]) -> bool:
    """Whether a datagram came."""
    return bool(select.select([place.datagrams], [], [], 0)[0])


def _goes_on(place: Place, _: Sequence[Run]) -> bool:
    """Whether a process of the sandbox goes on when no run does."""
    return any(f"{place.box.folder}/" in command for command in _commands())


def _commands() -> Iterator[str]:
    """Yield the command line of every process."""
    if sys.platform != "linux":
        command = ["ps", "-axww", "-o", "args"]
        yield subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield file.read_text(errors="replace")


# ---- The programs ----

PRELUDE = """
import os, time
def try_all(*attempts):
    for attempt in attempts:
        try:
            if attempt() != -1: print("done")
        except (OSError, AttributeError): pass
"""
LIBRARY = """
import ctypes
library = ctypes.CDLL(None)
call, column = library.syscall, os.uname().machine != "x86_64"  # numbers are for that, and arm64
"""
KEYRINGS, NAME = "(-3, -4, -5)", 'b"left-by-the-doctor"'
LEAVE_KEYS = f"""{LIBRARY}
for keyring in {KEYRINGS}: call((248, 217)[column], b"user", {NAME}, b"x", 1, keyring)
"""
FIND_KEYS = f"""{LIBRARY}
for keyring in {KEYRINGS}:
    key = call((250, 219)[column], 10, keyring, b"user", {NAME}, 0)
    if key > 0: print("done", call((250, 219)[column], 9, key, keyring))
"""
LEAVE_OBJECTS = f"""{LIBRARY}
library.shmget(0xD0C, 4096, 0o1600), library.semget(0xD0C, 1, 0o1600)
library.msgget(0xD0C, 0o1600)
call((240, 180)[column], {NAME}, os.O_CREAT | os.O_RDWR, 0o600, None)
"""
FIND_OBJECTS = f"""{LIBRARY}
memory, semaphores = library.shmget(0xD0C, 0, 0), library.semget(0xD0C, 0, 0)
messages, queue = library.msgget(0xD0C, 0), call((240, 180)[column], {NAME}, 0, 0, None)
if max(memory, semaphores, messages, queue) >= 0: print("done")
library.shmctl(memory, 0, None), library.semctl(semaphores, 0, 0)
library.msgctl(messages, 0, None), call((241, 181)[column], {NAME})
"""
PLACES = '("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "..")'
LEAVE_FILES = f"""
for folder in {PLACES}: try_all(lambda: os.mkdir(folder + "/left-by-the-doctor"))
"""
FIND_FILES = f"""
for folder in {PLACES}: try_all(lambda: os.rmdir(folder + "/left-by-the-doctor"))
"""
STANDING = """
import resource
print(os.nice(0), resource.getrlimit(resource.RLIMIT_NOFILE))
try_all(lambda: print(resource.getrlimit(resource.RLIMIT_SIGPENDING), os.sched_getaffinity(0)))
"""
BIND_OTHERS = """
import resource
def lower(number, kind):
    soft, hard = resource.prlimit(number, kind)
    resource.prlimit(number, kind, (max(0, soft - 1), hard))
parent = os.getppid()
try_all(
    lambda: lower(@pid@, resource.RLIMIT_CORE),
    lambda: lower(@other@, resource.RLIMIT_CORE),
    lambda: lower(parent, resource.RLIMIT_SIGPENDING) if parent else -1,
    lambda: os.setpriority(os.PRIO_PROCESS, parent, 5) if parent else -1,
    lambda: os.sched_setaffinity(parent, os.sched_getaffinity(0)) if parent else -1,
)
"""
READ_OTHERS = f"""{LIBRARY}
here = ctypes.create_string_buffer(8)
local = (ctypes.c_void_p * 2)(ctypes.addressof(here), 8)
there = (ctypes.c_void_p * 2)(id(None), 8)
try_all(
    lambda: library.process_vm_readv(@other@, local, 1, there, 1, 0),
    lambda: library.ptrace(0x4206, @other@, None, None),
)
"""
MAKE_NAMESPACES = f"""{LIBRARY}
for flags in 1 << 28, 1 << 28 | 1 << 17, 1 << 28 | 1 << 30:
    child = os.fork()
    if child == 0:
        try_all(lambda: library.unshare(flags))
        os._exit(0)
    os.waitpid(child, 0)
"""
USE_ODD_CALLS = f"""{LIBRARY}
event = bytes([1, 0, 0, 0, 112]) + bytes(35) + bytes([32]) + bytes(71)
array = bytes([2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1]) + bytes(59)
try_all(
    lambda: call(425, 4, bytes(120)),
    lambda: call((323, 282)[column], 1),
    lambda: call((298, 241)[column], event, 0, -1, -1, 0),
    lambda: call((321, 280)[column], 0, array, len(array)),
)
"""
HOLD_IN_CHILDREN = """print("memory", flush=True)
for _ in range(4):
    if os.fork() == 0:
        @first@
        held = bytearray(b"x") * (49 << 20)
        time.sleep(9)
time.sleep(9)
"""
HOLD_IN_FILES = """
for number in range(5):
    file = os.memfd_create("held")
    for _ in range(60): os.write(file, bytes(1 << 20))
time.sleep(0.3)
print("done")
"""
HOLD_IN_SEGMENTS = f"""{LIBRARY}
library.shmat.restype, size = ctypes.c_void_p, 60 << 20
segments = [library.shmget(0, size, 0o1600) for _ in range(5)]
for segment in segments:
    address = library.shmat(segment, None, 0)
    if address in (None, ctypes.c_void_p(-1).value): raise SystemExit
    ctypes.memset(address, 1, size)
    library.shmdt(ctypes.c_void_p(address))
time.sleep(0.3)
print("done")
for segment in segments: library.shmctl(segment, 0, None)
"""
HOLD_IN_SOCKETS = """
import socket
def fill():
    held, pairs = 0, [socket.socketpair() for _ in range(110)]
    for end in sum(pairs, ()):
        end.setblocking(False)
        try:
            while True: held += end.send(bytes(1 << 16))
        except BlockingIOError: pass
    os.write(writer, b"%9d" % held)
    time.sleep(9)
reader, writer = os.pipe()
for _ in range(6):
    if os.fork() == 0: fill()
held = sum(int(os.read(reader, 9)) for _ in range(6))
time.sleep(0.3)
if held > 250 << 20: print("done")
"""
USE_TIME_IN_SHORT_CHILDREN = """
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(35):
    for _ in range(2):
        if os.fork() == 0:
            while time.process_time() < 0.02: pass
            os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
print("done")
"""
SPIN = "while True: pass"
COMPETE = """
for _ in range(45):
    if os.fork() == 0:
        while time.process_time() < 0.01: pass
        time.sleep(99)
time.sleep(99)
"""
START_THREADS = """
import threading
threading.stack_size(32 << 10)
try:
    for _ in range(400): threading.Thread(target=time.sleep, args=[9], daemon=True).start()
except (RuntimeError, MemoryError): pass
time.sleep(0.3)
if threading.active_count() > 250: print("done", flush=True)
os._exit(0)
"""
LEAVE_ZOMBIES = """
count = 0
try:
    for count in range(400): os.fork() or os._exit(0)
except OSError: pass
time.sleep(0.3)
if count > 250: print("done")
"""
FORKS = """print("processes", flush=True)
for _ in range(99): os.fork() or time.sleep(9)
time.sleep(9)
"""
FILL = """print("disk", flush=True)
for name in range(9): open(str(name), "wb").write(bytes(60 << 20))
time.sleep(9)
"""

# ---- The attempts ----

COUNTED = "no⁵ no⁵ no⁵ no⁵ no⁵ no⁵ no⁵"
NOWHERE = "no no no no no no no"
BUT_AT_BASIC = "no no no no no yes yes"
BUT_AT_BASIC_AS_ONESELF = "no no no no no no⁴ yes"


def _expression(text: str) -> tuple[str]:
    """A program that tries an expression."""
    return (f"import resource, socket\ntry_all(lambda: {text})",)


def _endless(ended: str, body: str) -> tuple[str]:
    """A program that goes on until a limit stops it."""
    return (f"print({ended!r}, flush=True)\n{body}",)


FORBIDDEN = (
    Attempt(
        "read the expected transcripts",
        _expression("os.listdir('@root@/grader/assignments')"),
        BUT_AT_BASIC,
        _said_so,
    ),
    Attempt(
        "read other files of this machine",
        _expression("open('/etc/passwd')"),
        "no no no¹ no no yes yes",
        _said_so,
    ),
    Attempt(
        "write outside its folder",
        _expression("open('@file@', 'w')"),
        BUT_AT_BASIC_AS_ONESELF,
        _said_so,
    ),
    Attempt(
        "write where every user may, as in /tmp",
        _expression("(open('/tmp/of-the-doctor', 'w').close(), os.remove('/tmp/of-the-doctor'))"),
        "no no no¹ no no yes yes",
        _said_so,
    ),
    Attempt(
        "leave files to the next run",
        (LEAVE_FILES, FIND_FILES),
        "no no no no no no⁴ yes",
        _said_so,
    ),
    Attempt(
        "change permissions outside its folder",
        _expression("os.chmod('@file@', 0o600)"),
        "no no no no² no² no⁴ yes",
        _said_so,
    ),
    Attempt(
        "see other processes",
        _expression("open('/proc/@other@/cmdline')"),
        "no no no¹ no no yes yes",
        _said_so,
    ),
    Attempt(
        "signal other processes",
        _expression("os.kill(@other@, 0)"),
        "no no no no³ no³ no⁴ yes",
        _said_so,
    ),
    Attempt("read the memory of other processes", (READ_OTHERS,), NOWHERE, _said_so),
    Attempt(
        "change limits, priority or processors of others",
        (STANDING, BIND_OTHERS, STANDING),
        NOWHERE,
        _made_a_difference,
    ),
    Attempt("leave a key to the next run", (LEAVE_KEYS, FIND_KEYS), NOWHERE, _said_so),
    Attempt(
        "leave shared memory, semaphores or messages to the next run",
        (LEAVE_OBJECTS, FIND_OBJECTS),
        NOWHERE,
        _said_so,
    ),
    Attempt("make namespaces", (MAKE_NAMESPACES,), NOWHERE, _said_so),
    Attempt("use io_uring, userfaultfd, bpf or perf", (USE_ODD_CALLS,), NOWHERE, _said_so),
    Attempt(
        "connect by TCP",
        _expression("socket.create_connection(('127.0.0.1', @port@), 1)"),
        "no no no no no yes yes",
        _said_so,
    ),
    Attempt(
        "send by UDP",
        _expression("socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', @port@))"),
        "no no no no no yes yes",
        _arrived,
    ),
    Attempt(
        "raise its limits",
        _expression("resource.setrlimit(resource.RLIMIT_CPU, (99, 99))"),
        NOWHERE,
        _said_so,
    ),
)
EXCESSIVE = (
    Attempt("use more CPU time", _endless("cpu", SPIN), NOWHERE, _was_not_stopped, BRIEF),
    Attempt(
        "use more CPU time in several processes",
        _endless("cpu", f"os.fork(); os.fork()\n{SPIN}"),
        NOWHERE,
        _was_not_stopped,
        BRIEF,
    ),
    Attempt(
        "use more CPU time in children that nobody waits for",
        (USE_TIME_IN_SHORT_CHILDREN,),
        NOWHERE,
        _said_so,
        BRIEF,
    ),
    Attempt("sleep for ever", _endless("wall", "time.sleep(99)"), NOWHERE, _was_not_stopped, SOON),
    Attempt("stop the clock by competing with itself", (COMPETE,), NOWHERE, _took_too_long, SOON),
    Attempt(
        "print without end",
        _endless("output", "while True: print(99 * 'x')"),
        NOWHERE,
        _was_not_stopped,
    ),
    Attempt("take more memory", ("held = bytes(999 << 20)\nprint('done')",), NOWHERE, _said_so),
    Attempt(
        "take more memory in several processes",
        (HOLD_IN_CHILDREN.replace("@first@", "pass"),),
        NOWHERE,
        _was_not_stopped,
    ),
    Attempt(
        "take more memory in processes that hide it",
        (HOLD_IN_CHILDREN.replace("@first@", "import ctypes; ctypes.CDLL(None).prctl(4, 0)"),),
        NOWHERE,
        _was_not_stopped,
    ),
    Attempt("take more memory in files without a name", (HOLD_IN_FILES,), NOWHERE, _said_so),
    Attempt("take more memory in buffers of the kernel", (HOLD_IN_SOCKETS,), COUNTED, _said_so),
    Attempt("take more memory in shared segments", (HOLD_IN_SEGMENTS,), NOWHERE, _said_so),
    Attempt("have processes without end", (FORKS,), NOWHERE, _was_not_stopped),
    Attempt("have threads without end", (START_THREADS,), NOWHERE, _said_so),
    Attempt("have ended processes without end", (LEAVE_ZOMBIES,), NOWHERE, _said_so),
    Attempt("fill the disk", (FILL,), NOWHERE, _was_not_stopped),
    Attempt(
        "leave a process behind",
        ("if os.fork() == 0: os.setsid(), time.sleep(99)",),
        NOWHERE,
        _goes_on,
    ),
)
ATTEMPTS = FORBIDDEN + EXCESSIVE


# ---- README's table ----


def table() -> str:
    """What a submission can do at some level and not at others, as Markdown."""
    who = [f"`{level}`, {'root' if is_root else 'user'}" for level, is_root in COLUMNS]
    rows = [["a submission can", *who], ["---"] * (len(COLUMNS) + 1)]
    rows += [
        [attempt.deed, *attempt.promises.split()]
        for attempt in ATTEMPTS
        if attempt.promises != NOWHERE
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def impossible() -> str:
    """What a submission can do at no level, as a list in Markdown."""
    deeds = [attempt.deed for attempt in ATTEMPTS if attempt.promises == NOWHERE]
    return "".join(f"- {deed}\n" for deed in deeds)
