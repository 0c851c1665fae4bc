"""How a command ends: wrong usage, and the exit statuses."""

JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141  # exit statuses


class UsageError(ValueError):
    """Something that the user of a command can put right. The message is one line; the exit status
    is 2.
    """
