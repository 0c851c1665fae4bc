"""The course systems as an export meets them: folders laid out as theirs, and what they read.

Each system here gets an export, the files of a submission, and a user; it runs what that system
runs, and returns what a student and an instructor would see. `SCHEMAS` are written from the
documented formats, and the rest from the consumers' own code.
"""

import contextlib
import functools
import io
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from jsonschema import Draft202012Validator

from grader.courses import systems
from tests import waiting
from tests.levels import PYTHON


# Sees the host's own root folder with one more folder in it, whose name the host does not have.
IN_PLACE = r"""
set -eu
new=$1 name=$2 folder=$3; shift 3
mount --make-rprivate /
mount -t tmpfs tmpfs "$new"
for path in /*; do
  if [ -L "$path" ]; then cp -P "$path" "$new"
  elif [ -d "$path" ]; then mkdir "$new$path"; mount --rbind "$path" "$new$path"; fi
done
mkdir "$new/$name" "$new/.old"
mount --bind "$folder" "$new/$name"
cd "$new"
pivot_root . .old
umount -l .old
cd "/$name"
exec "$@"
"""
NUMBER, TEXT, TRUTH = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
AMOUNT = {"type": "number", "minimum": 0}
WHOLE = {"type": "integer", "minimum": 0}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
VISIBILITY = {"enum": ["visible", "hidden", "after_due_date", "after_published"]}


def objects(required, **properties):
    """The schema of an object without other keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def lists(schema):
    """The schema of a list of such."""
    return {"type": "array", "items": schema}


SCHEMAS = {
    "gradescope": objects(
        "",
        score=NUMBER,
        execution_time=NUMBER,
        output=TEXT,
        output_format=FORMAT,
        test_output_format=FORMAT,
        test_name_format=FORMAT,
        visibility=VISIBILITY,
        stdout_visibility=VISIBILITY,
        extra_data={"type": "object"},
        leaderboard=lists(objects("name value", name=TEXT, value={}, order=TEXT)),
        tests=lists(
            objects(
                "",
                score=NUMBER,
                max_score=NUMBER,
                status={"enum": ["passed", "failed"]},
                name=TEXT,
                name_format=FORMAT,
                number=TEXT,
                output=TEXT,
                output_format=FORMAT,
                tags=lists(TEXT),
                visibility=VISIBILITY,
                extra_data={"type": "object"},
            )
        ),
    ),
    "autolab scores": objects(
        "scores",
        scores={"type": "object", "additionalProperties": NUMBER, "minProperties": 1},
        scoreboard={"type": "array"},
    ),
    "autolab feedback": {
        "type": "object",
        "properties": {"_presentation": {"const": "semantic"}, "stages": lists(TEXT)},
        "required": ["_presentation", "stages"],
        "additionalProperties": {
            "type": "object",
            "additionalProperties": objects("passed", passed=TRUTH, hint=TEXT),
        },
    },
    "prairielearn": {
        "if": {"properties": {"gradable": {"const": False}}, "required": ["gradable"]},
        "then": objects("gradable", gradable=TRUTH, format_errors=lists(TEXT), output=TEXT),
        "else": objects(
            "score",
            gradable=TRUTH,
            score={"type": "number", "minimum": 0, "maximum": 1},
            message=TEXT,
            output=TEXT,
            images={"type": "array"},
            tests=lists(
                objects(
                    "name points max_points",  # if a test has one of these, all must
                    name=TEXT,
                    description=TEXT,
                    points=NUMBER,  # points are taken off in rows that can give none
                    max_points=AMOUNT,
                    message=TEXT,
                    output=TEXT,
                    images={"type": "array"},
                )
            ),
        ),
    },
    "prairielearn question": {
        "type": "object",
        "required": ["uuid", "title", "topic", "type", "gradingMethod", "externalGradingOptions"],
        "properties": {
            "uuid": {"pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f-]{16}$"},
            "type": {"const": "v3"},
            "gradingMethod": {"const": "External"},
            "externalGradingOptions": objects(
                "image",
                image=TEXT,
                entrypoint=TEXT,
                serverFilesCourse=lists(TEXT),
                timeout={"type": "integer", "minimum": 1, "maximum": 600},
                enableNetworking=TRUTH,
                environment={"type": "object"},
            ),
        },
    },
    "classroom50": objects(
        "schema classroom assignment submission commit release review datetime score max-score "
        "tests",
        schema={"const": "classroom50/result/v1"},
        **dict.fromkeys(("classroom", "assignment"), {"type": "string", "minLength": 1}),
        submission={"pattern": "^submit/"},
        **dict.fromkeys(("commit", "release", "review"), {"pattern": "^https://"}),
        datetime={"pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        score=WHOLE,
        **{"max-score": {"type": "integer", "minimum": 1}},
        tests=lists(
            {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "additionalProperties": False,
                "properties": {
                    "test-name": TEXT,
                    "passed": TRUTH,
                    "score": WHOLE,
                    "max-score": {"type": "integer", "minimum": 1},
                },
            }
        ),
    ),
}


def checked(name, value):
    """The value, which must be as the schema of that name says."""
    Draft202012Validator(SCHEMAS[name]).validate(value)
    return value


# ---- Running ----


@dataclass(frozen=True)
class Seen:
    """What came of it: the share of the points (None: no grade), and all that a student reads."""

    share: float | None
    student: str
    log: str = ""


def run(command, folder, user, **variables):
    """The finished process of a command in a folder, as a user, where python3 is open to all."""
    programs = Path(folder).parent / ".bin"
    programs.mkdir(exist_ok=True)
    if not (programs / "python3").exists():
        (programs / "python3").symlink_to(PYTHON)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    for place in [folder, *Path(folder).rglob("*")] if user else []:
        os.chown(place, user, user, follow_symlinks=False)
    who = {"user": user, "group": user, "extra_groups": []} if user else {}
    return waiting.run(
        [*map(str, command)],
        cwd=folder,
        capture_output=True,
        env={"PATH": path, "LANG": "C.UTF-8", "HOME": str(folder), **variables},
        **who,
    )


def run_at(name, folder, user, *command):
    """The finished process of a command where the folder is called /NAME, as in a container."""
    root = folder.parent / "root"
    root.mkdir(exist_ok=True)
    shell = ["bash", "-c", IN_PLACE, "bash", root, name, folder, *command]
    namespaces = ["--mount", *(["--user", "--map-root-user"] if user else [])]
    return run(["unshare", *namespaces, *shell], folder, user)


def write(folder, files):
    """Write files, {name: text}, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)


