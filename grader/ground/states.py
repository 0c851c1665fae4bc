"""When the files of a program were saved last."""

from pathlib import Path


State = dict[str, tuple[int, int]]  # {path: (when it was changed, its size)}


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
