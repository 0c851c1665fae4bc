"""The scripts of exports that grade a class in parts: one for a part, one to join them.

A part is graded on the disk of its machine, because locks are not safe on shared ones, and then
copied beside the others. A part that was interrupted goes on from its copy. What is given is a
class, however few students are in it.
"""

import shlex

from grader.courses.exported import Export
from grader.ground.files import Files


PART = """\
#!/usr/bin/env bash
# Grades one part of a class:  grade-part.sh I CLASS [OPTION of the grader...]
# I is from 1 to {shards}.
set -euo pipefail
[ $# -ge 2 ] || {{ echo "grade-part.sh: expected I and CLASS, got ${{*:-nothing}}" >&2; exit 2; }}
part=$1 class=$(realpath "$2")
shift 2
cd "$(dirname "$(realpath "$0")")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -d "results/part-$part" ]; then cp -r "results/part-$part" "$work/part"; fi
export GRADER_MOVED_TO="results/part-$part"  # is named instead of the folder that goes
python3 -m grader --assignment {name} --require-sandbox {level} --layout many {options} "$@" \\
  --shard "$part/{shards}" --out "$work/part" -- "$class" &
grader=$!
trap 'kill "$grader"' TERM
status=0
wait "$grader" || status=$?
wait "$grader" || status=$?  # a signal ends the first wait, before the grader has ended
if [ -d "$work/part" ]; then
  mkdir -p results && rm -rf "results/.part-$part" && cp -r "$work/part" "results/.part-$part"
  rm -rf "results/part-$part" && mv "results/.part-$part" "results/part-$part"
fi
exit "$status"
"""
MERGE = """\
#!/usr/bin/env bash
# Joins what grade-part.sh graded, and writes the reports into results/all
set -euo pipefail
cd "$(dirname "$(realpath "$0")")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r results/part-* "$work" 2>/dev/null || {{
  echo "merge.sh: expected results/part-1 and so on from grade-part.sh, got none" >&2; exit 2
}}
export PYTHONPATH=$PWD
export GRADER_MOVED_TO=results/all
(cd "$work"; python3 -m grader merge part-* --out all; python3 -m grader report all)
rm -rf results/all && cp -r "$work/all" results/all
"""


def scripts(export: Export) -> Files:
    """The two scripts, with the assignment and the number of parts filled in."""
    return {"grade-part.sh": filled(PART, export), "merge.sh": filled(MERGE, export)}


def filled(script: str, export: Export) -> bytes:
    """A script with the assignment's name, the number of parts, and the options filled in."""
    settings = export.settings
    return script.format(
        name=settings.name,
        shards=settings.shards,
        level=settings.level,
        options=shlex.join(settings.options),
    ).encode()
