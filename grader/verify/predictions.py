"""What each misconception makes a program print, for choosing checks; nothing of it decides a verdict."""

from grader import misconceptions, variants


def predictions(assignment, checks, endless=("endless",)):
    """{misconception: {name of a check: what it is predicted to print}}, with the model's own under None.

    {} for an assignment without a table. What does not end is tried once for each function, then taken for granted.
    """
    table = [each for each in misconceptions.table(assignment.name) if each.edits and not each.slow]
    if not table or len(assignment.files) > 1:
        return {}
    model = assignment.sources()[assignment.file].decode()
    sources = {None: model, **{each.name: variants.edited(model, each.edits) for each in table}}
    return {name: outputs(source, checks) for name, source in sources.items()}


def outputs(source, checks):
    """{name of a check: (the lines that a source prints, how it ends)}."""
    found, never = {}, set()
    for check in checks:
        if check.function in never:
            found[check.name] = (), "endless"
            continue
        made = variants.predicted(source, check.function, *check.arguments)
        found[check.name] = made.lines, made.ended
        never |= {check.function} if made.ended == "endless" else set()
    return found
