"""The large tables: `python3 -m optimal` says which there are, `python3 -m optimal build` makes them."""

import argparse
import sys

from . import progress, storage


def main(arguments=None):
    """Run the command; the exit status."""
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
        print(build(options.board) if options.action == "build" else status(options.board))
    except OSError as error:
        return (
            f"optimal: {storage.path(options.board)}: expected to write it, got {error.strerror!r}"
        )
    except KeyboardInterrupt:
        return "optimal: interrupted; nothing is left behind"
    return 0


def build(n):
    """Make the tables; what to say when they are there."""
    with progress.line(sys.stderr, progress.building) as show:
        storage.build(n, show)
    return status(n)


def status(n):
    """One line on the tables: ready, absent or unusable, with path and size."""
    name, size = storage.path(n), f"{storage.length(n) / 1e6:.1f} MB"
    try:
        return (
            f"ready: {name} ({size})" if storage.load(n) else f"absent: {name} ({size} when built)"
        )
    except storage.Unusable as problem:
        return f"unusable: {problem}"


if __name__ == "__main__":
    status_or_message = main()
    if isinstance(status_or_message, str):
        print(status_or_message, file=sys.stderr)
    sys.exit(2 if status_or_message else 0)
