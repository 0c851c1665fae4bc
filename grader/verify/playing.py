"""Plays a course system: lays out an export and a submission, deletes what the system deletes,
starts what it starts, as the same kind of user, and reads the share of points that it reads.

A script that names a folder of a container finds it in a namespace of mounts (IN_PLACE).
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from grader.courses.stage import Stage
from grader.courses.system import Host
from grader.sandbox import interpreter, sandbox
from grader.verify.enclosure import Enclosure


USER = 10_000  # the number of an ordinary user, as whom root plays a system
# Sees the machine's own root folder with one more folder in it, whose name the machine does not
# have.
IN_PLACE = r"""
set -eu
new=$1 name=$2 folder=$3; shift 3
mkdir -p "$new"
mount --make-rprivate /
mount -t tmpfs tmpfs "$new"
for path in /*; do
  if [ -L "$path" ]; then cp -P "$path" "$new"
  elif [ -d "$path" ]; then mkdir "$new$path"; mount --rbind "$path" "$new$path"; fi
done
mkdir -p "$new/$name" "$new/.old"
mount --bind "$folder" "$new/$name"
cd "$new"
pivot_root . .old
umount -l .old
cd "/$name"
exec "$@"
"""


@dataclass(frozen=True)
class LocalStage(Stage):
    """A stage on this machine, with the container's processors and memory."""

    def run(self, *command: str, place: str = "", **variables: str) -> str:
        """The output of a command, run as an ordinary user, or as root in the folder /PLACE."""
        if place:
            words = self._in_place(place, command)
        else:
            words = self._as_user(command)
        with Enclosure(self.container.cpus, self.container.memory_mib) as enclosure:
            ran = subprocess.run(
                enclosure.command(words),
                cwd=self.folder,
                env={
                    "PATH": _path(not place),
                    "LANG": "C.UTF-8",
                    "HOME": str(self.folder),
                    **variables,
                },
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=self.container.seconds,
            )
        return ran.stdout.decode("utf-8", "replace")

    def _in_place(self, place: str, command: Sequence[str]) -> list[str]:
        """A command as root of a namespace in which the folder is called /PLACE."""
        spaces = ["--mount"]
        if os.getuid() != 0:
            spaces += ["--user", "--map-root-user"]
        if subprocess.run(["unshare", *spaces, "true"], stderr=subprocess.DEVNULL).returncode:
            raise OSError(f"/{place}: expected the kernel to permit namespaces, got a refusal")
        arguments = [f"{self.folder}.root", place, str(self.folder)]
        return ["unshare", *spaces, "bash", "-c", IN_PLACE, "bash", *arguments, *command]

    def _as_user(self, command: Sequence[str]) -> list[str]:
        if os.getuid() != 0:
            return list(command)
        for entry in (self.folder, *self.folder.rglob("*")):
            os.chown(entry, USER, USER, follow_symlinks=False)
        who = [f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        return ["setpriv", *who, *command]


def play(system: Host, stage: Stage) -> tuple[float | None, str]:
    """(The share of points that the system reads, None if it reads none; the printed output)."""
    stage.folder.mkdir(parents=True, exist_ok=True)
    try:
        return system.play(stage)
    except (OSError, ArithmeticError, LookupError, ValueError, subprocess.SubprocessError) as error:
        return None, repr(error)


def _path(is_for_user: bool) -> str:
    """The search path for programs; this Python is first on it if the user may read it."""
    readable = interpreter.readable_paths(sys.executable)
    is_other = is_for_user and os.getuid() == 0
    folders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
    if not is_other or all(map(sandbox.is_open_to_all, readable)):
        folders.insert(0, os.path.dirname(sys.executable))
    return os.pathsep.join(folders)
