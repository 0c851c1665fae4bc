"""The command `python3 -m grader`."""

import signal


if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # until `main`: Python would show where in an import it was
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import difflib
import json
import os
import random
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from grader import UsageError, compare, report, store, verify
from grader.assignment import folders, fresh, plan, sheets, transcripts
from grader.batch import Batch
from grader.console import ClassView, Parser, SingleView, StudentView, progress
from grader.diagnose import diagnose, otherwise
from grader.intake import intake
from grader.sandbox import doctor, sandbox
from grader.verify import showing
from grader.workers import SPARES


JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141
# how many checks of a function cross a limit of time or memory before the others are skipped
PATIENCE = 2
START_S, EXPLAINED_S = 1.5, 0.3  # what reports take at most: to begin with, and for each submission
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
USUAL = "funny_puzzle"
EPILOG = """\
other commands:
  python3 -m grader report DIR        write and show the reports of an earlier --out DIR again
  python3 -m grader compare OLD NEW   show whose points moved between two such folders, and why
  python3 -m grader doctor            try each layer of the sandbox on this machine
  python3 -m grader transcripts [NAME...]  make expected transcripts anew from the model solutions
  python3 -m grader verify [NAME...]  prove assignments before a class sees them
(--help after each tells more)

verdicts:
  accepted, wrong_answer, time_limit, memory_limit, output_limit, runtime_error,
  missing (no such file or function), skipped (a check that it needs failed, its function
  crossed limits again and again, or time was over), judge_error (the grader's own fault)

exit status: 0 all judged, whatever the verdicts; 2 usage; 3 the grader's own fault
"""
VERIFIED = """\
exit status: 0 all is as it should be; 1 something is not, and is named; 2 usage; 3 the grader's own fault
"""


