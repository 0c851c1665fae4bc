"""How a command ends: errors of usage, and exit statuses."""

JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141  # exit statuses


class UsageError(ValueError):
    """What a user of the command can mend: its message is one line, and the exit status 2."""
