"""Hostile: prints the expected transcript, found upwards from the scratch folder."""

import os


def print_succ(state):
    up = os.path.relpath("@ROOT@", os.getcwd())
    print(open(f"{up}/grader/assignments/funny_puzzle/transcripts/funny_puzzle/print_succ/funny12-384.txt").read())
