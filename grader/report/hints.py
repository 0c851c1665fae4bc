"""The questions of reports that a failed check suggests, by the hint of its reason; pure."""

from collections.abc import Collection, Iterable, Mapping

from grader.records.results import Result


HINTS = {
    "": "",
    "saved": "Was it saved?",
    "output": "Does a loop that prints end, and after how many lines?",
    "output_of_methods": "Does a loop print without end, or a method return something endless or "
    "far too long?",
    "slow": "On other instances it came to an end: does every loop end on this one, or does each "
    "larger one only take longer?",
    "disk": "Does it need any file at all?",
    "processes": "Does it need any other process at all?",
    "endless": "Does every loop end?",
    "endless_search": "Does every loop end, does the search recognise the goal, and does it know "
    "quickly where it has been?",
    "endless_import": "Is there a loop outside all functions?",
    "wall": "What does it wait for: does it sleep, or take an entry from an empty queue of the "
    "module queue?",
    "memory": "Does anything grow without end, such as a queue?",
    "no_module": "Is a file called {module}.py handed in?",
    "no_name": "Is {name} spelled differently?",
    "no_method": "Is {short} a property, or has an attribute the same name as the method?",
    "no_function": "Is it spelled {function}, and outside all classes and other functions?",
    "in_class": "Are {function} and the functions that it calls outside all classes, without a "
    "parameter self?",
    "misspelled": "Is {near} meant? Or is it a file that was not handed in?",
    "no_package": "The files lie in a folder that is no package: import a module beside the "
    "program by its name alone, without a package or a dot before it.",
    "not_installed": "Is it a file that was not handed in? If the course provides the module, "
    "--python PATH grades with an interpreter that has it.",
    "circular": "Which two files import each other, or is a file named after a module of Python's? "
    "What is imported halfway through its own import lacks what its later lines define.",
    "input": "Does it call input()? Nobody types anything while it is graded.",
    "arguments": "Does it use sys.argv outside all functions? It gets no arguments when it is "
    "imported.",
    "python_2": "Was it written for Python 2? Python 3 runs it.",
    "newer_python": "Are quotes inside of the braces the same as those around the whole? Python "
    "allows that from 3.12 on.",
    "no_character": "Was the line copied from a page or a word processor? Quotes, minus signs and "
    "spaces must be those of the keyboard.",
    "no_syntax": "Is something before this place not complete, is this a sentence that was pasted, "
    "or is it of another language? Python has `elif` for `else if`, `and` for `&&`, `or` for "
    "`||`, `not` for `!` and `+= 1` for `++`.",
    "no_file": "It runs in a folder with the files of the program and no others: which other does "
    "it need?",
    "null_bytes": "In which encoding is the file saved: is it UTF-8?",
    "empty_text": "Where does the empty text come from: which texts does ' 0 1'.split(' ') give, "
    "for example?",
    "no_number": "Which text is taken for a number there, and what is in it besides digits?",
    "changed_in_loop": "Which loop goes over it, and which line of the loop adds to it or takes "
    "from it?",
    "tabs": "Do all lines of a block begin with the same white space: as many spaces, or as many "
    "tabs?",
    "stand_in": "This check uses the course's {stand_in} instead of yours: does the same happen "
    "with yours, or does your program use anything that only yours has?",
    "own_alone": "With your own files {check} is right: what of them may differ in the course's?",
    "exited": "Is there a call of exit(), quit() or sys.exit()?",
    "recursion": "Does a recursion go too deep?",
    "constructor": "Which method does Python call to make an object of a class: how is its name "
    "spelled, with all underscores?",
    "self": "What does Python pass to a method besides the arguments in the parentheses?",
    "unhashable": "Does each class with an __eq__ whose objects are in a set, or are keys of a "
    "dictionary, have a __hash__?",
    "changeable": "A list, an array, a set or a dictionary can change, so no set and no key can "
    "hold it: which type holds the same values and can't change?",
    "none_given": "What gives None there: a function without a return, a method such as sort() or "
    "append(), which changes its list and returns nothing, or a None that the program sets?",
    "not_in_module": "Is the name spelled as in the module, and is this the module that is meant?",
    "no_attribute": "Does the class of this object have that name, spelled the same, and has the "
    "line that sets it run by then?",
    "another_value": "Of which type should the value before the dot be, and which line makes it?",
    "unchangeable": "A tuple or a text can't change: is a list meant, or a new one with another "
    "element?",
    "text_and_number": "Which of the two is a text, which one is a number, and should both be "
    "texts, or both numbers?",
    "joined_lists": "Between two lists + makes a longer one: how is a single element added?",
    "whole_list": "Which of the two is a list or a tuple, and which of its elements is meant?",
    "own_object": "The object is no list: which attribute or method of it has the values that are "
    "meant?",
    "two_types": "Which two values are compared there, and of which types should they be? Are the "
    "elements of all entries of a queue in the same order?",
    "other_arguments": "How many arguments does this call pass, and how many does the function ask "
    "for? The object before the dot of a method is passed, too, as self.",
    "no_text": "Does __str__ return its text, rather than print it?",
    "joined": "Which elements does join() get there, and is each of them a text?",
    "no_notebook": "Only notebooks have get_ipython(), and lines that begin with % or !: does the "
    "program need them?",
    "no_such_name": "Is the name misspelled, is an import missing, is it a method that is called "
    "without its object, or is it used before the line that defines it has run?",
    "own_variable": "Where a function gives a name a value, it has a variable of its own by that "
    "name: which line sets it first, or is a variable outside meant?",
    "not_called": "Is a function or method named without the parentheses that call it, or is it "
    "one of Python's, such as max or open, where a variable is meant?",
    "not_callable": "What stands before these parentheses: a name to which the program gives a "
    "value elsewhere, such as max or list, or a value after which a comma, an operator or [ ] is "
    "meant?",
    "one_number": "Which value is a single number there, where the line needs a list or a tuple?",
    "odd_index": "What stands between the brackets: a single integer, or something else?",
    "empty_list": "Which loop goes on although this list or queue is empty, and what should be in "
    "it still?",
    "empty_or_index": "Is a queue empty from which an entry is taken, or is an index too large?",
    "no_index": "How many elements are there, and which numbers do the first and the last have?",
    "no_key": "Which keys or elements are there, and are they of the same type as this one?",
    "not_found": "What is looked for there, is it of the same type as the elements, and what if it "
    "is not among them?",
    "unpacked": "How many values are there on the right, and how many names on the left?",
    "array_of_answers": "Two arrays compared give an array of answers: which single answer is "
    "meant, such as whether all elements are equal?",
    "too_large": "Which numbers can an element of this array hold, and which is the largest that "
    "it must hold?",
    "unordered": "Of two entries of a queue, or of a list that is sorted, Python must tell which "
    "is less: what is compared first, what if that is equal, and does the class of such objects "
    "have a __lt__?",
    "endless_recursion": "Python allows about 1000 nested calls: which case ends the recursion, "
    "and how many calls are nested by then?",
    "printed_at_import": "Are there calls outside all functions?",
    "outlives": "Does anything outlive a call: a variable outside the function, an attribute of a "
    "class, or a default value that changes?",
    "not_printed": "Does {function} print its answer, rather than return it?",
    "printed_not_returned": "Does the function return its answer, rather than print it?",
    "another_type": "Of which type is the value that is asked for: a list, a tuple, a set?",
    "another_order": "These are the right elements: in which order are they asked for?",
    "not_started": "What in {function} starts the work when Python runs the file: is there a call "
    "outside all functions?",
    "given_up": "The answer is the same wherever it is wrong, and right elsewhere: what makes your "
    "program give that one, such as a limit on the number of steps, or a queue that runs empty?",
    "not_printed_here": "{function} prints something on other instances: what keeps it from that "
    "on this one?",
}


