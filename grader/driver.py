"""What runs in a student's process: it limits itself, imports the program and calls one function.

The grader starts it as a script, with one argument, a JSON object: `folder` (the scratch folder), `module`,
`function` ("" only imports), `arguments`, `limits`. It prints nothing on stdout and judges nothing; the exit
status tells how it ended, which a program can forge, but only into a failure. `--version` prints Python's.
"""

import json
import os
import sys
import traceback

NO_FUNCTION, IMPORT_RAISED, RAISED, IMPORT_EXITED, EXITED, NO_MEMORY = range(81, 87)


def main(job):
    """Do the one job, and return the exit status that says how it ended."""
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
    except SystemExit as error:
        print(f"SystemExit: {error}", file=sys.stderr)
        return None, exited
    except BaseException as error:
        frames = error.__traceback__.tb_next and error.__traceback__.tb_next.tb_next
        traceback.print_exception(type(error), error, frames)
        return None, NO_MEMORY if isinstance(error, MemoryError) else raised


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
        except (AttributeError, ValueError, OSError):
            pass  # this system has no such limit, or a lower one already


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print(sys.version.split()[0])
    else:
        sys.exit(main(json.loads(sys.argv[1])))
