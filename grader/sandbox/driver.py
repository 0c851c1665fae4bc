"""What runs in a student's process: it imports the program and calls one function.

The grader hands this text to the interpreter with `-c`, so that no file of the grader need be readable, and
the job as a Python literal, in pieces since an argument has a largest size: `folder` (the scratch folder),
`module`, `function` ("" only imports), `calls` (the arguments of each call), `user` (to become, 0 for none),
`aliases` (other names of modules, under which they were handed in) and `source` (a text from `drivers`, whose
function it is then, instead of the program's). It writes a byte on descriptor 3 just before the program's turn, and
CALL on stdout before each call and after the last, so that what is printed by an import, by each call, and when all
is over can be told apart; it judges nothing. The exit status tells how it ended, and a marked line
on stderr what an exception was (`cause` reads it); a program can forge all of these, but only into a failure of
its own.
It imports nothing that the interpreter has not loaded, for `json` alone takes as long as all the rest.
"""

import os
import sys


NO_FUNCTION, IMPORT_RAISED, RAISED, IMPORT_EXITED, EXITED, NO_MEMORY = range(81, 87)
MARK, CALL = "\x1egrader ", b"\x1ecall\n"  # no program prints these by accident
SPARE = [bytearray(4 << 20)]  # never written to: room to say that memory is full


def main(job):
    """Do the one job, and return the exit status that says how it ended."""
    if job["user"]:
        become(job["user"])
    os.chdir(job["folder"])
    os.environ.pop("PWD", None)  # bubblewrap adds it
    sys.path[0] = job["folder"]
    sys.argv[:] = [f"{job['module']}.py"]
    # the last: no module that is there gives way to an alias
    sys.meta_path.append(Aliases(dict(job["aliases"])))
    file = os.path.join(job["folder"], sys.argv[0])
    stdout, stderr = os.dup(1), os.dup(2)  # a program may close or replace its own
    os.write(3, b"+")
    os.close(3)
    if job["source"]:
        function = defined(job["source"], job["function"])
        return called(function, job["calls"], stdout, file, stderr)
    module, status = outcome(
        lambda: __import__(job["module"]), IMPORT_RAISED, IMPORT_EXITED, file, stderr
    )
    if status or not job["function"]:
        return status
    function = getattr(module, job["function"], None)
    if not callable(function):
        return without(job["function"], module)
    return called(function, job["calls"], stdout, file, stderr)


def called(function, calls, stdout, file, stderr):
    """Call a function with the arguments of each call, up to one that fails; return the exit status."""
    _wait_for_threads()
    for arguments in calls:
        mark(stdout)
        _, status = outcome(lambda: function(*arguments), RAISED, EXITED, file, stderr)
        if status:
            return status
        _wait_for_threads()
    mark(stdout)
    return 0


def _wait_for_threads():
    """Wait for the threads that the interpreter would wait for when it ends, so that what they print has its place.

    Not for those of pools, which end only then.
    """
    try:
        pool = sys.modules.get("concurrent.futures.thread")
        others = set(getattr(pool, "_threads_queues", ()))
        threading = sys.modules["threading"]
        for thread in threading.enumerate():
            if (
                thread not in others
                and not thread.daemon
                and thread is not threading.current_thread()
            ):
                thread.join()
    except Exception:
        pass  # there is no such module, or another of that name


def mark(stdout):
    """Write CALL behind all that the program has printed so far."""
    try:
        sys.stdout.flush()
    except Exception:
        pass  # the program has closed or replaced it
    os.write(stdout, CALL)


class Aliases:
    """Finds modules under the names that they were handed in with; `modules`: {alias: module}.

    An alias is the very module, so that a class is the same under both names. A second file would make two modules,
    and could not be on a file system that ignores case.
    """

    def __init__(self, modules):
        self.modules = modules

    def find_spec(self, name, path=None, target=None):
        """The spec of an alias, None for any other name."""
        return type(os.__spec__)(name, Alias(self.modules[name])) if name in self.modules else None


class Alias:
    """Loads an alias: it gives the module itself, and leaves it as it is."""

    def __init__(self, name):
        self.name = name

    def create_module(self, spec):
        """The module, imported under its own name unless it has been, or is just being imported."""
        module = sys.modules.get(self.name) or __import__(self.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module):
        """Give the module its own spec back, which the import of an alias replaces."""
        module.__spec__ = self.spec


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
        failed = {"MemoryError": NO_MEMORY, "Missing": NO_FUNCTION}.get(
            type(error).__name__, raised
        )
        try:
            tell(error, file, stderr)
        except MemoryError:
            pass  # the program still holds it all
        return None, failed


def tell(error, file, stderr):
    """Write an exception's traceback, the driver's own frames left out, and then the marked line."""
    # where others may be called so
    sys.path[:] = [place for place in sys.path if place != os.path.dirname(file)]
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
    cause = {
        "error": summary(error),
        "line": line,
        "file": where and os.path.basename(where),
        "module": error.name if isinstance(error, ModuleNotFoundError) else None,
    }
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