def help_of(
    result: Result, results: Iterable[Result] = (), words: Mapping[str, str] = HINTS
) -> str:
    """The hint for a result among all of its submission; "" if there is none."""
    hint, asked = result.reason.hint, result.asked
    if result.verdict == "runtime_error" and asked.help and _all_pass(asked.uses, results):
        return asked.help
    if hint == "not_printed" and _prints(result.function, results):
        hint = "not_printed_here"
    if not hint and result.verdict == "wrong_answer":
        if _gives_up(result, results):
            return words["given_up"]
        if own := _with_its_own_files(result, results):
            return words["own_alone"].format(check=own)
        return _with_the_courses_files(result, results).asked.help
    return words[hint].format(**result.reason.fields)


def _all_pass(groups: Collection[str], results: Iterable[Result]) -> bool:
    """Whether there are such groups, and all checks of each pass."""
    own = [result for result in results if result.group in groups]
    is_whole = {result.group for result in own} == set(groups) != set()
    return is_whole and all(result.passed for result in own)


def _prints(function: str, results: Iterable[Result]) -> bool:
    """Whether a function prints anything in one of the results."""
    return any(result.printed.strip() for result in results if result.function == function)


def _gives_up(result: Result, results: Iterable[Result]) -> bool:
    """Whether a function's wrong answers, in several checks, are all the same, and others right;
    not if this check is right with the course's files.
    """
    answer = _answer(result)
    if answer in ("", "True", "False"):
        return False  # that all wrong answers to a yes-no question are the same says nothing
    own = [one for one in results if one.function == result.function]
    answers = [_answer(one) for one in own if one.verdict == "wrong_answer"]
    right = [one.check for one in own if one.passed]
    is_one = answers.count(answer) > 1 and {*answers} <= {answer, ""}
    instance = result.check.removeprefix(result.group)
    return bool(right) and is_one and not any(check.endswith(instance) for check in right)


def _with_the_courses_files(result: Result, results: Iterable[Result]) -> Result:
    """A wrong result of its function in a group that it uses, with the course's files; else it."""
    for one in results:
        is_wrong = one.verdict == "wrong_answer" and one.group in result.asked.uses
        if is_wrong and one.function == result.function:
            return one
    return result


def _with_its_own_files(result: Result, results: Iterable[Result]) -> str:
    """The check that is right and asks the same of the program's own files; "" if there is none."""
    for one in results:
        uses_it = one.asked.uses and result.group in one.asked.uses
        is_right = uses_it and one.passed and one.function == result.function
        if is_right and one.check.endswith(result.check.removeprefix(result.group)):
            return one.check
    return ""


def _answer(result: Result) -> str:
    """What was answered in place of what is expected, in one line; "" if that is not known."""
    difference = result.difference
    if difference and difference.instance:
        return str(difference.actual).rpartition(": ")[2]
    if b"\n" not in (printed := result.printed.strip()):
        return printed.decode("utf-8", "replace")
    return ""
