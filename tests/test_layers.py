"""The rooms of the grader import only rooms below them, as `grader/docs/architecture.md` has it."""

import ast
import re

from grader.handout import contents
from grader.store import keys
from tests.helpers import ROOT


ARCHITECTURE = (ROOT / "grader/docs/architecture.md").read_text(encoding="utf-8")
ROWS = {
    room: int(row)
    for row, rooms in re.findall(r"^\| ([0-9]+) \| (.+?) \|", ARCHITECTURE, re.MULTILINE)
    for room in re.findall("`(.+?)`", rooms)
}
# the highest rows of the table that an assignment's modules may import
EXPLAINING = {"rules.py": 10, "searching.py": 10}
BASES = 4


def imported(path):
    """The modules of the grader that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def edges():
    """(file, its room, the room of a module that it imports) of each import between rooms."""
    for path in sorted((ROOT / "grader").rglob("*.py")):
        place = path.relative_to(ROOT / "grader").parts
        if "programs" in place or "stubs" in place:
            continue
        room = place[0].removesuffix(".py")
        for module in imported(path):
            package, _, rest = module.partition(".")
            if package == "grader" and rest.partition(".")[0] != room:
                yield path, room, rest.partition(".")[0]


def test_each_room_imports_rooms_below_it_and_no_others():
    upwards = [
        f"{path.relative_to(ROOT)}: {other}"
        for path, room, other in edges()
        if room in ROWS
        and not ROWS.get(other, 99) < ROWS[room]
        or room == "assignments"
        and ROWS.get(other, 99) > EXPLAINING.get(path.name, BASES)
    ]
    assert upwards == []


def test_each_room_has_a_row_and_each_row_has_rooms():
    there = {
        path.name.removesuffix(".py")
        for path in (ROOT / "grader").iterdir()
        if path.suffix == ".py" or path.is_dir() and any(path.glob("*.py"))
    }
    assert there - {"__init__", "assignments"} == set(ROWS)


def test_lists_of_rooms_in_code_name_rooms():
    assert {*keys.READERS, *keys.EXPLAINERS} <= {*ROWS, "assignments"}
    assert [place for place in contents.LEFT_OUT if not (ROOT / place).exists()] == []


def test_the_functions_that_the_page_names_are_there():
    names = re.findall(r"`([a-z_.]+(?:\.[A-Za-z_]+)+)`", ARCHITECTURE.partition("## One sub")[2])
    for name in names:
        path = name.removeprefix("assignments/").split(".")
        if path[-1] in ("py", "json", "md"):
            continue
        depth = next(
            n
            for n in range(len(path), 0, -1)
            if (ROOT / "grader" / "/".join(path[:n])).with_suffix(".py").exists()
        )
        text = (ROOT / "grader" / "/".join(path[:depth])).with_suffix(".py").read_text()
        assert all(re.search(rf"(def|class) {word}\b", text) for word in path[depth:]), name
    assert len(names) > 15


def test_the_page_names_files_tests_and_constants_that_exist():
    _, _, text = ARCHITECTURE.partition("## Where to change what")
    for path in re.findall(
        r"`((?:tests|assignments|report|export|sandbox|intake)/[\w./]+\.py)`", text
    ):
        assert (ROOT / path).exists() or (ROOT / "grader" / path).exists(), path
    for name, path in re.findall(r"`([A-Za-z_]+)` in `([\w./]+\.py)`", text):
        place = ROOT / path if path.startswith("tests/") else ROOT / "grader" / path
        assert re.search(rf"^(?:def )?{name}\b", place.read_text(), re.MULTILINE), name
