"""A pack is the grader with one assignment: whole for instructors, public where students read."""

import io
import json
import re
import tarfile
import zipfile

import pytest

from grader.assignment import folders, plan
from grader.ground import files
from grader.packing import pack as packing
from tests.assignments import loaded
from tests.primes import MODEL, folder_of_primes, primes_with_a_secret


@pytest.fixture(scope="module")
def primes(tmp_path_factory):
    return plan.load(str(primes_with_a_secret(tmp_path_factory.mktemp("packing"))))


def test_a_public_pack_has_nothing_hidden_and_nothing_of_a_solution(primes):
    pack = packing.packed(primes, is_public=True)
    own = {path: text for path, text in pack.items() if "assignments/primes/" in path}
    # the assignment file, and the transcripts of the import and of three instances
    assert len(own) == 5
    everything = b"".join([*own.values(), *map(str.encode, own)])
    for word in (b"4711", b"secret", b"count_primes", b"_is_prime", b"proof"):
        assert word not in everything


def test_no_pack_has_programs_or_files_of_no_use(primes):
    paths = packing.packed(primes)
    assert "primes.py" not in paths and "grader/assignments/primes/primes.py" in paths
    assert not [path for path in paths if re.search(r"programs/|\.git|__pycache__|README", path)]


@pytest.mark.parametrize("name", folders.names())
def test_every_assignment_of_the_tree_can_be_packed(name):
    assignment = plan.load(name)
    whole, public = packing.packed(assignment), packing.packed(assignment, is_public=True)
    drawn = {path for path in public if not (folders.ROOT / path).exists()}
    assert set(public) - drawn < set(whole)
    assert all(re.fullmatch(r"testinput/[a-z]+-[0-9-]+.txt", path) for path in drawn)
    for path in assignment.models.values():
        assert path.read_bytes() in whole.values() and path.read_bytes() not in public.values()


@pytest.fixture(scope="module")
def groups():
    """The groups of npuzzle in its public pack."""
    pack = packing.packed(loaded("npuzzle"), is_public=True)
    return json.loads(pack["grader/assignments/npuzzle/assignment.json"])["groups"]


def test_a_group_of_a_public_pack_uses_only_groups_that_are_in_it(groups):
    uses = {group["name"]: group.get("uses", []) for group in groups}
    assert "solution-model" not in uses and uses["neighbors-twice"] == ["neighbors"]
    assert {name for names in uses.values() for name in names} < {*uses}


def test_a_hint_of_a_public_pack_names_no_group_that_it_lacks(groups):
    own = {group["name"]: group.get("help", "") for group in groups}
    lacking = {check.group for check in loaded("npuzzle").checks} - {*own}
    assert "solution-model" in lacking and own["equality"] and not own["solution"]
    assert not [name for name in lacking if any(name in help for help in own.values())]


def test_limits_on_memory_are_bounded_where_they_are_higher(primes, tmp_path):
    text = packing.packed(primes, memory_mib=512)["grader/assignments/primes/assignment.json"]
    assert json.loads(text)["limits"] == {"cpu_s": 2, "memory_mib": 512}
    low = folder_of_primes(tmp_path, {}, limits={"memory_mib": 100})
    text = packing.packed(plan.load(str(low)), memory_mib=512)
    limits = json.loads(text["grader/assignments/primes/assignment.json"])["limits"]
    assert limits == {"memory_mib": 100}


def test_a_model_in_the_folder_of_programs_is_packed(tmp_path):
    model = "programs/right/primes.py"
    folder = folder_of_primes(tmp_path, {model: MODEL}, model=model)
    pack = packing.packed(plan.load(str(folder)))
    assert f"grader/assignments/primes/{model}" in pack


def test_archives_have_the_same_bytes_each_time():
    one, two = {"b": b"2", "a": b"#!1"}, {"a": b"#!1", "b": b"2"}
    assert files.tarred(one) == files.tarred(two) and files.zipped(one) == files.zipped(two)
    zipped = zipfile.ZipFile(io.BytesIO(files.zipped(one))).infolist()
    assert {member.compress_type for member in zipped} == {zipfile.ZIP_DEFLATED}
    kept = [(member.filename, oct(member.external_attr >> 16)) for member in zipped]
    assert kept == [("a", "0o100755"), ("b", "0o100644")]
    with tarfile.open(fileobj=io.BytesIO(files.tarred(one))) as archive:
        modes = [(member.name, oct(member.mode), member.mtime) for member in archive.getmembers()]
    assert modes == [("a", "0o755", 0), ("b", "0o644", 0)]
