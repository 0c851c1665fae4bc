"""Reports: from a document to what people and programs read.

instructor facts                  -> sentences
machine    the document           -> JSON's types, as `schema.json` tells
public     a submission           -> what of it its student may see
summary    the document           -> what a class is like
terminal   the document           -> text for a terminal
html       the document           -> pages without server, script or network (`markup` escapes them)
gradebook  the document           -> CSV
junit      the document           -> JUnit XML
problems   a submission           -> its failures, once for each cause
student    a submission           -> what its student reads (`pictures` draws lines)
letters    what many have         -> a paragraph for all of them
pops       an example             -> the first wrong pop, and two queues side by side
feedback   the document           -> a text for each student, to be handed back
roster     the document, a CSV    -> the CSV of a course system with points filled in
bundle     the document           -> these texts as a zip that a course system takes back
similar    a ranking of programs  -> a list and a page of those that are alike
stored     the document           -> nothing, or what it has that there are no words for
files      the document, a folder -> all of these on disk; the only one that writes
"""

from grader.ground.text import WIDTH, counted, visible
from grader.report.feedback import texts as feedback_texts
from grader.report.files import write, write_all
from grader.report.gradebook import table as gradebook_table
from grader.report.instructor import private_flags, sentence
from grader.report.machine import document as as_json
from grader.report.similar import text as similar_text
from grader.report.stored import refuse_unknown
from grader.report.student import text as student_text
from grader.report.summary import ORDERS, another_edition
from grader.report.terminal import (
    NAME,
    check_line,
    class_summary,
    explanation,
    fitted,
    in_columns,
    rerun,
    total,
)


__all__ = [
    "NAME",
    "ORDERS",
    "WIDTH",
    "as_json",
    "another_edition",
    "check_line",
    "counted",
    "class_summary",
    "explanation",
    "feedback_texts",
    "fitted",
    "gradebook_table",
    "in_columns",
    "private_flags",
    "refuse_unknown",
    "rerun",
    "sentence",
    "similar_text",
    "student_text",
    "total",
    "visible",
    "write",
    "write_all",
]