def gradescope(export, files, folder, user):
    """Gradescope's container: the zip is unpacked, set up once by root, and run."""
    place = folder / "autograder"
    shutil.unpack_archive(export, place / "source")
    for script in ("setup.sh", "run_autograder"):  # shutil does not restore permissions
        (place / "source" / script).chmod(0o755)
    shutil.copy(place / "source/run_autograder", place)
    write(place / "submission", files)
    (place / "results").mkdir()
    late = {
        "created_at": "2026-11-22T10:00:00Z",
        "assignment": {"due_date": "2026-11-21T10:00:00Z"},
    }
    users = [{"id": 12, "email": "ann@example.edu", "name": "Ann"}]
    metadata = {"users": users, "previous_submissions": [], **late}
    (place / "submission_metadata.json").write_text(json.dumps(metadata))
    if not user:
        built = run_at("autograder", place, user, "/autograder/source/setup.sh")
        assert built.returncode == 0 and b"holds" in built.stdout, built.stderr
    ran = run_at("autograder", place, user, "/autograder/run_autograder")
    assert ran.returncode == 0, ran.stderr
    text = (place / "results/results.json").read_text()
    results = checked("gradescope", json.loads(text))
    possible = sum(test.get("max_score", 0) for test in results["tests"])
    share = results["score"] / possible if "score" in results else None
    return Seen(share, text, ran.stdout.decode())


def autolab_decoded(line):
    """A line as Autolab decodes it, words before colons quoted; by Ruby if it is there."""
    quoted = re.sub("([a-zA-Z0-9]+):", r'"\1":', line)
    assert quoted == line
    if shutil.which("ruby"):
        print(line, file=_ruby().stdin, flush=True)
        return json.loads(_ruby().line())
    return json.loads(quoted)


@functools.cache
def _ruby():
    """A process that decodes each line as Autolab does, for all tests: Ruby starts slowly."""
    script = r"""STDOUT.sync = true
    while line = gets
      puts JSON.generate(JSON.parse(line.gsub(/([a-zA-Z0-9]+):/, '"\1":')))
    end"""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return waiting.Process(["ruby", "-r", "json", "-e", script], **pipes)


def autolab(export, files, folder, user):
    """Autolab's: three files in one folder, `make`, one stream of output."""
    place = folder / "autolab"
    write(place, dict(list(files.items())[:1]))
    shutil.copy(export / "autograde.tar", place)
    shutil.copy(export / "autograde-Makefile", place / "Makefile")
    ran = run(["sh", "-c", "exec make 2>&1"], place, user)
    output = ran.stdout.decode()
    *rest, feedback, scores = output.rstrip("\n").split("\n")
    assert ran.returncode == 0 and all(line.startswith("|") for line in rest)
    if scores.startswith("|"):
        return Seen(None, output)
    earned = checked("autolab scores", autolab_decoded(scores))["scores"]
    content = checked("autolab feedback", autolab_decoded(feedback))
    assert set(content) == {"_presentation", "stages", *content["stages"]}
    return Seen(sum(earned.values()) / 8, output)


def prairielearn(export, files, folder, user):
    """PrairieLearn's container: /grade with tests, student and data."""
    place = folder / "grade"
    shutil.copytree(export / "tests", place / "tests")
    write(place / "student", files)
    write(place / "data", {"data.json": json.dumps({"variant_seed": "123"})})
    info = checked("prairielearn question", json.loads((export / "info.json").read_text()))
    ran = run_at("grade", place, user, info["externalGradingOptions"]["entrypoint"])
    assert ran.returncode == 0, ran.stderr
    text = (place / "results/results.json").read_text()
    results = checked("prairielearn", json.loads(text))
    assert len(text.encode()) <= 1_048_576
    share = results["score"] if results.get("gradable", True) else None
    return Seen(share, text, ran.stdout.decode())


