"""Finds how many programs can run at a time: the number of processors for this process."""

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


GROUPS, OWN = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")


def available() -> int:
    """The number of processors that this task may use, which may be fewer than the machine has; at
    least 1.

    It is the least of: the processors that Slurm gave the task (sbatch(1)), those that the process
    may run on, and the quotas of its control group and of all groups above it (cgroups(7)).
    """
    counts = [_affinity(), *_quotas()]
    slurm = os.environ.get("SLURM_CPUS_PER_TASK", "")
    if slurm.isdecimal():
        counts.append(int(slurm))
    return max(1, math.ceil(min(counts)))


def _affinity() -> int:
    """The number of processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas() -> Iterator[float]:
    """Yield the quota of each control group of this process that has one, in processors."""
    lines = []
    with suppress(OSError):
        lines = OWN.read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        place = Path(path.lstrip("/"))
        for folder in (place, *place.parents):
            yield from _quota(GROUPS / controllers / folder)


def _quota(group: Path) -> Iterator[float]:
    """Yield the quota of one control group in processors, from the files of version 2 or 1, if it
    has one.
    """
    for names in ["cpu.max"], ["cpu.cfs_quota_us", "cpu.cfs_period_us"]:
        with suppress(OSError, ValueError, ZeroDivisionError):
            text = ""
            for name in names:
                text += (group / name).read_text(encoding="ascii")
            quota, period = map(int, text.split())
            if quota > 0:
                yield quota / period
