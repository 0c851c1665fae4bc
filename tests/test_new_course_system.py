"""A course system that the grader does not know is one module and one line of NAMES."""

import shutil
import subprocess
import zipfile

import pytest

from tests.helpers import ROOT, gradebook_of, python, rows_of, write_files
from tests.primes import FORGETS_THE_LAST, SIEVE, primes_with_a_secret


SYSTEM = '''\
"""Owl: folders called NUMBER~NAME, a table with owls, and a container that runs owl.sh."""

import re

from grader.courses.exported import STARTER, Container, Place
from grader.courses.gradebook import Gradebook
from grader.courses.names import Label
from grader.courses.system import Host, copied


class Owl(Host):
    """Owl's names, columns and container."""

    name, title = "owl", "Owl"
    ids = ("owl_number",)
    gradebook = Gradebook(
        ids={"owl no": ("owl_number",)},
        to_fill=re.compile("hoots"),
        feedback=("what the owl says",),
        most=("full marks",),
    )
    container = Container(cpus=1, memory_mib=1024, seconds=60, most_seconds=60)

    def label(self, name):
        match = re.fullmatch("([0-9]+)~([^~]+)", name)
        if not match:
            return None
        number, who = match.groups()
        return Label("owl", ("owl", number), {"name": who, "owl_number": number})

    def feedback_files(self, path, people):
        return [f"{one['owl_number']}.owl.txt" for one in people if "owl_number" in one]

    def files(self, export):
        return {**export.pack, "owl.sh": f"exec sh {STARTER} ../handin\\n".encode()}

    def says(self, export):
        return "Give it to the owl."

    def place(self, folder, pack):
        return Place(copied(folder, pack))

    def write(self, outcome, folder):
        (folder / "owl.txt").write_text(f"{outcome.points:g} of {outcome.possible:g}")
        return 0


SYSTEM = Owl()
'''
LINE = "NAMES = (\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a copy of the grader that knows the system, an assignment and a class."""
    folder = tmp_path_factory.mktemp("owl")
    without = shutil.ignore_patterns("__pycache__", "programs")
    shutil.copytree(ROOT / "grader", folder / "grader", ignore=without)
    for name in ("funny_puzzle.py", "board.py", "solver.py"):
        shutil.copy(ROOT / name, folder)
    for name in ("testinput", "optimal"):
        shutil.copytree(ROOT / name, folder / name, ignore=without)
    (folder / "grader/courses/owl.py").write_text(SYSTEM)
    names = folder / "grader/courses/systems.py"
    text = names.read_text()
    assert text.count(LINE) == 1
    names.write_text(text.replace(LINE, f'{LINE}    "owl",\n'))
    primes_with_a_secret(folder)
    students = {"7~Ann Lee/primes.py": SIEVE, "8~Bo Roe/primes.py": FORGETS_THE_LAST}
    write_files(folder / "class", students)
    return folder


def run(place, *words):
    """The output of the copy of the grader."""
    process = python("-m", "grader", *words, cwd=place)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.long
def test_its_names_columns_and_feedback_files_are_known(place):
    roster = "owl no,hoots,full marks,what the owl says\n8,,100,\n7,,1,\n9,,100,\n"
    (place / "roster.csv").write_text(roster)
    options = ("--roster", "roster.csv", "--absent", "0")
    said = run(place, "--assignment", "primes", "class", "--out", "out", *options)
    points = [(row["owl_number"], float(row["points"])) for row in gradebook_of(place / "out")]
    assert points == [("7", 8), ("8", 4)]
    filled = rows_of(place / "out/filled-roster.csv")
    assert [row["hoots"] for row in filled] == ["4", "8", "0"]
    texts = [row["what the owl says"] for row in filled]
    assert all(texts[:2]) and not texts[2]
    assert "the roster's maximum is 100 and that of this grading 8" in said
    with zipfile.ZipFile(place / "out/feedback.zip") as archive:
        assert sorted(archive.namelist()) == ["7.owl.txt", "8.owl.txt"]


@pytest.mark.long
def test_its_export_grades(place):
    level = ("--require-sandbox", "basic")
    assert "the owl" in run(place, "export", "owl", "exported", "--assignment", "primes", *level)
    scores = {}
    for student in ("7~Ann Lee", "8~Bo Roe"):
        shutil.copytree(place / "class" / student, place / "handin", dirs_exist_ok=True)
        command = ["sh", "owl.sh"]
        subprocess.run(command, cwd=place / "exported", capture_output=True, check=True)
        scores[student[0]] = (place / "handin/owl.txt").read_text()
        shutil.rmtree(place / "handin")
    assert scores == {"7": "8 of 8", "8": "4 of 8"}
