"""The messages from the grader to a launcher, and the parts of a job."""

import marshal
from typing import Any, NamedTuple

from grader.sandbox import linux
from grader.sandbox.cgroups import Place


# the environment of programs
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONUNBUFFERED": "1",
}
Answer = dict[str, Any]  # the fields of a Run


class NotBegun(RuntimeError):
    """Raised if no program began in a process, which is the grader's fault."""


class LastWords(RuntimeError):
    """A launcher's answer if an exception of its own ends it."""


class Setup(NamedTuple):
    """The settings that all runs of one sandbox share."""

    folder: str  # the folder for scratch folders
    command: tuple[str, ...]  # the interpreter and its arguments, which execute the driver's code
    driver: bytes  # the driver's code, marshalled
    warm: bytes  # the parts of a warm interpreter; empty if all programs run cold
    readable: tuple[str, ...]  # paths that a program needs to read
    user: int  # the number of the user for programs; 0 is the grader's own user
    kernel: bool  # whether to use the kernel's means: Landlock, namespaces
    # bubblewrap's command without the arguments that differ by run, or ()
    bubblewrap: tuple[str, ...]
    groups: Place | None  # the place for control groups, if they can be made

    def uses_landlock(self) -> bool:
        """Whether Landlock keeps programs from files."""
        return self.kernel and linux.landlock_version() > 0


class Job(NamedTuple):
    """One run: the files for the scratch folder, the driver's job, and the limits.

    `first` is what the driver needs for the import. `then` has the function, the arguments of its
    calls, the text that prints their values, or "", and the text on stdin.
    """

    files: dict[str, bytes]
    first: dict[str, object]
    then: tuple[str, list[Any], str, bytes]
    limits: dict[str, float]
    is_measured: bool = False  # whether its time and memory are compared with those of other runs

    def source(self) -> tuple[str, bytes] | None:
        """(The module that it imports, its text), if other runs may use the same code."""
        module = str(self.first["module"])
        text = self.files.get(f"{module}.py")
        if text is None or self.is_measured:
            return None
        return module, text

    def changes_modules(self) -> bool:
        """Whether the assignment's driver may change modules before the program imports them.

        In a warm interpreter, another module may already have taken the original from them.
        """
        return "IMPORTS_ITSELF" in str(self.first.get("source", ""))

    def parts(self, **more: object) -> tuple[bytes, bytes]:
        """The two parts of the driver's job as bytes; `more` is added to the first."""
        first = {**self.first, "code": None, **more}
        return framed(marshalled(first)), framed(marshalled(self.then))


def marshalled(value: Any) -> bytes:
    """A value in the marshal format that every Python reads."""
    return marshal.dumps(value, 2)


def framed(part: bytes) -> bytes:
    """A part of a job, preceded by its size.

    >>> framed(b"ab")
    b'\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00ab'
    """
    return len(part).to_bytes(8, "little") + part
