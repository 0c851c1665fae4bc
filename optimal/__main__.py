"""The large tables: `python3 -m optimal` finds them, `python3 -m optimal build` makes them."""

import argparse
import sys
from collections.abc import Sequence

from . import progress, storage


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command; return its exit status: 2 after an error, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(
        "python3 -m optimal", description="Large tables for the hardest boards."
    )
    parser.add_argument(
        "action",
        nargs="?",
        choices=["status", "build"],
        default="status",
        help="say what there is (default), or make it",
    )
    parser.add_argument(
        "--board",
        type=int,
        choices=sorted(storage.GROUPS),
        default=4,
        metavar="N",
        help="for N-by-N boards: 3, or 4 (default)",
    )
    options = parser.parse_args(arguments)
    try:
        print(_build(options.board) if options.action == "build" else _status(options.board))
    except OSError as error:
        problem = f"expected to write it, got {error.strerror!r}"
        return _complain(f"{storage.path(options.board)}: {problem}", 2)
    except KeyboardInterrupt:
        return _complain("interrupted; nothing is left behind", 130)
    return 0


def _complain(problem: str, status: int) -> int:
    """Print what is wrong as one line on stderr; return the status."""
    print(f"optimal: {problem}", file=sys.stderr)
    return status


def _build(n: int) -> str:
    """Make the tables, and return one line on them."""
    with progress.line(sys.stderr, progress.building) as show:
        storage.build(n, show)
    return _status(n)


def _status(n: int) -> str:
    """One line on the tables: ready, absent or unusable, with path and size."""
    name, size = storage.path(n), f"{storage.length(n) / 1e6:.1f} MB"
    try:
        return (
            f"ready: {name} ({size})" if storage.load(n) else f"absent: {name} ({size} when built)"
        )
    except storage.Unusable as problem:
        return f"unusable: {problem}"


if __name__ == "__main__":
    sys.exit(main())
