"""Finds the files of a submission that are its program, and flags what is odd about the rest."""

import os
from collections.abc import Collection, Iterator, Sequence

from grader.intake import sentences
from grader.intake.archive import NAME_LENGTH, unpack, walk
from grader.intake.nodes import ARCHIVE_NOUNS, FILE, FOLDER, Located, Node, is_noise
from grader.intake.sentences import NAMES, Refused, listed, say, shown
from grader.intake.shape import main_file


ARCHIVES = 3  # the most archives of a submission around each other
# (name in the scratch folder, node) of each file of a program
Members = tuple[tuple[str, Node], ...]
Flags = tuple[str, ...]
Choice = tuple[tuple[str, ...], dict[str, Node]]  # the folders around main files, and these by name


def find_program(node: Node, files: Sequence[str], depth: int = 0) -> tuple[Members, Flags]:
    """The files of a program, and flags on what is odd about them; Refused if there is no program.

    They are the files that the assignment asks for, and the modules beside them. If it asks for one
    file only, the nearest file of a similar name will do. `depth` is the number of archives around
    the node.
    """
    if node.kind == FOLDER or node.is_archive and depth < ARCHIVES:
        return _program_in(node, files, depth)
    if node.is_archive:
        noun = node.archive_noun
        around = "zip" if noun == "zip" else "archive"
        raise Refused(sentences.TOO_DEEP, name=node.name, noun=noun, around=around)
    if node.foreign_kind:
        raise Refused(sentences.FOREIGN, name=node.name, kind=node.foreign_kind)
    if node.kind != FILE:
        raise Refused(sentences.NOT_A_FILE, name=node.name, kind=node.kind)
    if node.other_kind:
        raise Refused(sentences.NO_PYTHON_FILE, name=node.name, kind=node.other_kind)
    file = main_file(node.name, files)
    if not file and len(files) > 1:
        raise Refused(sentences.NOT_CALLED, name=node.name, names=" or ".join(files))
    file = file or files[0]
    return ((file, node),), (*_lacking([file], files), *_notebook_flags(node))


def _program_in(node: Node, files: Sequence[str], depth: int) -> tuple[Members, Flags]:
    """The program in a folder or an archive."""
    noun = "folder" if node.path else "submission"
    noun = node.archive_noun if node.is_archive else noun
    nodes = walk(unpack(node) if node.is_archive else node)
    around, mains = (_choose_one if len(files) == 1 else _choose_each)(
        nodes, files, f"The {noun} {node.name}"
    )
    odd = (flag for file, main in mains.items() for flag in _oddities(noun, main, file))
    flags = (*dict.fromkeys(odd), *_company(noun, nodes, mains.values()))
    (_, main), *_ = mains.items()
    if main.is_archive:
        members, more = find_program(main, files, depth + 1)
        return members, flags + more
    beside = [
        (node.name, node)
        for folders, node in nodes
        if folders == around and node not in mains.values() and _is_module(node, files)
    ]
    return (*mains.items(), *beside), (*_lacking(mains, files), *flags)


def _choose_one(nodes: list[Located], files: Sequence[str], path: str) -> Choice:
    """The file that is nearest to the one that is asked for; Refused if there is none, or several
    are.
    """
    (file,) = files
    candidates = _plain_files(nodes)
    for is_near in (
        lambda node: node.name == file,
        lambda node: main_file(node.name, files),
        lambda node: node.name.casefold().endswith(".py"),
        lambda node: node.is_program,
        lambda node: node.is_archive,
    ):
        near = [(around, node) for around, node in candidates if is_near(node)]
        nearest = [(around, node) for around, node in near if len(around) == len(near[0][0])]
        if nearest:
            around, node = nearest[0]
            if len(nearest) == 1:
                return around, {file: node}
            template = sentences.SEVERAL if node.name == file else sentences.NONE_OF_THE_NAME
            raise Refused(template, path=path, file=file, names=_listed(nearest))
    raise _no_program(nodes, sentences.NO_PROGRAM, path=path, file=file)


