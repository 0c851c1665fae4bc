"""Golden reports: what the grader says of each program of `funny_puzzle`, kept in `golden/`.

Runs over a batch of programs each make the texts that students get. Those of WHOLE are kept whole,
in `golden/FOLDER/NAME.txt`; of each other one `golden/table.txt` has a row. A few are also graded
alone, for what the terminal shows. `make golden` writes all anew, to be reviewed as a diff; the
tests compare. What depends on the machine or on the version of Python (seconds, how a traceback
marks a place) is left out of them. `golden/class` has every report on a class of which no program
was ever run, pages as their bodies with a line for each element.
"""

import re
import tempfile
from functools import cache
from pathlib import Path

from grader.report import names as file_names
from grader.report import results_json, similar, terminal
from grader.report.files import named_reports
from grader.serialization import json_text
from grader.similar.winnowing import Program, ranking
from tests import documents
from tests.helpers import ROOT, grader, stdout_of, submissions, write_files
from tests.programs import all_programs


GOLDEN = ROOT / "tests" / "golden"
TABLE, CLASS = GOLDEN / "table.txt", GOLDEN / "class"
ALONE = ["broken/empty", "broken/raises_in_solve", "wrong/queue_length_after_pop"]
# Each shows a kind of sentence, or of difference, that no other program shows.
WHOLE = """
    right/set_of_visited wrong/queue_length_after_pop wrong/letter_that_looks_like_h
    broken/empty broken/misspelled_functions rude/one_long_line rude/prints_at_import
    wrong/answer_returned wrong/blank_counted_in_h
    wrong/list_as_default_value wrong/no_queue_length wrong/none_printed
    wrong/two_descending_and_after_pop
    broken/module_missing broken/not_utf8 broken/raises_at_import broken/syntax_error
    rude/eats_memory rude/exits_at_import rude/exits_at_the_end rude/floods_stderr
    rude/kills_itself rude/loops rude/reads_stdin rude/sleeps
""".split()
# The first seven are those that CI grades.
IN_CI = [*WHOLE[:7], "wrong/h_with_space"]
BATCH = 28  # programs that one run grades
# Programs with mistakes that the instance that shows all others does not show.
RARE = """
    wrong/goal_gives_0 wrong/last_length wrong/parent_counted_by_pushes
    wrong/predecessors_overwritten wrong/predecessors_overwritten_by_pops
    wrong/ties_by_whole_path wrong/equal_states_left_to_the_heap
    wrong/state_kept_between_calls wrong/list_as_default_value
    wrong/first_predecessor_kept wrong/goal_0_and_parent_state
    wrong/goal_raises wrong/goal_raises_and_pushes
    wrong/namedtuple_parent_state wrong/pushes_and_last_length wrong/successors_by_h
""".split()
OPTIONS = ["--cpu-s", "2", "--only", "import", "--only", "*/funny12-384"]
RARE_OPTIONS = [
    *["--cpu-s", "2", "--only", "import", "--only", "solve/funny00-1"],
    *["--only", "solve/funny13-431", "--only", "solve/funny18-792", "--only", "*-again"],
]
# Programs that end after seconds: a low limit would end them on slow machines alone.
SLOW = ["wrong/g_counts_pops", "wrong/pushed_in_any_case"]
UNSTABLE = re.compile(
    r"^ +[~^]+$|^ +\[Previous line repeated|^ +print_succ\(state\)$"
    r'|^ +File "funny_puzzle.py", line 5, in print_succ$'
)

STDERR = re.compile(r"^      (Traceback|  File )")  # how stderr begins in a text for students


def stable(text, folder):
    """The part of a report that is the same everywhere, wherever the programs were written to."""
    text = re.sub(r"Python 3\.\d+\.\d+\w*, sandbox: \w+, bounded by [a-z0-9 ]+", "Python 3", text)
    text = re.sub(r"graded with 3\.[\w.]+", "graded with 3", text)
    text = re.sub(r" +\d+\.\d\d s$", "", text.replace(f"{folder}/", ""), flags=re.MULTILINE)
    body, stderr = [], False
    for row in text.split("\n"):
        stderr = row == "  On stderr:" or STDERR.match(row) or stderr and row.startswith("    ")
        if not (stderr and UNSTABLE.match(row)):
            body.append(row)
    return "\n".join(body)


def golden(name, folder=""):
    """The file that keeps the report on a program; in `alone`, what the terminal shows."""
    own, stem = name.split("/")
    return GOLDEN / (folder or own) / f"{stem}.txt"


def shown_alone(name):
    """What the terminal shows when one program is graded."""
    with tempfile.TemporaryDirectory() as folder:
        done = grader(*OPTIONS, all_programs()[name].write(Path(folder)))
        return stable(done.stdout, folder) + done.stderr


def row(name, submission):
    """The row of a program: its points, verdicts, causes, and the first thing that is wrong."""
    failing = [record for record in submission["results"] if record["verdict"] != "accepted"]
    verdicts = dict.fromkeys(record["verdict"] for record in failing) or ["accepted"]
    causes = [
        " or ".join([cause["name"], *(rival["name"] for rival in cause["rivals"])])
        for cause in submission["misconceptions"]
    ]
    if submission["edition"]:
        causes.append(f"edition {submission['edition']}")
    points = f"{submission['points']:g} of {submission['points_possible']:g}"
    first = [f"{record['check']}: {sentence(record)}" for record in failing[:1]]
    return " | ".join([name, points, ", ".join(verdicts), ", ".join(causes) or "-", *first])


