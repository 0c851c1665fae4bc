"""Writes reports in another process, to keep its faults and memory apart from the grading."""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

from grader.assignment import folders
from grader.commands import gradebook
from grader.commands.budget import Budget
from grader.commands.options import MOVED_TO, report_command
from grader.ground.console import show_progress
from grader.ground.errors import JUDGED, UsageError
from grader.ground.text import listed
from grader.store.database import FILE


STOP_S = 1  # seconds that the process gets to end


def write(options: argparse.Namespace, is_quiet: bool, limits: Budget) -> int:
    """Run a process that writes the reports; return its exit status.

    At the end of the budget the process is stopped, once the gradebook is written.
    """
    show_progress("")
    sys.stdout.flush()
    flags = ["--sort", options.sort, "--silent"] + gradebook.words(options)
    if is_quiet:
        flags.append("--quiet")
    if options.strict:
        flags.append("--strict")
    if limits.explanations is not None:
        flags += ["--until", str(limits.explanations)]
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "report"] + flags + ["--", options.out],
        env={**os.environ, "PYTHONPATH": str(folders.ROOT)},
        stdin=writer,  # Windows hands this pipe on, too
        start_new_session=True,
    )
    os.close(writer)
    try:
        with open(reader, "rb", 0) as gradebook_written:
            # returns when the gradebook is written, or the process has ended
            gradebook_written.read(1)
        return process.wait(limits.left_s)
    except subprocess.TimeoutExpired:
        _stop(process)
        again = f"{command(options)} writes them"
        print(f"Time was over before all reports were written: {again}.")
        return JUDGED
    except BaseException:
        _stop(process)
        raise


def check_is_ours(folder: str) -> None:
    """UsageError if a folder without results has files that reports would replace or remove."""
    from grader.report.files import NAMES  # the import takes a while

    others = sorted(name for name in NAMES if Path(folder, name).exists())
    if others and not Path(folder, FILE).exists():
        raise UsageError(
            f"--out: expected a folder without files of others, got {folder!r}, where reports "
            f"would replace {listed(others)}"
        )


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def command(options: argparse.Namespace) -> str:
    """The command that shows the kept results, at the place to which a script moves them."""
    return report_command(shlex.quote(os.environ.get(MOVED_TO, options.out)), options)
