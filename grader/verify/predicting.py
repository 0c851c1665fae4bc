"""What each misconception makes a program print, for choosing checks; nothing of it decides a verdict."""

from grader import misconceptions, variants

MOST_POPS = 4_000  # of the model: instances that need more would cost more than they tell


def predictions(assignment, checks):
    """{misconception: {name of a check: its Prediction}}, with the model's own under None.

    {} for an assignment without a table. Instances with long searches are left out, and what does not end is
    tried once for each function, then taken for granted.
    """
    table = [each for each in misconceptions.table(assignment.name) if each.edits and not each.slow]
    if not table or len(assignment.files) > 1:
        return {}
    model = assignment.sources()[assignment.file].decode()
    right = outputs(model, checks)
    short = [check for check in checks if right[check.name].pops <= MOST_POPS]
    return {None: right, **{each.name: outputs(variants.edited(model, each.edits), short) for each in table}}


def outputs(source, checks):
    """{name of a check: its Prediction by a source}."""
    found, endless = {}, {}
    for check in checks:
        made = endless.get(check.function) or variants.predicted(source, check.function, *check.arguments)
        found[check.name] = made
        if made.ended == "endless":
            endless[check.function] = made
    return found
