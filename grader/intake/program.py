"""Finds the files of a submission that are its program, and flags what is odd about the rest."""

import ast
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.ground.syntax import MOST_BYTES, tree_of
from grader.ground.text import first_of, listed, when
from grader.intake import sentences
from grader.intake.archive import NAME_LENGTH, read_start, unpack, walk
from grader.intake.nodes import ARCHIVE_NOUNS, FILE, FOLDER, Folders, Located, Node, is_noise
from grader.intake.sentences import NAMES, Ambiguous, Flags, Refused, say, shown
from grader.intake.shape import importer, is_from_system, main_file


# files of every repository that say nothing of its program
OF_REPOSITORY = re.compile(r"(?:readme|licen[cs]e)(?:\.\w+)?", re.I)
ARCHIVES = 3  # the most archives of a submission around each other
# (name in the scratch folder, node) of each file of a program
Members = tuple[tuple[str, Node], ...]
Choice = tuple[Folders, dict[str, Node]]  # the folders around main files, and these by name


class Program(NamedTuple):
    """The files of a program, flags on what is odd about them, and flags on files beside them."""

    members: Members
    flags: Flags
    company: Flags = ()


def find_program(node: Node, files: Sequence[str], depth: int = 0) -> Program:
    """The Program that a node holds; Refused if there is none.

    They are the files that the assignment asks for, and the modules beside them. If it asks for one
    file only, the nearest file of a similar name will do. `depth` is the number of archives around
    the node.
    """
    if node.kind == FOLDER or node.is_archive and depth < ARCHIVES:
        return _program_in(node, files, depth)
    if node.is_archive:
        raise Refused("{name} is in too many archives.", name=node.name)
    if node.foreign_kind:
        raise Refused(sentences.FOREIGN, name=node.name, kind=node.foreign_kind)
    if node.kind != FILE:
        raise Refused(sentences.NOT_A_FILE, name=node.name, kind=node.kind)
    if node.other_kind:
        raise Refused(sentences.NO_PYTHON_FILE, name=node.name, kind=node.other_kind)
    file = main_file(node.name, files)
    if not file and len(files) > 1:
        template = "{name} is not called {names}." + _in_one(node, files)
        raise Refused(template, name=node.name, names=" or ".join(files))
    file = file or files[0]
    return Program(((file, node),), (*_lacking([file], files), *_notebook_flags(node)))


def _program_in(node: Node, files: Sequence[str], depth: int) -> Program:
    noun = "folder"
    folder = node
    if node.is_archive:
        noun = node.archive_noun
        folder = unpack(node)
    elif not node.path:
        noun = "submission"
    nodes = walk(folder)
    choose = _choose_each
    if len(files) == 1:
        choose = _choose_one
    around, mains = choose(nodes, files, f"The {noun} {node.name}")
    odd: dict[str, None] = {}
    for file, main in mains.items():
        odd |= dict.fromkeys(_oddities(noun, main, file))
    others = [place for place in nodes if place.node not in mains.values()]
    (_, main), *_ = mains.items()
    modules = []
    if not main.is_archive:
        modules = _modules(around, mains, others)
    program = " and ".join(node.name for node in mains.values())
    company = tuple(_company(noun, program, others, modules, files))
    if main.is_archive:
        inner = find_program(main, files, depth + 1)
        return Program(inner.members, tuple(odd) + inner.flags, company + inner.company)
    beside = [("/".join(place.path[len(around) :]), place.node) for place in modules]
    return Program((*mains.items(), *beside), (*_lacking(mains, files), *odd), company)


def _choose_one(nodes: list[Located], files: Sequence[str], path: str) -> Choice:
    """The file that is nearest to the one that is asked for; of several, the one that imports the
    others. Refused if there is no such file.
    """
    (file,) = files
    candidates = _plain_files(nodes)
    for is_near in (
        lambda node: node.name == file,
        lambda node: main_file(node.name, files),
        lambda node: node.is_notebook and main_file(os.path.splitext(node.name)[0], files),
        lambda node: node.name.casefold().endswith(".py"),
        lambda node: node.is_program,
        lambda node: node.is_archive,
    ):
        nearest = _nearest([place for place in candidates if is_near(place.node)])
        if nearest:
            around, node = nearest[0]
            if len(nearest) == 1:
                return around, {file: node}
            if main := _importer(nearest):
                return around, {file: main}
            template = "{path} has no {file}, and of its files ({names}) any could be meant."
            if node.name == file:
                template = sentences.SEVERAL
            if is_from_system(node.name):
                template += " They are named like those of a class: give it as a PATH of its own."
            raise Ambiguous(template, path=path, file=file, names=_listed(nearest))
    raise _no_program(nodes, "{path} has no {file}, nor any other .py file.", path=path, file=file)


