"""Names that courses and course systems give to submissions, and how a folder is read.

Known by their names:

    names that a course system gives     the modules of `courses` list them
    hw9_NETID.zip                        the rule of the assignment
    assignment-USER/ with .git inside    GitHub Classroom

A folder or archive that holds such names, or several folders, archives or programs, holds many
submissions. One that has a file of the standard name is one. Loose files of other names are taken
for as many students', unless one imports the others. Where that may be wrong, the instructor is
told.
"""

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from grader.courses import systems
from grader.intake.archive import DEPTH, children, read_start, walk
from grader.intake.nodes import FILE, FOLDER, OTHER_KINDS, Node, is_noise
from grader.intake.sentences import Refused


RULE = re.compile(r"hw[0-9]+_(?P<who>.+)", re.DOTALL | re.I)
SUFFIXES = re.compile(
    r"(?:\.(?:zip|rar|7z|tar|t?gz|t?bz2?|t?xz|py|ipynb|txt|html?"
    rf"|{'|'.join(suffix[1:] for suffix in OTHER_KINDS)}))+\Z",
    re.I,
)
# Names of folders that a single program may have.
ORDINARY = {"src", "test", "tests", "code", "lib", "doc", "docs"}
IMPORT = re.compile(
    r"^[ \t]*(?:import[ \t]+|from[ \t]+[.]+[ \t]*import[ \t]+)(?P<names>\w[^\n#;]*)"
    r"|^[ \t]*from[ \t]+[.]*(?P<module>\w+)[\w.]*[ \t]+import\b",
    re.MULTILINE,
)
TABLES = ".csv", ".xls", ".xlsx"
TESTS = "test", "tests", "unittest", "unittests"  # names of tests, or of programs
DEFINITION = re.compile(rb"^(?:async[ \t]+)?(?:def|class)[ \t]", re.MULTILINE)
START_BYTES = 64 << 10  # imports are looked for in so many first bytes of a program
# These say how a folder is read, and whether that is certain.
ONE, PERHAPS_ONE, PERHAPS_MANY, MANY = "one", "perhaps one", "perhaps many", "many"


# ---- Names ----


def main_file(name: str, files: Iterable[str]) -> str:
    """The file that has this name but for case, the number of a copy, or `.txt`; "" if there is
    none.

    >>> main_file("Count-Primes (1).PY.txt", ["primes.py", "count_primes.py"])
    'count_primes.py'
    >>> main_file("primes_(2).py", ["primes.py"]), main_file("Copy of primes.py", ["primes.py"])
    ('primes.py', 'primes.py')
    """
    stem = re.sub(r"(\.py|\.txt)+\Z", "", name.casefold()).removeprefix("copy of ")
    stem = re.sub(r"(?:(?: ?- ?| {0,2})copy|[ _]?\([0-9]+\)|-[0-9]+)+\Z", "", stem)
    stem = re.sub("[ -]", "_", stem)
    for file in files:
        if stem == os.path.splitext(file)[0].casefold():
            return file
    return ""


def is_from_system(name: str) -> bool:
    """Whether a name is one that a course system gives."""
    label = systems.label(name)
    return label is not None and not label.is_guess


def says_whose(name: str) -> bool:
    """Whether a name tells which student handed a file in."""
    return is_from_system(name) or bool(RULE.fullmatch(name))


def stem(name: str) -> str:
    """A file's name without its suffixes; the files of one student have the same.

    >>> stem("jdoe.tar.gz"), stem("Jdoe.pdf")
    ('jdoe', 'jdoe')
    """
    return SUFFIXES.sub("", name).casefold()


# ---- One or many ----


def reading(root: Node, files: Sequence[str]) -> str:
    """Whether a folder holds ONE submission or MANY, or one of these in all likelihood."""
    nodes = useful(unwrapped(root, files))
    if any(is_from_system(node.name) for node in nodes):
        return MANY
    if is_from_system(root.name) or _has_main_file(nodes, files):
        return ONE
    # A folder hw9_NETID may be one submission even if it holds another program or some modules.
    by_rule = bool(RULE.fullmatch(root.name))
    folders = [
        node for node in nodes if node.kind == FOLDER and node.name.casefold() not in ORDINARY
    ]
    archives = [node for node in nodes if node.is_archive or node.foreign_kind]
    named_by_rule = [node for node in folders + archives if RULE.fullmatch(node.name)]
    programs = [node for node in nodes if node.is_program]
    if (
        len(named_by_rule) > by_rule
        or (len(folders) > 1 and any(map(_holds_program, folders)))
        or len(archives) > 1
        or (len(programs) > 2 and not by_rule and not _are_one(programs))
    ):
        return MANY
    if by_rule:
        return ONE
    return _reading_of_few(nodes, folders, programs)


