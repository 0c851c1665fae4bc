"""Attempts to break out, as small programs.

`doctor` runs them to find what a submission can do on this machine. `grader/docs/sandbox.md` says
of each at which levels it succeeds; tests compare that with what `doctor` finds at every level.
"""

import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from grader.records.checks import Limits
from grader.records.results import Run
from grader.sandbox import tries
from grader.sandbox.place import Place


LIMITS = Limits(cpu_s=0.6, wall_s=2, memory_mib=128, output_kib=16)
BRIEF = replace(LIMITS, cpu_s=0.2)
SOON = replace(LIMITS, wall_s=0.5)
LONGEST = 4  # on a busy machine a run may last so many times the clock's limit


# ---- Whether an attempt succeeded ----


def _said_so(_: Place, runs: Sequence[Run]) -> bool:
    return b"done" in runs[-1].stdout


def _was_not_stopped(_: Place, runs: Sequence[Run]) -> bool:
    """Whether the program survived the limit whose name it printed."""
    return runs[-1].ended != runs[-1].stdout.decode().partition("\n")[0]


def _made_a_difference(place: Place, runs: Sequence[Run]) -> bool:
    """Whether the second program succeeded, or changed something for the third or this process."""
    before, attempt, after = (run.stdout for run in runs)
    return place.is_changed() or b"done" in attempt or before != after


def _took_too_long(_: Place, runs: Sequence[Run]) -> bool:
    return runs[-1].wall_s > LONGEST * SOON.wall_s + 1


def _arrived(place: Place, _: Sequence[Run]) -> bool:
    return bool(select.select([place.datagrams], [], [], 0)[0])


def _goes_on(place: Place, _: Sequence[Run]) -> bool:
    """Whether a process of the sandbox still exists after the runs."""
    return any(f"{place.box.folder}/" in command for command in _commands())


def _commands() -> Iterator[str]:
    if sys.platform != "linux":
        command = ["ps", "-axww", "-o", "args"]
        yield subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield file.read_text(errors="replace")


# ---- The attempts ----


@dataclass(frozen=True)
class Attempt:
    """Something that a submission might do, with a program that tries it."""

    deed: str  # the words after "a submission can"
    program: str
    # whether the deed succeeded, seen from the place and the runs
    succeeded: Callable[[Place, Sequence[Run]], bool] = _said_so
    limits: Limits = LIMITS
    then: tuple[str, ...] = ()  # programs that run after the first one

    def succeeds(self, place: Place) -> bool:
        """Whether a submission can do it, tried by running the programs."""
        programs = (self.program, *self.then)
        return self.succeeded(place, [place.run(program, self.limits) for program in programs])


def _expressions(*texts: str) -> str:
    """A program that tries each of some expressions."""
    return f"import resource, socket\ntry_all(lambda: {', lambda: '.join(texts)})"


def _endless(ended: str, body: str) -> str:
    """A program that never ends; `ended` is the limit that should stop it."""
    return f"print({ended!r}, flush=True)\n{body}"


