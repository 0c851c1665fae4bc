"""From paths to submissions: whose they are, what their program is, and what is odd about them.

A path is a program (a file of any name), a folder or archive with one, or a folder or archive of many submissions, of
which `PATH!NAME` is the one that is called NAME in there.
"""

import hashlib
import os
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace

from grader.intake import archive, layouts, people, sources
from grader.intake.archive import FOLDER, is_archive, read
from grader.intake.layouts import called
from grader.intake.program import is_notebook, program
from grader.intake.refused import Absent, Refused, shown


LAYOUTS = ("auto", "single", "many")
ALL_BYTES = 8 << 20  # in all files of a program


@dataclass(frozen=True)
class Submission:
    """What one student handed in: files for the scratch folder, or the complaint that there is no program."""

    who: str  # NETID or name: never empty, printable, unlike all others
    path: str  # what `submissions` finds this one by
    layout: str  # "single" or "many", as it was read
    members: tuple = ()  # (name in the scratch folder, node) of each file
    digest: str = ""
    flags: tuple = ()  # sentences on what is odd
    complaint: str = ""  # the sentence that says why there is no program
    people: tuple = ()  # a Person for each student of whom more than a name is known
    claim: str = ""  # the netid in the file's own name, where a course system says whose it is
    private_flags: tuple = ()  # sentences for instructors only, for they tell of other students
    aliases: tuple = ()  # (name, module) of each main file that was handed in under another name
    is_absent: bool = False  # whether there is nothing at the path
    is_empty: bool = False  # whether there is nothing in the files

    def files(self):
        """{name in the scratch folder: bytes}, read now; ValueError if they have changed since intake."""
        found = contents(self.members)
        if not self.complaint and digest(found) != self.digest:
            raise ValueError(f"{self.path}: expected the files that were taken in, got others")
        return found

    def at_hand(self, file):
        """(The path of what is a file of the program, what must be done before Python can run it, or "")."""
        node = dict(self.members).get(file)
        if node is None:
            return file, ""
        if is_notebook(node):
            return file, f"save the code of {shown(node.name)} in it first"
        if len(node.place) > 1:
            return node.name, f"unpack {shown(archive.last_name(node.place[0]))} first"
        inner = os.path.relpath(node.place[0], os.path.realpath(self.path))
        return (os.path.normpath(os.path.join(self.path, inner)) if inner != "." else self.path), ""

    def key(self):
        """The SHA-256, in hexadecimal, of the files' names, aliases and bytes, or of the complaint."""
        return (
            digest({"": repr((self.digest, self.aliases)).encode()})
            if self.aliases
            else self.digest
        )


def submissions(paths, files, layout="auto"):
    """The Submissions at the paths, by `who`, for an assignment that asks for `files`; `layout`: of LAYOUTS.

    Never raises for what a path holds. Reads every program once, and keeps none of them in memory.
    """
    found = [each for path in dict.fromkeys(paths) for each in at(path, files, layout)]
    found.sort(key=lambda each: (each.who, each.path))
    return told_apart(tuple(unlike(found)))


def at(path, files, layout):
    """The Submissions at one path."""
    base, wanted = split(path)
    if (
        len(files) > 1
        and any(called(archive.last_name(base), file) for file in files)
        and os.path.isfile(base)
    ):
        # the other files are beside it
        base, layout = os.path.dirname(os.path.abspath(base)), "single"
    name = owner(base, files)
    attempt = layouts.alone(archive.Node(name, archive.FILE, ()), name)
    try:
        root = archive.given(base)
        many, root = opened(root, files, "many" if wanted else layout)
        if not many:
            return [taken(layouts.alone(root, name), path, "single", files)]
        found = chosen(layouts.attempts(root), base.rstrip("/"), wanted)
        return [taken(attempt, inner, "many", files) for inner, attempt in found]
    except Refused as reason:
        return [refused(Submission(attempt.who, path, "single"), reason)]


def split(path):
    """(The path on disk, the whole path if it names one of many there, else "")."""
    if not os.path.lexists(path):
        for place, char in enumerate(path):
            if char == "!" and os.path.lexists(path[:place]):
                return path[:place], path
    return path, ""


def chosen(attempts, base, wanted):
    """[(path, Attempt)] of all in the folder or archive at `base`, or of the wanted one; Refused if none."""
    found = [(f"{base}!{attempt.name}", attempt) for attempt in unlike(attempts)]
    if not (found := [each for each in found if wanted in ("", each[0])]):
        if wanted:
            raise Absent(f"There is no submission {shown(wanted, 4096)}.")
        raise Refused(f"There is no submission in {shown(base, 4096)}.")
    return found


def opened(root, files, layout):
    """(Whether a node holds many submissions, the node, which is a folder if it does)."""
    if root.kind != FOLDER and not is_archive(root):
        return False, root
    folder = archive.unpacked(root) if is_archive(root) else root
    many = layout == "many" or layout == "auto" and layouts.is_many(folder, files)
    return many, folder if many else root


# ---- Who ----


def owner(path, files):
    """The name that says whose the submission at a path is: its own, or its folder's if it has the usual one."""
    name, folder = archive.last_name(path), os.path.dirname(path)
    return (
        archive.last_name(folder) if any(called(name, file) for file in files) and folder else name
    )


def unique(names):
    """The names as printable lines that could name files, none of them empty, later equal ones numbered.

    >>> unique(["jdoe", "", "JDoe"])
    ['jdoe', 'unnamed', 'JDoe (2)']
    """
    found, taken = [], Counter()
    for name in names:
        who = plain = (
            shown(unicodedata.normalize("NFC", name)).replace("/", "_").strip(" .") or "unnamed"
        )
        while who.casefold() in taken:
            taken[plain.casefold()] += 1
            who = f"{plain} ({taken[plain.casefold()]})"
        taken[who.casefold()] = 1
        found.append(who)
    return found


