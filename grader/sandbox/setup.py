"""The messages from the grader to a launcher, and the resulting way to contain programs."""

import marshal
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.sandbox import linux
from grader.sandbox.cgroups import Place
from grader.sandbox.view import View


if TYPE_CHECKING:
    from grader.sandbox.child import Bounds
    from grader.sandbox.warm import Warm


class NotBegun(RuntimeError):
    """Raised if no program began in a process, which is the grader's fault."""


@dataclass(frozen=True)
class Setup:
    """The settings that all runs of one sandbox share."""

    folder: str  # where scratch folders are made
    command: tuple[str, ...]  # the interpreter and its arguments, which execute the driver's code
    driver: bytes  # that code, marshalled
    warm: bytes  # the parts that make an interpreter a warm one; empty: programs go cold
    environment: dict[str, str]
    readable: tuple[str, ...]  # the paths that a program needs to read
    devices: tuple[str, ...]  # and those that it may write as well
    user: int  # the number of the user that programs run as; 0: whoever the grader is
    kernel: bool  # whether to use what the kernel offers: Landlock, namespaces
    bubblewrap: tuple[str, ...]  # its command up to what depends on the run, or ()
    groups: Place | None  # where control groups can be made

    def uses_landlock(self) -> bool:
        """Whether Landlock keeps programs from files."""
        return self.kernel and linux.landlock_version() > 0


@dataclass(frozen=True)
class Way:
    """How programs of a sandbox are contained on this machine."""

    setup: Setup
    view: View | None  # for runs in namespaces of their own, where those are permitted
    filter: bytes  # of system calls; empty where there is none
    warm: "Warm | None" = None

    def bounds(self) -> "Bounds":
        """The bounds of each run."""
        from grader.sandbox.child import Bounds  # which no system but POSIX can import

        setup, view = self.setup, self.view
        terms = {
            "user": setup.user,
            "readable": setup.readable,
            "devices": setup.devices,
            "has_landlock": setup.uses_landlock(),
            "is_wrapped": bool(setup.bubblewrap),
            "view": view and (view.root, view.mounted),
            "filter": self.filter,
        }
        return Bounds(terms)

    def helpers(self) -> int:
        """The number of a run's first processes that are ours or bubblewrap's."""
        return 2 if self.setup.bubblewrap else int(self.view is not None)

    def contains_files(self) -> bool:
        """Whether programs can write only in the scratch folder."""
        return bool(self.setup.bubblewrap or self.view) or self.setup.uses_landlock()

    def exit_status(self, status: int, own_status: bytes) -> int:
        """The program's exit status, minus the number if a signal ended it.

        `status` is the status of the process that the launcher started. `own_status` came through
        the pipe: the program's own status, and at `bubblewrap` anything else it wrote there.
        """
        code = os.waitstatus_to_exitcode(status)
        if self.view:
            digits = own_status.removeprefix(b"-")
            return int(own_status) if digits.isdigit() and len(digits) < 4 else code
        is_blurred = self.setup.bubblewrap and code > 128 and own_status != b"%d" % code
        return 128 - code if is_blurred else code


@dataclass(frozen=True)
class Job:
    """One run: the files for the scratch folder, the driver's job, and the limits.

    `first` is what the driver needs for the import. `then` has the function, the arguments of its
    calls, the text that prints their values, or "", and the text on stdin.
    """

    files: dict[str, bytes]
    first: dict[str, object]
    then: tuple[str, list[Any], str, bytes]
    limits: dict[str, float]

    def changes_modules(self) -> bool:
        """Whether the assignment's driver may change modules before the program imports them.

        In a warm interpreter, another module may already have taken the original from them.
        """
        return "IMPORTS_ITSELF" in str(self.first.get("source", ""))

    def parts(self, **more: object) -> tuple[bytes, bytes]:
        """The two parts of the driver's job as bytes; `more` is added to the first."""
        return framed(marshalled({**self.first, **more})), framed(marshalled(self.then))


def marshalled(value: Any) -> bytes:
    """A value in the marshal format that every Python reads."""
    return marshal.dumps(value, 2)


def framed(part: bytes) -> bytes:
    """A part of a job, preceded by its size.

    >>> framed(b"ab")
    b'\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00ab'
    """
    return len(part).to_bytes(8, "little") + part
