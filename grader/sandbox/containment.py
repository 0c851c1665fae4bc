"""How the programs of a sandbox are contained on this machine; only POSIX systems can import it."""

import os
from typing import NamedTuple

from grader.sandbox.cgroups import LauncherGroup, RunGroup
from grader.sandbox.child import Bounds
from grader.sandbox.linux import TASKS
from grader.sandbox.scratch import Space
from grader.sandbox.setup import Setup
from grader.sandbox.view import View
from grader.sandbox.warm import Warm


# Room in a run's control group for helpers, page tables and the like: TASKS processes, each as
# small as one can be (0.8 MiB here, more on other kernels), are stopped for their number.
OWN_MIB = 32


class Containment(NamedTuple):
    """The means by which the programs of a sandbox are contained on this machine."""

    setup: Setup
    space: Space  # where scratch folders are made
    view: View | None  # what a run in namespaces sees, if namespaces are permitted
    filter: bytes  # the filter of system calls; empty if there is none
    warm: Warm
    groups: LauncherGroup | None = None  # the control group of the launcher, if it can have one

    def bounds(self) -> Bounds:
        """The bounds of each run."""
        setup, view = self.setup, self.view
        return Bounds(
            setup.user,
            setup.readable,
            setup.uses_landlock(),
            bool(setup.bubblewrap),
            view and (view.root, view.mounted),
            self.filter,
        )

    def new_group(self, memory_mib: float) -> RunGroup | None:
        """A control group for a run with this limit on memory, None if groups can't be made."""
        if not self.groups:
            return None
        return self.groups.new_run(memory_mib + OWN_MIB, TASKS + self.helpers() + 1)

    def helpers(self) -> int:
        """The number of a run's first processes that are ours or bubblewrap's."""
        if self.setup.bubblewrap:
            return 2
        return int(self.view is not None)

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
            if digits.isdigit() and len(digits) < 4:
                return int(own_status)
        elif self.setup.bubblewrap and code > 128 and own_status != b"%d" % code:
            return 128 - code
        return code
