"""The commands of `python3 -m grader`; each module's `run(arguments)` returns the exit status."""
