"""What a run says is read in one place, whatever it says; and who is to blame for what raises."""

import json
from dataclasses import replace

import pytest

from grader.assignment.hooks import Hooks, Printed, Reading, Took
from grader.judge.account import Message, account
from grader.judge.judge import UNKNOWN, Alone, judge
from grader.judge.reading import MORE_LINES, UNREADABLE, lines, read
from grader.records.checks import Check, Limits
from grader.records.results import Run
from grader.report.sentences import sentence
from grader.report.student import brief
from grader.sandbox import driver
from grader.sandbox.driver import CALL, MARK
from tests.documents import EXPECTED, record
from tests.sample import rows


IMPORT = Check("import", "it", Limits())
ONE = Check("f/one", "it", Limits(), "f", (1,))
DRIVEN = replace(ONE, arguments=([("one", 1)],), driver="def f(instances): pass")
THREE = replace(ONE, name="f/again", further=((2,), (1,)))


def run(stdout=b"", stderr=b"", status=0, ended="exit", **more):
    """A Run, that ended by itself unless another end is named."""
    return Run(status, ended, 0.1, 0.1, 9, stdout, stderr, **more)


def calls(*printed):
    """What a program prints whose calls print that, the import before and the end after them."""
    return CALL.join(printed)


# ---- What was printed when ----


@pytest.mark.parametrize(
    "check, stdout, printed, of_calls, at_exit",
    [
        (IMPORT, b"1\n", b"1\n", (), b""),
        (ONE, calls(b"1\n", b"2\n", b""), b"2\n", (b"2\n",), b""),
        (ONE, calls(b"1\n", b"2\n", b"bye\n"), b"2\nbye\n", (b"2\nbye\n",), b"bye\n"),
        (ONE, calls(b"1\n", b"2\n"), b"2\n", (b"2\n",), b""),
        (ONE, b"1\n", b"1\n", (), b""),
        (ONE, b"", b"", (), b""),
        (THREE, calls(b"", b"1", b"2", b"3", b""), b"1\n2\n3", (b"1", b"2", b"3"), b""),
        (THREE, calls(b"", b"1", b"2"), b"1\n2", (b"1", b"2"), b""),
        (THREE, calls(b"", b"1\n\n", b" \n", b"3"), b"1\n3", (b"1\n\n", b" \n", b"3"), b""),
    ],
)
def test_what_calls_print_is_told_from_what_comes_before_and_after_them(
    check, stdout, printed, of_calls, at_exit
):
    own = account(check, run(stdout))
    assert (own.printed, own.calls, own.at_exit) == (printed, of_calls, at_exit)
    assert (own.fault, own.ending) == ("", "well")


@pytest.mark.parametrize(
    "check, stdout",
    [
        (IMPORT, CALL),
        (ONE, calls(b"", b"1", b"", b"")),
        (THREE, calls(b"", b"1", b"2", b"3", b"", b"")),
        (THREE, CALL * 9_000),
    ],
)
def test_more_marks_than_the_driver_writes_are_the_programs_fault(check, stdout):
    assert account(check, run(stdout)).fault == "calls"
    result = judge(check, run(stdout), b"1\n")
    assert (result.verdict, result.reason.kind) == ("runtime_error", "forged")
    assert sentence(result.reason) == "It wrote marks that only the grader writes."


def test_of_several_processes_each_has_its_lines_and_what_it_took():
    stopped = replace(run(calls(b"", b"3", b""), status=-9), ended="cpu")
    processes = run(calls(b"", b"1\n2\n", b"")), replace(stopped, cpu_s=0.7)
    own = account(ONE, run(processes=processes))
    assert own.printed == b"1\n2\n3\n"
    assert own.processes == (Took(("1", "2"), 0.1, 9), Took(("3",), 0.7, 9, was_stopped=True))
    forged = account(ONE, run(processes=(*processes, run(CALL * 9))))
    assert forged.fault == "calls"


def test_so_many_lines_are_read_and_one_stands_for_the_others():
    assert lines(b"1\n2 \n3\n4\n", 2) == ("1", "2", MORE_LINES)
    assert lines(b"1\n2 \n\n\n", 2) == ("1", "2")
    assert lines(b"\n" * 9 + b"1") == ("",) * 9 + ("1",)
    text = "".join(f"{number}\n" for number in range(60_000)).encode()
    many = calls(b"", text, b"")
    assert len(account(ONE, run(many)).lines().lines) == 40_001
    assert judge(ONE, run(many), text).passed
    assert judge(ONE, run(calls(b"", text + b"x\n" * 40_001, b"")), text).verdict == "wrong_answer"


