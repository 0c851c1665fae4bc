"""Documents for the tests of reports: judged outputs, of which no process was ever run."""

import json

from grader import plan, report, transcripts
from grader.driver import MARK, NO_FUNCTION, NO_MEMORY, RAISED
from grader.judge import Result, judge
from grader.sandbox import Run
from tests.golden import ROOT

SCHEMA = json.loads((ROOT / "grader/report/schema.json").read_text())
ASSIGNMENT = plan.load("funny_puzzle")
TRANSCRIPTS = transcripts.expected(ASSIGNMENT, ASSIGNMENT.checks)
(SOLVE,) = (check for check in ASSIGNMENT.checks if check.name == "solve/funny12-384")
EXPECTED = TRANSCRIPTS[SOLVE.name]
RAISED_STDERR = b"Traceback:\nKeyError: 0\n" + MARK.encode() + b'{"error": "KeyError: 0", "line": 3}\n'
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
         "null": type(None)}


def run(stdout=b"", stderr=b"", exit_status=0, ended="exit", cpu_s=0.04, memory_mib=12.0):
    """A Run."""
    return Run(stdout=stdout, stderr=stderr, exit_status=exit_status, ended=ended, cpu_s=cpu_s, wall_s=0.06,
               memory_mib=memory_mib)


def record(check=SOLVE, expected=EXPECTED, **outcome):
    """The record of a check on which a run came out so."""
    return report.record(judge(check, run(**outcome), expected))


def every_verdict():
    """A record of each verdict, by the verdict."""
    records = [record(stdout=EXPECTED), record(stdout=EXPECTED.replace(b"4, 0, 6", b"0, 4, 6")),
               record(cpu_s=31), record(exit_status=NO_MEMORY), record(ended="output"),
               record(exit_status=RAISED, stderr=RAISED_STDERR), record(exit_status=NO_FUNCTION),
               report.record(Result(SOLVE, "skipped", "Not run, because import failed.")),
               report.record(Result(SOLVE, "judge_error", "The grader failed: OSError()."))]
    return {each["verdict"]: each for each in records}


def submission(who, records, **more):
    """A submission of that name."""
    return report.submission(f"handed in/{who[:200]}.py", records, who, **more)


def document(*submissions, **more):
    """A document of these submissions."""
    return report.document("funny_puzzle", "funny_puzzle, Python 3.11.7", submissions, **more)


def complaints(value, schema=SCHEMA, where="document"):
    """Yield what in a value is not as a JSON schema has it; it knows the words that ours uses."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    wanted = schema.get("type", list(KINDS))
    if not any(isinstance(value, KINDS[kind]) for kind in ([wanted] if isinstance(wanted, str) else wanted)):
        yield f"{where}: expected {wanted}, got {value!r}"
    elif value not in schema.get("enum", [value]):
        yield f"{where}: expected {schema['enum']}, got {value!r}"
    elif "anyOf" in schema and all(list(complaints(value, each, where)) for each in schema["anyOf"]):
        yield f"{where}: expected another shape, got {value!r}"
    yield from inner_complaints(value, schema, where)


def inner_complaints(value, schema, where):
    """Yield what is not as the schema has it inside of an object or array."""
    if isinstance(value, list):
        for place, each in enumerate(value):
            yield from complaints(each, schema.get("items", {}), f"{where}[{place}]")
    elif isinstance(value, dict):
        yield from (f"{where}: expected a {key}" for key in schema.get("required", ()) if key not in value)
        for key, each in value.items():
            rule = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            yield from complaints(each, rule, f"{where}.{key}") if rule is not False else [f"{where}: {key}?"]
