"""Things that `doctor` sets up for the programs that try to break out."""

import os
import resource
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress

from grader.assignment.folders import ROOT
from grader.records.checks import Check, Limits
from grader.records.results import Run
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.tries import PRELUDE


class Surroundings(ExitStack):
    """The files, sockets, terminal and processes that a submission might reach, and a sandbox."""

    def __init__(self, box: Sandbox) -> None:
        super().__init__()
        self.box = box
        self._own = resource.getrlimit(resource.RLIMIT_CORE)
        folder = self.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        self._make_files(folder)
        tcp = self.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.datagrams = self.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        self.datagrams.bind(tcp.getsockname())
        port = tcp.getsockname()[1]
        waits = [sys.executable, "-c", "input()"]
        other = self.enter_context(subprocess.Popen(waits, stdin=subprocess.PIPE))
        self.callback(other.kill)
        self.facts = {
            "root": ROOT,
            "folder": folder,
            "terminal": self._make_terminal(),
            "port": port,
            "pid": os.getpid(),
            "other": other.pid,
        }

    def _make_files(self, folder: str) -> None:
        """Make a file that others may read, and a FIFO and sockets that others may write."""
        with open(f"{folder}/file", "x", encoding="utf-8"):
            os.chmod(f"{folder}/file", 0o644)
        os.mkfifo(f"{folder}/fifo")
        os.chmod(f"{folder}/fifo", 0o666)
        for kind in "STREAM", "DGRAM", "SEQPACKET":
            for address in f"{folder}/{kind}", f"\0{folder}/{kind}":
                self._listen(getattr(socket, f"SOCK_{kind}"), address)

    def _listen(self, kind: int, address: str) -> None:
        with suppress(OSError):
            listener = socket.socket(socket.AF_UNIX, kind)
            self.enter_context(listener).bind(address)
            if address[0] == "/":
                os.chmod(address, 0o666)
            if kind != socket.SOCK_DGRAM:
                listener.listen()

    def _make_terminal(self) -> str:
        try:
            terminals = os.openpty()
        except OSError:
            return "/no/terminal"  # none can be made here, so that there is none to reach
        for terminal in terminals:
            self.callback(os.close, terminal)
        os.chmod(terminals[1], 0o666)
        return os.ttyname(terminals[1])

    def run(self, program: str, limits: Limits) -> Run:
        """The Run of a small program whose @names@ are replaced by facts."""
        for name, value in self.facts.items():
            program = program.replace(f"@{name}@", str(value))
        check = Check("probe", "probe", limits)
        return self.box.run(check, {"probe.py": f"{PRELUDE}\n{program}\n".encode()})

    def is_changed(self) -> bool:
        """Whether a limit of this process was changed; the limit is restored."""
        soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (min(self._own[0], hard), hard))
        return (soft, hard) != self._own
