"""Moodle's Virtual Programming Lab: files for "Execution files" (vpl.dis.ulpgc.es).

VPL runs `vpl_evaluate.sh`, deletes the execution files and its own `vpl_environment.sh`, and runs
`vpl_execution`, in one folder with the submission. So the first script makes all that the second
needs: the unpacked grader, and VPL's settings. The grade is what stands behind the last
`Grade :=>>` at the beginning of a line, so that no line of the text begins with its own characters.
After a fault there is no grade. The pack is one text file, because VPL takes files one by one.
"""

import base64
import os
import re
from contextlib import suppress
from pathlib import Path

from grader.courses.exported import STARTER, Container, Export, Outcome, Place
from grader.courses.stage import Played, Stage
from grader.courses.system import Host, copied
from grader.ground.files import Files, tarred


# Python starts in the grader's folder, where no student's file can pass for a module.
EVALUATE = f"""\
#!/bin/bash
# Makes vpl_execution, and all that it needs: VPL then deletes this file and grader.b64.
rm -rf vpl_grader
mkdir vpl_grader
base64 -d grader.b64 | tar xzf - -C vpl_grader
if [ -f vpl_environment.sh ]; then . ./vpl_environment.sh; fi
export VPL_GRADEMIN VPL_GRADEMAX VPL_MAXTIME MOODLE_USER_ID=${{MOODLE_USER_ID-}}
{{
  echo '#!/bin/bash'
  declare -p VPL_GRADEMIN VPL_GRADEMAX VPL_MAXTIME MOODLE_USER_ID
  cat <<'END'
sh vpl_grader/{STARTER} "$PWD" "Comment :=>>" 2>/dev/null || true
END
}} > vpl_execution
chmod +x vpl_execution
""".encode()
OWN = ("vpl_*", "grader.b64", "common_script*")  # files that are not the student's own
SECONDS = 240


class VPL(Host):
    """A folder with the execution files."""

    name, title = "vpl", "Moodle's VPL"
    container = Container(cpus=1, memory_mib=1024, seconds=SECONDS, most_seconds=3600)

    def files(self, export: Export) -> Files:
        """The script, and the pack in one text file."""
        packed = base64.encodebytes(tarred(export.pack))
        return {"vpl_evaluate.sh": EVALUATE, "grader.b64": packed}

    def says(self, export: Export) -> str:
        """How to upload the files, in sentences."""
        return (
            "Upload both under Execution files. Under Execution options, set Run, Evaluate and "
            "Automatic grade to Yes. Under Maximum execution resources, allow 1 GiB of memory (the "
            "default is 128 MiB). Each evaluation says which sandbox holds."
        )

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of a copy of the student's files, without those of VPL and of this export."""
        given = os.environ.get("VPL_MAXTIME", "")
        student = os.environ.get("MOODLE_USER_ID", "")
        seconds: float = SECONDS
        if given.isdecimal():
            seconds = float(given)
        return Place(copied(folder, pack, *OWN), student, seconds)

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Print the text as a comment with marked lines, and then the grade."""
        print("<|--", *(f">{line}" for line in outcome.text.split("\n")), "--|>", sep="\n")
        if not outcome.is_fault:
            low = float(os.environ.get("VPL_GRADEMIN", 0))
            high = float(os.environ.get("VPL_GRADEMAX", outcome.possible))
            print(f"\nGrade :=>> {low + (high - low) * outcome.share:g}")
        return 0

    def play(self, stage: Stage) -> Played:
        """Run the first script, delete the uploaded files and VPL's own, run its product."""
        environment = (
            "export VPL_GRADEMIN='0'\nexport VPL_GRADEMAX='10'\n"
            f"export VPL_MAXTIME='{stage.container.seconds:.0f}'\n"
        )
        given = {**stage.export, "vpl_environment.sh": environment.encode()}
        stage.lay_out("", {**stage.submission, **given})
        output = stage.run("bash", "./vpl_evaluate.sh")
        for name in given:
            with suppress(FileNotFoundError):
                (stage.folder / name).unlink()
        output += stage.run("bash", "./vpl_execution")
        grades = re.findall(r"^Grade :=>>(.*)$", output, re.MULTILINE)
        if not grades:
            return None, output
        return float(grades[-1]) / 10, output


SYSTEM = VPL()
