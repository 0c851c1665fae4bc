"""How many programs can run at a time: the processors that this process was given."""

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


GROUPS = Path("/sys/fs/cgroup")


def available(groups: Path = GROUPS, own: Path = Path("/proc/self/cgroup")) -> int:
    """The processors of this task, not of the machine; at least 1.

    The least of: what Slurm gave the task (sbatch(1)), the processors that the process may run on,
    and the quotas of its control group and those above it (cgroups(7)).
    """
    counts = [_affinity(), *_quotas(groups, own)]
    slurm = os.environ.get("SLURM_CPUS_PER_TASK", "")
    if slurm.isdecimal():
        counts.append(int(slurm))
    return max(1, math.ceil(min(counts)))


def _affinity() -> int:
    """How many processors this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(groups: Path, own: Path) -> Iterator[float]:
    """Yield the share of processors that each control group of this process may use, if bounded."""
    lines: list[str] = []
    with suppress(OSError):
        lines = own.read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        root = groups / controllers if controllers else groups
        place = Path(path.lstrip("/"))
        for folder in (place, *place.parents):
            yield from _quota(root / folder)


def _quota(group: Path) -> Iterator[float]:
    """Yield the processors that one group may use, by version 2 or 1 of its files, if bounded."""
    with suppress(OSError, ValueError, ZeroDivisionError):
        quota, period = (group / "cpu.max").read_text(encoding="ascii").split()
        yield int(quota) / int(period)
    with suppress(OSError, ValueError, ZeroDivisionError):
        quota, period = (
            (group / f"cpu.cfs_{name}_us").read_text(encoding="ascii")
            for name in ("quota", "period")
        )
        if int(quota) > 0:
            yield int(quota) / int(period)