def parser():
    """The parser of the command that grades."""
    parse = Parser(
        prog="python3 -m grader",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run submissions, compare what they print with what is expected, say what is wrong.",
    )
    add = parse.add_argument
    add(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a program, or a folder, zip or tar with one or with many",
    )
    add(
        "--out",
        metavar="DIR",
        help="keep the results there, not to be run again, and write reports",
    )
    add(
        "--jobs",
        type=count(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="run so many checks at a time (default: the cores, %(default)s)",
    )
    add(
        "--rerun",
        type=count(0),
        default=0,
        metavar="N",
        help="run each failure N times more, and flag what varies",
    )
    add(
        "--sort", choices=[*report.ORDERS], default="name", help="the order of the class in reports"
    )
    add(
        "--layout",
        choices=intake.LAYOUTS,
        default=intake.LAYOUTS[0],
        help="how PATH is to be read (default: %(default)s)",
    )
    add(
        "--require-sandbox",
        choices=sandbox.LEVELS,
        default="basic",
        metavar="LEVEL",
        help="grade only if submissions are contained that well or better: bubblewrap, user, landlock, basic",
    )
    add(
        "--assignment",
        metavar="NAME",
        help="the assignment, or its folder or .json file (default: the one whose files are found, "
        f"else {USUAL})",
    )
    add(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="run only the groups or checks that match, as solve or '*/funny12*' do; repeatable",
    )
    add(
        "--fresh",
        type=count(1),
        metavar="N",
        help="check N more instances of each kind, drawn for this run, and flag who fails those only",
    )
    add(
        "--seed",
        type=count(0, 999_999_999),
        metavar="S",
        help="draw those of the run that showed this seed",
    )
    add("--per-student", action="store_true", help="draw others for each student, by seed and name")
    add(
        "--student",
        action="store_true",
        help="tell a student at home, by the public checks alone, what works and what doesn't yet",
    )
    add("--list", action="store_true", help="list the checks, their points and calls")
    add(
        "--python",
        default=sys.executable,
        metavar="PATH",
        help="the interpreter that runs submissions (default: the one that runs the grader)",
    )
    add(
        "--cpu-s",
        type=seconds,
        metavar="SECONDS",
        help="another limit on each run's CPU time; the wall clock's is three times that",
    )
    add(
        "--patient",
        action="store_true",
        help=f"run all checks of a function, though it crosses a limit of time or memory in more than {PATIENCE}",
    )
    add(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        help="end the grading after so long, reports included; what is left is skipped",
    )
    add("--json", metavar="FILE", help="write all results there, too")
    parse.set_defaults(drawn=None)
    return parse


def seconds(text):
    """A number of seconds above zero from the command line."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {text!r}")
    return number


def count(low, high=999):
    """A function that takes a whole number from `low` to `high` from the command line."""

    def number(text):
        """The whole number that a text gives."""
        if not (
            text.isdecimal() and text.isascii() and len(text) < 10 and low <= int(text) <= high
        ):
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {low} to {high}, got {text!r}"
            )
        return int(text)

    return number


def main(arguments):
    """Run the command; return its exit status."""
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(errors="backslashreplace")
    for name in SIGNALS:
        if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), interrupt)
    try:
        return command(arguments)(arguments)
    except UsageError as error:
        print(f"grader: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt as what_is_kept:
        progress("")
        print(f"grader: interrupted{what_is_kept}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (OSError, sqlite3.Error) as error:
        print(f"grader: {error}", file=sys.stderr)
        return OUR_FAULT


def interrupt(*_):
    """Raise KeyboardInterrupt, and do so once: what follows is short, and is not to be broken off."""
    for name in SIGNALS:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    raise KeyboardInterrupt


def command(arguments):
    """The function for a command line; UsageError if it begins with what seems to be a mistyped command."""
    word = arguments[0] if arguments else ""
    if word not in COMMANDS and not os.path.lexists(word) and (near := meant(word)):
        raise UsageError(
            f"expected a command or an existing PATH, got {word!r} (did you mean {near}?)"
        )
    return COMMANDS.get(word, grade)


def meant(word):
    """The command that a word is nearly the name of, or ""."""
    return next(iter(difflib.get_close_matches(word, COMMANDS, 1, 0.7)), "")


# ---- Grading ----


def grade(arguments):
    """Grade every path of the command line, or list the checks; return the exit status."""
    start, options = time.monotonic(), parser().parse_args(arguments)
    try:
        return graded(options, start)
    except KeyboardInterrupt as reason:
        raise KeyboardInterrupt(str(reason) or kept_by_now(options)) from None


def kept_by_now(options):
    """What is kept of an interrupted grading and how it goes on, as the rest of a sentence."""
    if not options.out:
        return "; nothing was kept (--out DIR would keep it)"
    try:
        with store.existing(options.out) as results:
            results.listing()
    except UsageError:
        return "; nothing was graded yet"
    return f"; {going_on(options)}, and `python3 -m grader report {shlex.quote(options.out)}` shows what is there"


def going_on(options):
    """How a grading that keeps its results is taken up again."""
    return f"the same command{f' with --seed {options.drawn}' * (options.drawn is not None)} goes on from here"


def graded(options, start):
    """Grade as the options say, from the time `start` on; return the exit status."""
    options.assignment = options.assignment or detected(options.paths, options.layout)
    assignment, draw = plan.load(options.assignment, options.cpu_s), drawing(options)
    if options.student:
        assignment = for_student(assignment, options)
    checks = chosen(assignment, draw, options.only)
    if options.list:
        return list_checks(assignment, checks, draw, options.jobs)
    if not all(options.paths or [""]):
        raise UsageError("expected a PATH to grade (--help tells more), got none")
    if options.out == "":
        raise UsageError("--out: expected a folder, got ''")
    python = interpreter(options.python)
    version, level = sandbox.version(python), sandbox.required(options.require_sandbox, python)
    writable(options.json)
    submissions = handed_in(options, assignment)
    end = deadline(options, start, len(submissions))
    header = f"{assignment.name}, Python {version}" + f", {draw}" * bool(draw)

    def listing(made):
        """The listing of the submissions with their sheets."""
        return listed(
            submissions,
            made,
            (assignment.name, header),
            sandbox.facts(python),
            level,
            kept(options, draw),
        )

    with store.Store(options.out) as results:
        if draw and not results.begun():  # for who is interrupted while instances are drawn
            fixed = [check for check in checks if not fresh.is_fresh(check)]
            results.begin(listing(sheets.sheets(assignment, fixed, None, [], 1)))
        progress("drawing fresh instances" * bool(draw))
        made = sheets.sheets(
            assignment, checks, draw, [each.who for each in submissions], options.jobs, end
        )
        status, unrun = run(
            options, assignment, submissions, made, listing(made), python, results, end
        )
    if options.out:
        status = write_reports(options, quiet=len(submissions) == 1) or status
    print(time_over(options, unrun), end="")
    return status


def handed_in(options, assignment):
    """The submissions at the paths; UsageError if there is none, or nothing at one of the paths."""
    submissions = intake.submissions(options.paths, assignment.files, options.layout)
    absent = {each.path for each in submissions if each.is_absent}
    if absent := [path for path in dict.fromkeys(options.paths) if path in absent]:
        raise UsageError(f"expected existing files or folders, got {', '.join(map(repr, absent))}")
    if not submissions:
        raise UsageError(f"expected submissions, got none in {' '.join(options.paths)!r}")
    if options.student and len(submissions) > 1:
        raise UsageError(f"--student: expected one program, got {len(submissions)} submissions")
    return submissions


def deadline(options, start, number):
    """When the last check must have ended so that reports on so many submissions are in time; None: never."""
    if not options.budget:
        return None
    # that misconceptions are looked for
    times = 2 if options.out and options.json and number > 1 else 1
    return start + options.budget - min(options.budget / 2, START_S + times * EXPLAINED_S * number)


def time_over(options, unrun):
    """The line that says that the time for a grading was over before so many checks were run; "" for none."""
    if not unrun or options.student:
        return ""
    how = (
        going_on(options)
        if options.out
        else "with --out DIR the same command would go on from here"
    )
    return f"Time was over before {unrun} check{'s' * (unrun > 1)} could be run: {how}.\n"


def detected(paths, layout):
    """The name of the assignment of several files that a submission has, or has some of; else the usual one."""
    for name in folders.names():
        if len(files := plan.files(name)) > 1:
            held = [
                {name for name, _ in each.members}
                for each in intake.submissions(paths, files, layout)
            ]
            if any(
                has >= set(files) or has & set(files) and not has & set(plan.files(USUAL))
                for has in held
            ):
                return name
    return USUAL


def for_student(assignment, options):
    """What of an assignment a student at home is checked by."""
    if options.out is not None:
        raise UsageError("--student: expected no --out beside it, for it keeps nothing")
    return plan.public(assignment)


def drawing(options):
    """How fresh instances are to be drawn; None if none are."""
    if options.fresh:
        if options.seed is None:
            options.seed = options.drawn = random.randrange(1_000_000)
        return fresh.Draw(options.fresh, options.seed, options.per_student)
    if options.per_student or options.seed is not None:
        raise UsageError("--seed and --per-student: expected --fresh N beside them, got none")
    return None


def chosen(assignment, draw, patterns):
    """The checks to be run, the fresh ones yet without instances."""
    checks = assignment.checks + (fresh.blanks(assignment, draw.number) if draw else ())
    found = plan.select(checks, patterns) if patterns else checks
    if draw and not any(map(fresh.is_fresh, found)):
        raise UsageError(
            "--fresh: expected --only to select fresh checks, got none (--only 'fresh/*' adds them all)"
        )
    return found


def list_checks(assignment, checks, draw, jobs):
    """Show the checks with their points and calls; return the exit status."""
    if draw and not draw.per_student:
        checks = sheets.sheets(assignment, checks, draw, [""], jobs).common.checks
    for check in checks:
        call = (
            check.call if check.arguments or not fresh.is_fresh(check) else "(each student's own)"
        )
        print(f"{check.name:<28} {check.points:>4g}  {call}")
    return JUDGED


def run(options, assignment, submissions, made, listing, python, results, end):
    """Run a listing, show it as it comes, write what is asked for; return (the exit status, what time left)."""
    status, unrun = JUDGED, 0
    with ExitStack() as stack:
        results.begin(listing)
        header = listing["head"][1] + f", sandbox: {listing['sandbox']}" * (not options.student)
        view = view_of(submissions, made.of(submissions[0].who).checks, header, options)
        boxes = [
            stack.enter_context(sandbox.Sandbox(listing["sandbox"], python))
            for _ in range(options.jobs + SPARES)
        ]
        batch = Batch(
            listing,
            made,
            results,
            boxes,
            options.rerun,
            0 if options.patient else PATIENCE,
            options.jobs,
            end,
        )
        try:
            for submission, record in batch.records(submissions):
                view.show(submission, record)
                unrun += record.get("unrun") == "budget"
                status = OUR_FAULT if record["verdict"] == "judge_error" else status
        except KeyboardInterrupt:
            if options.student:
                batch.finish(submissions[0])
                finish(explained(results.document(), assignment), view, options)
                raise KeyboardInterrupt("; above is what had been found by then") from None
            raise
        if options.json or not options.out or len(submissions) == 1:
            finish(explained(results.document(), assignment), view, options)
    return status, unrun


def explained(document, assignment):
    """The document with what explains each submission: another edition, misconceptions."""
    return report.unsuspected(diagnose.diagnosed(otherwise.named(document, assignment), assignment))


def finish(document, view, options):
    """Show how it ended, and write the JSON file."""
    if not options.out or isinstance(view, SingleView):
        view.end(document)
    if options.json:
        Path(options.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def write_reports(options, quiet):
    """Make the reports in a process of its own, whose faults and memory are not the batch's; return its status."""
    progress("")
    sys.stdout.flush()
    flags = [*["--quiet"] * quiet, "--sort", options.sort]
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "report", *flags, "--silent", "--", options.out],
        env={**os.environ, "PYTHONPATH": str(plan.ROOT)},
        start_new_session=True,
    )
    try:
        return process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise


