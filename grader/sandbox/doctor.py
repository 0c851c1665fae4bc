"""The command `python3 -m grader doctor`: tries how well submissions are contained here."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from grader.assignment.folders import ROOT
from grader.commands.console import Parser
from grader.records import Check, Limits
from grader.sandbox import sandbox


LIMITS = Limits(cpu_s=0.6, wall_s=2, memory_mib=128, output_kib=16)
FORBIDDEN = {  # what a submission might do, and an expression that succeeds if it can
    "read the expected transcripts": "os.listdir({root!r} + '/grader/assignments')",
    "read other files of this machine": "open('/etc/passwd')",
    "write outside its folder": "open({file!r}, 'w')",
    "change permissions outside its folder": "os.chmod({file!r}, 0o600)",
    "see other processes": "open('/proc/{pid}/cmdline')",
    "signal other processes": "os.kill({pid}, 0)",
    "connect by TCP": "socket.create_connection(('127.0.0.1', {port}), 1)",
    "raise its limits": "resource.setrlimit(resource.RLIMIT_CPU, (99, 99))",
}
SLEEP = "time.sleep(9)"
EAT = "bytearray(b'x') * (49 << 20)"
# what a submission might do, a program that does it, and how its run ends if it is stopped
ENDLESS = {
    "use more CPU time": ("while True: pass", "cpu"),
    "use more CPU time in several processes": ("os.fork(); os.fork()\nwhile True: pass", "cpu"),
    "sleep for ever": ("time.sleep(99)", "wall"),
    "print without end": ("while True: print(99 * 'x')", "output"),
    "take more memory": ("held = bytes(999 << 20)", "exit"),
    "take more memory in several processes": (
        f"for _ in range(4): os.fork() or ({EAT}, {SLEEP})\n{SLEEP}",
        "memory",
    ),
    "have processes without end": (
        f"for _ in range(99): os.fork() or {SLEEP}\n{SLEEP}",
        "processes",
    ),
    "fill the disk": (
        f"for name in range(9): open(str(name), 'wb').write(bytes(60 << 20))\n{SLEEP}",
        "disk",
    ),
}


def main(arguments: Sequence[str]) -> int:
    """Print which levels hold, and what a submission can do at the strongest; return 0."""
    parser = Parser(prog="python3 -m grader doctor", description=__doc__)
    help = "the interpreter that runs submissions"
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help=help)
    python = parser.parse_args(arguments).python
    who = "an ordinary user" if os.getuid() else "root"
    print(f"Python {sandbox.version(python)} ({python}), {os.uname().sysname}, as {who}\n")
    faults = {level: sandbox.fault(level, python) for level in sandbox.LEVELS}
    for level, fault in faults.items():
        print(f"{level:<11} {f'does not hold: {fault}' if fault else 'holds'}")
        if fault:
            print(f"{'':<11} to mend it: {remedy(level, fault)}")
    level = next(level for level, fault in faults.items() if not fault)
    print(f"\nGraded at {level}, a submission")
    for deed, is_able in abilities(level, python):
        print(f"  {'CAN' if is_able else 'can not'} {deed}", flush=True)
    return 0


def remedy(level: str, fault: str) -> str:
    """What to do about the fault of a level."""
    if sys.platform != "linux":
        return "grade on Linux"
    if level == "bubblewrap" and "not installed" in fault:
        return "apt-get install bubblewrap"
    if level == "bubblewrap":
        setting = "kernel.apparmor_restrict_unprivileged_userns=0"
        return f"sysctl {setting}, or grade outside of a container"
    if level == "user" and os.getuid():
        return "grade as root"
    if level == "user":
        others = "another that is in no folder closed to others, as /root is"
        return f"--python /usr/bin/python3, or {others}"
    return "a kernel from 5.13 on, with landlock in /sys/kernel/security/lsm"


# ---- Trying ----


def abilities(level: str, python: str) -> Iterator[tuple[str, bool]]:
    """Yield what a submission might do at a level, and whether it can."""
    yield from forbidden_abilities(level, python)
    with sandbox.Sandbox(level, python) as box:
        for deed, (program, ended) in ENDLESS.items():
            yield deed, _run(box, program).ended != ended
        yield "send by UDP", _can_send(box)
        yield "leave a process behind", _can_outlive(box)


def forbidden_abilities(level: str, python: str) -> Iterator[tuple[str, bool]]:
    """Yield what is forbidden at a level, and whether a submission can do it nevertheless."""
    with (
        sandbox.Sandbox(level, python) as box,
        tempfile.NamedTemporaryFile() as file,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        os.chmod(file.name, 0o644)
        port = server.getsockname()[1]
        facts = {"root": str(ROOT), "file": file.name, "pid": os.getpid(), "port": port}
        for deed, attempt in FORBIDDEN.items():
            program = f"import resource, socket\n{attempt.format(**facts)}\nprint('done')"
            yield deed, _run(box, program).stdout == b"done\n"


def _run(box: sandbox.Sandbox, program: str) -> sandbox.Run:
    """The Run of a small program."""
    check = Check("probe", "probe", LIMITS)
    return box.run(check, {"probe.py": f"import os, time\n{program}\n".encode()})


def _can_send(box: sandbox.Sandbox) -> bool:
    """Whether a program's datagram arrives."""
    with socket.socket(type=socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.setblocking(False)
        address = server.getsockname()
        _run(box, f"import socket\nsocket.socket(type=socket.SOCK_DGRAM).sendto(b'x', {address!r})")
        try:
            return bool(server.recv(1))
        except BlockingIOError:
            return False


def _can_outlive(box: sandbox.Sandbox) -> bool:
    """Whether a daemon of a program goes on when its run has ended."""
    _run(box, "if os.fork() == 0: os.setsid(), time.sleep(99)")
    return any(f"{box.folder}/" in command for command in _commands())


def _commands() -> Iterator[str]:
    """Yield the command line of every process."""
    if sys.platform != "linux":
        command = ["ps", "-axww", "-o", "args"]
        yield subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield file.read_text(errors="replace")
