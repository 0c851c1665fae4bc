"""The pictures in README: of a search step by step, and of a class.

`make pictures` draws them in a browser, and writes down the digests of the pages that it drew. The
pages are the same everywhere and every time, so that a test sees when a picture is out of date.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.browser import Browser
from tests.helpers import ROOT
from tests.test_batch import a_class


FOLDER = ROOT / "grader/docs/pictures"
DIGESTS = FOLDER / "digests.txt"
PROGRAMS = ROOT / "grader/assignments/funny_puzzle/programs"
CLASS = {
    "ada": "right/classes",
    "ben": "wrong/notebook_start_not_marked",
    "cleo": "wrong/queue_length_after_pop",
    "dan": "wrong/lists_all_the_way",
    "eva": "wrong/deque_for_heap",
    "fay": "wrong/notebook_start_not_marked",
    "gus": "wrong/counter_and_steps",
}
STEPS = ["[1, 2, 3, 5, 0, 0, 4, 7, 6]", "--misconception", "duplicates_dropped_at_push"]
WIDTH, HEIGHT = 940, 680


def pages(folder):
    """The pages that pictures are made of, by the pictures' names; they are written to a folder."""
    return {"steps": _steps_page(folder), "class": _class_page(folder)}


def _steps_page(folder):
    _run(folder, "lecture", "steps", *STEPS, "--out", "steps.html")
    return (folder / "steps.html").read_text(encoding="utf-8")


def _class_page(folder):
    a_class(folder / "class", **{who: PROGRAMS / f"{name}.py" for who, name in CLASS.items()})
    checks = ["--only", "print_succ/funny0*", "--only", "solve/funny0*"]
    anywhere = ["--layout", "many", "--require-sandbox", "basic"]
    _run(folder, "grader", *anywhere, *checks, "--out", "results", "class")
    page = (folder / "results/html/index.html").read_text(encoding="utf-8")
    # the Python and the sandbox differ by machine
    return re.sub(r"Python 3[^<]*", "Python 3", page)


def _run(folder, *arguments):
    """Run a module in a folder, so that a page has no paths but those below it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


def digests(drawn):
    """A line for each page: its SHA-256 digest, and its name."""
    return "".join(
        f"{hashlib.sha256(page.encode()).hexdigest()}  {name}\n" for name, page in drawn.items()
    )


def draw(browser, page):
    """The PNG of the top of a page, in light colours, where its searches part if it has any."""
    browser.prefer("light")
    browser.resize(WIDTH, HEIGHT)
    browser.visit(page.as_uri())
    browser.press("d")
    return base64.b64decode(browser.ask("Page.captureScreenshot", format="png")["data"])


def main():
    """Write the pictures, and the digests of the pages that they show."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        drawn = pages(folder)
        with Browser(folder / "profile") as browser:
            for name, page in drawn.items():
                path = folder / f"{name}.html"
                path.write_text(page, encoding="utf-8")
                (FOLDER / f"{name}.png").write_bytes(draw(browser, path))
    DIGESTS.write_text(digests(drawn), encoding="utf-8")


if __name__ == "__main__":
    main()
