"""What a process has from its parent, made such that the grader can work."""

import os
import signal
import sys
from contextlib import suppress


FILES = 4096  # open at a time, which suffice for every sandbox of a large machine


def settle() -> None:
    """Undo what a parent may have left: closed streams, few files, odd signals and permissions.

    A signal that would end the grader stays ignored, as by nohup or in the background of a script.
    """
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:  # or else a file would be opened in its place
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    os.umask(os.umask(0) & 0o077)
    if hasattr(signal, "SIGCHLD"):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # or else no child's exit status is known
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    with suppress(ImportError):  # Windows has no limits
        _permit_files()


def _permit_files() -> None:
    """Let this process open as many files as it may."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
