"""Hostile: prints the expected transcript, read from where the grader keeps it."""


def print_succ(state):
    print(open("@ROOT@/grader/assignments/funny_puzzle/transcripts/funny_puzzle/print_succ/funny12-384.txt").read())
