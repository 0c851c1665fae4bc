"""Writes every report to disk."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from grader.ground.errors import UsageError
from grader.ground.text import listed
from grader.records.submissions import Document
from grader.report import feedback, gradebook, junit, names, results_json, site
from grader.report.blocks import Links
from grader.store.database import FILE


Content = bytes | Iterator[bytes]  # the bytes of a file, whole or in pieces
# {name of a file: the function that makes its content}
FORMATS: dict[str, Callable[[Document], Content]] = {
    "results.json": results_json.pieces,
    "gradebook.csv": gradebook.table,
    "junit.xml": junit.suites,
}
NAMES = (*FORMATS, "feedback", "feedback.zip", "html")  # all that is written into a folder
# files that are removed unless their students are in the class
STALE = ("html/students/**/*.html", "feedback/*.txt")


def write_all(document: Document, folder: Path | str, sort: str = "name") -> list[Path]:
    """Write every report into a folder, students ordered by `sort`; return the paths."""
    written = []
    links = {}
    if Path(folder, "html", names.SIMILAR).exists():
        links[names.SIMILAR] = "Similar programs"
    for name, content in named_reports(document, sort, links):
        written += write(folder, {name: content})
    for pattern in STALE:
        for path in set(Path(folder).glob(pattern)).difference(written):
            path.unlink()
    return written


def check_is_ours(folder: str) -> None:
    """UsageError if a folder without results has files that reports would replace or remove."""
    others = sorted(name for name in NAMES if Path(folder, name).exists())
    if others and not Path(folder, FILE).exists():
        raise UsageError(
            f"--out: expected a folder without files of others, got {folder!r}, where reports "
            f"would replace {listed(others)}"
        )


def named_reports(document: Document, sort: str, links: Links) -> Iterator[tuple[str, Content]]:
    """Yield (relative name, content) of every report, one after another."""
    for name, content in FORMATS.items():
        yield name, content(document)
    yield from feedback.files(document)
    for name, page in site.named_pages(document, sort, links):
        yield f"html/{name}", page


def write(folder: Path | str, pages: Mapping[str, Content]) -> list[Path]:
    """Write {relative name: bytes, or pieces of them} into a folder; return the paths.

    A reader sees the old file or the new one, whole. Other users, as whom submissions may run, see
    neither.
    """
    places = set[Path]()
    for name in pages:
        places.update(Path(folder, parent) for parent in Path(name).parents)
    for place in sorted(places):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return [_replaced(Path(folder, name), content) for name, content in pages.items()]


def _replaced(path: Path, content: Content) -> Path:
    """Replace the file at a path by one with this content; return the path."""
    new = path.with_name(f".new-{os.urandom(8).hex()}")  # made below, where it is also removed
    try:
        with open(new, "xb", opener=_for_the_owner) as file:
            if isinstance(content, bytes):
                content = iter([content])
            file.writelines(content)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)  # an interruption may come just after the replacement
        raise
    return path


def _for_the_owner(path: str, flags: int) -> int:
    """An opener of files that only their owner may read."""
    return os.open(path, flags, 0o600)
