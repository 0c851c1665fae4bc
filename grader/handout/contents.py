"""The files of a handout, for students before or after the deadline."""

import json
from collections.abc import Iterator
from hashlib import sha256

from grader.assignment import folders, plan
from grader.assignment.plan import Assignment
from grader.diagnose import tables
from grader.ground.files import Files, NamedFile, text_of, zipped
from grader.handout import letter, places, predictions
from grader.handout.stubs import assigned, stub
from grader.making import transcripts
from grader.packing import leaks
from grader.packing import pack as packing


CHECK = "check.pyz"
# The folders and files of the grader that only instructors use.
LEFT_OUT = ("grader/entry/exported.py", "grader/export/", "grader/verify/")
# With this line first, a zip can be run as a Python program; zipapp does the same.
SHEBANG = b"#!/usr/bin/env python3\n"
ASSIGNMENTS = "grader/assignments/"
START = folders.ROOT / "grader/entry/unpack.py"


def contents(assignment: Assignment, is_solution: bool = False) -> Files:
    """{path: bytes} of an assignment's handout, sorted; with the model if `is_solution`.

    Several files that students write are in a folder of their own, which they hand in.

    UsageError if students would read in it how the model does it.
    """
    pack = packing.packed(assignment, is_public=True, left_out=LEFT_OUT)
    base = assignment.name.partition("-")[0]
    pack[f"{ASSIGNMENTS}{base}/{tables.FILE}"] = predictions.text(assignment)
    instances = {path: pack[path] for path in pack if not path.startswith("grader/")}
    if is_solution:
        files = _placed(assignment, assignment.sources()) | dict(_expected(assignment))
    else:
        files = _placed(assignment, dict(_stubs(assignment)))
        leaks.check_tells_nothing(assignment, files, pack)
    version = _version({**pack, **files})
    files |= instances | {CHECK: _program(pack, version)}
    inner = {path.partition("/")[0] for path in files if "/" in path}
    files["README.md"] = letter.text(assignment, version, inner, is_solution).encode()
    return dict(sorted(files.items()))


def _placed(assignment: Assignment, own: Files) -> Files:
    """The files that students write, moved into their folder if there are several."""
    place = places.place(assignment)
    return {f"{place}{name}": content for name, content in own.items()}


def _version(files: Files) -> str:
    digest = sha256()
    for path, content in sorted(files.items()):
        digest.update(f"{path}\0{sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()[:8]


# ---- The files that students write ----


def _stubs(assignment: Assignment) -> Iterator[NamedFile]:
    """Yield (name, contents) of the files from which students start.

    A file in `stubs/` of the assignment's folder is preferred to one made from the model.
    """
    asked = {
        check.function
        for check in plan.public(assignment).checks
        if check.function and not check.is_driven and not check.is_command
    }
    sources = assignment.sources()
    for name in assignment.files:
        if path := assignment.folder.find(f"stubs/{name}"):
            text = stub(path.read_text(encoding="utf-8"), (), name)
        else:
            text = stub(sources[name].decode(), asked, name)
        yield name, text.encode()


def left_out(assignment: Assignment) -> list[str]:
    """The public names that a model's files give to values at their top, and made stubs do not."""
    names = []
    for file, text in _stubs(assignment):
        if not assignment.folder.find(f"stubs/{file}"):
            kept = assigned(text.decode())
            names += [
                name for name in assigned(assignment.sources()[file].decode()) if name not in kept
            ]
    return names


def _expected(assignment: Assignment) -> Iterator[NamedFile]:
    """Yield (path, transcript) of the public checks, if the assignment shows transcripts."""
    if not packing.shows_transcripts(assignment):
        return
    for name, transcript in transcripts.expected(assignment, packing.public(assignment)).items():
        yield f"expected/{name}.txt", transcript


# ---- The grader in one file ----


def _program(pack: Files, version: str) -> bytes:
    """check.pyz: a Python zip application made of a public pack."""
    files = pack | {"__main__.py": START.read_bytes()}
    for path, content in pack.items():
        if path.startswith(ASSIGNMENTS) and path.endswith(".json"):
            files[path] = text_of(json.loads(content) | {"version": version})
    return SHEBANG + zipped(files)
