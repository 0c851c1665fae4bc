"""Undoes settings that a process inherited from its parent and that would disturb the grader."""

import os
import signal
import sys
from contextlib import suppress


FILES = 4096  # open files, enough for every sandbox of a large machine


def settle() -> None:
    """Open closed streams, let them take any text, allow many open files, and reset odd signals
    and permissions.

    A signal that would end the grader stays ignored, as `nohup` and scripts want it in the
    background.
    """
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        # otherwise the next file that is opened would take this stream's place
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    os.umask(os.umask(0) & 0o077)
    if hasattr(signal, "SIGCHLD"):
        # otherwise no child's exit status would be known
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    with suppress(ImportError):  # Windows has no resource limits
        _permit_files()


def _permit_files() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