def view_of(submissions, checks, header, options):
    """The view that suits: of one submission every check, of several the listing and then a line each."""
    if options.student:
        return StudentView(submissions[0], checks, header)
    if len(submissions) > 1 or submissions[0].flags or submissions[0].private_flags:
        print(intake.listing(submissions))
    if len(submissions) > 1:
        return ClassView(submissions, checks, header, kept=bool(options.out))
    return SingleView(submissions[0], checks, header)


def listed(submissions, made, head, interpreter_facts, level, options):
    """What the store keeps of a grading: what each result depends on, what reports tell beside results."""
    return {
        "head": head,
        "sandbox": level,
        "options": options,
        "grader": store.grader_digest(interpreter_facts, level),
        "checks": made.common.digests,
        "submissions": [
            {
                "who": each.who,
                "path": each.path,
                "digest": each.key(),
                "checks": made.own(each.who),
                "people": [person.known() for person in each.people],
                "private_flags": list(each.private_flags),
                "flags": [*each.flags, *[each.complaint] * bool(each.complaint)],
            }
            for each in submissions
        ],
    }


def kept(options, draw):
    """The options that a command to run one check again must repeat."""
    given = {
        "--assignment": options.assignment,
        "--python": options.python,
        "--cpu-s": options.cpu_s and f"{options.cpu_s:g}",
        "--layout": options.layout,
    }
    usual = {"--assignment": USUAL, "--python": sys.executable, "--cpu-s": None, "--layout": "auto"}
    again = [
        word for name, value in given.items() if value != usual[name] for word in (name, value)
    ]
    return again + (draw.options() if draw else [])