def obeyed(log):
    """The lines of a log that a GitHub runner takes for commands (ActionCommand.cs)."""
    lines = re.split("\r\n|\r|\n", log)
    return [line for line in lines if "##[" in line or line.lstrip().startswith("::")]


def classroom50(export, files, folder, user):
    """Classroom 50's: the archive of the assignment's slug is unpacked, and its script runs in the
    student's checkout.
    """
    place = folder / "runner"
    (slug,) = [path.name for path in export.iterdir() if path.is_dir()]
    assert re.fullmatch("[a-z0-9][a-z0-9-]{1,38}", slug)
    shadows = {"json.py": "forged"} if files else {}
    write(place / "checkout", {**files, **shadows, "result.json": '{"score": 100}'})
    shutil.unpack_archive(export / f"{slug}.tar.gz", place)
    assert os.listdir(place / slug)
    urls = {name: "https://example.edu/x" for name in ("COMMIT_URL", "RELEASE_URL", "REVIEW_URL")}
    variables = {"CLASSROOM": "cs", "ASSIGNMENT": slug, "SUBMISSION_TAG": "submit/1"}
    script = f"cd checkout && exec python3 ../{slug}/autograder.py"
    ran = run(["sh", "-c", script], place, user, USERNAME="ann", **urls, **variables)
    path = place / "checkout/result.json"
    assert not obeyed((ran.stdout + ran.stderr).decode())
    if ran.returncode:
        assert not path.exists()
        return Seen(None, ran.stdout.decode(), ran.stderr.decode())
    result = checked("classroom50", json.loads(path.read_text()))
    assert result["max-score"] == sum(test["max-score"] for test in result["tests"])
    share = result["score"] / result["max-score"]
    return Seen(share, ran.stdout.decode() + path.read_text(), ran.stderr.decode())


def vpl_grades(output):
    """The grades that VPL finds in an output, of which it takes the last; by PHP if it is there."""
    if shutil.which("php"):
        script = r"""preg_match_all('/^Grade :=>>(.*)$/m', stream_get_contents(STDIN), $found);
        echo json_encode($found[1]);"""
        php = waiting.run(["php", "-r", script], input=output, capture_output=True, text=True)
        return json.loads(php.stdout)
    return re.findall(r"^Grade :=>>(.*)$", output, re.MULTILINE)


def vpl(export, files, folder, user):
    """VPL's jail: two scripts in one folder, and the last grade in the output of the second.

    Between them it deletes the execution files, and its own two, which the first one has to read.
    """
    place = folder / "vpl"
    write(place, {**files, "zipfile.py": "forged"} if files else {})
    settings = {"VPL_GRADEMIN": "0", "VPL_GRADEMAX": "10", "VPL_MAXTIME": "60"}
    exported = "".join(f"export {name}='{value}'\n" for name, value in settings.items())
    own = {"common_script.sh": ". vpl_environment.sh\n", "vpl_environment.sh": exported}
    write(place, own)
    shutil.copytree(export, place, dirs_exist_ok=True)
    built = run(["./vpl_evaluate.sh"], place, user)
    assert (built.returncode, built.stdout, built.stderr) == (0, b"", b"")
    for name in (*os.listdir(export), *own):
        (place / name).unlink()
    ran = run(["./vpl_execution"], place, user)
    output = ran.stdout.decode()
    grades = vpl_grades(output)
    assert len(grades) <= 1
    return Seen(float(grades[-1]) / 10 if grades else None, output, ran.stderr.decode())


SYSTEMS = [gradescope, autolab, prairielearn, classroom50, vpl]


# ---- Points ----

# VPL reads one grade without parts
NAMES_OF_PARTS = ("gradescope", "autolab", "prairielearn", "classroom50")


def parts_and_total(outcome, folder):
    """The points of all parts in the file of an outcome's system, and the total that it has.

    In Autolab, which adds up the problems itself, the total is what the student's text has.
    """
    name, printed = outcome.settings.system, io.StringIO()
    with contextlib.redirect_stdout(printed):
        systems.host(name).write(outcome, folder)
    if name == "autolab":
        scores = autolab_decoded(printed.getvalue().splitlines()[-1])["scores"]
        return round(sum(scores.values()), 6), round(outcome.points, 6)
    if name == "classroom50":
        result = json.loads((folder / "result.json").read_text())
        times = outcome.settings.times
        assert abs(result["score"] - times * outcome.points) <= 0.5
        assert all(0 <= test["score"] <= test["max-score"] for test in result["tests"])
        return sum(test["score"] for test in result["tests"]), result["score"]
    results = checked(name, json.loads((folder / "results/results.json").read_text()))
    if name == "gradescope":
        total = results["score"]
        return round(sum(test["score"] for test in results["tests"]), 6), round(total, 6)
    if not results["gradable"]:
        return None, None
    possible = sum(test["max_points"] for test in results["tests"])
    earned = sum(test["points"] for test in results["tests"])
    return round(earned, 6), round(results["score"] * possible, 6)