def _nearest(nodes: list[Located]) -> list[Located]:
    """Those of some nodes, given nearest first, that are as near as the first one."""
    return [place for place in nodes if len(place.around) == len(nodes[0].around)]


def _importer(places: list[Located]) -> Node | None:
    """The file that imports all others if they are in one folder, else None."""
    if len({place.around for place in places}) > 1:
        return None
    return importer([place.node for place in places])


def _choose_each(nodes: list[Located], files: Sequence[str], path: str) -> Choice:
    """The files that are asked for, all in one folder; Refused if no folder has them.

    It is the nearest folder with a file of exactly a name that is asked for, else the nearest with
    one of a similar name. The files in it are chosen likewise.
    """
    plain = _plain_files(nodes)
    alike = [place for place in plain if main_file(place.node.name, files)]
    if near := [place for place in alike if place.node.name in files] or alike:
        folders = {place.around for place in _nearest(near)}
        if len(folders) > 1:
            raise Ambiguous(
                "{path} has its files in several folders ({names}), and any could be meant.",
                path=path,
                names=_listed(near),
            )
        (folder,) = folders
        return folder, _mains_in([place for place in alike if place.around == folder], files, path)
    archives = [place for place in plain if place.node.is_archive]
    if len(archives) == 1:
        return archives[0].around, {files[0]: archives[0].node}
    refused = _no_program(nodes, "{path} has no {names}.", path=path, names=" and no ".join(files))
    programs = [place.node for place in plain if place.node.is_program]
    if len(programs) == 1:
        refused = Refused(sentences.REASON, reason=str(refused) + _in_one(programs[0], files))
    raise refused


def _in_one(node: Node, files: Sequence[str]) -> str:
    """The sentence, after a space, on a program that may have the code of all files; "" for a node
    that is none.
    """
    sentence = f" If it has the code of {listed(files)}, hand in each as a file of its own."
    return when(node.is_program, sentence)


def _mains_in(nodes: list[Located], files: Sequence[str], path: str) -> dict[str, Node]:
    """{file: node} of the files that are asked for, among nodes of one folder; Refused if several
    could be one file.
    """
    mains = {}
    for file in files:
        alike = [place for place in nodes if main_file(place.node.name, [file])]
        alike = [place for place in alike if place.node.name == file] or alike
        if len(alike) > 1:
            raise Ambiguous(sentences.SEVERAL, path=path, file=file, names=_listed(alike))
        for place in alike:
            mains[file] = place.node
    return mains


def _plain_files(nodes: list[Located]) -> list[Located]:
    """The nodes that are files, without those that systems leave behind."""
    return [place for place in nodes if place.node.kind == FILE and not is_noise(place.node.name)]


def _no_program(nodes: list[Located], template: str, **fields: str) -> Refused:
    """Refused, with sentences that there is no program, and which other files there are."""
    lines = [say(template, **fields)]
    if nodes:
        useful = [place for place in nodes if not is_noise(place.node.name)]
        lines.append(say("It holds {names}.", names=_listed(useful or nodes)))
    foreign = [node for _, node in nodes if node.foreign_kind]
    for node in foreign[:NAMES]:
        lines.append(say(sentences.FOREIGN, name=node.name, kind=node.foreign_kind))
    return Refused(sentences.REASON, reason=" ".join(lines))


