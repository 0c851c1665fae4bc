"""Continuous integration: a workflow (GitHub Actions) that grades a folder of submissions in parts.

Each part is a job of its own, and the last job joins them; the reports are an artifact. Names of
students and what their programs print are in the log, of which the runner must obey nothing.
"""

from grader.courses import jobs
from grader.courses.exported import Export
from grader.courses.system import Host
from grader.ground.files import Files


WORKFLOW = """\
# Grades what is in the folder `submissions` of this repository, which should be private.
name: grade {name}
on: workflow_dispatch
jobs:
  part:
    runs-on: ubuntu-latest
    defaults: {{run: {{shell: bash}}}}  # a step fails if any program of a pipe does
    strategy:
      fail-fast: false
      matrix:
        part: [{parts}]
    steps:
      - uses: actions/checkout@v4
      - run: python3 -m grader doctor
      - run: ./grade-part.sh ${{{{ matrix.part }}}} submissions 2>&1 | python3 -m grader.entry.plain
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: part-${{{{ matrix.part }}}}
          path: results
  join:
    needs: part
    if: always()
    runs-on: ubuntu-latest
    defaults: {{run: {{shell: bash}}}}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/download-artifact@v4
        with:
          path: results
          merge-multiple: true
      - run: ./merge.sh 2>&1 | python3 -m grader.entry.plain
      - uses: actions/upload-artifact@v4
        with:
          name: reports
          path: results/all
"""


class CI(Host):
    """A repository with the workflow, scripts and pack; the class goes into `submissions`."""

    name, title = "ci", "continuous integration (GitHub Actions)"

    def files(self, export: Export) -> Files:
        """The pack at the top, the scripts, and the workflow."""
        settings = export.settings
        parts = ", ".join(map(str, range(1, settings.shards + 1)))
        workflow = WORKFLOW.format(name=settings.name, parts=parts).encode()
        return export.pack | jobs.scripts(export) | {".github/workflows/grade.yml": workflow}

    def says(self, export: Export) -> str:
        """How to use the repository, in sentences."""
        return (
            "Make it a private repository, put the class into its folder `submissions`, and start "
            "the workflow. Elsewhere, run `./grade-part.sh I submissions` for each I from 1 to "
            f"{export.settings.shards}, and then `./merge.sh`; the reports are in results/all. "
            "Options of the grader may follow `submissions`."
        )


SYSTEM = CI()
