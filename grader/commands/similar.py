"""The option `--similar`: ranks programs that are more alike than the rest."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.assignment.plan import Assignment
from grader.ground.console import Parser
from grader.ground.errors import UsageError, refusing
from grader.intake import intake
from grader.intake.intake import Submission
from grader.report import files, similar
from grader.similar.winnowing import Program, Ranking, ranking


def add_options(parser: Parser) -> None:
    """Add the options to the command that grades."""
    add = parser.add_argument
    add(
        "--similar",
        action="store_true",
        help="rank the programs that are more alike than the rest, for an instructor to look at",
    )
    add(
        "--archive",
        action="append",
        default=[],
        metavar="PATH",
        help="with --similar: submissions of earlier years to compare with; repeatable",
    )
    add(
        "--handout",
        action="append",
        default=[],
        metavar="PATH",
        help="with --similar: a file or folder that all students were given; repeatable",
    )


def check(options: argparse.Namespace) -> None:
    """Raise UsageError if there are options of --similar without it."""
    if (options.archive or options.handout) and not options.similar:
        raise UsageError("--archive and --handout: expected --similar beside them, got none")


def rank(
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


def write_page(ranked: Ranking, assignment: Assignment, folder: str) -> None:
    """Write the page on similar programs beside the reports in a folder."""
    files.write(folder, {f"html/{files.SIMILAR}": similar.similar_page(ranked, assignment.name)})


def remove_page(folder: str) -> None:
    """Remove the page of an earlier grading, since it is out of date."""
    Path(folder, "html", files.SIMILAR).unlink(missing_ok=True)


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
    """The text of a handed-out file, or of all Python files in a folder."""
    place = Path(path)
    paths = [place]
    with refusing(f"--handout: expected a file or folder, got {path!r}"):
        if place.is_dir():
            paths = sorted(place.rglob("*.py"))
        return "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in paths)
