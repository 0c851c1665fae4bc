"""Moodle's Virtual Programming Lab: files for "Execution files" (vpl.dis.ulpgc.es).

`vpl_evaluate.sh` writes `vpl_execution`, which grades in the same folder as the submission. The
grade is what stands behind the last `Grade :=>>` at the beginning of a line, so that no line of the
text begins with its own characters. After a fault there is no grade. The pack is one text file,
because VPL takes files one by one.
"""

import base64
import os
from pathlib import Path

from grader.export import packing
from grader.export.outcome import Outcome
from grader.export.packing import Files
from grader.export.system import ENTRY, FAILED, Container, Export, Place, System, copied


EVALUATE = f"""\
#!/bin/bash
cat > vpl_execution <<'END'
#!/bin/bash
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
base64 -d grader.b64 > "$unpacked/grader.zip"
submission=$PWD
cd "$unpacked" && python3 -m zipfile -e grader.zip . && {ENTRY} "$submission" 2>/dev/null ||
  echo "Comment :=>>{FAILED}"
END
chmod +x vpl_execution
""".encode()
OWN = ("vpl_*", "grader.b64", "common_script*")  # files that are not the student's
SECONDS = 240


class VPL(System):
    """A folder with the execution files."""

    name, title = "vpl", "Moodle's VPL"
    container = Container(cpus=1, memory_mib=1024, seconds=SECONDS, most_seconds=3600)

    def files(self, export: Export) -> Files:
        """The script, and the pack in one text file."""
        packed = base64.encodebytes(packing.zipped(export.pack))
        return {"vpl_evaluate.sh": EVALUATE, "grader.b64": packed}

    def says(self, export: Export) -> str:
        """How to upload them."""
        return (
            "Upload both under Execution files, and allow 1 GiB under Maximum execution resources. "
            "Each evaluation says which sandbox holds."
        )

    def place(self, folder: Path) -> Place:
        """A copy of the student's files, without those that VPL and this export put beside them."""
        seconds = os.environ.get("VPL_MAXTIME", "")
        return Place(copied(folder, *OWN), "", float(seconds) if seconds.isdecimal() else SECONDS)

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Print the text as a comment, each line of it marked, and then the grade."""
        print("<|--", *(f">{line}" for line in outcome.text.split("\n")), "--|>", sep="\n")
        if not outcome.is_fault:
            low, high = (
                float(os.environ.get(f"VPL_GRADE{end}", usual))
                for end, usual in (("MIN", "0"), ("MAX", f"{outcome.possible}"))
            )
            share = outcome.points / outcome.possible if outcome.possible else 0
            print(f"\nGrade :=>> {low + (high - low) * share:g}")
        return 0


SYSTEM = VPL()
