"""The commands of `python3 -m grader`: each module has `run(arguments)`, which gives a status."""

JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141  # exit statuses
