"""The trace of a student's search, from a run of its own in a sandbox, which is never scored.

The watch runs in the student's process, so that a program can forge what it tells, or keep it from
telling anything. That harms the program's own explanation and nothing else: what comes is read as
bounded data, and may be nothing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from grader.assignment.hooks import Hooks
from grader.assignment.searching import Searching
from grader.judge.account import account
from grader.records import Check
from grader.sandbox.sandbox import Sandbox
from grader.traces import State, Trace
from grader.tracing import lists, watched, watching
from grader.tracing.assembling import assembled
from grader.tracing.candidates import LIMITS
from grader.tracing.references import state_of


MOST_BYTES, MOST_EVENTS = 400_000, 5_000
TIMES, SPARE = 3, 20  # how many more pops than the right search a student's is watched for


@lru_cache
def _source(reader: str) -> str:
    """The text that is executed in the student's process: the watch, the reader, what calls it."""
    modules = (watching.__file__, lists.__file__, watched.__file__)
    return "\n\n".join([*(Path(file).read_text(encoding="utf-8") for file in modules), reader])


def student_trace(
    box: Sandbox,
    check: Check,
    files: Mapping[str, bytes],
    aliases: Sequence[tuple[str, str]],
    searching: Searching,
    pops: int,
) -> tuple[Trace | None, float]:
    """(The Trace of what a program does in a check, None if none can be read; CPU seconds).

    `pops`: how many entries the right search pops.
    """
    call = (check.module, check.function, check.driver, check.arguments, TIMES * pops + SPARE)
    traced = replace(
        check,
        function="traced",
        driver=_source(searching.reader),
        arguments=([("search", call)],),
        further=(),
        limits=LIMITS,
        hooks=Hooks(),
    )
    run = box.run(traced, files, aliases)
    _, _, text = account(traced, run).printed.rpartition(watched.MARK)
    events, is_whole = _events(text, searching)
    queues = {queue for _, queue, *_ in events}
    if len(queues) != 1 or not any(kind == "-" for kind, *_ in events):
        return None, run.cpu_s
    usual = searching.algorithms[0]
    return assembled(events, searching, "yours", usual, is_whole), run.cpu_s


# ---- What a hostile program may have written ----


def _events(text: bytes, searching: Searching) -> tuple[list[tuple[Any, ...]], bool]:
    """(The events that a text tells, whether they are all; up to the first that can't be one)."""
    try:
        contents = json.loads(text) if len(text) < MOST_BYTES else {}
        rows, is_whole = contents["events"], contents["is_whole"] is True
        rows = rows if isinstance(rows, list) else []
    except (ValueError, RecursionError, KeyError, TypeError):
        return [], False
    events: list[tuple[Any, ...]] = []
    waiting: set[tuple[int, int]] = set()
    for row in rows[:MOST_EVENTS]:
        if not (event := _event(row, waiting, searching)):
            return events, False
        events.append(event)
    return events, is_whole and len(rows) <= MOST_EVENTS


def _event(row: Any, waiting: set[tuple[int, int]], searching: Searching) -> tuple[Any, ...] | None:
    """The event that a row tells, None if it can't be one; `waiting`: (queue, entry) pushed."""
    if not isinstance(row, list) or len(row) not in (4, 5) or not all(map(_is_count, row[1:3])):
        return None
    kind, queue, number, *rest = row
    place = queue, number
    if kind == "-" and len(rest) == 1 and _is_count(rest[0]) and place in waiting:
        waiting.remove(place)
        return "-", queue, number, rest[0]
    if kind != "+" or len(rest) != 2 or place in waiting or not isinstance(rest[1], list):
        return None
    waiting.add(place)
    return "+", queue, number, _state(rest[0], searching), list(filter(_is_named, rest[1]))


def _state(value: Any, searching: Searching) -> State | None:
    """A value as a state, None if it is none."""
    state: State | None = state_of(searching.reader)(value) if isinstance(value, list) else None
    return state


def _is_count(value: Any) -> bool:
    """Whether a value is an integer from 0 on, and not large."""
    return type(value) is int and 0 <= value <= MOST_EVENTS


def _is_named(value: Any) -> bool:
    """Whether a value is [name, number]."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and type(value[1]) in (int, float)
        and abs(value[1]) < watching.LARGEST
    )
