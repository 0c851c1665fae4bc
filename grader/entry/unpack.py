"""The start of `check.pyz`: unpacks the grader into a folder, runs it, and removes the folder."""

import os
import sys


def main() -> int:
    """Run the command line in the unpacked grader; return the exit status."""
    if sys.version_info < (3, 10):
        version = "%d.%d" % tuple(sys.version_info[:2])
        sys.stderr.write("check: expected Python 3.10 or newer, got " + version + "\n")
        return 2
    import tempfile
    import zipfile

    place = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True) as folder:
        with zipfile.ZipFile(place) as archive:
            archive.extractall(folder)
        sys.path[:] = [folder] + [path for path in sys.path if os.path.abspath(path) != place]
        from grader.entry import home

        return home.main(sys.argv[1:], sys.argv[0])


if __name__ == "__main__":
    sys.exit(main())
