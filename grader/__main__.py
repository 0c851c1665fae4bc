"""The command `python3 -m grader`."""

import _signal  # always loaded, while `signal` takes a moment to import
import gc


if __name__ == "__main__":
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        # Until all is imported an interruption just ends the process; by default Python would show
        # a traceback.
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    gc.set_threshold(50_000)  # of what is imported and graded, hardly anything is in a cycle
    from grader.entry.main import start

    start()
