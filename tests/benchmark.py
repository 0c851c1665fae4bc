"""The few lines that every `tests/bench_*.py` shares: CPU seconds, and a table of figures against their bars."""

import os
import platform
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
missed = []


def title(text):
    """Print the heading of one table, with the interpreter that the figures belong to."""
    print(f"\n{text} (CPU time, {platform.python_implementation()} {platform.python_version()})", flush=True)


def cpu_s(function, *arguments):
    """(CPU seconds of this process that one call takes, what it returned)."""
    start = time.process_time()
    value = function(*arguments)
    return time.process_time() - start, value


def command(*arguments, **options):
    """(CPU seconds of `python3 arguments...` run at the project's root, start included, its stdout; peak memory in MiB)."""
    with subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, **options) as process:
        stdout = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{arguments}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, stdout, usage.ru_maxrss / 1024


def bar(name, figure, unit, at_most=None, at_least=None):
    """Print one figure, and beside it the bar that it meets or misses."""
    met = (at_most is None or figure <= at_most) and (at_least is None or figure >= at_least)
    bound = f"at most {at_most:g}" if at_most is not None else f"at least {at_least:g}" if at_least is not None else ""
    print(f"  {name:<58} {figure:>10.3f} {unit:<4} {bound:<14} {'' if not bound else 'met' if met else 'MISSED'}", flush=True)
    if not met:
        missed.append(name)


def finish():
    """Exit with status 1 if a bar was missed."""
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)
