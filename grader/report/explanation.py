"""The blocks for an instructor about one submission: its failures, causes and commands; pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from grader.conditions import Conditions
from grader.diagnose.problems import Problem, problems
from grader.ground.grouping import grouped
from grader.ground.text import shell_word, when
from grader.records.causes import Cause
from grader.records.checks import FRESH
from grader.records.results import Result, Results
from grader.records.submissions import Document, Example, SubmissionResults
from grader.report import hints, search, sentences, summary
from grader.report.blocks import Apart, Block, Call, Items, Rows, Section, Sentence, Words
from grader.report.evidence import changes, compared


SMALLEST = "The smallest example:"


def blocks(submission: SubmissionResults, document: Document) -> Iterator[Block]:
    """Yield probable causes, failed checks, measurements, the total and flags.

    Failures with the same reason or the same explanation share a section.
    """
    failures = problems(submission) + _unjudged(submission.results)
    calls = {problem.first.call for problem in failures}
    for causes in sentences.combined(submission.misconceptions):
        yield _probable(causes, submission, calls)
    said = set[str]()
    for problem in failures:
        hint = hint_of(problem.first, submission)
        if hint in said:
            hint = ""
        said.add(hint)
        yield failed(problem, submission, document, hint)
    if measured := summary.notes(submission.results):
        yield Section([Items(measured)], "Measured")
    yield Sentence(summary.total(submission))
    yield list(map(Sentence, summary.unsaid_flags(submission)))


def _unjudged(results: Results) -> list[Problem]:
    """Problems made of the skipped results and the grader's faults, grouped by reason."""
    unjudged = [result for result in results if not result.is_judged]
    alike = grouped(unjudged, lambda result: (result.verdict, sentences.rationale(result)))
    return [Problem(tuple(results), results[0]) for results in alike.values()]


def hint_of(result: Result, submission: SubmissionResults) -> str:
    """The hint at a failed check, "" if it has none or a cause explains the check."""
    if any(result.check in cause.checks for cause in submission.misconceptions):
        return ""
    return hints.help_of(result, submission.results)


def failed(
    problem: Problem, submission: SubmissionResults, document: Document, hint: str
) -> Section:
    """A failed check: the fact, the evidence, a hint, and the command that runs the check again."""
    first = problem.first
    others = [result.check for result in problem.results if result is not first]
    title = first.check + when(others, f", and {len(others)} more")
    verdicts = dict.fromkeys(result.verdict for result in (first, *problem.results))
    parts: list[Block] = [Sentence(sentences.rationale(first))]
    if first.verdict != "skipped" and first.call:
        again = rerun(submission.path, document.conditions, first.check)
        parts.insert(0, Call(first.call, ">>> "))
        parts += _why(first, hint)
        if problem.example and not problem.causes:  # with causes, the example is beside them
            parts += _example(problem.example, submission, first.call)
        if others:
            parts.append(Sentence(f"Also: {summary.some(others)}"))
        parts.append(Sentence(summary.following(problem)))
        parts.append(Call(again, "Again: "))
    return Section(parts, title, ", ".join(verdicts))


def _why(first: Result, hint: str) -> Iterator[Block]:
    """Yield the evidence of a failed check, and a hint if there is one."""
    if first.difference:
        yield compared(first.difference, "actual")
    if first.diff:
        yield Apart([changes(first.diff)])
    if first.stderr:
        yield Rows(first.stderr, "On stderr")
    if hint:
        yield Sentence(f"Hint: {hint}")


def _probable(
    causes: Sequence[Cause], submission: SubmissionResults, calls: Collection[str]
) -> Section:
    """Causes that together explain failures, or a single one: the facts, a hint, an example.

    An example of which only the call is to be said is left out if that is among the `calls`, which
    are shown below.
    """
    facts = sentences.all_of(causes, sentences.cause_rationale)
    helps = " And: ".join(map(sentences.question, causes))
    if len(causes) > 1:
        facts = f"{len(causes)} mistakes together: {facts}"
    parts: list[Block] = [Sentence(Words(f"Hint: {helps}"))]
    for example in submission.examples:
        if any(example.check in cause.checks for cause in causes):
            blocks = list(_example(example, submission))
            is_call = blocks == [Sentence(SMALLEST), Call(example.result.call, ">>> "), Section([])]
            if not is_call or example.result.call not in calls:
                parts += blocks
            break
    return Section(parts, "Probably", Words(facts))


def _example(example: Example, submission: SubmissionResults, shown: str = "") -> Iterator[Block]:
    """Yield the smallest instance that shows a failure, and where the search goes wrong there.

    The call is left out if it is the one that was `shown` before.
    """
    result, searched = example.result, list(search.blocks(example, submission.examples))
    if result.reason.hint == "outlives":  # no smaller instance: the check's own, after another
        yield Sentence(f"{sentences.rationale(result)} {hints.help_of(result)}")
    elif result.call != shown:
        yield Sentence(SMALLEST)
    if result.call != shown:
        yield Call(result.call, ">>> ")
        if result.reason.kind == "lines":
            yield Sentence(sentences.rationale(result))
        is_of_check = any(result.call == own.call for own in submission.results)
        if result.difference and not searched and not is_of_check:
            yield compared(result.difference, "actual")
    if example.varies:
        yield Sentence(sentences.VARIES)
    yield Section(searched)


def rerun(path: str, conditions: Conditions, name: str) -> str:
    """The command that runs one check of one submission again; a fresh one with its seed.

    What is measured on drawn instances is measured on others then.

    >>> rerun("hw 9", Conditions(python="python3.12"), "solve/funny12-384")
    "python3 -m grader --python python3.12 --only solve/funny12-384 'hw 9'"
    """
    if not name.startswith(f"{FRESH}/"):
        conditions = replace(conditions, draw=None)
    if path.startswith("-"):
        path = f"./{path}"
    words = ["python3", "-m", "grader", *conditions.words(), "--only", name, path]
    return " ".join(map(shell_word, words))