# ---- How it ended ----


def marked(*facts):
    """What is on stderr with these marked lines."""
    texts = (fact if isinstance(fact, bytes) else json.dumps(fact).encode() for fact in facts)
    return b"before\n" + b"".join(b"\n%s%s\n" % (MARK, text) for text in texts)


@pytest.mark.parametrize(
    "facts, message",
    [
        ([], Message()),
        ([{}], Message()),
        ([{"error": "KeyError: 3", "line": 7}], Message(error="KeyError: 3", line=7)),
        ([{"file": "it.py", "line": 7}, {"near": "ab"}], Message(near="ab")),
        ([{"holder": "Puzzle", "module": None}], Message(holder="Puzzle")),
        ([{"error": "\udcff" * 300}], Message(error="\udcff" * 300)),
    ],
)
def test_what_the_driver_tells_last_is_known(facts, message):
    own = account(ONE, run(stderr=marked(*facts)))
    assert (own.message, own.fault, own.complaints) == (message, "", ("before",))


@pytest.mark.parametrize(
    "facts",
    [
        [b""],
        [b"7"],
        [b"{" * 5000],
        [b"[" * 100_000],
        [b'{"line": ' + b"9" * 5000 + b"}"],
        [b'{"error": "\xff"}'],
        [b'{"error": "' + b"x" * 9000 + b'"}'],
        [{"line": "7"}],
        [{"line": -1}],
        [{"line": 10**9}],
        [{"line": True}],
        [{"error": 3}],
        [{"error": "x" * 301}],
        [{"other": 1}],
        [{}, {"line": "7"}, {}],
        [{}] * 11,
    ],
    ids=str,
)
def test_what_the_driver_can_not_have_told_is_the_programs_fault(facts):
    for status in 0, driver.RAISED, driver.IMPORT_RAISED, driver.NO_FUNCTION:
        forged = run(calls(b"", b"1\n", b""), marked(*facts), status)
        assert account(ONE, forged).fault == "message"
        result = judge(ONE, forged, b"1\n")
        assert (result.verdict, result.reason.kind) == ("runtime_error", "forged")


# ---- Whose fault it is that a checker raises ----


def first_word(check, printed, expected):
    """A checker that raises on an empty line and on no line."""
    return Reading((printed.lines[0].split()[0],))


def each_first_word(check, printed, expected):
    """A checker that raises on an empty line."""
    return Reading(tuple(line.split()[0] for line in printed.lines))


def words_of_both(check, printed, expected):
    """A checker that raises where the expected transcript has an empty line."""
    return Reading(tuple(line.split()[0] for line in (*printed.lines, *(expected or ()))))


@pytest.mark.parametrize(
    "number, alone, is_hindered",
    [(2, Alone(True), True), (2, UNKNOWN, False), (1, Alone(True), False)],
    ids=["quick by itself", "slow by itself", "the first call"],
)
def test_a_late_call_is_hindered_by_an_earlier_one_if_it_is_quick_by_itself(
    number, alone, is_hindered
):
    late = run(calls(b"", *[b"3\n"] * number), ended="cpu", status=-9)
    result = judge(THREE, late, b"1\n", alone)
    assert (result.verdict, result.points) == ("time_limit", {})
    assert (result.reason.hint == "outlives", "call" in result.reason.fields) == (is_hindered,) * 2


def checked(checker, printed, expected):
    """The result of a check with a checker."""
    hooks = Hooks()
    hooks.checkers = {"it": checker}
    check = replace(ONE, checker="it", hooks=hooks)
    return judge(check, run(calls(b"", printed, b"")), expected)


def test_a_checker_that_raises_on_what_a_program_printed_finds_it_wrong():
    assert checked(each_first_word, b"1 a\n2\n", b"1\n2\n").passed
    result = checked(each_first_word, b"1 a\n\n2\n", b"1\n2\n")
    assert result.verdict == "wrong_answer" and result.difference.actual == UNREADABLE
    (note,) = result.notes
    assert sentence(note).startswith("What it printed could not be read: IndexError(")


