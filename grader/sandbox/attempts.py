"""Attempts to break out, by the small programs of `tries`.

`doctor` runs them to find what a submission can do on this machine. `grader/docs/sandbox.md` says
of each at which levels it succeeds; tests compare that with what `doctor` finds at every level.
"""

import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from grader.records.checks import Limits
from grader.records.results import Run
from grader.sandbox.surroundings import Surroundings
from grader.sandbox.tries import TRIES


LIMITS = Limits(cpu_s=0.6, wall_s=2, memory_mib=128, output_kib=16)
BRIEF = replace(LIMITS, cpu_s=0.2)
SOON = replace(LIMITS, wall_s=0.5)
LIMITS_FOR = {"cpu": BRIEF, "wall": SOON}  # for programs that a limit should stop
LONGEST = 4  # on a busy machine a run may last so many times the clock's limit


# ---- Whether an attempt succeeded ----


def _said_so(_: Surroundings, runs: Sequence[Run]) -> bool:
    return b"done" in runs[-1].stdout


def _was_not_stopped(limit: str, _: Surroundings, runs: Sequence[Run]) -> bool:
    """Whether the program survived a limit."""
    return runs[-1].ended != limit


def _made_a_difference(surroundings: Surroundings, runs: Sequence[Run]) -> bool:
    """Whether the second program succeeded, or changed something for the third or this process."""
    before, attempt, after = (run.stdout for run in runs)
    return surroundings.is_changed() or b"done" in attempt or before != after


def _took_too_long(_: Surroundings, runs: Sequence[Run]) -> bool:
    return runs[-1].wall_s > LONGEST * SOON.wall_s + 1


def _arrived(surroundings: Surroundings, _: Sequence[Run]) -> bool:
    return bool(select.select([surroundings.datagrams], [], [], 0)[0])


def _goes_on(surroundings: Surroundings, _: Sequence[Run]) -> bool:
    """Whether a process of the sandbox still exists after the runs."""
    return any(f"{surroundings.box.folder}/" in command for command in _commands())


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
    """Something that a submission might do, with programs that try it, one after another."""

    deed: str  # the words after "a submission can"
    programs: Sequence[str]
    limits: Limits = LIMITS
    # whether the deed succeeded, seen from the surroundings and the runs
    succeeded: Callable[[Surroundings, Sequence[Run]], bool] = _said_so

    def succeeds(self, surroundings: Surroundings) -> bool:
        """Whether a submission can do it, tried by running the programs."""
        runs = [surroundings.run(program, self.limits) for program in self.programs]
        return self.succeeded(surroundings, runs)


# the attempts that are made in another way: {deed: fields}
OTHERWISE: Mapping[str, dict[str, Any]] = {
    "change limits, priority or processors of others": {"succeeded": _made_a_difference},
    "send by UDP": {"succeeded": _arrived},
    "use more CPU time in children that nobody waits for": {"limits": BRIEF},
    "stop the clock by competing with itself": {"limits": SOON, "succeeded": _took_too_long},
    "leave a process behind": {"succeeded": _goes_on},
}


def _attempt(text: str) -> Attempt:
    """The Attempt that a part of TRIES describes."""
    title, _, body = text.partition("\n")
    deed, _, limit = title.partition(" | ")
    fields: dict[str, Any] = OTHERWISE.get(deed, {})
    if limit:
        limits = LIMITS_FOR.get(limit, LIMITS)
        fields = {"limits": limits, "succeeded": partial(_was_not_stopped, limit)}
    return Attempt(deed, body.split("## then\n"), **fields)


ATTEMPTS = tuple(map(_attempt, TRIES.split("\n#### ")[1:]))
