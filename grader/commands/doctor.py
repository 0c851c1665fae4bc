"""The command `doctor`: tries each layer of the sandbox on this machine."""

from grader.sandbox import doctor


def run(arguments: list[str]) -> int:
    """Print which levels hold, and what a submission can do at the strongest; return 0."""
    return doctor.main(arguments)