def interpreter(name):
    """The absolute path of an interpreter, found as a shell would find it."""
    if not (found := shutil.which(name)):
        raise UsageError(f"--python: expected an interpreter, got {name!r}")
    return os.path.abspath(found)


def writable(file):
    """Raise UsageError if the file that --json names can't be written."""
    try:
        open(file or os.devnull, "a", encoding="utf-8").close()
    except OSError as error:
        raise UsageError(
            f"--json: expected a file to write, got {file!r} ({error.strerror})"
        ) from None


# ---- The other commands ----


def report_again(arguments):
    """Write and show the reports of an earlier grading again; return the exit status."""
    parse = Parser(
        prog="python3 -m grader report", description=report_again.__doc__.partition(";")[0] + "."
    )
    parse.add_argument("folder", metavar="DIR", help="a folder that --out named")
    parse.add_argument(
        "--sort", choices=[*report.ORDERS], default="name", help="the order of the class"
    )
    parse.add_argument("--quiet", action="store_true", help="do not show the summary")
    # if interrupted: others will tell
    parse.add_argument("--silent", action="store_true", help=argparse.SUPPRESS)
    options = parse.parse_args(arguments[1:])
    try:
        return shown_again(options)
    except KeyboardInterrupt:
        if options.silent:
            return INTERRUPTED
        raise


