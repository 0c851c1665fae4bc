"""The file of large tables: used if sound, refused if not, and unharmed by any builder."""

import os
import re
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

from optimal import patterns, storage
from tests import waiting
from tests.helpers import piped, python


SOLVE = "import optimal; print(optimal.search([[8, 6, 7], [2, 5, 4], [3, 0, 1]]))"
NAME = "8-puzzle-8.tables"


def run(*arguments, cache, **options):
    """The finished `python3 arguments...` with this folder of tables."""
    return python(*arguments, env=environment(cache), **options)


def environment(cache):
    return {**os.environ, "SLIDING_TILES_CACHE": str(cache)}


def command(*arguments, cache, **options):
    """The finished `python3 -m optimal arguments... --board 3`."""
    return run("-m", "optimal", *arguments, "--board", "3", cache=cache, **options)


def moves_and_nodes(stdout):
    """(how many moves a printed Solution has, how many nodes were expanded)."""
    return stdout.count("'"), int(re.search(r"expanded=(\d+)", stdout)[1])


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A folder with the whole 8-puzzle's tables."""
    cache = tmp_path_factory.mktemp("tables")
    assert command("build", cache=cache).returncode == 0
    return cache


@pytest.fixture
def copy(built, tmp_path):
    """A copy of the sound file, to be spoilt."""
    (tmp_path / NAME).write_bytes((built / NAME).read_bytes())
    return tmp_path / NAME


def test_the_command_says_what_there_is_before_and_after_building(tmp_path):
    cache = tmp_path / "new" / "folder"
    assert command(cache=cache).stdout == f"absent: {cache / NAME} (0.4 MB when built)\n"
    assert not cache.exists()
    done = command("build", cache=cache)
    assert (done.stdout, done.stderr, done.returncode) == (
        f"ready: {cache / NAME} (0.4 MB)\n",
        "",
        0,
    )
    assert command("status", cache=cache).stdout == done.stdout
    assert os.listdir(cache) == [NAME]


def test_the_folder_is_xdg_cache_home_or_the_one_in_the_home_folder(monkeypatch):
    monkeypatch.delenv("SLIDING_TILES_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert storage.folder() == Path("/somewhere/sliding-tiles")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", "/home/me")
    assert storage.folder() == Path("/home/me/.cache/sliding-tiles")


def test_tables_are_used_by_themselves_from_then_on(built, tmp_path):
    without, with_tables = (run("-c", SOLVE, cache=cache) for cache in (tmp_path, built))
    assert without.stderr == with_tables.stderr == ""
    assert moves_and_nodes(without.stdout)[0] == moves_and_nodes(with_tables.stdout)[0] == 2 * 31
    assert moves_and_nodes(with_tables.stdout)[1] == 31 < moves_and_nodes(without.stdout)[1]


def test_what_is_mapped_is_what_was_made(built, monkeypatch):
    monkeypatch.setenv("SLIDING_TILES_CACHE", str(built))
    assert storage.load(3).rows == patterns.build(3, storage.GROUPS[3]).rows


SPOILT = {
    "foreign": (
        lambda content: b"\x7fELF" * 99_999,
        "expected tables of version 1, got b'\\x7fELF",
    ),
    "stale": (
        lambda content: content.replace(b'"version": 1', b'"version": 0'),
        'expected tables of version 1, got b\'{"tables": ',
    ),
    "truncated": (lambda content: content[:-1], "expected 366976 bytes, got 366975"),
    "one_bit": (
        lambda content: content[:200_000] + bytes([content[200_000] ^ 1]) + content[200_001:],
        "expected values that agree with the header",
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_is_refused_in_one_line_and_the_search_goes_on(how, copy):
    spoil, reason = SPOILT[how]
    copy.write_bytes(spoil(copy.read_bytes()))
    done = run("-c", SOLVE, cache=copy.parent)
    assert moves_and_nodes(done.stdout)[0] == 2 * 31 and moves_and_nodes(done.stdout)[1] > 31
    assert done.stderr.count("\n") == 1 and done.stderr.startswith(f"optimal: {copy}: {reason}")
    assert command(cache=copy.parent).stdout.startswith(f"unusable: {copy}: {reason}")


def test_building_again_replaces_a_spoilt_file(built, copy):
    copy.write_bytes(b"spoilt")
    assert command("build", cache=copy.parent).returncode == 0
    assert copy.read_bytes() == (built / NAME).read_bytes()


def test_a_folder_in_the_file_s_place_is_refused(tmp_path):
    (tmp_path / NAME).mkdir()
    done = run("-c", SOLVE, cache=tmp_path)
    assert done.returncode == 0 and done.stderr.startswith(
        f"optimal: {tmp_path / NAME}: expected to read it, got 'Is a directory'"
    )


def test_a_folder_that_takes_no_file_is_reported_in_one_line():
    done = command("build", cache="/dev/null/below")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr == (
        f"optimal: /dev/null/below/{NAME}: expected to write it, got 'Not a directory'\n"
    )
    assert run("-c", SOLVE, cache="/dev/null/below").returncode == 0


def test_a_full_disk_leaves_nothing_behind_and_harms_no_file_that_was_there(copy):
    sound = copy.read_bytes()
    done = command(
        "build",
        cache=copy.parent,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )
    assert (done.returncode, done.stderr) == (
        2,
        f"optimal: {copy}: expected to write it, got 'File too large'\n",
    )
    assert os.listdir(copy.parent) == [NAME] and copy.read_bytes() == sound


def test_two_builders_at_once_leave_one_sound_file(built, tmp_path):
    command = sys.executable, "-m", "optimal", "build", "--board", "3"
    builders = [piped(*command, env=environment(tmp_path)) for _ in range(2)]
    for builder in builders:
        assert builder.communicate()[1] == "" and builder.returncode == 0
    assert os.listdir(tmp_path) == [NAME]
    assert (tmp_path / NAME).read_bytes() == (built / NAME).read_bytes()


def interrupted(cache, number):
    """(Exit status, stdout, stderr) of a builder that a signal ends once its file has appeared."""
    command = sys.executable, "-m", "optimal", "build"
    with piped(*command, env=environment(cache)) as builder:
        waiting.until(lambda: list(cache.glob("*.part")))
        time.sleep(0.3)
        builder.send_signal(number)
        stdout, stderr = builder.communicate()
    return builder.returncode, stdout, stderr


def test_an_interrupted_builder_leaves_nothing_behind_and_says_so(tmp_path):
    assert interrupted(tmp_path, signal.SIGINT) == (
        130,
        "",
        "optimal: interrupted; nothing is left behind\n",
    )
    assert os.listdir(tmp_path) == []


def test_a_killed_builder_s_part_is_never_read_and_is_cleared_away_in_time(tmp_path, monkeypatch):
    interrupted(tmp_path, signal.SIGKILL)
    (part,) = tmp_path.iterdir()
    assert run("-m", "optimal", cache=tmp_path).stdout.startswith("absent: ")
    monkeypatch.setenv("SLIDING_TILES_CACHE", str(tmp_path))
    storage._remove_abandoned_parts(storage.path(4))
    assert part.exists()
    os.utime(part, (0, time.time() - storage.ABANDONED_S - 1))
    storage._remove_abandoned_parts(storage.path(4))
    assert not part.exists()


def test_a_wrong_option_is_refused_by_the_command(tmp_path):
    done = run("-m", "optimal", "make", cache=tmp_path)
    assert done.returncode == 2 and "invalid choice: 'make'" in done.stderr
