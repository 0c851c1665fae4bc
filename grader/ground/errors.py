"""How a command ends: wrong usage, and the exit statuses."""

from collections.abc import Iterator
from contextlib import contextmanager


JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141  # exit statuses


class UsageError(ValueError):
    """Something that the user of a command can put right. The message is one line; the exit status
    is 2.
    """


@contextmanager
def refusing(expectation: str) -> Iterator[None]:
    """A context that turns an OSError into a UsageError: what was expected, and the reason."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{expectation} ({error.strerror})") from None