def shown_again(options):
    """Write and show the reports in a folder; return the exit status."""
    with store.existing(options.folder) as kept_results:
        document = kept_results.document()
    document = explained(document, diagnose.assignment_of(document))
    print("" if options.quiet else "\n" + report.class_summary(document, options.sort))
    print(
        f"{len(report.write_all(document, options.folder, options.sort))} files are in {options.folder}"
    )
    return JUDGED


def compare_two(arguments):
    """Show whose points moved between two gradings, in which checks, and why; return the exit status."""
    parse = Parser(
        prog="python3 -m grader compare", description=compare_two.__doc__.partition(";")[0] + "."
    )
    parse.add_argument("old", metavar="OLD", help="a folder that --out named")
    parse.add_argument("new", metavar="NEW", help="another such folder")
    options = parse.parse_args(arguments[1:])
    with store.existing(options.old) as old, store.existing(options.new) as new:
        print(compare.comparison(old, new))
    return JUDGED


def make_transcripts(arguments):
    """Make the expected transcripts of assignments anew; return the exit status."""
    parse = Parser(
        prog="python3 -m grader transcripts",
        description=make_transcripts.__doc__.partition(";")[0] + ".",
    )
    parse.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="an assignment, or its folder or .json file, beside which they are kept (default: "
        "all of the tree)",
    )
    for name in parse.parse_args(arguments[1:]).names or folders.names():
        assignment = plan.load(name)
        if name in folders.names() and assignment.name != name:
            raise UsageError(
                f"{folders.file(name)}: expected the name {name}, got {assignment.name!r}"
            )
        changed = transcripts.regenerate(assignment, sys.executable)
        for path in changed:
            print(path.relative_to(plan.ROOT) if plan.ROOT in path.parents else path)
        print(f"{assignment.name}: {len(assignment.checks)} transcripts, {len(changed)} changed")
    return JUDGED


def prove(arguments):
    """Prove assignments before a class sees them; return the exit status."""
    parse = Parser(
        prog="python3 -m grader verify",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=verify.__doc__.partition("verify`: ")[2],
        epilog=VERIFIED,
    )
    parse.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="an assignment, or a path to its .json file (default: all)",
    )
    parse.add_argument(
        "--all",
        action="store_true",
        help="run every program, on every check unless it never ends; takes long",
    )
    parse.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="prove only the groups or checks that match, as in grading; repeatable",
    )
    parse.add_argument(
        "--jobs",
        type=count(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="run so many checks at a time (default: the cores, %(default)s)",
    )
    parse.add_argument(
        "--show",
        metavar="PROGRAM",
        help="prove nothing, but write out a program, such as wrong/NAME, for you to read",
    )
    options = parse.parse_args(arguments[1:])
    if options.show:
        print(showing.text(options.show, options.names), end="")
        return JUDGED
    return verify.verify(options.names, options.all, options.only, options.jobs)


COMMANDS = {
    "verify": prove,
    "report": report_again,
    "compare": compare_two,
    "transcripts": make_transcripts,
    "doctor": lambda arguments: doctor.main(arguments[1:]),
}

if __name__ == "__main__":
    exit_status = main(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(exit_status)
