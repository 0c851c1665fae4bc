"""Runs in the student's process: it imports the program and calls one function.

The interpreter reads this module's code from the descriptor JOBS, so that no file of the grader has
to be readable. The job follows there in two parts, each marshalled, with its size before it. The
first is what an import needs:

    folder    the scratch folder, in which the program is
    module    the module to import; "" imports none
    cpu_s     the limit on its CPU time
    user      the number of the user to become; 0 for none
    wrapped   whether bubblewrap stands between the program and the launcher
    aliases   pairs (alias, module): other names under which modules were submitted
    code      the module's code, marshalled, b"" to compile it and hand it over, None for neither
    ends      whether something in the files may do something when the interpreter ends
    source    the text of an assignment's driver, which defines the function instead; "" for none

When the import is over, a byte written to ASKS asks for the second part: the function to call (""
only imports), the arguments of each call, the text of the module that words what the calls return,
"" if nobody asks, and what they read from stdin. So nothing here tells a program before its call
which check it is in. A program can ask itself, and learns what it would have been told anyway.

It judges nothing. Just before the program's first line runs, it writes a byte to descriptor 3, and
the code to hand over. It writes CALL to stdout before each call and after the last, so that the
grader can separate what was printed by the import, by each call and when all was over. The exit
status says how the program ended, and a marked line on stderr describes its exception, or where the
program was when most of its CPU time was used. A program can forge these, but only to fail.

It imports only what the interpreter has loaded already: `json` alone takes as long as all the rest.
It runs on any Python from 3.6 on, so its annotations are strings where they are newer than that.
"""

import atexit
import marshal
import os
import sys


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

JOBS, ASKS = 4, 5
NO_FUNCTION, IMPORT_RAISED, RAISED, IMPORT_EXITED, EXITED, NO_MEMORY = range(81, 87)
STATUSES = {"MemoryError": NO_MEMORY, "Missing": NO_FUNCTION}  # {exception: exit status}
MARK, CALL = b"\x1egrader ", b"\x1ecall\n"  # no program prints these by accident
# the most characters of a text in the description; every number in it is smaller
TEXT, LARGEST = 300, 10**9
# Whenever a program has used this share of its CPU time, the place that it has reached is reported;
# later on a virtual machine that waits for its host, which counts as a program's time.
SHARE = 0.18
JOB: "dict[str, Any]" = {}  # the job, once it has been received
SPARE = [bytes(4 << 20)]  # freed when memory is full, so that the end can still be described


def main(
    jobs: int = JOBS, asks: int = ASKS, use_code: "Callable[[str, bytes, int], Any] | None" = None
) -> int:
    """Do the job and return the exit status, which says how the program ended.

    In a warm interpreter `use_code` is `codes.use`.
    """
    job = _received(jobs)
    JOB.update(job)
    _prepare(job)
    stdout, stderr = os.dup(1), os.dup(2)  # copies, as a program may close or replace the originals
    _begin(job, stderr, use_code)
    raised, exited = IMPORT_RAISED, IMPORT_EXITED
    try:
        module = _imported(job["module"], job["source"])
        os.write(asks, b"+")
        name, calls, returns, stdin = _received(jobs)
        os.close(jobs)
        os.close(asks)
        if not name:
            return 0
        function = getattr(module, name, None)
        if not callable(function):
            _list_functions(module, name, stderr)
            return NO_FUNCTION
        raised, exited = RAISED, EXITED
        _put_on_stdin(stdin)
        _call(function, calls, stdout, returns)
        return 0
    except SystemExit:
        return exited
    except BaseException as error:
        SPARE.clear()
        status = STATUSES.get(type(error).__name__, raised)
        try:
            os.write(stderr, _description(error, job["folder"]))
        except MemoryError:
            pass  # the program still holds all of the memory
        return status


def _received(pipe: int) -> "Any":
    """The next part of the job, from a pipe."""
    return marshal.loads(_read(pipe, int.from_bytes(_read(pipe, 8), "little")))


def _read(pipe: int, size: int) -> bytes:
    pieces = []
    while size:
        piece = os.read(pipe, min(size, 1 << 16))
        if not piece:
            raise EOFError("the job breaks off")
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _begin(
    job: "dict[str, Any]", stderr: int, use_code: "Callable[[str, bytes, int], Any] | None"
) -> None:
    """Tell the launcher that the program begins, and get its code ready."""
    os.write(3, b"+")
    if job["wrapped"]:
        _tell_exits(os.dup(3))
    _tell_place(stderr, job["cpu_s"], job["folder"])
    if use_code and job["code"] is not None:
        use_code(os.path.join(job["folder"], job["module"] + ".py"), job["code"], 3)
    os.close(3)


