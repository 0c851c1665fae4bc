"""What every `tests/bench_*.py` shares: CPU seconds, and figures against their bars."""

import os
import platform
import resource
import subprocess
import sys
import time


ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
missed = []
os.environ.setdefault("GRADER_REQUIRE_SANDBOX", "basic")  # benchmarks run wherever Python runs


def title(text):
    """Print the heading of one table, with the interpreter that the figures belong to."""
    print(
        f"\n{text} (CPU time, {platform.python_implementation()} {platform.python_version()})",
        flush=True,
    )


def cpu_s(function, *arguments):
    """(CPU seconds that one call takes, its ended children's among them, what it returned)."""
    start = _used_s()
    value = function(*arguments)
    return _used_s() - start, value


def _used_s():
    """The CPU seconds of this process and of all its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime + time.process_time()


def command(*arguments, **options):
    """(CPU seconds of `python3 arguments...` at the project's root, its stdout, its peak MiB)."""
    with subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, **options
    ) as process:
        stdout = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{arguments}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, stdout, usage.ru_maxrss / 1024


def different(texts, number):
    """{student: program} of so many programs, all different, made of these texts by turns."""
    return {
        f"student{student:03}": f"{texts[student % len(texts)]}\n# {student}\n"
        for student in range(number)
    }


def bar(name, figure, unit, at_most=None, at_least=None):
    """Print one figure, and beside it the bar that it meets or misses."""
    met = (at_most is None or figure <= at_most) and (at_least is None or figure >= at_least)
    bounds = {"at most": at_most, "at least": at_least}
    wanted = " and ".join(
        f"{word} {bound:g}" for word, bound in bounds.items() if bound is not None
    )
    verdict = wanted and f"{wanted}: {'met' if met else 'MISSED'}"
    print(f"  {name:<58} {figure:>10.3f} {unit:<4} {verdict}".rstrip(), flush=True)
    if not met:
        missed.append(name)


def finish():
    """Exit with status 1 if a bar was missed."""
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)
