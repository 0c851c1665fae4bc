"""The command `python3 -m grader`."""

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from grader import (UsageError, compare, diagnose, doctor, fresh, intake, otherwise, plan, report, sandbox, sheets,
                    store, transcripts, verify)
from grader.batch import Batch
from grader.console import ClassView, Parser, SingleView, StudentView, progress

JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141
PATIENCE = 2  # how many checks of a function run out of time before a student is told
USUAL = "funny_puzzle"
EPILOG = """\
other commands:
  python3 -m grader report DIR        write and show the reports of an earlier --out DIR again
  python3 -m grader compare OLD NEW   show whose points moved between two such folders, and why
  python3 -m grader doctor            try each layer of the sandbox on this machine
  python3 -m grader transcripts       make the expected transcripts anew from the model solutions
  python3 -m grader verify [NAME...]  prove assignments before a class sees them
(--help after each tells more)

verdicts:
  accepted, wrong_answer, time_limit, memory_limit, output_limit, runtime_error,
  missing (no such file or function), skipped (a check that it needs failed),
  judge_error (the grader's own fault)

exit status: 0 all judged, whatever the verdicts; 2 usage; 3 the grader's own fault
"""
VERIFIED = """\
exit status: 0 all is as it should be; 1 something is not, and is named; 2 usage; 3 the grader's own fault
"""


