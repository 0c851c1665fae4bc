"""What each misconception makes a program print, for choosing checks; nothing of it decides a verdict."""

from grader import misconceptions, models

MOST_POPS = 4_000  # of the model: instances that need more would cost more than they tell


def predictions(assignment, checks):
    """{misconception: {name of a check: its Prediction}}, with the model's own under None.

    {} for an assignment without a table. Checks that can't be predicted and long searches are left out, and so are
    misconceptions that are none in this edition; what does not end is tried once for each function.
    """
    table = [each for each in misconceptions.table(assignment.name) if each.edits and not each.slow]
    if not table:
        return {}
    model = models.reference(assignment)
    right = outputs(model, checks)
    short = [check for check in checks if check.name in right and right[check.name].pops <= MOST_POPS]
    return {None: right, **{each.name: outputs(variant, short) for each in table
                            for variant in variants_of(model, each)}}


def variants_of(model, misconception):
    """Yield the model with the misconception, if its edits apply."""
    try:
        yield model.variant(misconception.edits)
    except ValueError:
        pass


def outputs(model, checks):
    """{name of a check: its Prediction by a model or a variant of it}."""
    found, endless = {}, {}
    for check in checks:
        if made := endless.get(check.function) or model.predicted(check):
            found[check.name] = made
            if made.ended == "endless":
                endless[check.function] = made
    return found
