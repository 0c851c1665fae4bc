"""What runs in a student's process: it limits itself, imports the program and calls one function.

The grader starts it as a script, with one argument, a JSON object: `folder` (the scratch folder), `module`,
`function` ("" only imports), `arguments`, `limits`. It prints nothing on stdout and judges nothing. The exit status
tells how it ended, and a marked line on stderr what an exception was; a program can forge both, but only into a
failure of its own. `--version` prints Python's.
"""

import json
import os
import sys
import traceback

NO_FUNCTION, IMPORT_RAISED, RAISED, IMPORT_EXITED, EXITED, NO_MEMORY = range(81, 87)
MARK = "\x1egrader "  # no program prints this by accident
STDERR = 2


def main(job):
    """Do the one job, and return the exit status that says how it ended."""
    global STDERR
    STDERR = os.dup(2)  # a program may close or replace its own
    os.chdir(job["folder"])
    limit(**job["limits"])
    sys.path[0] = job["folder"]
    sys.argv[:] = [f"{job['module']}.py"]
    module, status = outcome(lambda: __import__(job["module"]), IMPORT_RAISED, IMPORT_EXITED)
    if status or not job["function"]:
        return status
    function = getattr(module, job["function"], None)
    if not callable(function):
        return without(job["function"], module)
    return outcome(lambda: function(*job["arguments"]), RAISED, EXITED)[1]


def outcome(call, raised, exited):
    """(What the call returns, 0), or (None, the exit status for how it failed), the reason on stderr."""
    try:
        return call(), 0
    except SystemExit:
        return None, exited
    except BaseException as error:
        frames = error.__traceback__.tb_next and error.__traceback__.tb_next.tb_next
        tell(error, frames)
        return None, NO_MEMORY if isinstance(error, MemoryError) else raised


def tell(error, frames):
    """Write the traceback of an exception to stderr, and then the marked line that `cause` reads."""
    try:
        text = "".join(traceback.format_exception(type(error), error, frames))
    except Exception:  # the program's own exceptions can fail at being shown
        text = type(error).__name__
    lines = [line for frame, line in traceback.walk_tb(frames) if frame.f_code.co_filename == own_file()]
    syntax = error.lineno if isinstance(error, SyntaxError) and error.filename == own_file() else None
    cause = {"error": summary(error), "line": syntax or (lines or [None])[-1],
             "module": error.name if isinstance(error, ModuleNotFoundError) else None}
    os.write(STDERR, f"{text}\n{MARK}{json.dumps(cause)}\n".encode("utf-8", "backslashreplace"))


def summary(error):
    """The name of an exception and the first line of its message, cut short."""
    try:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        message = ""
    first = str(message).strip().split("\n")[0][:200]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def own_file():
    """The path of the program that runs, as tracebacks have it."""
    return os.path.join(sys.path[0], sys.argv[0])


def cause(stderr):
    """What the marked line in a program's stderr tells, {} if there is none."""
    _, mark, after = stderr.rpartition(MARK.encode())
    try:
        found = json.loads(after.partition(b"\n")[0][:1000]) if mark else {}
    except (ValueError, RecursionError):
        found = {}
    return {key: str(value) for key, value in found.items() if value} if isinstance(found, dict) else {}


def unmarked(stderr):
    """What a program wrote to stderr, without the marked line."""
    before, mark, after = stderr.rpartition(MARK.encode())
    return before.rstrip() + after.partition(b"\n")[2] if mark else stderr


def without(function, module):
    """Say which functions the program has instead of the one it lacks."""
    name = module.__name__
    own = [each for each, value in vars(module).items() if getattr(value, "__module__", "") == name]
    print(f"{name}.py defines {', '.join(own) or 'nothing'}", file=sys.stderr)
    return NO_FUNCTION


def limit(cpu_s, memory_mib, **_):
    """Bind this process and its children, each for itself, as far as the system lets them."""
    import resource
    seconds, memory = int(-(-cpu_s // 1)), memory_mib << 20
    for name, soft, hard in (("RLIMIT_CPU", seconds, seconds + 1), ("RLIMIT_AS", memory, memory),
                             ("RLIMIT_FSIZE", 64 << 20, 64 << 20), ("RLIMIT_CORE", 0, 0)):
        try:
            resource.setrlimit(getattr(resource, name), (soft, hard))
        except (AttributeError, ValueError, OSError, OverflowError):
            pass  # this system has no such limit, or a lower one already


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print(sys.version.split()[0])
    else:
        sys.exit(main(json.loads(sys.argv[1])))
