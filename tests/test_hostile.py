"""Hostile programs in each mode: what becomes of each, and that nothing of them is left.

Two checks run at a time, or only one, so that each program meets what the last one left.
"""

import os
import re
import sys

import pytest

from grader.sandbox import linux
from tests.hostile_class import MODES, class_graded, promises
from tests.programs import HOSTILE


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="basic, all there is elsewhere, holds few"),
]

STOPPED = "It had not finished after 1.5 s, with [01] s of CPU time used, and was stopped."
USED_UP = "It used more than 0.3 s of CPU time, and was stopped."
SILENT = "It printed nothing."
TOO_LONG = "It wrote more than 64 KiB to std(out|err), and was stopped."
TOO_MANY = "It had more than [0-9]+ processes( and threads)? at a time, and was stopped."
TOO_FULL = "It filled its folder with more than 128 MiB or 10000 files, and was stopped."
TOO_BIG = "It asked for more than 128 MiB of memory."
VERDICTS = {  # {program: (its verdict, the sentence that its student reads)}
    "asks_which_files_exist": ("wrong_answer", SILENT),
    "burns_time_in_children": ("time_limit", USED_UP),
    "burns_time_in_short_children": ("time_limit", f"{USED_UP}|{STOPPED}"),
    "catches_page_faults": ("wrong_answer", SILENT),
    "changes_permissions": ("wrong_answer", SILENT),
    "competes_and_sleeps": ("time_limit", f"{USED_UP}|{STOPPED}"),
    "connects_to_named_sockets": ("wrong_answer", SILENT),
    "eats_memory": ("memory_limit", TOO_BIG),
    "eats_memory_in_children": ("memory_limit", TOO_BIG),
    "eats_memory_in_deleted_files": (
        "output_limit|runtime_error",
        rf"{TOO_FULL}|print_succ raised OSError: .*",
    ),
    "eats_memory_in_memfds": (
        "memory_limit|runtime_error",
        rf"{TOO_BIG}|print_succ raised PermissionError: .*",
    ),
    "eats_memory_in_segments": ("memory_limit|wrong_answer", f"{TOO_BIG}|{SILENT}"),
    "eats_memory_in_sockets": ("memory_limit", TOO_BIG),
    # the verdict depends on Python's version and on its speed
    "ends_the_c_stack": (
        "runtime_error|time_limit",
        rf"The program was killed by SIGSEGV.|print_succ raised RecursionError: .*|{USED_UP}",
    ),
    "exits_before_printing": ("wrong_answer", SILENT),
    "exits_like_a_killed_one": ("runtime_error", "The program ended itself with exit status 137."),
    "fills_the_disk": (
        "output_limit",
        TOO_FULL,
    ),
    "floods_both": ("output_limit", TOO_LONG),
    "forks_in_a_loop": (
        "runtime_error",
        TOO_MANY,
    ),
    "hides_memory_of_children": ("memory_limit", TOO_BIG),
    "ignores_signals": ("time_limit", USED_UP),
    "keeps_stdout_open": ("wrong_answer", SILENT),
    "keeps_zombies": ("runtime_error|wrong_answer", f"{TOO_MANY}|{SILENT}"),
    "kills_all_that_it_may": ("wrong_answer", SILENT),
    "leaves_files": ("wrong_answer", SILENT),
    "leaves_keys": ("wrong_answer", SILENT),
    "leaves_keys_by_32_bit_calls": ("wrong_answer", SILENT),
    "leaves_messages": ("wrong_answer", SILENT),
    "leaves_posix_queues": ("wrong_answer", SILENT),
    "leaves_semaphores": ("wrong_answer", SILENT),
    "leaves_shared_memory": ("wrong_answer", SILENT),
    "looks_into_the_kernel": ("wrong_answer", SILENT),
    "lowers_limits_of_others": ("wrong_answer", SILENT),
    "nests_folders": ("output_limit|time_limit|wrong_answer", ".*"),
    "one_line_of_100_mb": ("output_limit", TOO_LONG),
    "opens_fifos_and_terminals": ("wrong_answer", SILENT),
    "opens_sockets": ("wrong_answer", SILENT),
    "plants_modules_for_later": ("wrong_answer", SILENT),
    "prints_from_a_daemon": ("wrong_answer", SILENT),
    "prints_from_a_thread": ("wrong_answer", "Line 1 is wrong."),
    "prints_from_atexit": ("wrong_answer", "Line 1 is wrong."),
    "prints_odd_characters": ("wrong_answer", "Line 1 is wrong."),
    "raises_its_limits": ("wrong_answer", SILENT),
    "reads_by_absolute_path": (
        "runtime_error",
        r"print_succ raised (PermissionError|FileNotFoundError): .*",
    ),
    "reads_by_dot_dot": (
        "runtime_error",
        r"print_succ raised (PermissionError|FileNotFoundError): .*",
    ),
    "reads_memory_of_others": ("wrong_answer", SILENT),
    "reads_stdin": ("runtime_error", r"print_succ raised EOFError: .*"),
    "reads_through_proc": ("wrong_answer", SILENT),
    "replaces_print": ("runtime_error", "The program ended itself with exit status 1."),
    "sends_itself_sigxcpu": ("runtime_error", "The program was killed by SIGXCPU."),
    "sets_up_io_uring": ("wrong_answer", SILENT),
    "shadows_standard_modules": (
        "runtime_error",
        r"print_succ raised KeyError: 'the real reason' .*",
    ),
    "signals_by_files": ("wrong_answer", SILENT),
    "sleeps": ("time_limit", STOPPED),
    "slows_down_others": ("wrong_answer", "Line 1 is wrong."),
    "starts_threads": ("runtime_error|wrong_answer", f"{TOO_MANY}|{SILENT}"),
    "stops_itself": ("time_limit", STOPPED),
    "takes_odd_ways_to_the_kernel": ("wrong_answer", SILENT),
    "traces_its_parent": ("wrong_answer", f"{SILENT}|Line 1 is wrong."),
    "unshares_namespaces": ("wrong_answer", SILENT),
    "watches_files": ("wrong_answer", SILENT),
    "writes_to_the_grader": ("wrong_answer", SILENT),
}


