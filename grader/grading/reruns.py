"""What comes of the runs of a check: the best, and what a mended program would earn."""

from collections.abc import Callable
from dataclasses import replace

from grader.assignment.hooks import is_drawn
from grader.ground.files import Files
from grader.judge import mends
from grader.records.checks import INPUT, SPELLING, Check
from grader.records.facts import fact
from grader.records.results import CROSSED, Mend, Result, Results


# a run may take this share of a CPU limit if three such runs are to stay within the limit
ROOM = 0.25
CLOSE = 0.8  # from this share of a CPU limit on a run is called close to the limit
MOST_MENDS = 10  # the most edits that are tried on one program, each in a run


def within(check: Check, cpu_s: float) -> Check:
    """The check with a CPU limit of at most so many seconds."""
    return replace(check, limits=replace(check.limits, cpu_s=min(check.limits.cpu_s, cpu_s)))


def at_first(check: Check, cpu_s: float) -> Check:
    """The check as it is run before the first report, within so many CPU seconds; unchanged if it
    compares runs.
    """
    if is_drawn(check) or check.further:
        return check
    return within(check, cpu_s)


def with_whole_limit(outcome: Result, check: Check) -> Result:
    """The result of a check's run, which says so if less than the check's limit ended it."""
    limit_s, reason = check.limits.cpu_s, outcome.reason
    if reason.kind == "cpu" and outcome.asked.limits.cpu_s < limit_s:
        reason = replace(reason, fields=reason.fields | {"limit_s": limit_s})
    return replace(outcome, reason=reason, asked=check.asked)


def leaves_room(needed: Result) -> bool:
    """Whether three runs like the one of this result would stay within its limit."""
    if not needed.run:
        return False
    return needed.run.cpu_s < ROOM * needed.asked.limits.cpu_s


def best(results: Results) -> Result:
    """The best result, flagged if verdicts vary from run to run or it came close to a limit."""
    best = max(results, key=lambda attempt: (attempt.passed, sum(attempt.points.values())))
    verdicts = dict.fromkeys(attempt.verdict for attempt in results)
    verdicts.pop("judge_error", None)
    flags = []
    if len(verdicts) > 1:
        flags.append(fact("varies", verdicts=tuple(verdicts)))
    limit_s = best.asked.limits.cpu_s
    if best.run and best.verdict not in CROSSED and best.run.cpu_s >= CLOSE * limit_s:
        flags.append(fact("close", cpu_s=best.run.cpu_s, limit_s=limit_s))
    return replace(best, flags=tuple(flags), reruns=len(results) - 1)


def mended(
    check: Check,
    files: Files,
    outcome: Result,
    failed: Result | None,
    attempt: Callable[[Check, Files], Result | None],
) -> Result | None:
    """The result of a check, with what it would earn once slips of the program are mended.

    If it was skipped, `failed` is the result of the check for which it was. `attempt` judges one
    run of an edited check and other files. None if there was no time for that.
    """
    last = outcome
    if failed and outcome.verdict == "skipped":
        last = failed
    edits: tuple[str, ...] = ()
    while len(edits) < MOST_MENDS and (change := mends.mended(check, files, last)):
        edit, check, files = change
        if not (tried := attempt(check, files)):
            return None
        edits += (edit,)
        last = tried
    if not edits or last.verdict == "judge_error":
        return outcome
    used, reason = tuple(dict.fromkeys(edits)), outcome.reason
    if INPUT in used and reason.kind == "raised":
        hint = reason.hint or "printed_at_import"
        if b"argv" in b"".join(files.values()) and reason.hint in ("", "no_index"):
            hint = "arguments"
        elif outcome.error == "SyntaxError":
            hint = reason.hint or "no_notebook"
        outcome = replace(outcome, reason=replace(reason, hint=hint))
    is_still_absent = last.reason.fields.get("module") == reason.fields.get("module")
    if SPELLING in used and reason.kind == "not_installed" and not is_still_absent:
        outcome = replace(outcome, reason=replace(reason, hint="no_package"))
    return replace(outcome, mend=Mend(used, last.verdict, last.points, last.shown().run))
