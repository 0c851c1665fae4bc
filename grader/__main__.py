"""The command `python3 -m grader`."""

import _signal  # always loaded, while `signal` takes a moment to import


if __name__ == "__main__":
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        # Until all is imported an interruption just ends the process; by default Python would show
        # a traceback.
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from grader.entry.main import start

    start()