def sentence(record):
    """What is said of a failing check, and its first difference."""
    said, differs = stable(record["rationale"], ""), record["difference"]
    if not differs:
        return said
    return f"{said} {shortened(differs['expected'])} -> {shortened(differs['actual'])}"


def shortened(line):
    """The beginning of a line without addresses, in Python's ASCII; "nothing" if there is none."""
    line = line and re.sub(r"\b0x[0-9a-f]+", "0x...", line)
    return "nothing" if line is None else ascii(line if len(line) < 60 else f"{line[:56]}...")


@cache
def names():
    """The names of the programs; reports of hostile ones depend on the machine."""
    return [name for name in all_programs() if not name.startswith("hostile/")]


@cache
def runs():
    """The runs of the grader, (its options, the names of programs); CI makes only the first."""
    placed = {*IN_CI, *WHOLE, *RARE, *SLOW}
    others = [name for name in names() if name not in placed]
    rest = [name for name in WHOLE if name not in (*IN_CI, *RARE)]
    first = [(OPTIONS, IN_CI), (OPTIONS, rest), (RARE_OPTIONS, RARE)]
    without_examples = [*OPTIONS, "--no-examples"]  # rows have none
    first.append(([*without_examples, "--cpu-s", "30"], SLOW))
    starts = range(0, len(others), BATCH)
    return first + [(without_examples, others[start : start + BATCH]) for start in starts]


def graded(options, run):
    """{name: its text for the student if that is kept whole, or its row} of a run's programs."""
    with tempfile.TemporaryDirectory() as place:
        programs, out = Path(place, "programs"), Path(place, "out")
        paths = {str(all_programs()[name].write(programs)): name for name in run}
        stdout_of(*options, "--out", out, *paths)
        graded_programs = submissions(out / "results.json")
        stems = file_names.stems([submission["submission"] for submission in graded_programs])
        reports = {}
        for submission, stem in zip(graded_programs, stems):
            name = paths[submission["path"]]
            text = (out / "feedback" / f"{stem}.txt").read_text()
            reports[name] = stable(text, programs) if name in WHOLE else row(name, submission)
        return reports


# ---- Reports on a class of which no program was run ----

SHOWN = (
    "ann b-fay bob cy kim max steps/ann-1 steps/ann-2 steps/ann-3".split()
)  # the students' pages that are kept
LINES = (ROOT / "tests/alike.txt").read_text().splitlines()
PROGRAMS = {
    "ann": "\n".join(LINES),
    "bob": "\n".join(["# mine", *LINES[9:], "x = 1 < 2", *LINES[:9]]),
    "<cy>": "\n".join(LINES) + "  # the same\n",
    "dee": "x = 1\n",
}


def class_reports():
    """{name: text} of the reports on the class of `documents`."""
    whole_class = documents.a_class()
    links = {"similar.html": "Similar programs"}
    ranked = ranking([Program(*item) for item in PROGRAMS.items()])
    files = dict(named_reports(whole_class, "points", links))
    files["html/similar.html"] = similar.similar_page(ranked, "primes")
    texts = {
        name: text.decode("utf-8-sig")
        for name, text in files.items()
        if name.endswith((".csv", ".xml", ".txt"))
    }
    for name in ("index", "similar", *(f"students/{name}" for name in SHOWN)):
        body = files[f"html/{name}.html"].decode().partition("<body>")[2]
        texts[f"html/{name}.html"] = body.replace("><", ">\n<")
    alone = [terminal.explanation(one, whole_class) for one in whole_class.submissions]
    texts["terminal/each.txt"] = "\n".join(alone)
    ann, *_, right = (documents.document(one) for one in whole_class.submissions[:4])
    texts["terminal/ann-60.txt"] = terminal.explanation(ann.submissions[0], whole_class, 60)
    texts["terminal/student.txt"] = terminal.at_home(ann, width=60) + terminal.at_home(right)
    texts["terminal/class.txt"] = terminal.class_summary(whole_class)
    texts["terminal/class-60.txt"] = terminal.class_summary(whole_class, "points", 60)
    texts["terminal/similar.txt"] = f"{similar.text(ranked)}\n"
    cy = results_json.submission(whole_class.submissions[2])
    texts["cy.json"] = f"{json_text(cy, indent=1)}\n"
    return texts


def write_all():
    """Write all golden reports anew."""
    write_files(CLASS, class_reports())
    reports = {}
    for run in runs():
        reports |= graded(*run)
    for name in WHOLE:
        golden(name).write_text(reports[name])
    for name in ALONE:
        golden(name, "alone").write_text(shown_alone(name))
    rows = [reports[name] for name in names() if name not in WHOLE]
    TABLE.write_text("".join(f"{row}\n" for row in rows))


if __name__ == "__main__":
    write_all()
