"""The expected transcripts: read for the judge; made anew by running the model solution like a submission."""

from grader import sandbox


def expected(assignment, checks):
    """The expected transcript of each check, as bytes, by the check's name; ValueError if one is missing."""
    found = {check.name: assignment.expected(check) for check in checks}
    if missing := [name for name, path in found.items() if not path.is_file()]:
        raise ValueError(f"{assignment.name}: expected a transcript of every check, got none of "
                         f"{', '.join(missing)} (`make transcripts` makes them)")
    return {name: path.read_bytes() for name, path in found.items()}


def regenerate(assignment, python):
    """Make the transcripts of an assignment, drop those of checks that are gone; return the files changed.

    RuntimeError if the model solution fails on a check.
    """
    model = {assignment.file: assignment.model.read_bytes()}
    with sandbox.Sandbox("basic", python) as box:
        made = {assignment.expected(check): stdout(box.run(check, model), check)
                for check in assignment.checks}
    folder = assignment.expected(assignment.checks[0]).parent
    stale = set(folder.rglob("*.txt")) - set(made)
    changed = [path for path, text in made.items() if not path.is_file() or path.read_bytes() != text]
    for path in stale:
        path.unlink()
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made[path])
    return sorted(stale | set(changed))


def stdout(run, check):
    """What the model solution printed in a check; RuntimeError if it failed."""
    if run.exit_status or run.ended != "exit":
        raise RuntimeError(f"{check.name}: expected the model solution to succeed, got exit status "
                           f"{run.exit_status} ({run.stderr.decode(errors='replace').strip()})")
    return run.stdout
