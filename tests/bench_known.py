"""How many of the mistakes that `make check` names a handout's check.pyz names too.

python3 tests/bench_known.py 12 tries one in twelve of the wrong programs.
"""

from benchmark import bar, finish, title, ROOT  # this folder is the script's

import sys
import tempfile
import zipfile
from multiprocessing.pool import ThreadPool
from pathlib import Path

sys.path.insert(0, ROOT)
from tests.golden import grader
from tests.test_known import ASSIGNMENTS, LARGEST, SHARE, TRUE, WRONG, both


def unpacked(assignment, folder):
    """The folder of an assignment's handout, beside which its zip is."""
    packed = folder / f"{assignment}.zip"
    grader("handout", packed, "--assignment", assignment)
    with zipfile.ZipFile(packed) as opened:
        opened.extractall(folder / assignment)
    return folder / assignment


step = int(sys.argv[1]) if sys.argv[1:] else 1
title(f"What handouts name, by one in {step} of the wrong programs" if step > 1 else "Handouts")
with tempfile.TemporaryDirectory() as place:
    handouts = {name: unpacked(name, Path(place)) for name in ASSIGNMENTS}
    for name, folder in handouts.items():
        size = folder.with_suffix(".zip").stat().st_size
        bar(f"size of the handout of {name}", size / 1024, "KiB", at_most=LARGEST / 1024)
    for name in ASSIGNMENTS:
        programs = [wrong for assignment, wrong in WRONG[::step] if assignment == name]
        with ThreadPool() as threads:  # of processes, on all cores
            pairs = threads.map(lambda wrong: both(handouts, name, wrong), programs)
        every = own = others = 0
        for wrong, (course, home) in zip(programs, pairs):
            besides = home - course - TRUE.get(wrong, set())
            every, own = every + len(course), own + len(course & home)
            others += len(besides)
            for what, names in (("doesn't name", course - home), ("also names", besides)):
                if names:
                    print(f"  {wrong}: check.pyz {what} {', '.join(sorted(names))}")
        print(f"{name}: {own} of {every}")
        bar(f"names of {name} that check.pyz gives", 100 * own / every, "%", at_least=100 * SHARE)
        bar(f"other names of {name}", others, "", at_most=0)
finish()