ATTEMPTS = (
    # What is forbidden.
    Attempt(
        "read the expected transcripts",
        _expressions("os.listdir('@root@/grader/assignments')"),
    ),
    Attempt(
        "read other files of this machine",
        _expressions("open('/etc/passwd')"),
    ),
    Attempt(
        "learn which files exist",
        _expressions("os.stat('@root@/grader')", "os.stat('@folder@/file')"),
    ),
    Attempt(
        "open FIFOs and devices that every user may",
        tries.OPEN_FIFO,
    ),
    Attempt(
        "write outside its folder",
        _expressions("open('@folder@/file', 'w')", "os.truncate('@folder@/file', 0)"),
    ),
    Attempt(
        "write where every user may, as in /tmp",
        _expressions("(open('/tmp/of-the-doctor', 'w').close(), os.remove('/tmp/of-the-doctor'))"),
    ),
    Attempt(
        "leave files to the next run",
        tries.LEAVE_FILES,
        then=(tries.FIND_FILES,),
    ),
    Attempt(
        "change permissions outside its folder",
        _expressions(
            "(os.chmod('@folder@/file', 0o600), os.stat('@folder@/file').st_mode & 0o77 and 1 / 0)"
        ),
    ),
    Attempt(
        "learn which processes exist",
        _expressions("os.stat('/proc/@other@')"),
    ),
    Attempt(
        "see other processes",
        _expressions("open('/proc/@other@/cmdline')"),
    ),
    Attempt(
        "signal other processes",
        _expressions("os.kill(@other@, 0)"),
    ),
    Attempt("read the memory of other processes", tries.READ_OTHERS),
    Attempt("take files that other processes have open", tries.TAKE_FILES),
    Attempt(
        "connect to UNIX sockets, as those of tmux, Docker, D-Bus, X11 and an SSH agent",
        tries.CONNECT,
    ),
    Attempt("make sockets of the kernel or of a host", tries.TALK_TO_THE_KERNEL),
    Attempt("type into a terminal", tries.TYPE),
    Attempt("watch what others do with files", tries.WATCH),
    Attempt("open files by handles", tries.USE_HANDLES),
    Attempt(
        "change limits, priority or processors of others",
        tries.STANDING,
        _made_a_difference,
        then=(tries.BIND_OTHERS, tries.STANDING),
    ),
    Attempt("leave a key to the next run", tries.LEAVE_KEYS, then=(tries.FIND_KEYS,)),
    Attempt(
        "leave shared memory, semaphores or messages to the next run",
        tries.LEAVE_OBJECTS,
        then=(tries.FIND_OBJECTS,),
    ),
    Attempt("make namespaces", tries.MAKE_NAMESPACES),
    Attempt(
        "use io_uring, userfaultfd, bpf, perf, memfd_secret or syslog",
        tries.USE_ODD_CALLS,
    ),
    Attempt(
        "connect by TCP",
        _expressions("socket.create_connection(('127.0.0.1', @port@), 1)"),
    ),
    Attempt(
        "send by UDP",
        _expressions("socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', @port@))"),
        _arrived,
    ),
    Attempt(
        "raise its limits",
        _expressions("resource.setrlimit(resource.RLIMIT_CPU, (99, 99))"),
    ),
    # What is too much.
    Attempt("use more CPU time", _endless("cpu", tries.SPIN), _was_not_stopped, BRIEF),
    Attempt(
        "use more CPU time in several processes",
        _endless("cpu", f"os.fork(); os.fork()\n{tries.SPIN}"),
        _was_not_stopped,
        BRIEF,
    ),
    Attempt(
        "use more CPU time in children that nobody waits for",
        tries.USE_TIME_IN_SHORT_CHILDREN,
        limits=BRIEF,
    ),
    Attempt("sleep for ever", _endless("wall", "time.sleep(99)"), _was_not_stopped, SOON),
    Attempt("stop the clock by competing with itself", tries.COMPETE, _took_too_long, SOON),
    Attempt(
        "print without end",
        _endless("output", "while True: print(99 * 'x')"),
        _was_not_stopped,
    ),
    Attempt("take more memory", "held = bytes(999 << 20)\nprint('done')"),
    Attempt(
        "take more memory in several processes",
        tries.HOLD_IN_CHILDREN.replace("@first@", "pass"),
        _was_not_stopped,
    ),
    Attempt(
        "take more memory in processes that hide it",
        tries.HOLD_IN_CHILDREN.replace("@first@", "import ctypes; ctypes.CDLL(None).prctl(4, 0)"),
        _was_not_stopped,
    ),
    Attempt("take more memory in files without a name", tries.HOLD_IN_FILES),
    Attempt(
        "take more memory in files that are deleted while open",
        tries.HOLD_IN_DELETED_FILES,
    ),
    Attempt("take more memory in buffers of the kernel", tries.HOLD_IN_SOCKETS),
    Attempt("take more memory in shared segments", tries.HOLD_IN_SEGMENTS),
    Attempt("have processes without end", tries.FORKS, _was_not_stopped),
    Attempt("have threads without end", tries.START_THREADS),
    Attempt("have ended processes without end", tries.LEAVE_ZOMBIES),
    Attempt("fill the disk", tries.FILL, _was_not_stopped),
    Attempt(
        "leave a process behind",
        "if os.fork() == 0: os.setsid(), time.sleep(99)",
        _goes_on,
    ),
)
