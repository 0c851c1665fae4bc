"""Marks submissions: runs each on the instances of an assignment and compares what it prints.

Its rooms are the stages of a pipeline, and each takes what the one before makes:

    intake/      a path                                         -> Submissions
    assignment/  an assignment file                             -> Checks
    sandbox/     a Check and a Submission                       -> Run      (`driver` is what runs inside)
    judge/       a Check, its Run and the expected transcript   -> Result   pure
    diagnose/    the Results of a submission                    -> what explains them   pure
    report/      Results                                        -> text, HTML, CSV, JSON, JUnit XML   pure

`batch` joins them for many submissions (`workers` are its threads), `store` keeps Results by the content of all that
they depend on, `verify` proves an assignment with the programs that tests keep for it, and `__main__` is the command,
`python3 -m grader`. A submission is executed, never imported.
"""

import sys


if sys.version_info < (3, 10):  # this file is read by any Python, and before all others
    sys.stderr.write("grader: expected Python 3.10 or newer, got %s\n" % sys.version.split()[0])
    sys.exit(2)


class UsageError(ValueError):
    """What a user of the command can mend: its message is one line, and the exit status 2."""
