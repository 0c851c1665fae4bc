"""Which files of a submission are its program, and what is odd about the rest."""

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grader.intake import sentences
from grader.intake.archive import NAME_LENGTH, unpack, walk
from grader.intake.layouts import has_name
from grader.intake.nodes import (
    FILE,
    FOLDER,
    Located,
    Node,
    archive_noun,
    foreign_kind,
    is_archive,
    is_noise,
    is_notebook,
    is_program,
    not_unpacked,
)
from grader.intake.sentences import NAMES, Refused, listed, say, shown


ARCHIVES = 3  # of a submission, around each other
Members = tuple[tuple[str, Node], ...]  # (name in the scratch folder, node) of files of a program
Flags = tuple[str, ...]
Choice = tuple[tuple[str, ...], dict[str, Node]]  # the folders around main files, and these by name


def find_program(
    node: Node, files: Sequence[str], path: str, depth: int = 0
) -> tuple[Members, Flags]:
    """The files of a program and what is odd about them; Refused if there is no program.

    The files are those that are asked for, or what is nearest to the only one of them, and the
    modules beside them; `depth` is the number of archives around the node.
    """
    if node.kind == FOLDER or is_archive(node) and depth < ARCHIVES:
        return _program_in(node, files, path, depth)
    if is_archive(node):
        noun = archive_noun(node)
        around = "zip" if noun == "zip" else "archive"
        raise Refused(say(sentences.TOO_DEEP, name=node.name, noun=noun, around=around))
    if foreign_kind(node):
        raise Refused(not_unpacked(node))
    if node.kind != FILE:
        raise Refused(say(sentences.NOT_A_FILE, name=node.name, kind=node.kind))
    file = next((file for file in files if has_name(node.name, file)), "")
    if not file and len(files) > 1:
        raise Refused(say(sentences.NOT_CALLED, name=node.name, names=" or ".join(files)))
    file = file or files[0]
    return ((file, node),), (*_lacking([file], files), *_notebook_flags(node))


@dataclass(frozen=True)
class _Contents:
    """All that a folder or an archive holds."""

    noun: str  # "folder", "submission", "zip" or "tar"
    path: str
    nodes: list[Located]

    def is_packed(self) -> bool:
        """Whether this is an archive."""
        return self.noun in ("zip", "tar")

    def files(self) -> list[Located]:
        """The files in it that no system left behind."""
        return [
            (around, node)
            for around, node in self.nodes
            if node.kind == FILE and not is_noise(node.name)
        ]

    def refusal(self, template: str, **fields: str) -> Refused:
        """The sentence that begins with the folder or archive."""
        return Refused(say(template, noun=self.noun, path=self.path, **fields))

    def no_program(self, template: str, **fields: str) -> Refused:
        """The sentences that say that there is no program, but what there is instead."""
        holds = [say(sentences.HOLDS, names=_listed(self.nodes))] if self.nodes else []
        closed = [not_unpacked(node) for _, node in self.nodes if foreign_kind(node)]
        return Refused(" ".join([str(self.refusal(template, **fields)), *holds, *closed[:NAMES]]))


def _program_in(node: Node, files: Sequence[str], path: str, depth: int) -> tuple[Members, Flags]:
    """The program in a folder or an archive."""
    noun = archive_noun(node) if is_archive(node) else "folder" if node.path else "submission"
    contents = _Contents(noun, path, walk(unpack(node) if is_archive(node) else node))
    around, mains = (
        _choose_one(contents, files[0]) if len(files) == 1 else _choose_each(contents, files)
    )
    odd = (flag for file, main in mains.items() for flag in _oddities(contents, around, main, file))
    flags = (*dict.fromkeys(odd), *_company(contents, mains.values()))
    (_, main), *_ = mains.items()
    if is_archive(main):
        members, more = find_program(main, files, path, depth + 1)
        return members, flags + more
    beside = [
        (node.name, node)
        for folders, node in contents.nodes
        if folders == around and node not in mains.values() and _is_module(node, files)
    ]
    return (*mains.items(), *beside), (*_lacking(mains, files), *flags)


def _choose_one(contents: _Contents, file: str) -> Choice:
    """The file that is nearest to the one that is asked for; Refused if several or none are."""
    candidates = contents.files()
    for is_near in (
        lambda node: node.name == file,
        lambda node: has_name(node.name, file),
        lambda node: node.name.casefold().endswith(".py"),
        is_program,
        is_archive,
    ):
        near = [(around, node) for around, node in candidates if is_near(node)]
        nearest = [(around, node) for around, node in near if len(around) == len(near[0][0])]
        if len(nearest) == 1:
            ((around, node),) = nearest
            return around, {file: node}
        if nearest:
            has_the_name = nearest[0][1].name == file
            template = sentences.SEVERAL if has_the_name else sentences.NONE_OF_THE_NAME
            raise contents.refusal(template, file=file, names=_listed(nearest))
    raise contents.no_program(sentences.NO_PROGRAM, file=file)


