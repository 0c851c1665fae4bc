"""The texts that students get: how long those on all wrong programs are, in lines.

Each wrong program of both assignments is graded on all checks by the command line. `--keep DIR`
keeps the results there, so that another run grades only what has changed.
"""

from benchmark import bar, finish, title, ROOT  # this folder is the script's

import argparse
import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, ROOT)
from tests.programs import wrong_programs


ASSIGNMENTS = "funny_puzzle", "npuzzle"


def texts(assignment, folder):
    """{name: text} of the feedback on the wrong programs of an assignment, graded in a folder."""
    out = folder / "results" / assignment
    paths = [source.write(folder / assignment) for source in wrong_programs(assignment).values()]
    options = ["--assignment", assignment, "--cpu-s", "1.5", "--out", out]
    command = [sys.executable, "-m", "grader", *options, *paths]
    subprocess.run([*map(str, command)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    files = sorted((out / "feedback").glob("*.txt"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def main():
    """Print how long the texts are."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", metavar="DIR")
    keep = parser.parse_args().keep
    title("feedback on all wrong programs: lines of the texts")
    place = contextlib.nullcontext(keep) if keep else tempfile.TemporaryDirectory()
    with place as folder:
        all_texts = [texts(name, Path(folder)) for name in ASSIGNMENTS]
    lines = {name: text.count("\n") for several in all_texts for name, text in several.items()}
    bar("texts", len(lines), "")
    bar("median", median(lines.values()), "", at_most=40)
    bar(f"longest, {max(lines, key=lines.get)}", max(lines.values()), "", at_most=80)
    finish()


if __name__ == "__main__":
    main()
