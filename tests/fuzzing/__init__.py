"""Damaged archives, folders, programs and stores, drawn by seed, and what the grader says of them.

A case is a kind of KINDS and a seed, which draws what is damaged and how. `bounded.py` tries cases
in a process of its own, with a limit on the time and memory of each. `python3 -m tests.fuzzing`
goes on with new seeds as long as asked, and keeps the files of the first case that goes wrong.
"""
