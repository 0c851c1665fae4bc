"""What runs in a student's process: it imports the program and calls one function.

The grader hands this text to the interpreter with `-c`, so that no file of the grader need be readable, and
the job as a Python literal, in pieces since an argument has a largest size: `folder` (the scratch folder),
`module`, `function` ("" only imports), `arguments`, `user` (to become, 0 for none) and `source` (a text from
`drivers`, whose function it is then, instead of the program's). It writes a byte on descriptor 3 just before the
program's turn, prints nothing on stdout and judges nothing. The exit status tells how it ended, and a marked line
on stderr what an exception was (`cause` reads it); a program can forge both, but only into a failure of its own.
It imports nothing that the interpreter has not loaded, for `json` alone takes as long as all the rest.
"""

import os
import sys

NO_FUNCTION, IMPORT_RAISED, RAISED, IMPORT_EXITED, EXITED, NO_MEMORY = range(81, 87)
MARK = "\x1egrader "  # no program prints this by accident
SPARE = [bytearray(4 << 20)]  # never written to: room to say that memory is full


def main(job):
    """Do the one job, and return the exit status that says how it ended."""
    if job["user"]:
        become(job["user"])
    os.chdir(job["folder"])
    os.environ.pop("PWD", None)  # bubblewrap adds it
    sys.path[0] = job["folder"]
    sys.argv[:] = [f"{job['module']}.py"]
    file = os.path.join(job["folder"], sys.argv[0])
    stderr = os.dup(2)  # a program may close or replace its own
    os.write(3, b"+")
    os.close(3)
    if job["source"]:
        function = defined(job["source"], job["function"])
        return outcome(lambda: function(*job["arguments"]), RAISED, EXITED, file, stderr)[1]
    module, status = outcome(lambda: __import__(job["module"]), IMPORT_RAISED, IMPORT_EXITED, file, stderr)
    if status or not job["function"]:
        return status
    function = getattr(module, job["function"], None)
    if not callable(function):
        return without(job["function"], module)
    return outcome(lambda: function(*job["arguments"]), RAISED, EXITED, file, stderr)[1]


def defined(source, function):
    """The function of that name that a source defines."""
    names = {"__name__": "driver"}
    exec(compile(source, "<driver>", "exec"), names)
    return names[function]


def become(user):
    """Turn into another user for good; root's powers are lost with it."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def outcome(call, raised, exited, file, stderr):
    """(What the call returns, 0), or (None, the exit status for how it failed), the reason on stderr."""
    try:
        return call(), 0
    except SystemExit:
        return None, exited
    except BaseException as error:
        SPARE.clear()
        failed = {"MemoryError": NO_MEMORY, "Missing": NO_FUNCTION}.get(type(error).__name__, raised)
        try:
            tell(error, file, stderr)
        except MemoryError:
            pass  # the program still holds it all
        return None, failed


def tell(error, file, stderr):
    """Write an exception's traceback, the driver's own frames left out, and then the marked line."""
    sys.path[:] = [place for place in sys.path if place != os.path.dirname(file)]  # where others may be called so
    import json
    import traceback
    frames = error.__traceback__.tb_next and error.__traceback__.tb_next.tb_next
    while frames and frames.tb_frame.f_code.co_filename == "<driver>":
        frames = frames.tb_next
    try:
        text = "".join(traceback.format_exception(type(error), error, frames))
    except Exception:  # the program's own exceptions can fail at being shown
        text = type(error).__name__
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(frames)]
    if isinstance(error, SyntaxError):
        places.append((error.filename, error.lineno))
    own = [place for place in places if os.path.dirname(str(place[0])) == os.path.dirname(file)]
    where, line = (own or [(None, None)])[-1]
    cause = {"error": summary(error), "line": line, "file": where and os.path.basename(where),
             "module": error.name if isinstance(error, ModuleNotFoundError) else None}
    os.write(stderr, f"{text}\n{MARK}{json.dumps(cause)}\n".encode("utf-8", "backslashreplace"))


def summary(error):
    """The name of an exception and the first line of its message, cut short."""
    try:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        message = ""
    first = str(message).strip().split("\n")[0][:200]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def without(function, module):
    """Say which functions the program has instead of the one it lacks."""
    name = module.__name__
    own = [each for each, value in vars(module).items() if getattr(value, "__module__", "") == name]
    print(f"{name}.py defines {', '.join(own) or 'nothing'}", file=sys.stderr)
    return NO_FUNCTION


if __name__ == "__main__":
    sys.exit(main(eval("".join(sys.argv[1:]))))
