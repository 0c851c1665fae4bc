"""Gradescope: a zip with setup.sh, run_autograder and the pack (its "autograder specifications").

It runs as root in /autograder: the zip lies in `source`, the submission in `submission`, and
`results/results.json` is what it reads. What is printed is for instructors alone. After a fault the
file has no score, so that Gradescope shows an error of the autograder instead of points.

A download of submissions has folders submission_n, and the students in submission_metadata.yml.
"""

import json
import re
from pathlib import Path

from grader.courses.exported import STARTER, Container, Export, Outcome, Place, Test
from grader.courses.gradebook import ANY, Gradebook
from grader.courses.names import Label, People
from grader.courses.stage import Played, Stage
from grader.courses.system import Host
from grader.ground.files import Files, Json, text_of


SETUP = b"""\
#!/usr/bin/env bash
# Runs once, when the image is built.
set -euo pipefail
cd /autograder/source
chmod -R go= .  # programs run as users of their own
python3 -m grader doctor
"""
RUN = f"""\
#!/usr/bin/env bash
exec sh /autograder/source/{STARTER} /autograder
""".encode()
SID = "gradescope_sid"
FOLDER = re.compile(r"submission_(?P<student>[0-9]{1,18})")
FIELDS = {b"name": "name", b"sid": SID, b"email": "email"}  # {field of the metadata: our name}
METADATA_LINE = re.compile(
    rb"^(?:(submission_[0-9]{1,18}):|  :(\w+):.*"
    rb"| {2,8}(- +)?(?:  )?:(name|sid|email):(.*))\r?$",
    re.MULTILINE,
)


class Gradescope(Host):
    """A zip for "Configure autograder"."""

    name, title, is_zip = "gradescope", "Gradescope", True
    container = Container(cpus=0.5, memory_mib=768, seconds=600, most_seconds=2400)
    school_ids = (SID,)
    gradebook = Gradebook(ids={"sid": (ANY,)})
    students_file = "submission_metadata.yml"

    def label(self, name: str) -> Label | None:
        """What the name of a folder in a download says: its number."""
        if match := FOLDER.fullmatch(name):
            return Label(self.name, (self.name, match["student"]), key=name)
        return None

    def students(self, content: bytes) -> dict[str, People]:
        """The students of each folder, from the metadata of a download.

        >>> ann = b"  - :name: Ann\\n    :sid: 12\\n    :email: a@x.edu\\n  - :name:\\n"
        >>> SYSTEM.students(b"submission_7:\\n  :submitters:\\n" + ann)["submission_7"]
        ({'name': 'Ann', 'gradescope_sid': '12', 'email': 'a@x.edu'},)
        """
        groups: dict[str, list[dict[str, str]]] = {}
        members = []
        section = b""
        for match in METADATA_LINE.finditer(content):
            folder, part, dash, field, value = match.groups()
            if folder:
                members, section = groups.setdefault(folder.decode(), []), b""
            elif part:
                section = part
            elif section == b"submitters":
                if dash or not members:
                    members.append({})
                if text := _scalar(value):
                    members[-1][FIELDS[field]] = text
        return {folder: tuple(filter(None, members)) for folder, members in groups.items()}

    def files(self, export: Export) -> Files:
        """The pack at the top, beside the two scripts."""
        return {**export.pack, "setup.sh": SETUP, "run_autograder": RUN}

    def says(self, export: Export) -> str:
        """How to upload the zip, in sentences."""
        return (
            f"Upload it in Configure Autograder, with {export.points:g} points for the assignment "
            "and the smallest container. The build log shows which sandbox holds. Students see "
            "all public checks, and of hidden ones verdicts and points."
        )

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of the submission; the students' ids serve as the student's name."""
        path, data = folder / "submission_metadata.json", {}
        if path.is_file():
            data = json.loads(path.read_text(encoding="utf-8"))
        ids = sorted(str(user["id"]) for user in data.get("users", ()))
        return Place(folder / "submission", "-".join(ids))

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Write results.json, and print the grader's log for instructors."""
        print(outcome.log)
        path = folder / "results" / "results.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(_results(outcome), indent=1), encoding="utf-8")
        return 0

    def play(self, stage: Stage) -> Played:
        """Unpack and set up the zip once, copy the script, and run all as root."""
        stage.lay_out("source", stage.export)
        stage.lay_out("submission", stage.submission)
        (stage.folder / "results").mkdir()
        metadata = text_of({"users": [{"id": 1, "email": "a@example.edu", "name": "A"}]})
        script = stage.export["run_autograder"]
        stage.lay_out("", {"run_autograder": script, "submission_metadata.json": metadata})
        output = stage.run("/autograder/source/setup.sh", place="autograder")
        output += stage.run("/autograder/run_autograder", place="autograder")
        score = stage.results().get("score")
        return None if score is None else score / stage.points, output


def _results(outcome: Outcome) -> Json:
    """The content of results.json: without scores if the grader failed."""
    scored = {} if outcome.is_fault else {"score": outcome.points}
    formats = dict.fromkeys(("output_format", "test_output_format", "test_name_format"), "text")
    return {
        **scored,
        **formats,
        "execution_time": round(outcome.wall_s, 1),
        "output": outcome.text,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {"sandbox": outcome.level, "faults": outcome.faults},
        "tests": [
            _test(test, str(number), outcome.is_fault)
            for number, test in enumerate(outcome.tests + outcome.beside, 1)
        ],
    }


def _test(test: Test, number: str, is_fault: bool) -> Json:
    shown = {"name": test.name, "number": number, "output": test.text}
    if is_fault:
        return shown
    status = "passed" if test.passed else "failed"
    return shown | {"score": test.points, "max_score": test.possible, "status": status}


def _scalar(value: bytes) -> str:
    """The text of a YAML scalar on one line; "" if there is none.

    >>> _scalar(b" 'O''Hara'"), _scalar(b' "J\\\\u00e9"'), _scalar(b" 12"), _scalar(b" null")
    ("O'Hara", 'Jé', '12', '')
    """
    text = value.decode(errors="replace").strip()
    if text[:1] == "'" == text[-1:]:
        return text[1:-1].replace("''", "'")
    if text[:1] != '"':
        return "" if text in ("null", "~") else text
    try:
        return json.loads(text)
    except ValueError:
        return text.strip('"')


SYSTEM = Gradescope()
