"""The options that fill in a course system's gradebook, and that adjust points by hand."""

import argparse
import os
from pathlib import Path

from grader.ground.console import Parser
from grader.ground.errors import UsageError, refusing


# how a zip begins, as workbooks do, an older workbook, and a gzip
PACKED = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b"


def add_options(parser: Parser) -> None:
    """Add these options to a command that writes reports."""
    add = parser.add_argument
    add(
        "--roster",
        metavar="FILE",
        help="write a copy of the course system's gradebook with the points filled in",
    )
    add("--column", default="", metavar="TITLE", help="with --roster: the column to fill")
    add(
        "--absent",
        default="",
        metavar="POINTS",
        help="with --roster: the text for students without a submission (default: an empty cell)",
    )
    add(
        "--adjust",
        metavar="ROWS",
        help="give or take points by hand: a CSV file of who,points,reason, or one such row; who "
        "is a student or a cluster; kept for later gradings into the same folder",
    )


def check(options: argparse.Namespace) -> None:
    """Raise UsageError for options that make no sense, or files that can't be read."""
    if (options.column or options.absent) and not options.roster:
        raise UsageError("--column and --absent: expected --roster FILE beside them, got none")
    if options.roster:
        read("--roster", options.roster)
    if options.adjust and not is_row(options.adjust):
        read("--adjust", options.adjust)


def read(option: str, path: str) -> bytes:
    """The bytes of the file that an option names; UsageError if it can't be read, or is packed, as
    a zip or the workbook of a spreadsheet is.
    """
    with refusing(f"{option}: expected a file, got {path!r}"):
        data = Path(path).read_bytes()
    if data.startswith(PACKED):
        raise UsageError(f"{option}: expected a CSV file, got {path!r}, a workbook or an archive")
    return data


def is_row(text: str) -> bool:
    """Whether the text of --adjust is a row, not the name of a file."""
    return "," in text and not os.path.exists(text)
