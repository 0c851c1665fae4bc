"""What the grader tells a launcher, and how the launcher can therefore contain programs."""

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
    """No program began in a process: a fault of ours."""


@dataclass(frozen=True)
class Setup:
    """What all runs of one sandbox share."""

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
        """Whether the kernel keeps programs from files."""
        return self.kernel and linux.landlock_version() > 0


@dataclass(frozen=True)
class Way:
    """How this machine lets the programs of a sandbox be contained."""

    setup: Setup
    view: View | None  # for runs in namespaces of their own, where those are permitted
    filter: bytes  # of system calls; empty where there is none
    warm: "Warm | None" = None

    def bounds(self) -> "Bounds":
        """What binds each run."""
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
        """How many processes of a run, the first ones, are ours or bubblewrap's."""
        return 2 if self.setup.bubblewrap else int(self.view is not None)

    def contains_files(self) -> bool:
        """Whether programs can write only in the scratch folder."""
        return bool(self.setup.bubblewrap or self.view) or self.setup.uses_landlock()

    def exit_status(self, status: int, own_status: bytes) -> int:
        """The program's exit status, minus the number if a signal ended it.

        `status` is that of the process which the launcher started, `own_status` what came by the
        pipe: the program's own status, and at `bubblewrap` whatever else it wrote there.
        """
        code = os.waitstatus_to_exitcode(status)
        if self.view:
            digits = own_status.removeprefix(b"-")
            return int(own_status) if digits.isdigit() and len(digits) < 4 else code
        is_blurred = self.setup.bubblewrap and code > 128 and own_status != b"%d" % code
        return 128 - code if is_blurred else code


@dataclass(frozen=True)
class Job:
    """One run: what the files in the scratch folder contain, the driver's job, and the limits.

    `first` is what the driver needs to import, `then` the function, the arguments of its
    calls, and the text of the module that words what they return, if somebody asks.
    """

    files: dict[str, bytes]
    first: dict[str, object]
    then: tuple[str, list[Any], str]
    limits: dict[str, float]

    def changes_modules(self) -> bool:
        """Whether the assignment's driver may change modules that the program then imports.

        A module that is loaded already may have taken from another what is changed there.
        """
        return "IMPORTS_ITSELF" in str(self.first.get("source", ""))

    def parts(self, **more: object) -> tuple[bytes, bytes]:
        """The two parts of the driver's job as it reads them, `more` of them in the first."""
        return framed(marshalled({**self.first, **more})), framed(marshalled(self.then))


def marshalled(value: Any) -> bytes:
    """A value as every Python reads it."""
    return marshal.dumps(value, 2)


def framed(part: bytes) -> bytes:
    """A part of a job, its size before it.

    >>> framed(b"ab")
    b'\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00ab'
    """
    return len(part).to_bytes(8, "little") + part
