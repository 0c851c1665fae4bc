"""The places of the students' files in a handout."""

from grader.assignment.plan import Assignment


def usual(assignment: Assignment) -> str:
    """The default path to check: the file to hand in, or the folder if there are several."""
    return place(assignment).rstrip("/") or assignment.file


def place(assignment: Assignment) -> str:
    """The folder of the files that students write, with a slash; "" for a single file."""
    if len(assignment.files) > 1:
        return f"{assignment.name}/"
    return ""
