"""What the grader tells a launcher, and how the launcher can therefore contain programs."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from grader.sandbox import linux
from grader.sandbox.cgroups import Place
from grader.sandbox.view import View


@dataclass(frozen=True)
class Setup:
    """What all runs of one sandbox share."""

    folder: str  # where scratch folders are made
    # the interpreter and its arguments, before a descriptor with the driver's code and the job
    command: tuple[str, ...]
    driver: bytes
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

    def helpers(self) -> int:
        """How many processes of a run, the first ones, are ours or bubblewrap's."""
        return 2 if self.setup.bubblewrap else int(self.view is not None)

    def contains_files(self) -> bool:
        """Whether programs can write only in the scratch folder."""
        return bool(self.setup.bubblewrap or self.view) or self.setup.uses_landlock()

    def exit_status(self, status: int, own_status: bytes) -> int:
        """The program's exit status, minus the number if a signal ended it.

        `status` is that of the process which the launcher started, `own_status` the program's own
        if it came by the pipe.
        """
        if self.view and own_status:
            status = int(own_status)
        code = os.waitstatus_to_exitcode(status)
        is_blurred = self.setup.bubblewrap and code > 128 and own_status != b"%d" % code
        return 128 - code if is_blurred else code


@dataclass(frozen=True)
class Job:
    """One run: what the files in the scratch folder contain, the driver's job, and the limits."""

    files: dict[str, bytes]
    call: Mapping[str, object]
    limits: dict[str, float]
