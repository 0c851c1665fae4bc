"""The text of one of the programs that prove an assignment, for a person to read: `--show`."""

from collections.abc import Sequence
from difflib import get_close_matches

from grader.assignment import folders, plan
from grader.ground.errors import UsageError
from grader.verify.sources import Source, sources


def text(name: str, assignments: Sequence[str] = ()) -> str:
    """The text of a program, of the first assignment that has one of this name; UsageError if none
    has.

    `assignments` are names, folders or files of assignments; by default all of the tree.
    """
    searched = assignments or folders.names()
    known: list[str] = []
    for assignment in searched:
        programs = sources(plan.load(assignment).programs)
        if name in programs:
            return f"# {assignment}, {_of_source(programs[name])}"
        known += programs
    near = get_close_matches(name, dict.fromkeys(known), 3)
    hint = f" ({' or '.join(near)}?)" if near else ""
    raise UsageError(f"--show: expected a program of {', '.join(searched)}, got {name!r}{hint}")


def _of_source(source: Source) -> str:
    """A program's name, where its text comes from, and its files, each under its name if
    several.
    """
    origin = f"edits of {source.base}" if source.base else "kept whole"
    parts = [f"{source.name}: {origin}"]
    for path, content in source.files.items():
        if len(source.files) > 1:
            parts.append(f"# ---- {path.rpartition('/')[2]} ----")
        parts.append(content.decode(errors="backslashreplace"))
    return "\n\n".join(parts)
