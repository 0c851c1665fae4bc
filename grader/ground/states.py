"""When the files of a program were saved last."""

from pathlib import Path

from grader.ground.errors import UsageError


State = dict[str, tuple[int, int]]  # {path: (when it was changed, its size)}


class Changed(UsageError):
    """A program was saved while it was graded."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path}: expected a program that stays the same while it is graded, got another: "
            "grade it again"
        )


def state(path: str) -> State:
    """When each program at a path was changed last, and its size; {} if nothing is there."""
    place = Path(path)
    files = [place]
    if place.is_dir():
        files = sorted(place.glob("*.py"))
    states = {}
    for file in files:
        try:
            status = file.stat()
        except OSError:  # editors replace files, so one may be missing for a moment
            continue
        states[str(file)] = status.st_mtime_ns, status.st_size
    return states


def check_is_same(path: str, before: State) -> None:
    """Raise Changed if a program at the path was saved since its state `before`."""
    if state(path) != before:
        raise Changed(path)
