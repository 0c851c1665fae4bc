"""When the files of a program were saved last."""

from collections.abc import Iterator
from pathlib import Path


State = dict[str, tuple[int, int]]  # {path: (when it was changed, its size)}


def state(path: str) -> State:
    """When each program at a path was changed last, and its size; {} if nothing is there."""
    return dict(_states(Path(path)))


def _states(path: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield (path, (time of the last change, size)) of a program, or of those in a folder."""
    for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
        try:
            status = file.stat()
        except OSError:  # editors replace files, so one may be missing for a moment
            continue
        yield str(file), (status.st_mtime_ns, status.st_size)
