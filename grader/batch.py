"""One submission through the stages: each check is run and judged, or skipped if one that it needs failed."""

import sys
import traceback

from grader.judge import Result, judge


def results(submission, checks, expected, box):
    """Yield the Result of every check, in order; `box`: a Sandbox; `expected`: transcripts by a check's name.

    A fault of ours is a Result as well (`judge_error`), and its traceback goes to stderr.
    """
    broken = set()
    for check in checks:
        result = (skipped(check, broken) or absent(check, submission)
                  or judged(check, submission, expected, box))
        if result.verdict not in ("accepted", "wrong_answer"):
            broken.add(check.name)
        yield result


def skipped(check, broken):
    """The Result of a check whose prerequisite is broken, else None."""
    if check.needs not in broken:
        return None
    return Result(check, "skipped", f"Not run, because {check.needs} failed.")


def absent(check, submission):
    """The Result of a check on a submission without a program, else None."""
    return Result(check, "missing", submission.complaint) if submission.complaint else None


def judged(check, submission, expected, box):
    """The Result of running a check."""
    try:
        files = {name: source.read_bytes() for name, source in submission.files.items()}
        return judge(check, box.run(check, files), expected[check.name])
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return Result(check, "judge_error", f"The grader failed, not the submission: {error!r}.")
