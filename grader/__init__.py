"""Marks submissions: runs each on the instances of an assignment and compares what it prints.

Its rooms are the stages of a pipeline, and each takes what the one before makes:

    courses/     what each course system gives and takes
    intake/      a path                             -> Submissions
    assignment/  a folder                           -> Checks
    sandbox/     a Check and a Submission           -> a Run      the only stage that runs programs
    judge/       a Check, its Run and a transcript  -> a Result   pure
    diagnose/    the Results of a submission        -> Causes     pure
    tracing/     a problem of a submission          -> an Example: the smallest instance, traces
    report/      a Document                         -> text, HTML, CSV, JSON, JUnit XML   pure
    export/      an assignment                      -> what a course system takes to grade by it

`records` has these nouns, and `grading` joins the stages for many submissions. `store` keeps
results by the content of all that they depend on. `commands/` has a module for each command of
`python3 -m grader`; `verify/` and `compare` do the work of the commands of that name. All that is
known of an assignment is in its folder, here under `assignments/`. A submission is executed, never
imported.
"""

import sys


if sys.version_info < (3, 10):  # any Python reads this file first, even one that is too old
    sys.stderr.write("grader: expected Python 3.10 or newer, got %s\n" % sys.version.split()[0])
    sys.exit(2)
