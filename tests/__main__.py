"""`python -m tests ARGUMENTS...`: pytest with these arguments, two halves of the tests at a time.

Most of the tests wait for processes of theirs, so that two halves take little more than one. The first shows its
output as it comes, the second when both have ended. The exit status is that of the first half that failed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

FIRST = "tests/test_[a-g]*.py"
ROOT = Path(__file__).resolve().parent.parent


def main(arguments):
    """Run both halves; return the exit status."""
    first = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(FIRST))]
    with tempfile.TemporaryFile() as output:
        second = pytest([*arguments, f"--ignore-glob={FIRST}"], stdout=output, stderr=subprocess.STDOUT)
        statuses = pytest([*arguments, *first]).wait(), second.wait()
        output.seek(0)
        sys.stdout.buffer.write(output.read())
    return statuses[0] or statuses[1]


def pytest(arguments, **options):
    """The process of one half."""
    return subprocess.Popen([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, **options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
