"""Packs: the grader with one assignment, as files that run on another machine."""