def unlike(found):
    """Yield the Submissions or Attempts with unique names, flagged where one before has the same."""
    for each, who in zip(found, unique([each.who for each in found])):
        shared = who != each.who and re.search(r" \([0-9]+\)\Z", who)
        flag = ("Another submission has the same name.",) if shared else ()
        yield replace(each, who=who, flags=each.flags + flag)


def told_apart(submissions):
    """The submissions with private flags: on netids that others claim, on files that are those of others."""
    alike = people.Groups()
    for submission in submissions:
        if not submission.complaint and not submission.is_empty:
            alike.add(submission.digest, submission)
    return tuple(
        replace(submission, private_flags=flags + copied(submission, alike))
        for submission, flags in zip(submissions, people.claim_flags(submissions))
    )


def copied(submission, alike):
    """The flag on a submission whose files are those of other people, byte for byte."""
    others = alike.others(submission.digest, people.identity(submission))
    return (f"Its files are the same, byte for byte, as those of {others}.",) if others else ()


# ---- What ----


def taken(attempt, path, layout, files):
    """The Submission that an attempt is, or where there is no program in it, that an earlier one is."""
    found = _taken(attempt, path, layout, files)
    if not (found.complaint and attempt.earlier):
        return found
    other = taken(attempt.earlier, path, layout, files)
    flag = (
        f"There is no program in {shown(attempt.name)}, so {shown(attempt.earlier.name)} was taken."
    )
    return found if other.complaint else replace(other, who=found.who, flags=(flag, *other.flags))


def _taken(attempt, path, layout, files):
    """The Submission that this very attempt is."""
    found = Submission(
        attempt.who, path, layout, flags=attempt.flags, people=attempt.people, claim=attempt.claim
    )
    try:
        if attempt.complaint:
            raise Refused(attempt.complaint)
        members, flags = program(attempt.node, files, path)
        members, read_now, more = pythons(members, contents(members), files)
    except Refused as reason:
        return refused(found, reason)
    told = {file: sources.reading(read_now[file]) for file in files if file in read_now}
    flags += more + tuple(
        f"{file}: {flag}" if len(files) > 1 else flag for file, flag in told.items() if flag
    )
    return replace(
        found,
        members=members,
        digest=digest(read_now),
        flags=found.flags + flags,
        aliases=aliases(members, files),
        is_empty=not b"".join(read_now.values()).strip(),
    )


def pythons(members, data, files):
    """(Members, contents, flags) without main files that are plainly no Python; Refused if none is left."""
    kinds = {
        name: sources.document(data[name])
        for name, node in members
        if name in files and not is_notebook(node)
    }
    odd = {
        name: f"{shown(node.name)} is {kinds[name]}, not a Python program: hand in the .py file itself."
        for name, node in members
        if kinds.get(name)
    }
    if odd and not any(name in files and name not in odd for name, _ in members):
        raise Refused(" ".join(odd.values()))
    return (
        tuple(member for member in members if member[0] not in odd),
        {name: source for name, source in data.items() if name not in odd},
        tuple(odd.values()),
    )


def aliases(members, files):
    """((name, module), ...) of the main files that were handed in under the name of another module."""
    stems = {os.path.splitext(name)[0] for name, _ in members}
    found = {
        re.sub(r"(\.py|\.txt|\.ipynb)+\Z", "", node.name, flags=re.I): os.path.splitext(name)[0]
        for name, node in members
        if name in files
    }
    others = {
        stem: module for stem, module in found.items() if stem.isidentifier() and stem not in stems
    }
    return tuple(sorted(others.items()))


def refused(submission, reason):
    """The submission, with the complaint instead of files."""
    return replace(
        submission,
        complaint=str(reason),
        digest=digest({"": str(reason).encode()}),
        is_absent=isinstance(reason, Absent),
    )


# ---- Bytes ----


def contents(members):
    """{name: bytes} of a program's files, notebooks turned into programs; Refused if one can't be read."""
    found, room = {}, ALL_BYTES
    for name, node in members:
        found[name] = sources.program(read(node)) if is_notebook(node) else read(node)
        room -= len(found[name])
        if room < 0:
            raise Refused(f"Its modules are larger than {ALL_BYTES >> 20} MiB together.")
    return found


def digest(files):
    """The SHA-256 of names and bytes, in hexadecimal."""
    total = hashlib.sha256()
    for name, data in sorted(files.items()):
        total.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return total.hexdigest()


# ---- The list ----


def listing(submissions):
    """The lines that tell how paths were read: how many submissions, and for each who, where and what is odd.

    >>> print(listing([Submission("jdoe", "hw9.zip!jdoe.py", "many", flags=("It is empty.",))]))
    1 submission (1 from a folder or zip of many):
      jdoe  hw9.zip!jdoe.py  It is empty.
    """
    many = sum(each.layout == "many" for each in submissions)
    width = min(24, max((len(each.who) for each in submissions), default=0))
    rows = [
        "  ".join(
            [
                "",
                f"{each.who:<{width}}",
                shown(each.path, 4096),
                " ".join((*each.flags, *each.private_flags, each.complaint)),
            ]
        ).rstrip()
        for each in submissions
    ]
    how = f" ({many} from a folder or zip of many)" * bool(many)
    return "\n".join([f"{len(rows)} submission{'s' * (len(rows) != 1)}{how}:", *rows])
