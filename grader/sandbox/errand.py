"""Sends a job to a program: its first part at once, the second when the driver asks for it."""

import os
import selectors


class Errand:
    """The two parts of a job, sent through a pipe; a second pipe brings the driver's request.

    A program may read nothing, ask early, often or never, and close both ends.
    """

    def __init__(self, jobs: int, asks: int, first: bytes, then: bytes) -> None:
        self._jobs, self._asks = open(jobs, "wb", 0), open(asks, "rb", 0)
        self._waiting, self._later = first, then
        os.set_blocking(jobs, False)

    def begin(self, selector: selectors.BaseSelector) -> None:
        """Register both pipes with a selector."""
        selector.register(self._jobs, selectors.EVENT_WRITE)
        selector.register(self._asks, selectors.EVENT_READ)

    def go_on(self, selector: selectors.BaseSelector, stream: object) -> None:
        """Write as much as the first pipe takes, or read the request of the second one, if the
        stream is one of them.
        """
        if stream is self._jobs:
            try:
                self._waiting = self._waiting[self._jobs.write(self._waiting) or 0 :]
            except BrokenPipeError:
                self._waiting = self._later = b""
            if not self._waiting:
                selector.unregister(self._jobs)
                if not self._later:
                    self._jobs.close()
        elif stream is self._asks:
            selector.unregister(self._asks)
            if self._asks.read(1) and not self._jobs.closed:
                if not self._waiting:
                    selector.register(self._jobs, selectors.EVENT_WRITE)
                self._waiting, self._later = self._waiting + self._later, b""
            self._asks.close()

    def close(self) -> None:
        """Close both pipes."""
        self._jobs.close()
        self._asks.close()
