"""Brightspace: the columns of its grades."""

import re

from grader.courses.gradebook import ANY, Gradebook
from grader.courses.system import System


class Brightspace(System):
    """Brightspace's columns."""

    name, title = "brightspace", "Brightspace"
    gradebook = Gradebook(
        ids={"orgdefinedid": (ANY,)},
        to_fill=re.compile(r".*points grade.*", re.IGNORECASE),
        maximum=re.compile(r"maxpoints:([0-9.,]+)", re.IGNORECASE),
    )


SYSTEM = Brightspace()
