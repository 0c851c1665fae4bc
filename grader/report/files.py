"""Every report on disk."""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.records import Document, SubmissionResults
from grader.report import bundle, feedback, gradebook, html, junit, machine


SIMILAR = (
    "similar.html"  # written by the command that compares programs, and linked to if it is there
)


def write_all(document: Document, folder: Path | str, sort: str = "name") -> list[Path]:
    """Write every report into a folder, students ordered by `sort`; return the paths."""
    links = {SIMILAR: "Similar programs"} if Path(folder, "html", SIMILAR).exists() else {}
    written = [
        path
        for name, page in named_reports(document, sort, links)
        for path in write(folder, {name: page})
    ]
    for stale in {
        *Path(folder).glob("html/students/**/*.html"),
        *Path(folder).glob("feedback/*.txt"),
    } - {*written}:
        stale.unlink()  # of a student who is not in this class any more
    return written


def named_reports(
    document: Document, sort: str, links: dict[str, str]
) -> Iterator[tuple[str, bytes | Iterator[bytes]]]:
    """Yield (relative name, bytes) of every report, one after another."""
    yield "results.json", _results(document)
    yield "gradebook.csv", gradebook.table(document)
    yield "junit.xml", junit.suites(document)
    for name, page in html.named_pages(document, sort, links):
        yield f"html/{name}", page
    texts = feedback.texts(document)
    for name, text in texts.items():
        yield f"feedback/{name}", text
    if zipped := bundle.bundle(document, texts):
        yield "feedback.zip", zipped


def write(folder: Path | str, pages: Mapping[str, bytes | Iterator[bytes]]) -> list[Path]:
    """Write {relative name: bytes, all or in pieces} into a folder; return the paths.

    A reader sees the old file or the new one, whole. Other users, as whom submissions may run, see
    neither.
    """
    for place in sorted({Path(folder, parent) for name in pages for parent in Path(name).parents}):
        place.mkdir(mode=0o700, exist_ok=True)
    return [_replaced(Path(folder, name), content) for name, content in pages.items()]


def _replaced(path: Path, content: bytes | Iterator[bytes]) -> Path:
    """The path, once the file there has that content."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with open(handle, "wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return path


def _results(document: Document) -> Iterator[bytes]:
    """Yield the document as JSON, a record on each line: `indent` would take ten times as long."""
    head = json.dumps(machine.head(document))
    yield f'{head[:-1]}, "submissions": [\n'.encode("ascii")
    comma = ""
    for submission in document.submissions:
        yield f"{comma}{_submission(submission)}".encode("ascii")
        comma = ",\n"
    yield b"\n]}\n"


def _submission(submission: SubmissionResults) -> str:
    """A submission as JSON, a result on each line."""
    fields = machine.submission(submission)
    rows = ",\n".join(map(json.dumps, fields.pop("results")))
    return f'{json.dumps(fields)[:-1]}, "results": [\n{rows}\n]}}'
