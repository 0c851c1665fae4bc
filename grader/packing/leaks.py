"""Finds rows of tokens that students' files and a secret file share."""

from collections.abc import Iterator, Mapping

from grader.assignment.plan import Assignment
from grader.ground.errors import UsageError
from grader.ground.files import Files
from grader.packing.pack import PLACE
from grader.similar.winnowing import code_tokens


# a shared row of so many tokens, so many of them names, is a leak; signatures in stubs are shorter
ROW, NAMES = 15, 4


def check_tells_nothing(assignment: Assignment, stubs: Files, pack: Files) -> None:
    """Raise UsageError if stubs or the assignment's files repeat code of the model."""
    own = {path: pack[path] for path in pack if path.startswith(f"{PLACE.as_posix()}/")}
    models = {name: text.decode() for name, text in assignment.sources().items()}
    for name, text in assignment.reference().items():
        models[f"reference of {name}"] = text
    for path, name, row in leaks(stubs | own, models):
        raise UsageError(f"{path}: expected nothing of the solution ({name}), got {row!r}")


def leaks(files: Files, secrets: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield (file, name of the secret, row of tokens) for each file that shares a row.

    Comments, docstrings and layout are ignored; names and numbers must be equal. Rows with few
    different names are data, and are ignored, too.

    >>> solution = {"model": "for prime in range(1, 9):\\n    total += abs(prime - row) + column"}
    >>> stub = {"stub.py": b"# for you\\nfor prime in range(1,9): total += abs(prime - row)"}
    >>> [(file, name) for file, name, _ in leaks(stub, solution)]
    [('stub.py', 'model')]
    """
    names = {}
    for name, text in secrets.items():
        names.update(dict.fromkeys(_rows_of(text), name))
    for file, content in files.items():
        for tokens in _rows_of(content.decode("utf-8", "replace")):
            if tokens in names:
                yield file, names[tokens], " ".join(tokens)
                break


def _rows_of(text: str) -> Iterator[tuple[str, ...]]:
    """Yield each row of ROW tokens of a text that is code."""
    tokens = code_tokens(text)
    for end in range(ROW, len(tokens) + 1):
        row = tuple(tokens[end - ROW : end])
        if len({token for token in row if token.isidentifier()}) >= NAMES:
            yield row
