"""The command `python3 -m grader doctor`: how well submissions are contained here, found by trying."""

import os
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from grader.assignment.plan import ROOT
from grader.console import Parser
from grader.records import Check, Limits
from grader.sandbox import sandbox


LIMITS = Limits(cpu_s=1.2, wall_s=3, memory_mib=128, output_kib=16)
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
# what a submission might do, a program that does it, and how its run ends if it is stopped
ENDLESS = {
    "use more CPU time": ("while True: pass", "cpu"),
    "use more CPU time in several processes": ("os.fork(); os.fork()\nwhile True: pass", "cpu"),
    "sleep for ever": ("time.sleep(99)", "wall"),
    "print without end": ("while True: print(99 * 'x')", "output"),
    "take more memory": ("held = bytes(999 << 20)", "exit"),
    "take more memory in several processes": (
        "for _ in range(4): os.fork() or (bytearray(b'x') * (49 << 20), time.sleep(9))\ntime.sleep(9)",
        "memory",
    ),
    "have processes without end": (
        "for _ in range(99): os.fork() or time.sleep(9)\ntime.sleep(9)",
        "processes",
    ),
    "fill the disk": (
        "for name in range(9): open(str(name), 'wb').write(bytes(60 << 20))\ntime.sleep(9)",
        "disk",
    ),
}


def main(arguments):
    """Print which levels hold, and what a submission can do at the strongest; return the exit status, 0."""
    parser = Parser(prog="python3 -m grader doctor", description=__doc__)
    parser.add_argument(
        "--python",
        default=sys.executable,
        metavar="PATH",
        help="the interpreter that runs submissions",
    )
    python = parser.parse_args(arguments).python
    who = "an ordinary user" if os.getuid() else "root"
    print(f"Python {sandbox.version(python)} ({python}), {os.uname().sysname}, as {who}\n")
    for level in sandbox.LEVELS:
        fault = sandbox.fault(level, python)
        print(f"{level:<11} {f'does not hold: {fault}' if fault else 'holds'}")
        if fault:
            print(f"{'':<11} to mend it: {mending(level, fault)}")
    level = sandbox.best(python)
    print(f"\nGraded at {level}, a submission")
    for deed, can in able(level, python):
        print(f"  {'CAN' if can else 'can not'} {deed}", flush=True)
    return 0


def mending(level, fault):
    """What to do about the fault of a level."""
    if sys.platform != "linux":
        return "grade on Linux"
    if level == "bubblewrap":
        return (
            "apt-get install bubblewrap"
            if "not installed" in fault
            else "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or grade outside of a container"
        )
    if level == "user":
        return (
            "grade as root"
            if os.getuid()
            else "--python /usr/bin/python3, or another that is in no folder closed to others, as /root is"
        )
    return "a kernel from 5.13 on, with landlock in /sys/kernel/security/lsm"


# ---- Trying ----


def able(level, python):
    """Yield (what a submission might do, whether it can) at a level."""
    with (
        sandbox.Sandbox(level, python) as box,
        tempfile.NamedTemporaryFile() as file,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        os.chmod(file.name, 0o644)
        facts = {
            "root": str(ROOT),
            "file": file.name,
            "pid": os.getpid(),
            "port": server.getsockname()[1],
        }
        for deed, attempt in FORBIDDEN.items():
            program = f"import resource, socket\n{attempt.format(**facts)}\nprint('done')"
            yield deed, run(box, program).stdout == b"done\n"
    with sandbox.Sandbox(level, python) as box:
        for deed, (program, ended) in ENDLESS.items():
            yield deed, run(box, program).ended != ended
        yield "send by UDP", sends(box)
        yield "leave a process behind", outlives(box)


def run(box, program):
    """The Run of a small program."""
    return box.run(
        Check("probe", "probe", LIMITS), {"probe.py": f"import os, time\n{program}\n".encode()}
    )


def sends(box):
    """Whether a program's datagram arrives."""
    with socket.socket(type=socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.setblocking(False)
        address = server.getsockname()
        run(box, f"import socket\nsocket.socket(type=socket.SOCK_DGRAM).sendto(b'x', {address!r})")
        try:
            return bool(server.recv(1))
        except BlockingIOError:
            return False


def outlives(box):
    """Whether a daemon of a program goes on when its run has ended."""
    run(box, "if os.fork() == 0: os.setsid(), time.sleep(99)")
    return any(f"{box.folder}/" in command for command in commands())


def commands():
    """Yield the command line of every process."""
    if sys.platform != "linux":
        yield subprocess.run(
            ["ps", "-axww", "-o", "args"], capture_output=True, text=True, errors="replace"
        ).stdout
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield file.read_text(errors="replace")