def _tell_exits(pipe: int) -> None:
    """Replace os._exit by a function that reports its status, since bubblewrap blurs it.

    Bubblewrap gives statuses over 128 for signals, too.
    """
    end, own = os._exit, os.getpid()

    def _exit(status: int) -> "Any":
        if os.getpid() == own and isinstance(status, int):
            os.write(pipe, b"%d" % (status & 255))
        end(status)

    os._exit = _exit


def become(user: int) -> None:
    """Switch to another user for good; this gives up root's privileges."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _prepare(job: "dict[str, Any]") -> None:
    """Make this process look as if Python had been started on the program in its folder."""
    if job["user"]:
        become(job["user"])
    os.chdir(job["folder"])
    os.environ.pop("PWD", None)  # bubblewrap adds PWD
    sys.path[0] = job["folder"]
    sys.argv[:] = [job["module"] + ".py"]
    # This finder comes last, so that an existing module always wins over an alias.
    sys.meta_path.append(_Aliases(dict(job["aliases"])))


def _tell_place(stderr: int, cpu_s: float, folder: str) -> None:
    """Have marked lines with the program's current line written to stderr, before `cpu_s`."""
    import _signal  # importing `signal` would take long

    def tell(number: int, frame: "Any") -> None:
        own = []
        while frame:
            name = _own_file(frame.f_code.co_filename, folder)
            if name:
                own.append((name, frame.f_lineno))
            frame = frame.f_back
        if own:
            names = "file", "line", "caller", "called_from"
            os.write(stderr, _marked(dict(zip(names, own[0] + own[-1]))))

    if hasattr(_signal, "setitimer"):  # every system but Windows has it
        _signal.signal(_signal.SIGPROF, tell)
        _signal.setitimer(_signal.ITIMER_PROF, SHARE * cpu_s, SHARE * cpu_s)
        # without a handler it would end the process
        atexit.register(_signal.setitimer, _signal.ITIMER_PROF, 0)


def _imported(name: str, source: str) -> "ModuleType | None":
    """The imported module, or the assignment's driver after importing that module.

    A driver that sets IMPORTS_ITSELF imports the module when it is called.
    """
    driver = type(os)("driver")
    exec(compile(source, "<driver>", "exec"), vars(driver))
    module = __import__(name) if name and not hasattr(driver, "IMPORTS_ITSELF") else None
    return driver if source else module


def _list_functions(module: "Any", function: str, stderr: int) -> None:
    """Write to stderr what the program defines, because the function is missing.

    If a class has the function, a marked line names it.
    """
    name, own = module.__name__, vars(module)
    own = {key: value for key, value in own.items() if getattr(value, "__module__", "") == name}
    defined = f"{name}.py defines {', '.join(own) or 'nothing'}\n"
    os.write(stderr, defined.encode("utf-8", "backslashreplace"))
    for key, value in own.items():
        if isinstance(value, type) and callable(vars(value).get(function)):
            os.write(stderr, _marked({"holder": key}))
            return


def _put_on_stdin(text: bytes) -> None:
    """Let descriptor 0 read this text, if there is any: from a file that has no name any more."""
    if text:
        file = os.open(".stdin", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        _write(file, text)
        os.lseek(file, 0, os.SEEK_SET)
        os.dup2(file, 0)
        os.close(file)
        try:
            os.unlink(".stdin")
        except OSError:
            pass  # Windows can't remove open files


def _call(
    function: "Callable[..., object]",
    calls: "Sequence[Sequence[object]]",
    stdout: int,
    returns: str,
) -> None:
    """Call a function with the arguments of each call, and write a mark before each call.

    If `returns` is a text, it defines how to print the value of each call, in a line after it, and
    which exceptions are printed in place of a value.
    """
    words: "Any" = type(os)("returned")
    words.CAUGHT = ()
    exec(compile(returns, "<driver>", "exec"), vars(words))
    for arguments in calls:
        _wait_for_threads()
        _mark(stdout)
        how = "returned"
        try:
            value = function(*arguments)
        except words.CAUGHT as error:
            how, value = "raised", error
        if returns:
            _wait_for_threads()
            _flush()
            _write(stdout, getattr(words, how)(value).encode("utf-8", "backslashreplace") + b"\n")
    _wait_for_threads()
    _mark(stdout)


def _wait_for_threads() -> None:
    """Wait for the program's threads, as Python does at its end, so that their output is in time.

    Threads of pools run until the interpreter ends, so they are not awaited.
    """
    try:
        threading = sys.modules["threading"]
        pool = sys.modules.get("concurrent.futures.thread")
        endless = {threading.current_thread(), *getattr(pool, "_threads_queues", ())}
        for thread in threading.enumerate():
            if not thread.daemon and thread not in endless:
                thread.join()
    except Exception:
        pass  # the module does not exist, or another one has its name


def _mark(stdout: int) -> None:
    """Write CALL to stdout, after the program's output so far."""
    _flush()
    os.write(stdout, CALL)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except Exception:
        pass  # the program has closed or replaced stdout


def _write(file: int, text: bytes) -> None:
    while text:
        text = text[os.write(file, text) :]


class _Aliases:
    """Imports modules also by the names under which they were submitted: {alias: module}.

    An alias is the very same module, so that a class is the same under both names. A second file
    would make two modules, and could not exist on a file system that ignores case.
    """

    def __init__(self, modules: "dict[str, str]") -> None:
        self.modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> "Any":
        """The import spec if the name is an alias, else None."""
        return type(os.__spec__)(name, self) if name in self.modules else None  # type: ignore

    def create_module(self, spec: "ModuleSpec") -> "ModuleType":
        """The module that an alias names; it is imported only if it has not been."""
        name = self.modules[spec.name]
        module = sys.modules.get(name) or __import__(name)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: "Any") -> None:
        """Restore the module's own spec, which importing an alias replaces."""
        module.__spec__ = module.__spec__.loader_state