def _choose_each(nodes: list[Located], files: Sequence[str], path: str) -> Choice:
    """The files that are asked for, all in one folder; Refused if no folder has them.

    It is the nearest folder with a file of exactly a name that is asked for, else the nearest with
    one of a similar name. The files in it are chosen likewise.
    """
    plain = _plain_files(nodes)
    alike = [(around, node) for around, node in plain if main_file(node.name, files)]
    if near := [(around, node) for around, node in alike if node.name in files] or alike:
        folders = {around for around, _ in near if len(around) == len(near[0][0])}
        if len(folders) > 1:
            raise Refused(sentences.SEVERAL_FOLDERS, path=path, names=_listed(near))
        (folder,) = folders
        mains: dict[str, Node] = {}
        for file in files:
            here = [
                place for place in alike if place[0] == folder and main_file(place[1].name, [file])
            ]
            here = [place for place in here if place[1].name == file] or here
            if len(here) > 1:
                raise Refused(sentences.SEVERAL, path=path, file=file, names=_listed(here))
            mains |= {file: node for _, node in here}
        return folder, mains
    archives = [(around, node) for around, node in plain if node.is_archive]
    if len(archives) == 1:
        ((folder, archive),) = archives
        return folder, {files[0]: archive}
    raise _no_program(nodes, sentences.NO_FILES, path=path, names=" and no ".join(files))


def _plain_files(nodes: list[Located]) -> list[Located]:
    """The nodes that are files, without those that systems leave behind."""
    return [
        (around, node) for around, node in nodes if node.kind == FILE and not is_noise(node.name)
    ]


def _no_program(nodes: list[Located], template: str, **fields: str) -> Refused:
    """Refused, with a sentence that there is no program, and one on what there is instead."""
    lines = [say(template, **fields)]
    if nodes:
        lines.append(say(sentences.HOLDS, names=_listed(nodes)))
    foreign = [(node.name, node.foreign_kind) for _, node in nodes if node.foreign_kind]
    lines += [say(sentences.FOREIGN, name=name, kind=kind) for name, kind in foreign[:NAMES]]
    return Refused(sentences.REASON, reason=" ".join(lines))


def _is_module(node: Node, files: Sequence[str]) -> bool:
    """Whether a node is a module that the program in `files` may import."""
    stem, suffix = os.path.splitext(node.name)
    has_fitting_name = stem.isidentifier() and len(os.fsencode(node.name)) <= NAME_LENGTH
    return node.kind == FILE and suffix == ".py" and has_fitting_name and node.name not in files


def _lacking(mains: Collection[str], files: Sequence[str]) -> Iterator[str]:
    """Yield the flag on files that are asked for and missing, if there are any."""
    if missing := [file for file in files if file not in mains]:
        yield say(sentences.LACKS, names=" and no ".join(missing))


def _oddities(noun: str, main: Node, file: str) -> Iterator[str]:
    """Yield flags on an odd name of the main file, and on an archive in an archive."""
    if main.is_archive:
        other = main.archive_noun
        if noun in ARCHIVE_NOUNS:
            other = f"another {other}" if other == noun else f"a {other}"
            yield say(sentences.ARCHIVE_INSIDE, noun=noun, other=other, name=main.name)
    elif main.name != file and not main.is_notebook:
        yield say(sentences.OTHER_NAME, name=main.name, file=file)
    if main.note:
        yield say(sentences.REASON_OF, name=main.name, reason=f"{main.note}.")
    yield from _notebook_flags(main)


def _company(noun: str, nodes: list[Located], mains: Collection[Node]) -> Iterator[str]:
    """Yield a flag on other contents of a folder or archive, but for what systems leave behind."""
    others = [
        (around, node)
        for around, node in nodes
        if node not in mains and node.kind != FOLDER and not is_noise(node.name)
    ]
    if others:
        yield say(sentences.HOLDS_MORE, noun=noun, names=_listed(others))


def _notebook_flags(node: Node) -> Iterator[str]:
    """Yield a flag if a node is a notebook."""
    if node.is_notebook:
        yield say(sentences.NOTEBOOK, name=node.name)


def _listed(nodes: list[Located]) -> str:
    """The names of the first few nodes and the number of the rest; odd nodes with their kind."""
    names = [
        shown("/".join(around + (node.name,)))
        + ("" if node.kind in (FILE, FOLDER) else f" ({node.kind})")
        for around, node in nodes[:NAMES]
    ]
    return listed(names, len(nodes))