# CI tries the modes in which a level comes first, or that lack namespaces; `make test-all` tries
# all, with one check at a time and with two. Where a user of its own runs each sandbox, a program
# meets what another one left only if all run in one sandbox.
USUAL = {"user-root": 1, "landlock-user": 2, "bubblewrap-user": 2}
if os.getuid():
    USUAL["landlock-user"] = 1
RUNS = [
    pytest.param(
        (mode, jobs),
        marks=() if USUAL.get(str(mode)) == jobs else pytest.mark.slow,
        id=f"{mode}-{jobs}",
    )
    for mode in MODES
    for jobs in (1, 2)
]


@pytest.fixture(scope="module", params=RUNS)
def graded(request):
    """All that came of grading the class in one mode, and what `doctor` says of the mode."""
    with class_graded(*request.param) as result:
        yield result


def test_every_hostile_program_has_its_verdict_and_its_sentence(graded):
    for program, records in graded.hostile.items():
        verdict, sentence = VERDICTS[program]
        for record in records:
            assert re.fullmatch(verdict, record["verdict"]), (program, record["rationale"], record)
            assert re.fullmatch(sentence, record["rationale"]), (program, record)
            assert record["run"]["wall_s"] < 5 * record["limits"]["wall_s"], program


def test_no_hostile_program_does_what_it_must_not_or_finds_what_its_first_run_left(graded):
    for program, records in graded.hostile.items():
        printed = [record["run"]["stdout"] for record in records]
        assert "done: " not in "\n".join(printed), program
        if graded.jobs == 1:
            assert printed == printed[:1] * len(printed), program
    assert not graded.received


def test_right_programs_between_them_fare_as_before_them(graded):
    first, *others = graded.right
    assert '"verdict": "accepted"' in first and len(others) > 20
    for number, reports in enumerate(others, 1):
        assert reports == first, f"right program {number}"


def test_nothing_of_them_is_left_running_or_on_disk_or_in_the_kernel(graded):
    assert (graded.running, graded.left, graded.changed) == ([], [], set())


def test_the_graders_own_memory_stays_flat(graded):
    assert graded.memory_mib < 48


def test_the_doctor_finds_what_readme_says(graded):
    who = "root" if graded.mode.user == 0 else "user"
    table, never = promises()
    words = {deed: columns[f"`{graded.mode.level}`, {who}"] for deed, columns in table.items()}
    promised = {deed: "no" for deed in never} | words
    holds = {"no", *(f"no{mark}" for mark, is_met in conditions(graded).items() if is_met)}
    assert [deed for deed in graded.able if promised[deed] in holds] == []
    assert {deed for deed in graded.tried if promised[deed] == "yes"} <= set(graded.able)


def conditions(graded):
    """Whether what each mark of README's table asks for is met."""
    has_namespaces = not graded.mode.is_contained
    has_landlock = linux.landlock_version() > 0
    met = has_landlock, has_namespaces, has_namespaces, True, graded.is_counted, has_namespaces
    return dict(zip("¹²³⁴⁵⁶", met))


def test_every_hostile_program_has_an_expectation():
    assert sorted(VERDICTS) == sorted(path.stem for path in HOSTILE.glob("*.py"))
