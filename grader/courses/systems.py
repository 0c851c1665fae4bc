"""The course systems, by their names, and what they say together."""

from importlib import import_module
from string import digits

from grader.courses.names import Label
from grader.courses.system import Host, System


# The first that knows a name of a file, or a title of a column, is asked.
NAMES = (
    "blackboard",
    "canvas",
    "brightspace",
    "moodle",
    "gradescope",
    "autolab",
    "prairielearn",
    "classroom50",
    "vpl",
    "ci",
    "slurm",
)


def system(name: str) -> System:
    """The system with one of the NAMES, from the module of that name."""
    course_system: System = import_module(f"grader.courses.{name}").SYSTEM
    return course_system


def every() -> dict[str, System]:
    """{name: system} of all course systems."""
    return {name: system(name) for name in NAMES}


def hosts() -> dict[str, Host]:
    """{name: system} of the systems for which the grader can be exported."""
    return {name: host for name, host in every().items() if isinstance(host, Host)}


def host(name: str) -> Host:
    """The system with this name, which runs the grader."""
    running: Host = import_module(f"grader.courses.{name}").SYSTEM
    return running


def label(name: str) -> Label | None:
    """What a name of a file or folder says, if a course system gave it: each puts a number in."""
    if set(name).isdisjoint(digits):
        return None
    for course_system in every().values():
        if answer := course_system.label(name):
            return answer
    return None


def own_ids() -> list[str]:
    """The names of the ids that single systems give, such as "canvas_user_id"."""
    return [name for course_system in every().values() for name in course_system.ids]


def school_ids() -> list[str]:
    """The names of the ids that are those of the school, though only one system tells them."""
    return [name for course_system in every().values() for name in course_system.school_ids]


def lists_of_students() -> dict[str, System]:
    """{name of the file: system} of the files that say whose the folders of a download are."""
    return {
        course_system.students_file: course_system
        for course_system in every().values()
        if course_system.students_file
    }
