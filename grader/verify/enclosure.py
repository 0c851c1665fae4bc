"""Runs a command with a container's processors and memory, if control groups can be made.

The limits are those of a group, and the command runs in a group below it. So the sandboxes' own
groups (cgroups(7), version 1 or 2) lie beside the command's, within the limits.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from grader.sandbox.cgroups import own_groups, remove_folder


PERIOD_US = 100_000
MIB = 1 << 20
ENTER = 'for group in $GROUPS; do echo $$ > "$group/cgroup.procs"; done; exec "$@"'


class Enclosure(ExitStack):
    """Control groups that limit the processors and the memory of commands, from making to removal.

    If none can be made, `bounds` is false and commands run without limits.
    """

    def __init__(self, cpus: float, memory_mib: int) -> None:
        super().__init__()
        self._groups: list[Path] = []
        try:
            for folder in dict.fromkeys(own_groups("cpu", "memory") or own_groups("")):
                self._make(Path(folder, f"verify-{os.getpid()}"), cpus, memory_mib)
        except OSError:
            self.close()
            self._groups.clear()

    @property
    def bounds(self) -> bool:
        """Whether commands are bounded."""
        return bool(self._groups)

    def _make(self, group: Path, cpus: float, memory_mib: int) -> None:
        """Make a group with its limits, and one below it for the command."""
        group.mkdir()
        self._groups.append(group)
        self.callback(remove_folder, str(group))  # with the processes that are still in it
        quota, memory = round(cpus * PERIOD_US), memory_mib * MIB
        limits = {
            "cpu.max": f"{quota} {PERIOD_US}",
            "cpu.cfs_period_us": PERIOD_US,
            "cpu.cfs_quota_us": quota,
            "memory.max": memory,
            "memory.swap.max": 0,
            "memory.limit_in_bytes": memory,
        }
        for name, value in limits.items():
            if (group / name).exists():
                (group / name).write_text(str(value))
        if (group / "cgroup.subtree_control").exists():
            (group / "cgroup.subtree_control").write_text("+cpu +memory +pids")
        (group / "command").mkdir()

    def command(self, command: Sequence[str]) -> list[str]:
        """The command, run in the groups if there are any."""
        if not self.bounds:
            return list(command)
        groups = " ".join(str(group / "command") for group in self._groups)
        return ["env", f"GROUPS={groups}", "sh", "-c", ENTER, "sh", *command]

    def memory_mib(self) -> float | None:
        """The most memory, in MiB, that all processes in the groups had at one time; None if
        unknown.
        """
        for group in self._groups:
            for name in ("memory.peak", "memory.max_usage_in_bytes"):
                with suppress(OSError, ValueError):
                    return int((group / name).read_text()) / MIB
        return None
