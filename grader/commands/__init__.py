"""The commands of `python3 -m grader`: each module has `run(arguments)`, which gives a status."""
