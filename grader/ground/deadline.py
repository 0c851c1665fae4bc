"""A deadline for computations. It is a backstop: work is limited by counts."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeOver(BaseException):
    """The deadline has passed. It is no Exception, so that `except Exception` lets it through."""


@contextmanager
def ending(deadline: float | None) -> Iterator[None]:
    """Raise TimeOver in the block when `deadline` is reached, a time of time.monotonic(); None for
    never.

    On Windows, and in a thread that is not the main one, only the beginning of the block raises it.

    >>> with ending(None):
    ...     pass
    >>> with ending(time.monotonic() - 1):
    ...     pass
    Traceback (most recent call last):
    grader.ground.deadline.TimeOver
    """
    if deadline is None:
        yield
        return
    left_s = deadline - time.monotonic()
    if left_s <= 0:
        raise TimeOver
    is_first = threading.current_thread() is threading.main_thread()
    if not is_first or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise)
    other_s, _ = signal.setitimer(signal.ITIMER_REAL, left_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if other_s:  # an alarm that was set before goes on
            passed_s = left_s - (deadline - time.monotonic())
            signal.setitimer(signal.ITIMER_REAL, max(0.001, other_s - passed_s))


def _raise(_number: int, _frame: FrameType | None) -> None:
    raise TimeOver
