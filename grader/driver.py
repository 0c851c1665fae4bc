"""What runs in a student's process: it imports the program and calls one function.

The grader hands this text to the interpreter with `-c`, so that no file of the grader need be readable, and
one argument, the job as a Python literal: `folder` (the scratch folder), `module`, `function` ("" only
imports), `arguments`, `user` (to become, 0 for none). It writes a byte on descriptor 3 just before the
program's turn, prints nothing on stdout and judges nothing; the exit status tells how it ended, which a
program can forge, but only into a failure. It imports nothing that the interpreter has not loaded, for `json`
alone takes as long as all the rest.
"""

import os
import sys

NO_FUNCTION, IMPORT_RAISED, RAISED, IMPORT_EXITED, EXITED, NO_MEMORY = range(81, 87)


def main(job):
    """Do the one job, and return the exit status that says how it ended."""
    if job["user"]:
        become(job["user"])
    os.chdir(job["folder"])
    os.environ.pop("PWD", None)  # bubblewrap adds it
    sys.path[0] = job["folder"]
    sys.argv[:] = [f"{job['module']}.py"]
    os.write(3, b"+")
    os.close(3)
    module, status = outcome(lambda: __import__(job["module"]), IMPORT_RAISED, IMPORT_EXITED)
    if status or not job["function"]:
        return status
    function = getattr(module, job["function"], None)
    if not callable(function):
        return without(job["function"], module)
    return outcome(lambda: function(*job["arguments"]), RAISED, EXITED)[1]


def become(user):
    """Turn into another user for good; root's powers are lost with it."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def outcome(call, raised, exited):
    """(What the call returns, 0), or (None, the exit status for how it failed), the reason on stderr."""
    try:
        return call(), 0
    except SystemExit as error:
        print(f"SystemExit: {error}", file=sys.stderr)
        return None, exited
    except BaseException as error:
        failed = NO_MEMORY if isinstance(error, MemoryError) else raised
        try:
            tell(error)
        except MemoryError:
            pass  # the program still holds it all
        return None, failed


def tell(error):
    """Print the traceback of an exception, the driver's own frames left out."""
    del sys.path[0]  # for the program may have a module named like one that this needs
    import traceback
    frames = error.__traceback__.tb_next and error.__traceback__.tb_next.tb_next
    traceback.print_exception(type(error), error, frames)


def without(function, module):
    """Say which functions the program has instead of the one it lacks."""
    name = module.__name__
    own = [each for each, value in vars(module).items() if getattr(value, "__module__", "") == name]
    print(f"{name}.py defines {', '.join(own) or 'nothing'}", file=sys.stderr)
    return NO_FUNCTION


if __name__ == "__main__":
    sys.exit(main(eval(sys.argv[1])))
