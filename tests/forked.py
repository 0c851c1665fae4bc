"""Runs the command `python3 -m grader` in forks of a process that has loaded its modules.

A third of the CPU time of a short command is the loading of modules, and another third of one that
explains a wrong program is compiling variants of the reference; the tests run hundreds of them.
What runs is a process of its own, with the variables and the output of its own, as after a start
by `exec`.
"""

import marshal
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path


ROOT = str(Path(__file__).parent.parent)
CHANNEL = 3  # the server's descriptor of its socket
LENGTH = 8  # the bytes that say how long a request is
LOCK = threading.Lock()


def run(words, folder):
    """What `subprocess.run` returns for `python3 -m grader words...`, called in a folder."""
    reads, writes = zip(*(os.pipe() for _ in ("stdout", "stderr", "status")))
    request = marshal.dumps((words, dict(os.environ), str(folder)))
    with LOCK, socket.socket(fileno=os.dup(_server())) as channel:
        socket.send_fds(channel, [len(request).to_bytes(LENGTH, "big")], writes)
        channel.sendall(request)
    for file in writes:
        os.close(file)
    with open(reads[2]) as status, ThreadPoolExecutor(2) as threads:
        if not (line := status.readline()):
            raise RuntimeError("tests.forked: expected a server, got none: see its stderr")
        pid = int(line)
        try:
            texts = [*threads.map(_text, reads[:2])]
            code = int(status.readline())
        except BaseException:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess([sys.executable, "-m", "grader", *words], code, *texts)


def _text(file):
    """All that is written into a pipe."""
    with open(file, encoding="utf-8") as opened:
        return opened.read()


@cache
def _server():
    """The descriptor of the socket of this process's server, which ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    given = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, theirs.fileno(), CHANNEL),
    ]
    command = [sys.executable, "-m", "tests.forked"]
    os.posix_spawn(sys.executable, command, os.environ | {"PYTHONPATH": ROOT}, file_actions=given)
    theirs.close()
    return ours.detach()


# ---- The server ----


def serve(channel):
    """Run what is asked for until nobody can ask any more."""
    from grader.entry.main import COMMANDS, GRADE
    from grader.sandbox import interpreter

    interpreter.described(sys.executable)
    for name in (*COMMANDS, GRADE):
        import_module(f"grader.commands.{name}")
    _compile_variants("funny_puzzle", "solve", "print_succ")
    _compile_variants("npuzzle")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with those who ask
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for who tells the status
    while True:
        length, files, _, _ = socket.recv_fds(channel, LENGTH, 3)
        if not length:
            return
        request = channel.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            channel.close()
            _tell_status(files[2], marshal.loads(request), files[:2])
            return
        for file in files:
            os.close(file)


def _compile_variants(name, *functions):
    """Compile the variants of an assignment's reference, those of calls of functions in parts."""
    from grader.assignment import plan
    from grader.diagnose import models, variants

    assignment = plan.load(name)
    reference = models.reference(assignment)
    for way in [way for known in assignment.misconceptions for way in known.ways]:
        changed = {*reference.variant(way).sources} - {*reference.sources}
        for text in [text for _, text in changed]:
            for function in functions:
                variants._reached(text, function)
            if not functions:
                variants.compiled(text)


def _tell_status(status, request, outputs):
    """Write the number of a process that runs the command, and then how it ended."""
    if pid := os.fork():
        for file in outputs:
            os.close(file)
        os.write(status, b"%d\n" % pid)
        os.write(status, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    os.close(status)
    for number, file in enumerate(outputs, 1):
        os.dup2(file, number)
        os.close(file)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", 1, closefd=False)
    words, variables, folder = request
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    tempfile.tempdir = None
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv[1:] = words
    runpy.run_module("grader", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve(socket.socket(fileno=CHANNEL))
