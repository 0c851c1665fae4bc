"""Rude: right in print_succ, which leaves a process behind in a session of its own that keeps stdout open."""

import subprocess
import sys


def print_succ(state):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)  # daemon-of-a-submission"],
                     start_new_session=True)


def solve(state):
    print_succ(state)