@pytest.mark.parametrize("checker, expected", [(first_word, b"1\n"), (words_of_both, b"1\n\n2\n")])
def test_a_checker_that_raises_without_the_programs_output_is_the_graders_fault(checker, expected):
    with pytest.raises(IndexError):
        checked(checker, b"\n2\n", expected)


def test_a_checker_that_raises_while_a_transcript_is_made_is_the_graders_fault():
    hooks = Hooks()
    hooks.checkers = {"it": each_first_word}
    with pytest.raises(IndexError):
        read(replace(ONE, checker="it", hooks=hooks), Printed(("1", "")))


def test_what_a_checker_raises_once_is_nobodys_fault():
    raised = []

    def out_of_memory(check, printed, expected):
        if not raised:
            raised.append(1)
            raise MemoryError
        return Reading(printed.lines)

    assert checked(out_of_memory, b"1\n", b"1\n").passed


class Drawing(Hooks):
    """Draws numbers."""

    def picture(self, line, column=0):
        return ((str(int(line)),),)


def test_what_can_not_be_drawn_of_an_output_is_not_drawn():
    check = replace(ONE, hooks=Drawing())
    difference = judge(check, run(calls(b"", b"x\n", b"")), b"1\n").difference
    assert (difference.expected_picture, difference.actual_picture) == ((("1",),), None)
    too_many = judge(check, run(calls(b"", b"1\nx\n", b"")), b"1\n").difference
    assert too_many.actual_picture is None
    with pytest.raises(ValueError):
        judge(check, run(calls(b"", b"1\n", b"")), b"x\n")


# ---- What is asked where a program fails ----

STOOD_IN = replace(DRIVEN, replaced=(("board.py", "/there/board.py"),))
MANY = replace(DRIVEN, arguments=([("one", 1), ("two", 2)],))


def raised(check, error, file="it.py"):
    """The reason for an error that was raised in line 3 of a file."""
    told = json.dumps({"error": error, "file": file, "line": 3}).encode()
    return judge(check, run(CALL, MARK + told + b"\n", driver.RAISED), b"one: 1\n").reason


STAND_INS = """
recursion | RecursionError: maximum recursion depth exceeded         | endless_recursion |
attribute | AttributeError: 'Board' object has no attribute 'h'      | no_attribute      | stand_in
of another | AttributeError: 'Solver' object has no attribute 'goal'     | no_attribute      |
arguments | TypeError: __init__() takes 2 positional arguments       | other_arguments   | stand_in
rows      | TypeError: Board: expected rows of integers, got [["1"]] |                   | stand_in
join      | TypeError: sequence item 0: expected str instance        | joined            |
sum       | TypeError: can only concatenate str (not "int") to str   | text_and_number   |
key       | KeyError: 3                                              | no_key            |
operand   | TypeError: unsupported operand type(s) for +: 'int' and 'method' | not_called | stand_in
"""


@pytest.mark.parametrize("error, hint, beside_stand_in", rows(STAND_INS))
def test_a_stand_in_is_asked_about_only_where_it_may_be_the_reason(error, hint, beside_stand_in):
    assert raised(STOOD_IN, error).hint == (beside_stand_in or hint)
    assert raised(DRIVEN, error).hint == hint


