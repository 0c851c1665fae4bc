"""The references: for each assignment a plain program, as a good student would write it, in its folder.

Misconceptions and editions are edits of them, so that the model solutions can change freely. Tests
prove that model, reference and oracle agree.
"""

from grader.assignment import folders


def texts(name: str, files: tuple[str, ...]) -> dict[str, str]:
    """{file: text} of the reference of an assignment or of its edition, {} if there is none.

    >>> list(texts("funny_puzzle-any-tiles", ("funny_puzzle.py",)))
    ['funny_puzzle.py']
    """
    paths = {file: folders.folder(name) / "reference" / file for file in files}
    return {
        file: path.read_text(encoding="utf-8") for file, path in paths.items() if path.is_file()
    }
