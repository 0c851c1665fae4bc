"""Under which other edition of its assignment a submission is right; pure: nothing but our references is executed."""

from grader.assignment.editions import DEFAULT
from grader.diagnose.variants import predicted
from grader.judge.judge import lines


def other(records, assignment):
    """The name of another edition under which all that a submission printed is right; "" if there is none.

    Checks on states that an edition does not allow say nothing of it; one that fails now must be right then.
    """
    checks = {check.name: check for check in assignment.checks}
    known = [record for record in records if record["check"] in checks and not record.get("kind")]
    failing = [record for record in known if record["verdict"] != "accepted"]
    if not failing:
        return ""
    told = failing + [record for record in known if record["verdict"] == "accepted"]
    graded = assignment.edition or DEFAULT
    return next(
        (
            name
            for name in assignment.folder.editions
            if name != graded and right(told, checks, assignment.reference(name)[assignment.file])
        ),
        "",
    )


def right(records, checks, source):
    """Whether records, those that fail first, show what a reference's source prints, where it takes the state."""
    shown = False
    for record in records:
        check = checks[record["check"]]
        wanted = predicted(source, check.function, *check.arguments, further=check.further)
        if wanted.ended == "exit":
            if not printed(record, wanted.lines):
                return False
            shown = shown or record["verdict"] != "accepted"
    return shown


def printed(record, wanted):
    """Whether a run came to its end and printed these lines."""
    return (
        record["verdict"] in ("accepted", "wrong_answer")
        and bool(record["run"])
        and (lines(record["run"]["stdout"].encode("utf-8", "surrogateescape")) == wanted)
    )


def named(document, assignment):
    """The document, each submission with its `edition`: the name of another under which it is right, or "".

    Without an assignment, which may not be what it was when this was graded, nothing is named.
    """
    return {
        **document,
        "submissions": [
            {
                **each,
                **_edition(other(each["results"], assignment) if assignment else "", assignment),
            }
            for each in document["submissions"]
        ],
    }


def _edition(name, assignment):
    """The name of an edition as a submission has it, with what it asks for."""
    if not name:
        return {"edition": ""}
    return {"edition": name, "edition_asks": assignment.folder.editions[name].description}