def _reading_of_few(nodes: list[Node], folders: list[Node], programs: list[Node]) -> str:
    """The reading of a folder that holds one folder, archive or program, or a few."""
    loose = _stems(nodes)
    if len(loose) > 1:
        if _import_each_other(programs):
            return PERHAPS_ONE
        return PERHAPS_MANY
    if loose and any(map(_holds_program, folders)):
        return PERHAPS_ONE
    return ONE


def _stems(nodes: Iterable[Node]) -> set[str]:
    """The stems of the files among nodes that a student may have handed in."""
    return {
        stem(node.name)
        for node in nodes
        if node.kind == FILE
        and (node.is_program or node.is_archive or node.foreign_kind or node.other_kind)
    }


def _are_one(programs: list[Node]) -> bool:
    """Whether several programs are one and what it imports, its tests and its scripts."""
    return _import_each_other(programs) and importer(programs) is not None


def _import_each_other(programs: list[Node]) -> bool:
    """Whether one of some programs imports another of them."""
    stems = {os.path.splitext(program.name)[0]: program for program in programs}
    return any(
        stems.get(module, program) is not program
        for program in programs
        for module in _imports(program)
    )


def importer(programs: Sequence[Node]) -> Node | None:
    """The only program that imports all others, itself or by one that it imports; None if there
    is no such program, or if it may be a test.

    Programs that define nothing, or are tests of another by their names, are left out.
    """
    stems = {os.path.splitext(program.name)[0]: program for program in programs}
    names = {stem.casefold() for stem in stems}
    imports = {
        stem: _imports(program) & stems.keys()
        for stem, program in stems.items()
        if DEFINITION.search(read_start(program, START_BYTES))
        and not _is_test(stem.casefold(), names)
    }
    mains = [stem for stem in imports if imports.keys() <= _reached(stem, imports)]
    if len(mains) == 1 and mains[0].casefold() not in TESTS:
        return stems[mains[0]]
    return None


def _is_test(stem: str, names: Collection[str]) -> bool:
    """Whether a program has the name of tests of another of these; all are in lower case.

    >>> _is_test("test_hw", ["hw", "test_hw"]), _is_test("test", ["helpers", "test"])
    (True, False)
    """
    tested = set[str]()
    for word in TESTS:
        for line in "", "_":
            tested |= {stem.removeprefix(word + line), stem.removesuffix(line + word)}
    return not (tested - {stem}).isdisjoint(names)


def _reached(start: str, imports: Mapping[str, Collection[str]]) -> set[str]:
    """The program and all that it imports, itself or by another."""
    reached, waiting = set(), [start]
    while waiting:
        stem = waiting.pop()
        if stem not in reached:
            reached.add(stem)
            waiting += imports.get(stem, ())
    return reached


def _imports(program: Node) -> set[str]:
    """The names of modules that lines of a program seem to import."""
    names = set()
    text = read_start(program, START_BYTES).decode("utf-8-sig", "replace")
    for match in IMPORT.finditer(text):
        names.update(re.findall(r"\w+", match["names"] or match["module"]))
    return names


def _has_main_file(nodes: Iterable[Node], files: Iterable[str]) -> bool:
    return any(node.kind == FILE and main_file(node.name, files) for node in nodes)


def _holds_program(folder: Node) -> bool:
    try:
        return any(node.is_program or node.is_archive for _, node in walk(folder))
    except Refused:
        return False


# ---- Folders around others ----


def useful(folder: Node) -> list[Node]:
    """The nodes in a folder, but for those that systems leave behind."""
    return [node for node in children(folder) if not is_noise(node.name)]


def unwrapped(folder: Node, files: Sequence[str]) -> Node:
    """The innermost of nested folders that each hold only a folder, as long as none is a
    student's. A gradebook or a roster may lie beside it.
    """
    for _ in range(DEPTH):
        nodes = [node for node in useful(folder) if not node.name.casefold().endswith(TABLES)]
        if len(nodes) != 1 or nodes[0].kind != FOLDER or _is_of_student(nodes[0], folder, files):
            break
        folder = nodes[0]
    return folder


def _is_of_student(folder: Node, around: Node, files: Sequence[str]) -> bool:
    """Whether a folder that is alone in another is one student's submission, not a class.

    If it holds a single file, it is a class of one only if it has the name of the folder around it.
    """
    if says_whose(folder.name):
        return True
    try:
        nodes = useful(folder)
        names = {node.name for node in children(folder)}
    except Refused:
        return True
    if any(says_whose(node.name) for node in nodes):
        return False
    inner = [node.name.casefold() for node in nodes if node.kind == FOLDER]
    is_clone = ".git" in names
    is_nested = inner and set(inner) <= ORDINARY
    is_lone = not inner and len(_stems(nodes)) < 2 and stem(folder.name) != stem(around.name)
    return is_clone or _has_main_file(nodes, files) or bool(is_nested) or is_lone
