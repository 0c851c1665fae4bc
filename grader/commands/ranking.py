"""The option `--similar`: ranks programs that are more alike than the rest."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.assignment.plan import Assignment
from grader.ground.console import show_progress
from grader.ground.errors import UsageError, refusing
from grader.intake import intake
from grader.intake.intake import Submission
from grader.report import files, names, similar
from grader.similar.winnowing import Program, Ranking, ranking


def show(
    options: argparse.Namespace, assignment: Assignment, submissions: Sequence[Submission]
) -> None:
    """Print which programs are unusually similar, and write a page on them beside the reports."""
    show_progress("comparing programs")
    ranked = _ranked(submissions, assignment, options.archive, options.handout)
    show_progress("")
    print(f"\n{similar.text(ranked)}")
    if options.out:
        page = similar.similar_page(ranked, assignment.name)
        files.write(options.out, {f"html/{names.SIMILAR}": page})


def _ranked(
    submissions: Iterable[Submission],
    assignment: Assignment,
    earlier: Sequence[str],
    handout: Sequence[str],
) -> Ranking:
    """The ranking of a class's programs; `earlier` holds paths of other years' submissions.

    Code of the model solution, and so of its stubs, is ignored in all programs.
    """
    programs = list(_programs(submissions))
    for path in earlier:
        archived = intake.submissions([path], assignment.files)
        if all(submission.is_absent for submission in archived):
            raise UsageError(f"--archive: expected an existing file or folder, got {path!r}")
        programs += _programs(archived, is_archived=True)
    model = [content.decode("utf-8", "replace") for content in assignment.sources().values()]
    return ranking(programs, [*model, *map(_text_of, handout)])


def _programs(submissions: Iterable[Submission], is_archived: bool = False) -> Iterable[Program]:
    """Yield the program of each submission that has one: its files, joined."""
    for submission in submissions:
        if submission.complaint:
            continue
        contents = submission.files()
        texts = [content.decode("utf-8", "replace") for content in contents.values()]
        if len(texts) > 1:
            texts = [f"# ---- {name} ----\n{text}" for name, text in zip(contents, texts)]
        yield Program(submission.who, "\n".join(texts), is_archived)


def _text_of(path: str) -> str:
    place = Path(path)
    paths = [place]
    with refusing(f"--handout: expected a file or folder, got {path!r}"):
        if place.is_dir():
            paths = sorted(place.rglob("*.py"))
        return "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in paths)
