"""The keys of stored results: digests of everything that a result depends on.

A result depends on the submission, the check with its limits, the expected transcript, and the
judging code (the grader's modules, the interpreter, the level of the sandbox). A new or changed
module of the grader changes all keys, unless its room is one of the READERS. Those only read
results, or their work is in the key already: the files that intake finds are digested with the
submission, and an assignment's Python files and transcripts with its checks.
"""

import functools
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.records.checks import Check
from grader.serialization import json_text


GRADER = Path(__file__).parent.parent
# The rooms whose modules change no verdict.
READERS = (
    "assignments",
    "commands",
    "courses",
    "diagnose",
    "entry",
    "export",
    "handout",
    "intake",
    "packing",
    "report",
    "similar",
    "tracing",
    "verify",
)
# The rooms whose modules explain results.
EXPLAINERS = ("assignment", "diagnose", "judge", "making", "records", "tracing")


def digest(*values: Any) -> str:
    """The SHA-256 digest, in hexadecimal, of values that JSON can hold, or records of them."""
    return sha256(json_text(values, sort_keys=True).encode()).hexdigest()


def check_digests(
    checks: Iterable[Check], transcripts: Mapping[str, bytes], code: str
) -> dict[str, str]:
    """{name: digest} of checks.

    A digest covers the check with its limits, the digest of the assignment's code, the transcript,
    and the check that this one needs.
    """
    digests: dict[str, str] = {}
    for check in checks:
        transcript = sha256(transcripts[check.name]).hexdigest()
        replaced = {name: sha256(data).hexdigest() for name, data in check.files().items()}
        digests[check.name] = digest(check, code, replaced, transcript, digests.get(check.needs))
    return digests


@functools.cache
def code_digest() -> str:
    """The digest of the modules that judge."""
    modules = sorted(GRADER.glob("*.py"))
    for room in sorted(GRADER.iterdir()):
        if room.name not in READERS:
            modules += sorted(room.rglob("*.py"))
    return _digest_of_files(modules)


def diagnosis_digest(folders: Iterable[Path]) -> str:
    """The digest of all code that explains results: the rooms EXPLAINERS and an assignment's
    folders.
    """
    paths = []
    for folder in folders:
        inner = [*folder.glob("*.py"), *folder.glob("*.json"), *folder.glob("reference/*.py")]
        paths += sorted(inner)
    return digest(_explaining_digest(), _digest_of_files(paths))


@functools.cache
def _explaining_digest() -> str:
    """The digest of the modules that explain."""
    paths = []
    for room in EXPLAINERS:
        paths += sorted((GRADER / room).rglob("*.py"))
    return _digest_of_files(paths)


def _digest_of_files(paths: Iterable[Path]) -> str:
    return digest([sha256(path.read_bytes()).hexdigest() for path in paths])
