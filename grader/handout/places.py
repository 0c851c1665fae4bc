"""Where in a handout the files are that students write."""

from grader.assignment.plan import Assignment


def usual(assignment: Assignment) -> str:
    """The path where none is given: the file that is asked for, or the folder of several."""
    return place(assignment).rstrip("/") or assignment.file


def place(assignment: Assignment) -> str:
    """The folder of the files that students write, with a slash; "" for a single file."""
    return f"{assignment.name}/" if len(assignment.files) > 1 else ""
