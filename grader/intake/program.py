"""Which files of a submission are its program, and what is odd about the rest."""

import os

from grader.intake import archive
from grader.intake.archive import FILE, FOLDER, foreign, is_archive, noise, not_unpacked
from grader.intake.layouts import called, is_program
from grader.intake.refused import Refused, shown


ZIPS = 3  # archives of a submission, around each other
NAMES = 5  # told in one sentence


def program(node, files, path, zips=0):
    """((name in the scratch folder, node) of each file of a program, flags); Refused with the complaint.

    The files that are asked for, or what is nearest to the one that is, and the modules beside them.
    """
    if node.kind == FOLDER or is_archive(node) and zips < ZIPS:
        return within(node, files, path, zips)
    if is_archive(node):
        kind = archive.noun(node)
        raise Refused(
            f"{shown(node.name)} is a {kind} in too many {'zip' if kind == 'zip' else 'archive'}s."
        )
    if foreign(node):
        raise Refused(not_unpacked(node))
    if node.kind != FILE:
        raise Refused(f"{shown(node.name)} is {node.kind}.")
    named = [file for file in files if called(node.name, file)]
    if not named and len(files) > 1:
        raise Refused(f"{shown(node.name)} is not called {' or '.join(files)}.")
    (file,) = named or files
    return ((file, node),), lacking([file], files) + as_notebook(node)


def within(node, files, path, zips):
    """What `program` gives for a folder or an archive."""
    noun = archive.noun(node) if is_archive(node) else "folder" if node.place else "submission"
    found = archive.walk(archive.unpacked(node) if is_archive(node) else node)
    where = f"The {noun} {shown(path, 4096)}"
    around, mains = (choice if len(files) == 1 else places)(found, files, where)
    beside = [
        each
        for where, each in found
        if where == around and each not in mains.values() and is_module(each, files)
    ]
    flags = tuple(
        dict.fromkeys(
            flag for file, main in mains.items() for flag in oddities(noun, around, main, file)
        )
    )
    flags += company(noun, found, mains)
    (file, main), *_ = mains.items()
    if not is_archive(main):
        return (*mains.items(), *((each.name, each) for each in beside)), lacking(
            mains, files
        ) + flags
    members, more = program(main, files, path, zips + 1)
    return members, flags + more


def choice(found, files, where):
    """(Names of the folders around it, {file: node}) of what is nearest to the one program; Refused if none is."""
    (file,) = files
    plain = [(around, each) for around, each in found if each.kind == FILE and not noise(each.name)]
    for is_near in (
        lambda each: each.name == file,
        lambda each: called(each.name, file),
        lambda each: each.name.casefold().endswith(".py"),
        is_program,
        is_archive,
    ):
        if near := [(around, each) for around, each in plain if is_near(each)]:
            nearest = [(around, each) for around, each in near if len(around) == len(near[0][0])]
            if len(nearest) == 1:
                return nearest[0][0], {file: nearest[0][1]}
            lacks = f"has several {file}" if nearest[0][1].name == file else f"has no {file}"
            raise Refused(
                f"{where} {lacks}, and of its files ({listed(nearest)}) any could be meant."
            )
    raise Refused(f"{where} has no {file}, nor any other .py file.{held(found)}")


def places(found, files, where):
    """(Names of the folders around them, {file: node}) of several files in one folder; Refused if there is none.

    The folder is the nearest with a file of the very name, or else with one that is called much alike; so is each
    file in it.
    """
    plain = [(around, each) for around, each in found if each.kind == FILE and not noise(each.name)]
    alike = [
        (around, file, each) for around, each in plain for file in files if called(each.name, file)
    ]
    if near := [place for place in alike if place[2].name == place[1]] or alike:
        folders = list(
            dict.fromkeys(around for around, *_ in near if len(around) == len(near[0][0]))
        )
        if len(folders) > 1:
            listing = listed([(around, each) for around, _, each in near])
            raise Refused(
                f"{where} has its files in several folders ({listing}), and any could be meant."
            )
        return folders[0], {
            file: the_one(folders[0], file, alike, where)
            for file in files
            if any((around, name) == (folders[0], file) for around, name, _ in alike)
        }
    archives = [(around, each) for around, each in plain if is_archive(each)]
    if len(archives) == 1:
        return archives[0][0], {files[0]: archives[0][1]}
    raise Refused(f"{where} has no {' and no '.join(files)}.{held(found)}")


def held(found):
    """The sentences on what is there instead of a program: files, archives that are not unpacked."""
    closed = [not_unpacked(node) for _, node in found if foreign(node)]
    return f" It holds {listed(found)}." * bool(found) + "".join(
        f" {sentence}" for sentence in closed[:NAMES]
    )


def the_one(folder, file, alike, where):
    """The node of a file in a folder, among those called alike; Refused if there are several."""
    here = [each for around, name, each in alike if (around, name) == (folder, file)]
    chosen = [each for each in here if each.name == file] or here
    if len(chosen) > 1:
        listing = listed([(folder, each) for each in chosen])
        raise Refused(
            f"{where} has several {file}, and of its files ({listing}) any could be meant."
        )
    return chosen[0]


def lacking(found, files):
    """The flag on the files that are asked for and not there, if any."""
    lacks = [file for file in files if file not in found]
    return (f"There is no {' and no '.join(lacks)}.",) if lacks else ()


def is_module(node, files):
    """Whether a node is a module that the program in `files` may import."""
    stem, suffix = os.path.splitext(node.name)
    fits = stem.isidentifier() and len(os.fsencode(node.name)) <= 255
    return node.kind == FILE and suffix == ".py" and fits and node.name not in files


def oddities(noun, around, main, file):
    """The flags on where the program is and what it is called."""
    name, usual = shown(main.name), main.name == file or is_notebook(main) or is_archive(main)
    return tuple(
        sentence
        for odd, sentence in (
            (around, f"The {noun} holds a folder, {shown('/'.join(around))}, around the program."),
            (
                noun in ("zip", "tar") and is_archive(main),
                f"The {noun} holds {another(noun, main)}, {name}.",
            ),
            (not usual, f"The program is called {name}, not {file}."),
            (main.note, f"{name} {main.note}."),
        )
        if odd
    ) + as_notebook(main)


def another(noun, main):
    """An archive that is in a zip or a tar, in words."""
    kind = archive.noun(main)
    return f"another {kind}" if kind == noun else f"a {kind}"


def company(noun, found, mains):
    """The flags on what else a folder or zip holds; what systems leave behind counts in an archive only."""
    packed = noun in ("zip", "tar")
    others = [
        (around, each)
        for around, each in found
        if each not in mains.values() and (packed or each.kind != FOLDER and not noise(each.name))
    ]
    return (f"The {noun} holds more than the program: {listed(others)}.",) if others else ()


def as_notebook(node):
    """The flag on a notebook, if a node is one."""
    return (
        f"{shown(node.name)} is a notebook; its code cells are what was graded.",
    ) * is_notebook(node)


def is_notebook(node):
    """Whether a node calls itself a notebook."""
    return node.name.casefold().endswith(".ipynb")


def listed(found):
    """The first few of what a folder holds, and how many more there are; what can't be read says why."""
    names = [
        shown("/".join((*around, each.name)))
        + f" ({each.kind})" * (each.kind not in (FILE, FOLDER))
        for around, each in found[:NAMES]
    ]
    return ", ".join(names) + f" and {len(found) - NAMES} more" * (len(found) > NAMES)