TYPE_ERRORS = """
no __init__        | Board() takes no arguments                                     | constructor
no self            | Board.hamming() takes 0 positional arguments but 1 was given   | self
a function         | solve() takes 0 positional arguments but 1 was given | other_arguments
a class of Python  | dict.keys() takes no arguments (1 given)                       |
no __hash__        | unhashable type: 'Board'                                       | unhashable
no __hash__, newer | cannot use 'Board' as a set element (unhashable type: 'Board') | unhashable
a list as a key    | unhashable type: 'list'                                        | changeable
no __lt__          | '<' not supported between instances of 'Node' and 'Node'       | unordered
an array as a key  | unhashable type: 'numpy.ndarray'                               | changeable
dictionaries       | '<' not supported between instances of 'dict' and 'dict'       | unordered
two kinds          | '<' not supported between instances of 'int' and 'str'         | two_types
None               | '<' not supported between instances of 'NoneType' and 'int'    | none_given
another comparison | '>' not supported between instances of 'Node' and 'Node'       |
no value           | 'NoneType' object is not iterable                              | none_given
no values          | cannot unpack non-iterable NoneType object                     | none_given
no length          | object of type 'NoneType' has no len()                         | none_given
joined numbers     | sequence item 0: expected str instance, int found              | joined
a number in a text | can only concatenate str (not "int") to str | text_and_number
None and a text | can only concatenate str (not "NoneType") to str | none_given
list and a text | can only concatenate str (not "list") to str |
list and a number  | can only concatenate list (not "int") to list                  | joined_lists
None and a list    | can only concatenate list (not "NoneType") to list             | none_given
list, operand      | unsupported operand type(s) for -: 'list' and 'int'            | whole_list
own, iterated      | 'Board' object is not iterable                                 | own_object
own, element       | 'Board' object is not subscriptable                            | own_object
own, length        | object of type 'Board' has no len()                            | own_object
two arguments      | heappush expected 2 arguments, got 1                | other_arguments
an argument        | list.append() takes exactly one argument (2 given)  | other_arguments
an argument more   | solve() missing 1 required positional argument: 'goal' | other_arguments
no text            | __str__ returned non-string (type NoneType)                    | no_text
a list             | __str__ returned non-string (type list)                        |
method, subscript  | 'builtin_function_or_method' object is not subscriptable       | not_called
method, operand    | unsupported operand type(s) for +: 'int' and 'method'          | not_called
method, unpacked   | cannot unpack non-iterable method object                       | not_called
number, called     | 'int' object is not callable                                   | not_callable
number, iterated   | 'int' object is not iterable                                   | one_number
number, unpacked   | cannot unpack non-iterable int object                          | one_number
number, length     | object of type 'int' has no len()                              | one_number
a tuple, changed   | 'tuple' object does not support item assignment                | unchangeable
a text, shortened  | 'str' object doesn't support item deletion                     | unchangeable
index of text      | list indices must be integers or slices, not str               | odd_index
"""


@pytest.mark.parametrize("message, hint", rows(TYPE_ERRORS))
def test_a_mistake_that_a_type_error_shows_is_asked_about(message, hint):
    assert raised(DRIVEN, f"TypeError: {message}").hint == hint


ERRORS = """
not defined    | NameError: name 'hamming' is not defined                        | no_such_name
in a notebook  | NameError: name 'get_ipython' is not defined                    | no_notebook
None, a name   | AttributeError: 'NoneType' object has no attribute 'append'     | none_given
half imported  | ImportError: cannot import name 'A' from partially initialized module  | circular
half a module  | AttributeError: partially initialized module 'a' has no attribute 'b' | circular
curly quotes   | SyntaxError: invalid character '\u201c' (U+201C)                 | no_character
another space  | SyntaxError: invalid non-printable character U+00A0             | no_character
as in Java     | SyntaxError: invalid syntax                                     | no_syntax
told better    | SyntaxError: invalid syntax. Maybe you meant '==' instead of '='? |
own variable   | UnboundLocalError: local variable 'x' referenced before assignment | own_variable
no key         | KeyError: (1, 2)                                                | no_key
empty set      | KeyError: 'pop from an empty set'                               | empty_list
heap or bytes  | IndexError: index out of range                              | empty_or_index
no item        | KeyError: 'popitem(): dictionary is empty'                      | empty_list
empty list     | IndexError: pop from empty list                                 | empty_list
empty deque    | IndexError: pop from an empty deque                             | empty_list
element        | IndexError: list index out of range                             | no_index
assignment     | IndexError: list assignment index out of range                  | no_index
set in a loop  | RuntimeError: Set changed size during iteration                 | changed_in_loop
deque in a loop | RuntimeError: deque mutated during iteration                   | changed_in_loop
too many       | ValueError: too many values to unpack (expected 2)              | unpacked
too few        | ValueError: not enough values to unpack (expected 2, got 1)     | unpacked
an attribute   | AttributeError: 'Node' object has no attribute 'moves'          | no_attribute
not a text     | AttributeError: 'list' object has no attribute 'split'          | another_value
a function     | AttributeError: 'function' object has no attribute 'tiles'      | not_called
of a module    | AttributeError: module 'heapq' has no attribute 'push'          | not_in_module
of it, import  | ImportError: cannot import name 'heapush' from 'heapq'          | not_in_module
not in list    | ValueError: 3 is not in list                                    | not_found
not to remove  | ValueError: list.remove(x): x not in list                       | not_found
not in text    | ValueError: substring not found                                 | not_found
two arrays     | ValueError: The truth value of an array is ambiguous | array_of_answers
array, number  | OverflowError: signed char is greater than maximum              | too_large
numpy, number  | OverflowError: Python integer 300 out of bounds for uint8       | too_large
bytes, number  | ValueError: bytes must be in range(0, 256)                      | too_large
another value  | ValueError: year 0 is out of range                              |
"""


