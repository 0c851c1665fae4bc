"""Plays a course system: lays out an export and a submission, deletes what the system deletes,
starts what it starts, as the same kind of user, and reads the share of points that it reads.

A script that names a folder of a container finds it in a namespace of mounts (IN_PLACE).
"""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.export.system import Container
from grader.packing import pack as packing
from grader.packing.pack import Files
from grader.sandbox import interpreter, sandbox
from grader.verify.enclosure import Enclosure


USER = 10_000  # the number of an ordinary user, as whom root plays a system
# Sees the machine's own root folder with one more folder in it, whose name the machine does not
# have.
IN_PLACE = r"""
set -eu
new=$1 name=$2 folder=$3; shift 3
mkdir -p "$new"
mount --make-rprivate /
mount -t tmpfs tmpfs "$new"
for path in /*; do
  if [ -L "$path" ]; then cp -P "$path" "$new"
  elif [ -d "$path" ]; then mkdir "$new$path"; mount --rbind "$path" "$new$path"; fi
done
mkdir -p "$new/$name" "$new/.old"
mount --bind "$folder" "$new/$name"
cd "$new"
pivot_root . .old
umount -l .old
cd "/$name"
exec "$@"
"""


@dataclass(frozen=True)
class Stage:
    """The place where a system is played: its folder, the export, the submission, the container."""

    folder: Path
    export: Files
    submission: Mapping[str, bytes]
    points: float
    container: Container

    def run(self, *command: str, place: str = "", **variables: str) -> str:
        """The output of a command, run as an ordinary user, or as root in the folder /PLACE."""
        words = self._in_place(place, command) if place else self._as_user(command)
        with Enclosure(self.container.cpus, self.container.memory_mib) as enclosure:
            ran = subprocess.run(
                enclosure.command(words) if enclosure.bounds else words,
                cwd=self.folder,
                env={
                    "PATH": _path(not place),
                    "LANG": "C.UTF-8",
                    "HOME": str(self.folder),
                    **variables,
                },
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=self.container.seconds,
            )
        return ran.stdout.decode("utf-8", "replace")

    def _in_place(self, place: str, command: Sequence[str]) -> list[str]:
        """A command as root of a namespace in which the folder is called /PLACE."""
        spaces = ["--mount", *([] if os.getuid() == 0 else ["--user", "--map-root-user"])]
        arguments = [f"{self.folder}.root", place, str(self.folder)]
        return ["unshare", *spaces, "bash", "-c", IN_PLACE, "bash", *arguments, *command]

    def _as_user(self, command: Sequence[str]) -> list[str]:
        """A command as an ordinary user, who gets the folder if root plays."""
        if os.getuid() != 0:
            return [*command]
        for entry in (self.folder, *self.folder.rglob("*")):
            os.chown(entry, USER, USER, follow_symlinks=False)
        who = [f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        return ["setpriv", *who, *command]


def play(system: str, stage: Stage) -> tuple[float | None, str]:
    """(The share of points that the system reads, None if it reads none; the printed output)."""
    stage.folder.mkdir(parents=True, exist_ok=True)
    try:
        return PLAYS[system](stage)
    except (OSError, ArithmeticError, LookupError, ValueError, subprocess.SubprocessError) as error:
        return None, repr(error)


def _path(is_for_user: bool) -> str:
    """The search path for programs; this Python is first on it if the user may read it."""
    readable = interpreter.readable_paths(sys.executable)
    is_other = is_for_user and os.getuid() == 0
    is_open = not is_other or all(map(sandbox.is_open_to_all, readable))
    own = [os.path.dirname(sys.executable)] if is_open else []
    return os.pathsep.join([*own, "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])


def _lay_out(stage: Stage, place: str, files: Mapping[str, bytes]) -> None:
    """Write files into a folder of the stage."""
    packing.write_folder(stage.folder / place, files)


def _results(stage: Stage) -> dict[str, Any]:
    """The contents of results/results.json."""
    text = (stage.folder / "results/results.json").read_text(encoding="utf-8")
    results: dict[str, Any] = json.loads(text)
    return results


# ---- The systems ----


def _gradescope(stage: Stage) -> tuple[float | None, str]:
    """Unpack and set up the zip once, copy the script, and run all as root."""
    _lay_out(stage, "source", stage.export)
    _lay_out(stage, "submission", stage.submission)
    _lay_out(stage, "", {"run_autograder": stage.export["run_autograder"]})
    (stage.folder / "results").mkdir()
    metadata = {"users": [{"id": 1, "email": "a@example.edu", "name": "A"}]}
    _lay_out(stage, "", {"submission_metadata.json": packing.text_of(metadata)})
    said = stage.run("/autograder/source/setup.sh", place="autograder")
    said += stage.run("/autograder/run_autograder", place="autograder")
    score = _results(stage).get("score")
    return None if score is None else score / stage.points, said


def _prairielearn(stage: Stage) -> tuple[float | None, str]:
    """Lay out the question's tests, the student's files and the data of the variant; run as
    root.
    """
    tests = {name[6:]: data for name, data in stage.export.items() if name.startswith("tests/")}
    _lay_out(stage, "tests", tests)
    _lay_out(stage, "student", stage.submission)
    _lay_out(stage, "data", {"data.json": b'{"variant_seed": "1"}'})
    info = json.loads(stage.export["info.json"])
    said = stage.run(info["externalGradingOptions"]["entrypoint"], place="grade")
    results = _results(stage)
    return results["score"] if results.get("gradable", True) else None, said


def _autolab(stage: Stage) -> tuple[float | None, str]:
    """Put the handin, the Makefile and the tar into one folder; read the last line that `make`
    prints.
    """
    _lay_out(stage, "", stage.submission)
    makefile = {"Makefile": stage.export["autograde-Makefile"]}
    _lay_out(stage, "", {"autograde.tar": stage.export["autograde.tar"], **makefile})
    said = stage.run("make", "--no-print-directory")
    last = re.sub("([a-zA-Z0-9]+):", r'"\1":', said.rstrip("\n").rpartition("\n")[2])
    return sum(json.loads(last)["scores"].values()) / stage.points, said


def _classroom50(stage: Stage) -> tuple[float | None, str]:
    """Unpack the archive beside the checkout, and run its script there."""
    (archive,) = [name for name in stage.export if name.endswith(".tar.gz")]
    slug = archive[: -len(".tar.gz")]
    _lay_out(stage, "", {archive: stage.export[archive]})
    with tarfile.open(stage.folder / archive) as tar:
        tar.extractall(stage.folder)
    _lay_out(stage, "checkout", {**stage.submission, "result.json": b"{}"})
    variables = {"CLASSROOM": "c", "ASSIGNMENT": slug, "SUBMISSION_TAG": "submit/1"}
    script = f"cd checkout && exec python3 ../{slug}/autograder.py"
    said = stage.run("sh", "-c", script, **variables)
    result = json.loads((stage.folder / "checkout/result.json").read_text(encoding="utf-8"))
    return result["score"] / result["max-score"], said


def _vpl(stage: Stage) -> tuple[float | None, str]:
    """Play VPL: run the first script, delete the uploaded files and VPL's own, run its product."""
    limits = {"VPL_GRADEMIN": "0", "VPL_GRADEMAX": "10"}
    limits["VPL_MAXTIME"] = f"{stage.container.seconds:.0f}"
    environment = "".join(f"export {name}='{value}'\n" for name, value in limits.items()).encode()
    given = {**stage.export, "vpl_environment.sh": environment}
    _lay_out(stage, "", {**stage.submission, **given})
    said = stage.run("bash", "./vpl_evaluate.sh")
    for name in given:
        with suppress(FileNotFoundError):
            (stage.folder / name).unlink()
    said += stage.run("bash", "./vpl_execution")
    grades = re.findall(r"^Grade :=>>(.*)$", said, re.MULTILINE)
    return float(grades[-1]) / 10 if grades else None, said


PLAYS: Mapping[str, Callable[[Stage], tuple[float | None, str]]] = {
    "gradescope": _gradescope,
    "autolab": _autolab,
    "prairielearn": _prairielearn,
    "classroom50": _classroom50,
    "vpl": _vpl,
}
