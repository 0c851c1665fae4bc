"""PrairieLearn: a question with external grading (docs.prairielearn.com, external grading).

The pack is in its `tests`, which lies in /grade/tests where the question is graded, beside
/grade/student and /grade/data/data.json; /grade/results/results.json is what PrairieLearn reads, of
1 MiB at most. What can't be run (no file, a syntax error) and a fault cost no attempt, because the
result is not gradable. If one test has points, all must have them.
"""

import json
from pathlib import Path
from uuid import UUID, uuid5

from grader.courses.exported import FAULT, SHARE, STARTER, Container, Export, Outcome, Place
from grader.courses.stage import Played, Stage
from grader.courses.system import Host
from grader.ground.files import Files, Json, below, text_of


GRADE = f"""\
#!/bin/sh
exec sh /grade/tests/{STARTER} /grade
""".encode()
IMAGE = "python:3.12-slim"
LARGEST = 1 << 20  # the most bytes of results.json
LONGEST = 200_000  # the most characters of a text in results.json
SPACE = UUID("5f9d7f1c-6c2b-4a39-9d67-0d1f6f0a3b52")  # the namespace of the questions' uuids
DOCKERFILE = f"""\
# Tries the sandbox in the image that grades: the build log shows which level holds.
FROM {IMAGE}
COPY tests /grade/tests
RUN cd /grade/tests && python3 -m grader doctor
""".encode()


class PrairieLearn(Host):
    """The folder of a question."""

    name, title = "prairielearn", "PrairieLearn"
    container = Container(cpus=0.9, memory_mib=2048, seconds=600, most_seconds=600)

    def files(self, export: Export) -> Files:
        """The question, and the pack in its tests."""
        return {
            **below("tests", {**export.pack, "grade.sh": GRADE}),
            "info.json": text_of(_info(export)),
            "question.html": _question(export),
            "Dockerfile": DOCKERFILE,
        }

    def says(self, export: Export) -> str:
        """Where to put the folder, in sentences."""
        return (
            "Put the folder into `questions` of the course, and write the question into "
            "question.html. `docker build .` there shows which sandbox holds. Programs without a "
            "file or with a syntax error cost no attempt."
        )

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of the submission; the variant's seed serves as the student's name."""
        data = json.loads((folder / "data" / "data.json").read_text(encoding="utf-8"))
        return Place(folder / "student", f"variant-{data.get('variant_seed', 0)}")

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Write results.json, and print the grader's log."""
        print(outcome.log)
        (folder / "results").mkdir(exist_ok=True)
        text = json.dumps(_results(outcome))
        if len(text) > LARGEST:  # the text is ASCII, so its characters are bytes
            text = json.dumps({**_results(outcome), "tests": []})
        (folder / "results" / "results.json").write_text(text, encoding="ascii")
        return 0

    def play(self, stage: Stage) -> Played:
        """Lay out the question's tests, the student's files and the data of the variant; run as
        root.
        """
        tests = {name[6:]: data for name, data in stage.export.items() if name.startswith("tests/")}
        stage.lay_out("tests", tests)
        stage.lay_out("student", stage.submission)
        stage.lay_out("data", {"data.json": b'{"variant_seed": "1"}'})
        info = json.loads(stage.export["info.json"])
        output = stage.run(info["externalGradingOptions"]["entrypoint"], place="grade")
        results = stage.results()
        if not results.get("gradable", True):
            return None, output
        return results["score"], output


def _info(export: Export) -> Json:
    settings = export.settings
    return {
        "uuid": str(uuid5(SPACE, settings.name)),
        "type": "v3",
        "title": settings.name,
        "topic": "Programming",
        "gradingMethod": "External",
        "externalGradingOptions": {
            "image": IMAGE,
            "entrypoint": "/grade/tests/grade.sh",
            "timeout": min(round(settings.budget_s / SHARE), 600),
            "enableNetworking": False,
        },
    }


def _question(export: Export) -> bytes:
    names = ", ".join(export.hands_in)
    return (
        f'<pl-question-panel>\n  <p>Hand in {names}.</p>\n  <pl-file-upload file-names="{names}">'
        "</pl-file-upload>\n</pl-question-panel>\n"
        "<pl-submission-panel>\n  <pl-external-grader-results></pl-external-grader-results>\n"
        "</pl-submission-panel>\n"
    ).encode()


def _results(outcome: Outcome) -> Json:
    output = outcome.text[:LONGEST]
    if outcome.is_fault or outcome.is_unreadable:
        reasons = [test.text for test in outcome.tests if test.text][:1]
        if outcome.is_fault:
            reasons = [FAULT]
        return {"gradable": False, "format_errors": reasons, "output": output}
    tests = [test for test in outcome.tests if test.possible] + list(outcome.beside)
    return {
        "gradable": True,
        "score": outcome.share,
        "message": f"{outcome.score}. {outcome.level}",
        "output": output,
        "tests": [
            {
                "name": test.name,
                "points": test.points,
                "max_points": test.possible,
                "message": test.text,
            }
            for test in tests
        ],
    }


SYSTEM = PrairieLearn()