@pytest.mark.parametrize("error, hint", rows(ERRORS))
def test_a_mistake_that_another_error_shows_is_asked_about(error, hint):
    assert raised(DRIVEN, error).hint == hint


def test_an_empty_text_that_is_taken_for_a_number_is_asked_about_split():
    text = "ValueError: invalid literal for int() with base 10: "
    asked = [raised(DRIVEN, text + got).hint for got in ("''", "'1,'")]
    assert asked == ["empty_text", "no_number"]


def test_a_file_that_python_can_not_read_is_asked_about_its_encoding():
    for error in "SyntaxError", "ValueError":
        said = raised(DRIVEN, f"{error}: source code string cannot contain null bytes")
        assert said.hint == "null_bytes"


def test_a_line_of_the_courses_file_is_not_said_to_be_the_students():
    assert sentence(raised(STOOD_IN, "KeyError: 3")) == "It raised KeyError: 3 (it.py, line 3)."
    assert "(the course's board.py, line 3)" in sentence(raised(STOOD_IN, "KeyError", "board.py"))
    told = MARK + b'{"file": "board.py", "line": 3}\n'
    late = [
        judge(check, run(CALL, told, ended="cpu"), b"one: 1\n").reason.fields
        for check in (DRIVEN, STOOD_IN)
    ]
    assert [fields.get("file") for fields in late] == ["board.py", None]


def test_what_a_limit_on_memory_ended_is_shown_with_its_line():
    told = MARK + b'{"error": "MemoryError", "file": "it.py", "line": 3}\n'
    full = judge(DRIVEN, run(CALL, told, driver.NO_MEMORY), b"one: 1\n")
    assert full.verdict == "memory_limit" and "it was in line 3 of it.py." in brief(full)


def test_loops_are_asked_about_only_where_nothing_came_to_an_end():
    for printed, hint in ((b"", "endless"), (b"one: 1\n", "slow")):
        late = run(CALL + printed, ended="cpu")
        assert judge(MANY, late, b"one: 1\ntwo: 2\n").reason.hint == hint
        assert judge(DRIVEN, late, b"one: 1\n").reason.hint == "endless"
    for check, hint in ((ONE, "output"), (MANY, "output_of_methods")):
        assert judge(check, run(CALL + b"1", ended="output"), b"1\n").reason.hint == hint


def test_who_computed_for_half_the_time_is_not_asked_about_sleep():
    for share, hint in ((0.1, "wall"), (0.9, "endless")):
        late = replace(run(CALL, ended="wall"), cpu_s=share * DRIVEN.limits.cpu_s)
        assert judge(DRIVEN, late, b"one: 1\n").reason.hint == hint


def test_an_exit_is_told_unless_what_was_printed_before_it_is_wrong():
    first_line = EXPECTED.splitlines(keepends=True)[0]
    for printed, kind in (
        (EXPECTED, "exited_after_all"),
        (first_line, "exited"),
        (b"", "exited"),
        (b"no\n", "wrong_line"),
        (EXPECTED + b"no\n", "too_many_lines"),
    ):
        assert record(stdout=printed, exit_status=driver.EXITED).reason.kind == kind


@pytest.mark.parametrize(
    "printed, hint",
    [
        (b"one: <bound method Node.moves of <a.Node object at 0x7f>>\n", "not_called"),
        (b"one: <function moves at 0x7f>\n", "not_called"),
        (b"one: <a.Node object at 0x7f>\n", ""),
    ],
)
def test_a_function_that_is_printed_is_asked_about(printed, hint):
    assert judge(MANY, run(CALL + printed), b"one: 1\n").reason.hint == hint
    expected = b"two: <function moves at 0x7f>\n"
    assert judge(MANY, run(CALL + printed), expected).reason.hint == ""
