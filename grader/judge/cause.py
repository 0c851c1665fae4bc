"""What the driver told of an exception, in a marked line on the program's stderr; pure."""

import json

from grader.sandbox.driver import MARK


def cause(stderr: bytes) -> dict[str, str]:
    """The `error`, the `line` and the missing `module` that a program's stderr tells of, as text; {} if none.

    >>> cause(b'Traceback...\\n\\x1egrader {"error": "KeyError: 3", "line": 7, "module": null}\\nbye\\n')
    {'error': 'KeyError: 3', 'line': '7'}
    """
    _, mark, after = stderr.rpartition(MARK.encode())
    try:
        found = json.loads(after.partition(b"\n")[0][:1000]) if mark else {}
    except (ValueError, RecursionError):  # a program's own idea of such a line
        found = {}
    return (
        {key: str(value) for key, value in found.items() if value}
        if isinstance(found, dict)
        else {}
    )


def unmarked(stderr: bytes) -> bytes:
    """What a program wrote to stderr, without the marked line.

    >>> unmarked(b'before\\n\\n\\x1egrader {}\\nafter\\n')
    b'before\\nafter\\n'
    """
    before, mark, after = stderr.rpartition(MARK.encode())
    return before.rstrip() + b"\n" + after.partition(b"\n")[2] if mark else stderr