def _choose_each(contents: _Contents, files: Sequence[str]) -> Choice:
    """The files that are asked for, all in one folder; Refused if there is none.

    The folder is the nearest that has a file of one of the very names, else the nearest that has
    one of much the same name. So is each file in it.
    """
    alike = [
        (around, file, node)
        for around, node in contents.files()
        for file in files
        if has_name(node.name, file)
    ]
    if near := [place for place in alike if place[2].name == place[1]] or alike:
        folders = {around for around, *_ in near if len(around) == len(near[0][0])}
        if len(folders) > 1:
            names = _listed([(around, node) for around, _, node in near])
            raise contents.refusal(sentences.SEVERAL_FOLDERS, names=names)
        (folder,) = folders
        here = [(file, node) for around, file, node in alike if around == folder]
        candidates = {file: [node for name, node in here if name == file] for file in files}
        return folder, {
            file: _only(contents, folder, file, nodes)
            for file, nodes in candidates.items()
            if nodes
        }
    archives = [(around, node) for around, node in contents.files() if is_archive(node)]
    if len(archives) == 1:
        ((folder, archive),) = archives
        return folder, {files[0]: archive}
    raise contents.no_program(sentences.NO_FILES, names=" and no ".join(files))


def _only(contents: _Contents, folder: tuple[str, ...], file: str, nodes: list[Node]) -> Node:
    """The one of the nodes that has the very name of a file, or else the only one; else Refused."""
    nodes = [node for node in nodes if node.name == file] or nodes
    if len(nodes) > 1:
        names = _listed([(folder, node) for node in nodes])
        raise contents.refusal(sentences.SEVERAL, file=file, names=names)
    return nodes[0]


def _is_module(node: Node, files: Sequence[str]) -> bool:
    """Whether a node is a module that the program in `files` may import."""
    stem, suffix = os.path.splitext(node.name)
    has_fitting_name = stem.isidentifier() and len(os.fsencode(node.name)) <= NAME_LENGTH
    return node.kind == FILE and suffix == ".py" and has_fitting_name and node.name not in files


# ---- Flags ----


def _lacking(mains: Collection[str], files: Sequence[str]) -> Iterator[str]:
    """The flag on files that are asked for and not there."""
    if missing := [file for file in files if file not in mains]:
        yield say(sentences.LACKS, names=" and no ".join(missing))


def _oddities(contents: _Contents, around: tuple[str, ...], main: Node, file: str) -> Iterator[str]:
    """The flags on where a main file is and what it is called."""
    noun = contents.noun
    if around:
        yield say(sentences.FOLDER_AROUND, noun=noun, name="/".join(around))
    if is_archive(main):
        if contents.is_packed():
            other = archive_noun(main)
            other = f"another {other}" if other == noun else f"a {other}"
            yield say(sentences.ARCHIVE_INSIDE, noun=noun, other=other, name=main.name)
    elif main.name != file and not is_notebook(main):
        yield say(sentences.OTHER_NAME, name=main.name, file=file)
    if main.note:
        yield say(sentences.NOTE, name=main.name, note=main.note)
    yield from _notebook_flags(main)


def _company(contents: _Contents, mains: Collection[Node]) -> Iterator[str]:
    """The flag on what else a folder or archive holds; what systems leave in an archive counts."""
    others = [
        (around, node)
        for around, node in contents.nodes
        if node not in mains
        and (contents.is_packed() or node.kind != FOLDER and not is_noise(node.name))
    ]
    if others:
        yield say(sentences.HOLDS_MORE, noun=contents.noun, names=_listed(others))


def _notebook_flags(node: Node) -> Iterator[str]:
    """The flag on a notebook."""
    if is_notebook(node):
        yield say(sentences.NOTEBOOK, name=node.name)


def _listed(nodes: list[Located]) -> str:
    """The first few nodes, and how many more there are; what is no file says what it is."""
    names = [
        shown("/".join((*around, node.name)))
        + ("" if node.kind in (FILE, FOLDER) else f" ({node.kind})")
        for around, node in nodes[:NAMES]
    ]
    return listed(names, len(nodes))
