"""A cluster with Slurm: a job array that grades a class in parts, and a job that joins them."""

from grader.courses import jobs
from grader.courses.exported import Export
from grader.courses.system import Host
from grader.ground.files import Files


ARRAY = """\
#!/usr/bin/env bash
#SBATCH --job-name={name}
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
#SBATCH --output=logs/part-%a.txt
# The parts are always of {shards}, also if only some of them are submitted again.
./grade-part.sh "$SLURM_ARRAY_TASK_ID" "$@" &
trap 'kill -TERM $!' TERM
wait $! || wait $!
"""
MERGE = """\
#!/usr/bin/env bash
#SBATCH --job-name={name}-merge
#SBATCH --output=logs/merge.txt
./merge.sh
"""
SUBMIT = """\
#!/usr/bin/env bash
# Grades a class:  submit.sh CLASS [OPTION of sbatch...] [-- OPTION of the grader...]
set -euo pipefail
[ $# -ge 1 ] || { echo "submit.sh: expected CLASS, got nothing" >&2; exit 2; }
class=$(realpath "$1")
shift
submit=(sbatch --parsable)
while [ $# -gt 0 ] && [ "$1" != -- ]; do submit+=("$1"); shift; done
if [ $# -gt 0 ]; then shift; fi
cd "$(dirname "$(realpath "$0")")"
mkdir -p logs
array=$("${submit[@]}" grade.sbatch "$class" "$@")
"${submit[@]}" --dependency="afterany:${array%%;*}" merge.sbatch
"""


class Slurm(Host):
    """Scripts for sbatch and the pack, in a folder that all nodes can read."""

    name, title = "slurm", "Slurm"

    def files(self, export: Export) -> Files:
        """The pack, the scripts of the jobs, and the script that submits them."""
        own = {
            "grade.sbatch": jobs.filled(ARRAY, export),
            "merge.sbatch": jobs.filled(MERGE, export),
            "submit.sh": SUBMIT.encode(),
        }
        return export.pack | jobs.scripts(export) | own

    def says(self, export: Export) -> str:
        """How to submit the jobs, in sentences."""
        return (
            "Put the folder where all nodes see it. `./submit.sh CLASS` submits the array and the "
            "job that joins its parts, with more options of sbatch behind, and those of the grader "
            "behind `--`; the reports are then in `results/all`. A part that failed is graded by "
            "`sbatch --array=3 grade.sbatch CLASS`, and `./merge.sh` joins them again."
        )


SYSTEM = Slurm()
