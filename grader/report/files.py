"""Every report on disk."""

import json
import os
import tempfile
from pathlib import Path

from grader.records import Document, SubmissionResults
from grader.report import bundle, feedback, gradebook, html, junit, machine


SIMILAR = (
    "similar.html"  # written by the command that compares programs, and linked to if it is there
)


def write_all(document: Document, folder: Path | str, sort: str = "name") -> list[Path]:
    """Write every report into a folder, students ordered by `sort`; return the paths."""
    pages = {
        "results.json": _results(document),
        "gradebook.csv": gradebook.table(document),
        "junit.xml": junit.suites(document),
    }
    links = {SIMILAR: "Similar programs"} if Path(folder, "html", SIMILAR).exists() else {}
    pages |= {f"html/{name}": page for name, page in html.pages(document, sort, links).items()}
    texts = feedback.texts(document)
    pages |= {f"feedback/{name}": text for name, text in texts.items()}
    if zipped := bundle.bundle(document, texts):
        pages["feedback.zip"] = zipped
    written = write(folder, pages)
    for stale in {
        *Path(folder).glob("html/students/**/*.html"),
        *Path(folder).glob("feedback/*.txt"),
    } - {*written}:
        stale.unlink()  # of a student who is not in this class any more
    return written


def write(folder: Path | str, pages: dict[str, bytes]) -> list[Path]:
    """Write {relative name: bytes} into a folder; return the paths.

    A reader sees the old file or the new one, whole. Other users, as whom submissions may run, see
    neither.
    """
    for place in sorted({Path(folder, parent) for name in pages for parent in Path(name).parents}):
        place.mkdir(mode=0o700, exist_ok=True)
    return [_replaced(Path(folder, name), content) for name, content in pages.items()]


def _replaced(path: Path, content: bytes) -> Path:
    """The path, once the file there has that content."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return path


def _results(document: Document) -> bytes:
    """The document as JSON, a record on each line: `indent` would take ten times as long."""
    head = json.dumps(machine.head(document))
    rows = ",\n".join(map(_submission, document.submissions))
    return f'{head[:-1]}, "submissions": [\n{rows}\n]}}\n'.encode("ascii")


def _submission(submission: SubmissionResults) -> str:
    """A submission as JSON, a result on each line."""
    fields = machine.submission(submission)
    rows = ",\n".join(map(json.dumps, fields.pop("results")))
    return f'{json.dumps(fields)[:-1]}, "results": [\n{rows}\n]}}'
