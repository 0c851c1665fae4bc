"""The launcher's side of a warm interpreter: starts it once, and has it fork for each run."""

import functools
import marshal
import os
import re
import resource
import signal
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress

from grader.sandbox import child, linux
from grader.sandbox.setup import ENVIRONMENT, Job, NotBegun, Setup, framed, marshalled


PROGRAMS = 8  # at most so many programs have their code kept
PATIENCE_S = 60  # seconds for an interpreter to get ready, and to fork
# A warm interpreter has loaded collections.abc, importlib.machinery and, since Python 3.15,
# importlib.util. In a fresh one, a program that only imports collections or importlib gets an
# AttributeError if it uses these; warm it must get the same error.
IMPORTS = re.compile(
    rb"from[ \t]+(collections\.abc|abc|importlib\.(machinery|util))[ \t]+import\b"
    rb"|import[ \t]+(collections\.abc|importlib\.(machinery|util))\b"
)
ATTRIBUTES = re.compile(rb"\b(abc|machinery)\b|\.[ \t]*util\b")


class Warm:
    """An interpreter that waits to be forked; `begin` gets it ready.

    `process` is its process number; 0 once it has ended, or if there is none.
    """

    def __init__(self, setup: Setup) -> None:
        self._own: "frozenset[str] | None" = None
        self.resident_mib = 0.0  # MiB that it has resident beyond a cold interpreter
        # {what a job imports: its code}, from runs of the last programs
        self._code_of: dict[tuple[str, bytes], bytes] = {}
        self.process = 0
        if setup.warm:
            self._start(setup)

    def _start(self, setup: Setup) -> None:
        """Start it, and end it again if the system does not list the children of this process."""
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # A pipe, as programs inherit an object that was made for one; nothing is written to it.
        self._silent, silent = os.pipe()
        end, self._codes = os.pipe()
        self.process = os.fork() or _become(setup, [silent, silent, theirs.fileno(), end])
        for pipe in silent, end:
            os.close(pipe)
        theirs.close()
        self._control.settimeout(PATIENCE_S)
        if not self.is_only_child():
            self.end()

    def begin(self, codes: bytes, bounds: child.Bounds) -> None:
        """Send it the code to load, and the bounds of its forks."""
        with suppress(BrokenPipeError), open(self._codes, "wb") as pipe:
            pipe.write(codes + framed(marshalled(tuple(bounds))))

    def fork(self, files: Mapping[str, bytes], pipes: Sequence[int]) -> int:
        """Fork a process with these pipes, a child of this one; return its number.

        It is 0 if the files need a cold interpreter, or the warm one has ended. NotBegun is raised
        if it ended just now; a fork with these pipes may remain.
        """
        if not self.process:
            return 0
        try:
            if not self._permits(files):
                return 0
            socket.send_fds(self._control, [b"."], pipes)
            return int(self._control.recv(20))
        except (OSError, ValueError, EOFError, TypeError) as error:
            self.end()
            raise NotBegun(f"sandbox: expected a warm interpreter to fork, got {error!r}") from None

    def _permits(self, files: Mapping[str, bytes]) -> bool:
        """Whether a program with these files runs the same in a warm interpreter as in a cold one.

        For example, no file may have the name of a loaded module, since the file should win.
        """
        if self._own is None:
            own, self.resident_mib = marshal.loads(self._control.recv(1 << 16))
            self._own = frozenset(own)
        parts = {part.partition(".")[0] for name in files for part in name.split("/")}
        return parts.isdisjoint(self._own) and not any(map(_uses_attributes, files.values()))

    def code_for(self, job: Job) -> bytes | None:
        """The code for a job, b"" if a run has yet to compile it, None if the job can't use any."""
        source = job.source()
        return source and self._code_of.get(source, b"")

    def keep(self, job: Job, code: bytes) -> None:
        """Keep code that a job's run has handed over, in the place of the oldest."""
        source = job.source()
        if source and code and source not in self._code_of:
            if len(self._code_of) == PROGRAMS:
                del self._code_of[next(iter(self._code_of))]
            self._code_of[source] = code

    def is_only_child(self) -> bool:
        """Whether it still runs and is the only child of this process, which has one thread; False
        if the system does not list children.
        """
        children = ""
        with suppress(OSError):
            children = linux.content(f"/proc/self/task/{os.getpid()}/children")
        return children.split() == [str(self.process)]

    def end(self) -> None:
        """End it, and wait until it has ended."""
        process, self.process = self.process, 0
        if process:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
            self._control.close()
            os.close(self._silent)


@functools.lru_cache(8)  # for the files of the latest programs
def _uses_attributes(text: bytes) -> bool:
    """Whether a program may use a submodule as an attribute of a package.

    >>> _uses_attributes(b"from collections.abc import Set"), _uses_attributes(b"collections.abc")
    (False, True)
    """
    return bool(ATTRIBUTES.search(IMPORTS.sub(b"", text)))


def _become(setup: Setup, pipes: Sequence[int]) -> int:
    """Become an interpreter that executes the code it receives, as for a cold program."""
    with suppress(BaseException):
        child.connect(pipes)
        os.chdir("/")  # nothing is imported from there
        stack = linux.STACK_MIB << 20
        _, most = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (stack, most))
        os.execve(setup.command[0], setup.command, {**ENVIRONMENT, "HOME": child.HOME})
    os._exit(1)