def parser():
    """The parser of the command that grades."""
    parse = Parser(
        prog="python3 -m grader", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run submissions, compare what they print with what is expected, say what is wrong.")
    add = parse.add_argument
    add("paths", nargs="*", metavar="PATH", help="a program, or a folder, zip or tar with one or with many")
    add("--out", metavar="DIR", help="keep the results there, not to be run again, and write reports")
    add("--jobs", type=count(1), default=os.cpu_count() or 1, metavar="N",
        help="run so many checks at a time (default: the cores, %(default)s)")
    add("--rerun", type=count(0), default=0, metavar="N",
        help="run each failure N times more, and flag what varies")
    add("--sort", choices=[*report.ORDERS], default="name", help="the order of the class in reports")
    add("--layout", choices=intake.LAYOUTS, default=intake.LAYOUTS[0],
        help="how PATH is to be read (default: %(default)s)")
    add("--require-sandbox", choices=sandbox.LEVELS, default="basic", metavar="LEVEL",
        help="grade only if submissions are contained that well or better: bubblewrap, user, landlock, basic")
    add("--assignment", metavar="NAME",
        help="the assignment, or a path to its .json file (default: the one whose files are found, "
             f"else {USUAL})")
    add("--only", action="append", default=[], metavar="PATTERN",
        help="run only the groups or checks that match, as solve or '*/funny12*' do; repeatable")
    add("--fresh", type=count(1), metavar="N",
        help="check N more instances of each kind, drawn for this run, and flag who fails those only")
    add("--seed", type=count(0, 999_999_999), metavar="S", help="draw those of the run that showed this seed")
    add("--per-student", action="store_true", help="draw others for each student, by seed and name")
    add("--student", action="store_true",
        help="tell a student at home, by the public checks alone, what works and what doesn't yet")
    add("--list", action="store_true", help="list the checks, their points and calls")
    add("--python", default=sys.executable, metavar="PATH",
        help="the interpreter that runs submissions (default: the one that runs the grader)")
    add("--cpu-s", type=seconds, metavar="SECONDS",
        help="another limit on each run's CPU time; the wall clock's is three times that")
    add("--json", metavar="FILE", help="write all results there, too")
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
        if not (text.isdecimal() and text.isascii() and len(text) < 10 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, got {text!r}")
        return int(text)
    return number


def main(arguments):
    """Run the command; return its exit status."""
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(errors="backslashreplace")
    for name in ("SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        return COMMANDS.get(arguments[0] if arguments else "", grade)(arguments)
    except UsageError as error:
        print(f"grader: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        progress("")
        print("grader: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (OSError, sqlite3.Error) as error:
        print(f"grader: {error}", file=sys.stderr)
        return OUR_FAULT


# ---- Grading ----

def grade(arguments):
    """Grade every path of the command line, or list the checks; return the exit status."""
    options = parser().parse_args(arguments)
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
    submissions = intake.submissions(options.paths, assignment.files, options.layout)
    if not submissions:
        raise UsageError(f"expected submissions, got none in {' '.join(options.paths)!r}")
    if options.student and len(submissions) > 1:
        raise UsageError(f"--student: expected one program, got {len(submissions)} submissions")
    progress("drawing fresh instances" * bool(draw))
    made = sheets.sheets(assignment, checks, draw, [each.who for each in submissions], options.jobs)
    header = f"{assignment.name}, Python {version}" + f", {draw}" * bool(draw)
    listing = listed(submissions, made, (assignment.name, header), sandbox.facts(python), level,
                     kept(options, draw))
    return run(options, assignment, submissions, made, listing, python)


def detected(paths, layout):
    """The name of the assignment of several files that a submission has, or has some of; else the usual one."""
    for name in plan.names():
        if len(files := plan.files(name)) > 1:
            held = [{name for name, _ in each.members} for each in intake.submissions(paths, files, layout)]
            if any(has >= set(files) or has & set(files) and not has & set(plan.files(USUAL)) for has in held):
                return name
    return USUAL


def for_student(assignment, options):
    """What of an assignment a student at home is checked by."""
    if options.out is not None:
        raise UsageError("--student: expected no --out beside it, for it keeps nothing")
    for path in filter(None, options.paths):
        if not os.path.lexists(intake.split(path)[0]):
            raise UsageError(f"--student: expected a program, got no file {path!r}")
    return plan.public(assignment)


def drawing(options):
    """How fresh instances are to be drawn; None if none are."""
    if options.fresh:
        seed = random.randrange(1_000_000) if options.seed is None else options.seed
        return fresh.Draw(options.fresh, seed, options.per_student)
    if options.per_student or options.seed is not None:
        raise UsageError("--seed and --per-student: expected --fresh N beside them, got none")
    return None


def chosen(assignment, draw, patterns):
    """The checks to be run, the fresh ones yet without instances."""
    checks = assignment.checks + (fresh.blanks(assignment, draw.number) if draw else ())
    found = plan.select(checks, patterns) if patterns else checks
    if draw and not any(map(fresh.is_fresh, found)):
        print("grader: --fresh: none of the fresh checks is selected (--only 'fresh/*' adds them)", file=sys.stderr)
    return found


def list_checks(assignment, checks, draw, jobs):
    """Show the checks with their points and calls; return the exit status."""
    if draw and not draw.per_student:
        checks = sheets.sheets(assignment, checks, draw, [""], jobs).common.checks
    for check in checks:
        call = check.call if check.arguments or not fresh.is_fresh(check) else "(each student's own)"
        print(f"{check.name:<28} {check.points:>4g}  {call}")
    return JUDGED


def run(options, assignment, submissions, made, listing, python):
    """Run a listing, show it as it comes, write what is asked for; return the exit status."""
    ours = False
    with store.Store(options.out) as results, ExitStack() as stack:
        results.begin(listing)
        checks = made.of(submissions[0].who).checks
        header = listing["head"][1] + f", sandbox: {listing['sandbox']}" * (not options.student)
        view = view_of(submissions, checks, header, options)
        boxes = [stack.enter_context(sandbox.Sandbox(listing["sandbox"], python))
                 for _ in range(options.jobs)]
        batch = Batch(listing, made, results, boxes, options.rerun, PATIENCE * options.student)
        for submission, record in batch.records(submissions):
            view.show(submission, record)
            ours = ours or record["verdict"] == "judge_error"
        if options.json or not options.out or len(submissions) == 1:
            finish(explained(results.document(), assignment), view, options)
    status = write_reports(options, quiet=len(submissions) == 1) if options.out else JUDGED
    return OUR_FAULT if ours else status


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
    return subprocess.run([sys.executable, "-m", "grader", "report", *flags, "--", options.out],
                          env={**os.environ, "PYTHONPATH": str(plan.ROOT)}).returncode


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
    return {"head": head, "sandbox": level, "options": options,
            "grader": store.grader_digest(interpreter_facts, level),
            "checks": made.common.digests,
            "submissions": [{"who": each.who, "path": each.path, "digest": each.key(),
                             "checks": made.own(each.who),
                             "people": [person.known() for person in each.people],
                             "private_flags": list(each.private_flags),
                             "flags": [*each.flags, *[each.complaint] * bool(each.complaint)]}
                            for each in submissions]}


def kept(options, draw):
    """The options that a command to run one check again must repeat."""
    given = {"--assignment": options.assignment, "--python": options.python,
             "--cpu-s": options.cpu_s and f"{options.cpu_s:g}", "--layout": options.layout}
    usual = {"--assignment": USUAL, "--python": sys.executable, "--cpu-s": None, "--layout": "auto"}
    again = [word for name, value in given.items() if value != usual[name] for word in (name, value)]
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
        raise UsageError(f"--json: expected a file to write, got {file!r} ({error.strerror})") from None


# ---- The other commands ----

def report_again(arguments):
    """Write and show the reports of an earlier grading again; return the exit status."""
    parse = Parser(prog="python3 -m grader report", description=report_again.__doc__.partition(";")[0] + ".")
    parse.add_argument("folder", metavar="DIR", help="a folder that --out named")
    parse.add_argument("--sort", choices=[*report.ORDERS], default="name", help="the order of the class")
    parse.add_argument("--quiet", action="store_true", help="do not show the summary")
    options = parse.parse_args(arguments[1:])
    with store.existing(options.folder) as kept_results:
        document = kept_results.document()
    document = explained(document, diagnose.assignment_of(document))
    print("" if options.quiet else "\n" + report.class_summary(document, options.sort))
    print(f"{len(report.write_all(document, options.folder, options.sort))} files are in {options.folder}")
    return JUDGED


def compare_two(arguments):
    """Show whose points moved between two gradings, in which checks, and why; return the exit status."""
    parse = Parser(prog="python3 -m grader compare", description=compare_two.__doc__.partition(";")[0] + ".")
    parse.add_argument("old", metavar="OLD", help="a folder that --out named")
    parse.add_argument("new", metavar="NEW", help="another such folder")
    options = parse.parse_args(arguments[1:])
    with store.existing(options.old) as old, store.existing(options.new) as new:
        print(compare.comparison(old, new))
    return JUDGED


def make_transcripts(arguments):
    """Make the expected transcripts of every assignment anew; return the exit status."""
    Parser(prog="python3 -m grader transcripts",
           description=make_transcripts.__doc__.partition(";")[0] + ".").parse_args(arguments[1:])
    for name in plan.names():
        assignment = plan.load(name)
        if assignment.name != name:
            raise UsageError(f"{name}.json: expected the name {name}, got {assignment.name!r}")
        changed = transcripts.regenerate(assignment, sys.executable)
        for path in changed:
            print(path.relative_to(plan.ROOT))
        print(f"{assignment.name}: {len(assignment.checks)} transcripts, {len(changed)} changed")
    return JUDGED


def prove(arguments):
    """Prove assignments before a class sees them; return the exit status."""
    parse = Parser(prog="python3 -m grader verify", formatter_class=argparse.RawDescriptionHelpFormatter,
                   description=verify.__doc__.partition("verify`: ")[2], epilog=VERIFIED)
    parse.add_argument("names", nargs="*", metavar="NAME",
                       help="an assignment, or a path to its .json file (default: all)")
    parse.add_argument("--all", action="store_true",
                       help="run every program, on every check unless it never ends; takes long")
    parse.add_argument("--only", action="append", default=[], metavar="PATTERN",
                       help="prove only the groups or checks that match, as in grading; repeatable")
    parse.add_argument("--jobs", type=count(1), default=os.cpu_count() or 1, metavar="N",
                       help="run so many checks at a time (default: the cores, %(default)s)")
    options = parse.parse_args(arguments[1:])
    return verify.verify(options.names, options.all, options.only, options.jobs)


COMMANDS = {"verify": prove, "report": report_again, "compare": compare_two, "transcripts": make_transcripts,
            "doctor": lambda arguments: doctor.main(arguments[1:])}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
