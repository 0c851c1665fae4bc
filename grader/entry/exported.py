"""The entry point of an exported grader: `python3 -m grader.entry.exported FOLDER`.

It grades the only submission by the pack's settings, in a child process that stores each result as
soon as it is known, and hands the outcome to the course system. If the child is killed or runs out
of time, the outcome has the results that were stored by then. After a fault of the grader it tries
once more, if there is time.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from grader.assignment import folders, plan
from grader.courses import systems
from grader.courses.exported import SETTINGS, SHARE, Outcome, Place, Settings
from grader.entry.inherited import settle
from grader.export.outcome import final_outcome
from grader.grading.explained import explain
from grader.ground.errors import JUDGED, OUR_FAULT, UsageError
from grader.records.submissions import Document
from grader.report import names
from grader.store import store


TRIES = 2
LEAST_S = 5  # seconds that must be left for a second try
LATE_S = 15  # seconds beyond its budget after which the grading is ended
END_S = 3  # seconds that the grading gets to end
LOG_BYTES = 20_000


def main(arguments: list[str]) -> int:
    """Grade in the folder of a course system, report the outcome to it; return the exit status."""
    folder = Path(*arguments)
    settle()
    settings = _read_settings()
    system = systems.host(settings.system)
    try:
        outcome = graded(settings, system.place(folder, folders.ROOT))
    except Exception as error:  # any fault of ours: the course system must get an answer
        outcome = final_outcome(settings, None, (repr(error),))
    for fault in outcome.faults:
        print(fault, file=sys.stderr)
    return system.write(outcome, folder)


def _read_settings() -> Settings:
    data = json.loads((folders.ROOT / SETTINGS).read_text(encoding="utf-8"))
    return Settings(**data | {"options": tuple(data["options"])})


def graded(settings: Settings, place: Place) -> Outcome:
    """The Outcome of grading the submission at a place."""
    start = time.monotonic()
    budget_s = min(settings.budget_s, SHARE * place.seconds)
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        work, log = Path(folder), ""
        path = _submission_path(place, settings, work)
        for number in range(TRIES):
            left_s = budget_s - (time.monotonic() - start)
            if number and left_s < LEAST_S:
                break
            fault, output = _grade(settings, path, work, left_s)
            log += output
            if not fault:
                break
        # The causes that the grading found in time are stored; they are not looked for again.
        until = max(start + budget_s, time.monotonic() + END_S)
        document = _document(work / "out", settings, until)
    faults = (fault,) if fault else ()
    return final_outcome(settings, document, faults, log, time.monotonic() - start)


def _submission_path(place: Place, settings: Settings, work: Path) -> Path:
    """The path of the submission; it has the student's name if instances are drawn by name."""
    if not place.student or "--per-student" not in settings.options:
        return place.path
    path = work / "in" / names.stems([place.student])[0]
    path.parent.mkdir()
    path.symlink_to(place.path.absolute())
    return path


def _grade(settings: Settings, path: Path, work: Path, left_s: float) -> tuple[str, str]:
    """Grade for `left_s` seconds at most, in a child process that keeps its results in `work`.

    Returns (a sentence on what failed or "", what the process printed).
    """
    command = [sys.executable, "-m", "grader", "--layout", "single", "--jobs", "1"]
    command += ["--assignment", settings.name, "--require-sandbox", settings.level]
    command += ["--budget", f"{left_s:.0f}", "--out", str(work / "out")]
    command += ["--no-reports", *settings.options, "--", str(path)]
    with open(work / "log", "w+b") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folders.ROOT,
            start_new_session=True,
        )
        fault = _ended(process, left_s + LATE_S)
        log.seek(0)
        return fault, log.read(LOG_BYTES).decode("utf-8", "replace")


def _ended(process: subprocess.Popen[bytes], seconds: float) -> str:
    """Wait for the child process, or end it; return a sentence on what failed, or ""."""
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        for number in signal.SIGTERM, signal.SIGKILL:
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(process.pid, number)
                process.wait(END_S)
        return f"The grader did not end within {seconds:.0f} seconds."
    if status == JUDGED:
        return ""
    if status == OUR_FAULT:
        return "The grader failed in a check."
    return f"The grader ended with the exit status {status}."


def _document(folder: Path, settings: Settings, until: float) -> Document | None:
    """The results that were stored, None if there are none, with as much explained as there is time
    for.
    """
    try:
        with store.existing(folder) as results:
            try:
                assignment = plan.load(settings.name)
            except Exception as error:  # a missing explanation changes no verdict
                print(f"The results could not be explained: {error!r}", file=sys.stderr)
                return results.document()
            return explain(results, assignment, until, "--strict" in settings.options)
    except (UsageError, OSError) as error:
        print(f"There are no results: {error}", file=sys.stderr)
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
