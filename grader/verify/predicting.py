"""What each misconception makes a program print, for choosing checks; nothing of it decides a verdict."""

from grader.diagnose import models


MOST_POPS = 4_000  # of the reference: instances that need more would cost more than they tell


def predictions(assignment, checks):
    """{misconception: {name of a check: its Prediction}}, with the reference's own under None.

    {} for an assignment without a table. Checks that can't be predicted and long searches are left out, and so are
    misconceptions that are none in this edition; what does not end is tried once for each function.
    """
    table = [each for each in assignment.misconceptions if each.edits and not each.slow]
    if not table:
        return {}
    reference = models.reference(assignment)
    right = outputs(reference, checks)
    short = [
        check for check in checks if check.name in right and right[check.name].pops <= MOST_POPS
    ]
    return {
        None: right,
        **{
            each.name: outputs(variant, short)
            for each in table
            for variant in variants_of(reference, each)
        },
    }


def variants_of(reference, misconception):
    """Yield the reference with the misconception, if its edits apply."""
    try:
        yield reference.variant(misconception.edits)
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