def _modules(around: Folders, mains: Mapping[str, Node], others: list[Located]) -> list[Located]:
    """The modules beside a program's main files, and those in packages that all these, and such
    packages, import.

    No package comes along that would take the place of such a file, or of a module of Python's.
    """
    beside, deeper = [], []
    for place in others:
        if not _is_module(place.node) or place.around[: len(around)] != around:
            continue
        if place.around != around:
            deeper.append(place)
        elif place.node.name not in mains:
            beside.append(place)
    files = {**mains, **{place.node.name: place.node for place in beside}}
    known = sys.stdlib_module_names | {os.path.splitext(name)[0] for name in files}
    packages, waiting = set[str](), list(files.values())
    while deeper and waiting:
        found = _imported(waiting.pop()) - known - packages
        packages |= found
        waiting += [place.node for place in deeper if place.path[len(around)] in found]
    return beside + [place for place in deeper if place.path[len(around)] in packages]


def _imported(program: Node) -> set[str]:
    """The names of modules and packages that a program imports, none unless Python can read it."""
    names = set[str]()
    for node in ast.walk(tree_of(read_start(program, MOST_BYTES + 1))):
        if isinstance(node, ast.Import):
            names.update(name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


def imported_beside(program: Node) -> list[str]:
    """The names of the files and folders beside a program on disk that it imports."""
    names = []
    folder = os.path.dirname(program.path)
    for name in sorted(_imported(program) - sys.stdlib_module_names):
        path = os.path.join(folder, name)
        if os.path.isfile(f"{path}.py"):
            names.append(f"{name}.py")
        elif name and os.path.isdir(path):
            names.append(f"{name}/")
    return names


def _is_module(node: Node) -> bool:
    """Whether a node is a module that a program may import."""
    stem, suffix = os.path.splitext(node.name)
    has_fitting_name = stem.isidentifier() and len(os.fsencode(node.name)) <= NAME_LENGTH
    return node.kind == FILE and suffix == ".py" and has_fitting_name


def _lacking(mains: Collection[str], files: Sequence[str]) -> Iterator[str]:
    """Yield the flag on files that are asked for and missing, if there are any."""
    if missing := [file for file in files if file not in mains]:
        yield say("There is no {names}.", names=" and no ".join(missing))


def _oddities(noun: str, main: Node, file: str) -> Iterator[str]:
    """Yield flags on an odd name of the main file, and on an archive in an archive."""
    if main.is_archive:
        if noun in ARCHIVE_NOUNS:
            other = main.archive_noun
            yield say("The {noun} holds a {other}, {name}.", noun=noun, other=other, name=main.name)
    elif main.name != file and not main.is_notebook:
        yield say("The program is called {name}, not {file}.", name=main.name, file=file)
    if main.note:
        yield say(sentences.REASON_OF, name=main.name, reason=f"{main.note}.")
    yield from _notebook_flags(main)


def _company(
    noun: str, program: str, others: list[Located], modules: list[Located], files: Sequence[str]
) -> Iterator[str]:
    """Yield flags on what a folder or archive holds beside the program: modules that come along,
    other versions, and the rest.

    The rest is without what systems leave behind, and without the README of a repository.
    """
    if modules:
        yield say(
            "The {noun} holds modules that {program} can import, too: {names}.",
            noun=noun,
            program=program,
            names=_listed(modules),
        )
    versions, rest = [], []
    for place in others:
        name = place.node.name
        is_usual = is_noise(name) or OF_REPOSITORY.fullmatch(name)
        if place.node.kind == FOLDER or is_usual or place in modules:
            continue
        if place.node.is_program and main_file(name, files):
            versions.append(place)
        else:
            rest.append(place)
    if versions:
        yield say("Other versions were not graded: {names}.", names=_listed(versions))
    if rest:
        yield say(
            "The program runs without the other files of the {noun}: {names}.",
            noun=noun,
            names=_listed(rest),
        )


def _notebook_flags(node: Node) -> Iterator[str]:
    if node.is_notebook:
        yield say("{name} is a notebook; its code cells were graded.", name=node.name)


def _listed(nodes: list[Located]) -> str:
    """The names of the first few nodes and the number of the rest; odd nodes with their kind."""
    names = []
    for place in nodes:
        node = place.node
        name = shown("/".join(place.path))
        if node.kind not in (FILE, FOLDER):
            name += f" ({node.kind})"
        names.append(name)
    return first_of(names, NAMES)
