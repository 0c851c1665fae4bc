"""Runs a check in several processes, one after another, and tells what each took.

The figures are the launcher's, so that no program can reach them: it can only print such lines
itself, and then there are too many of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.assignment.hooks import Arguments, Hooks
from grader.records import Check, Run


if TYPE_CHECKING:
    from grader.sandbox.sandbox import Sandbox

START_S = 0.25  # what a process needs at least to begin
TOOK = "\x1etook "  # begins the line after the output of a process


def run(
    box: Sandbox,
    check: Check,
    processes: Sequence[Arguments],
    files: Mapping[str, bytes],
    aliases: Sequence[tuple[str, str]] = (),
) -> Run:
    """The Run of a check in several processes, up to the first that fails.

    The limits hold for all together, but for that of memory, which each may use.
    """
    runs: list[Run] = []
    left = check.limits
    for arguments in processes:
        single = replace(check, arguments=arguments, limits=left, hooks=Hooks())
        last = box.run(single, files, aliases)
        runs.append(last)
        cpu_s, wall_s = left.cpu_s - last.cpu_s, left.wall_s - last.wall_s
        if last.exit_status or last.ended != "exit":
            break
        if min(cpu_s, wall_s) < START_S:
            runs[-1] = replace(last, ended="cpu" if cpu_s < wall_s else "wall")
            break
        left = replace(left, cpu_s=cpu_s, wall_s=wall_s)
    output = b"".join(run.stdout + _took(run) for run in runs)
    return replace(
        runs[-1],
        cpu_s=sum(run.cpu_s for run in runs),
        wall_s=sum(run.wall_s for run in runs),
        memory_mib=max(run.memory_mib for run in runs),
        stdout=output,
        calls=(output,),
        at_exit=b"",
    )


def _took(run: Run) -> bytes:
    """The line on what a process took, on a line of its own whatever it printed before."""
    end = "\n" if run.stdout[-1:] not in (b"", b"\n") else ""
    return f"{end}{TOOK}{run.cpu_s:.4f} s, {run.memory_mib:.1f} MiB\n".encode()
