"""What the grader says of files that are no Python, and of Python that is oddly written."""

import pytest

from grader.intake import sources
from tests.handed_in import MODEL, NOTEBOOK, QUICK, RIGHT, zipped
from tests.helpers import stdout_of


@pytest.mark.parametrize(
    "source, sentence",
    [
        (b"", "It is empty."),
        (b" \r\n", "It is empty."),
        (b"%PDF-1.7", "It is a PDF document, not a Python program."),
        (b"{\\rtf1\\ansi", "It is a rich text document, not a Python program."),
        (b"GIF89a\0\0", "It is a picture, not a Python program."),
        (b"GIF89a = 1", ""),
        (b"BZh = 1", ""),
        (b"\xcb\r\r\n\0\0\0\0", "It is a compiled program, not a Python program."),
        (b"\xd0\xcf\x11\xe0", "It is a Word document, not a Python program."),
        (zipped(("word/document.xml", b"")), "It is a Word document, not a Python program."),
        (RIGHT, "It is a zip, not a Python program."),
        (b"\n<!DOCTYPE html>", "It is a web page, not a Python program."),
        (NOTEBOOK, "It is a notebook (JSON), not a Python program."),
        (
            "x = 1".encode("utf-16"),
            "It is saved as UTF-16, which Python does not read: save it as UTF-8.",
        ),
        (b"x = 1\n\0", "Line 2 has a NUL byte, which Python does not read."),
        (b"# caf\xe9", "Line 1 has a byte, 0xe9, that is no utf-8: save it as UTF-8."),
        (
            b"x = 1\ny = 2\nz = 3 # \xe9",
            "Line 3 has a byte, 0xe9, that is no utf-8: save it as UTF-8.",
        ),
        (
            b"# coding: nosuch",
            "Its first lines name an encoding that Python does not know: save it as UTF-8.",
        ),
        (
            b"\xef\xbb\xbf# coding: latin-1",
            "Its first lines name an encoding that Python does not know: save it as UTF-8.",
        ),
        (b"\xef\xbb\xbf# coding: utf-8", ""),
        (
            b"\xef\xbb\xbfx = 1\n\xe9 = 2",
            "Line 2 has a byte, 0xe9, that is no utf-8: save it as UTF-8.",
        ),
        (b"# coding: latin-1\n# \xe9", ""),
        (b"# coding: latin-1 \xe9", ""),
        (b"\n# coding: Latin_1-unix\n# \xe9", ""),
        (b"x = 1\n# coding: nosuch", ""),
        (b"# coding: rot13", ""),  # Python says that it is no encoding of text
        (b"# coding: undefined", ""),
        (b"# coding: punycode " + b"A-" * 100_000, ""),
        (b"# coding: punycode\n" + b"A-" * 100_000, ""),
        (b"\xef\xbb\xbfx = 1\r\n", ""),
        (b"{'cells': 1}", ""),
        (MODEL, ""),
    ],
)
def test_a_file_that_is_no_python_is_recognised_by_its_bytes(source, sentence):
    assert sources.problem(source) == sentence


@pytest.mark.parametrize(
    "change",
    [
        lambda source: b"\xef\xbb\xbf" + source,
        lambda source: source.replace(b"\n", b"\r\n"),
        lambda source: source.replace(b"    ", b"\t"),
    ],
    ids=["BOM", "CRLF", "tabs"],
)
def test_odd_source_that_python_runs_gets_no_flag(change, put_file):
    shown = stdout_of(*QUICK, put_file("x.py", change(MODEL)))
    assert shown.endswith("Total: 3 of 3 points (3 accepted)\n\n") and "x.py  " not in shown


@pytest.mark.parametrize(
    "source, flag, reason",
    [
        (b"print 'h'\n", "", "Hint: Was it written for Python 2? Python 3 runs it."),
        (
            b"if 1:\n\tx = 1\n        y = 2\n",
            "",
            "Hint: Do all lines of a block begin with the same white space",
        ),
        (
            NOTEBOOK,
            "x.py is a notebook (JSON), not a Python program: hand in the .py file itself.",
            "import: missing",
        ),
        (
            b"x = '\0'",
            "Line 1 has a NUL byte, which Python does not read.",
            "import: runtime_error",
        ),
    ],
)
def test_source_that_python_does_not_run_gets_a_verdict_and_a_reason(
    source, flag, reason, put_file
):
    path = put_file("x.py", source)
    shown = stdout_of(*QUICK, path)
    assert flag in shown and reason in shown
