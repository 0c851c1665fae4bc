"""Tries damaged hand-ins and protocols with new seeds: `make fuzz SECONDS=600 SEED=7`.

Each seed is a case; a round is a number of each kind, by what one costs. Ends after so many
seconds, or with the first case that goes wrong, whose files are kept.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, namedtuple

from tests.helpers import ROOT


# {kind: cases in a round}
KINDS = {"classes": 100, "protocols": 50_000}
# A folder in memory, if there is one.
PLACE = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
Trials = namedtuple("Trials", "cases failure")  # ([(seed, outcome, CPU s)], the message at the end)


def trials(kind, folder, first, count):
    """The Trials of so many cases, each tried under limits; failure is "" if all is well."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzzing.bounded", kind, folder, str(first), str(count)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="backslashreplace",
    )
    cases = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode == 0 and len(cases) == count and not done.stderr:
        return Trials(cases, "")
    seed = first + len(cases)
    again = f"python3 -m tests.fuzzing --kind {kind} --seed {seed} --seconds 0"
    text = f"{done.stderr}\nexit status {done.returncode}\nfiles: {folder}/{seed}\nagain: {again}"
    return Trials(cases, text)


def table(kind, cases):
    """The text that says how many cases of a kind had which outcome, and what the slowest took."""
    counts = Counter(outcome for _, outcomes, _ in cases for outcome in outcomes)
    rows = [f"{count:7,}  {name}" for name, count in counts.most_common()]
    seed, _, cpu_s = max(cases, key=lambda case: case[2])
    total_s = sum(cpu_s for _, _, cpu_s in cases)
    head = f"{kind}: {len(cases):,} cases, {total_s:.1f} CPU s; the slowest, {seed}: {cpu_s:.2f} s"
    return "\n".join([head, *rows])


def main():
    """Try cases as long as asked; return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.fuzzing", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="0: one case of each kind")
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--kind", choices=KINDS, action="append")
    options = parser.parse_args()
    seed, end = options.seed, time.monotonic() + options.seconds
    cases = {kind: [] for kind in options.kind or KINDS}
    while True:
        for kind, done in cases.items():
            count = KINDS[kind] if options.seconds else 1
            folder = tempfile.mkdtemp(prefix="fuzz-", dir=PLACE)
            tried = trials(kind, folder, seed, count)
            done += tried.cases
            if tried.failure:
                print(tried.failure, file=sys.stderr)
                return 1
            shutil.rmtree(folder)
        seed += max(KINDS.values())
        if time.monotonic() >= end:
            break
    print("\n".join(table(kind, done) for kind, done in cases.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
