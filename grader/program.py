"""Which files of a submission are its program, and what is odd about the rest."""

import os

from grader import archive
from grader.archive import FILE, FOLDER, Refused, is_zip, noise, shown
from grader.layouts import called, is_program

ZIPS = 3  # of a submission, around each other
NAMES = 5  # told in one sentence


def program(node, file, path, zips=0):
    """((name in the scratch folder, node) of each file of a program, flags); Refused with the complaint.

    The file that is asked for, or what is nearest to it, and the modules beside it.
    """
    if node.kind == FOLDER or is_zip(node) and zips < ZIPS:
        return within(node, file, path, zips)
    if is_zip(node):
        raise Refused(f"{shown(node.name)} is a zip in too many zips.")
    if node.kind != FILE:
        raise Refused(f"{shown(node.name)} is {node.kind}.")
    return ((file, node),), as_notebook(node)


def within(node, file, path, zips):
    """What `program` gives for a folder or a zip."""
    noun = "zip" if is_zip(node) else "folder" if node.place else "submission"
    found = archive.walk(archive.unzipped(node) if is_zip(node) else node)
    around, main = choice(found, file, f"The {noun} {shown(path, 4096)}")
    beside = [each for where, each in found if where == around and each != main and is_module(each, file)]
    flags = oddities(noun, around, main, file) + company(noun, found, main)
    if not is_zip(main):
        return ((file, main), *((each.name, each) for each in beside)), flags
    members, more = program(main, file, path, zips + 1)
    return members, flags + more


def choice(found, file, where):
    """(Names of the folders around it, node) of what is nearest to the program; Refused unless one is."""
    files = [(around, each) for around, each in found if each.kind == FILE and not noise(each.name)]
    for is_near in (lambda each: each.name == file, lambda each: called(each.name, file),
                    lambda each: each.name.casefold().endswith(".py"), is_program, is_zip):
        if near := [(around, each) for around, each in files if is_near(each)]:
            nearest = [(around, each) for around, each in near if len(around) == len(near[0][0])]
            if len(nearest) == 1:
                return nearest[0]
            lacks = f"has several {file}" if nearest[0][1].name == file else f"has no {file}"
            raise Refused(f"{where} {lacks}, and of its files ({listed(nearest)}) any could be meant.")
    held = f" It holds {listed(found)}." if found else ""
    raise Refused(f"{where} has no {file}, nor any other .py file.{held}")


def is_module(node, file):
    """Whether a node is a module that the program in `file` may import."""
    stem, suffix = os.path.splitext(node.name)
    fits = stem.isidentifier() and len(os.fsencode(node.name)) <= 255
    return node.kind == FILE and suffix == ".py" and fits and node.name != file


def oddities(noun, around, main, file):
    """The flags on where the program is and what it is called."""
    name, usual = shown(main.name), main.name == file or is_notebook(main) or is_zip(main)
    return tuple(sentence for odd, sentence in (
        (around, f"The {noun} holds a folder, {shown('/'.join(around))}, around the program."),
        (noun == "zip" and is_zip(main), f"The zip holds another zip, {name}."),
        (not usual, f"The program is called {name}, not {file}."),
        (main.note, f"{name} {main.note}."),
    ) if odd) + as_notebook(main)


def company(noun, found, main):
    """The flags on what else a folder or zip holds; what systems leave behind counts in a zip only."""
    others = [(around, each) for around, each in found
              if each != main and (noun == "zip" or each.kind != FOLDER and not noise(each.name))]
    return (f"The {noun} holds more than the program: {listed(others)}.",) if others else ()


def as_notebook(node):
    """The flag on a notebook, if a node is one."""
    return (f"{shown(node.name)} is a notebook; its code cells are what was graded.",) * is_notebook(node)


def is_notebook(node):
    """Whether a node calls itself a notebook."""
    return node.name.casefold().endswith(".ipynb")


def listed(found):
    """The first few of what a folder holds, and how many more there are; what can't be read says why."""
    names = [shown("/".join((*around, each.name))) + f" ({each.kind})" * (each.kind not in (FILE, FOLDER))
             for around, each in found[:NAMES]]
    return ", ".join(names) + f" and {len(found) - NAMES} more" * (len(found) > NAMES)