def _description(error: BaseException, folder: str) -> bytes:
    """The traceback of an exception without our frames, and a marked line with its cause."""
    # The program may have files with the names of modules that are needed here.
    sys.path[:] = [path for path in sys.path if path != folder]
    import traceback
    from collections import Counter

    frames = error.__traceback__
    while frames and _is_ours(frames.tb_frame):
        frames = frames.tb_next
    try:
        text = "".join(traceback.format_exception(type(error), error, frames))
    except Exception:  # showing an exception of the program's own may fail
        text = type(error).__name__
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(frames)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno or 0))
    files = [(_own_file(str(path), folder), line) for path, line in places]
    own = [place for place in files if place[0]]
    if isinstance(error, RecursionError):
        own.sort(key=Counter(own).__getitem__)  # the last is where most calls are nested
    cause: "dict[str, Any]" = {"error": _summary(error)}
    if own:
        cause["file"], cause["line"] = own[-1]
    if isinstance(error, ModuleNotFoundError):
        modules = {file.lower(): file[:-3] for file in os.listdir(folder)}
        cause.update(module=error.name, near=modules.get(f"{error.name}.py".lower()))
    return text.encode("utf-8", "backslashreplace") + _marked(cause)


def _own_file(path: str, folder: str) -> str:
    """The path in the program's folder of a file, with slashes; "" if it is elsewhere."""
    inside = folder + os.sep
    return path[len(inside) :].replace(os.sep, "/") if path.startswith(inside) else ""


def _marked(facts: "dict[str, Any]") -> bytes:
    """A marked line with facts as JSON; only texts and numbers are included."""
    pairs = []
    for key, value in facts.items():
        if isinstance(value, str):
            pairs.append(f'"{key}": {_quoted(value)}')
        elif type(value) is int and 0 <= value < LARGEST:
            pairs.append(f'"{key}": {value}')
    return b"\n%s{%s}\n" % (MARK, ", ".join(pairs).encode())


def _quoted(text: str) -> str:
    """The beginning of a text as JSON."""
    quoted = ""
    for char in text[:TEXT]:
        if not char.isprintable() or char in '"\\':
            char = "\\u%04x" % min(ord(char), 0xFFFD)
        quoted += char
    return '"' + quoted + '"'


def _is_ours(frame: "Any") -> bool:
    """Whether a frame runs this module's code, an assignment's driver, or runpy for it."""
    is_driver = frame.f_code.co_filename == "<driver>"
    return frame.f_globals is globals() or is_driver or frame.f_globals.get("__name__") == "runpy"


def _summary(error: BaseException) -> str:
    """The name of an exception and the first line of its message, shortened."""
    try:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        message = ""
    line = str(message).strip().split("\n")[0][:200]
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


# ---- The end ----


def _leave(status: int, known: int, streams: "list[Any]", leave: "Any" = os._exit) -> None:
    """End this process at once, unless that may change what the program does.

    Ending an interpreter in the usual way takes longer than most calls. `known` is the number of
    modules loaded before the import, `streams` are the original stdout and stderr.
    """
    try:
        folder, names = JOB["folder"] + os.sep, reversed(sys.modules)
        modules = [sys.modules[next(names)] for _ in range(known, len(sys.modules))]
        are_own = all(vars(module)["__file__"].startswith(folder) for module in modules)
        if JOB["ends"] or JOB["wrapped"] or not are_own or _has_threads():
            return
        for stream, own in zip(streams, (sys.stdout, sys.stderr)):
            if stream is not own:
                return
            stream.flush()
    except BaseException:
        return  # the same happens again, visibly, when the interpreter ends
    leave(status)


def _has_threads() -> bool:
    import _thread

    return _thread._count() > 0


def start() -> None:
    """Do the job, and end this process; a warm interpreter calls it once it has been forked."""
    known, streams = len(sys.modules), [sys.stdout, sys.stderr]
    status = main(use_code=globals().get("ready", {}).pop("use_code", None))
    _leave(status, known, streams)
    sys.exit(status)


if __name__ == "__main__" and not globals().get("ready"):
    start()
