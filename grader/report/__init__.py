"""Turns a document into reports for people and for programs.

sentences    facts            -> sentences
blocks       what reports are made of; `text` and `html` show them
student      a submission     -> blocks for its student (`program` has more for its page)
explanation  a submission     -> blocks for an instructor
whole_class  a document       -> blocks for an instructor
site         a document       -> pages
"""

from grader.ground.text import WIDTH, counted, visible
from grader.report.blocks import Items, Section, Sentence
from grader.report.explanation import rerun
from grader.report.feedback import at_home as student_text
from grader.report.feedback import texts as feedback_texts
from grader.report.files import write, write_all
from grader.report.gradebook import table as gradebook_table
from grader.report.lecture import topics as lecture_topics
from grader.report.machine import document as as_json
from grader.report.similar import text as similar_text
from grader.report.slides import lecture_page
from grader.report.stored import refuse_unknown
from grader.report.summary import ORDERS, total
from grader.report.terminal import check_line, class_summary, explanation
from grader.report.text import NAME, in_columns, text


__all__ = [
    "NAME",
    "ORDERS",
    "Items",
    "Section",
    "Sentence",
    "WIDTH",
    "as_json",
    "check_line",
    "counted",
    "class_summary",
    "explanation",
    "feedback_texts",
    "gradebook_table",
    "in_columns",
    "lecture_page",
    "lecture_topics",
    "refuse_unknown",
    "rerun",
    "similar_text",
    "student_text",
    "text",
    "total",
    "visible",
    "write",
    "write_all",
]
