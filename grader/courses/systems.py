"""The course systems, by their names."""

from importlib import import_module

from grader.courses.system import System


OF_CLASSES = ("ci", "slurm")  # systems whose scripts grade a class, without a container of ours
NAMES = ("gradescope", "autolab", "prairielearn", "classroom50", "vpl", *OF_CLASSES)


def system(name: str) -> System:
    """The system with one of the NAMES, from the module of that name."""
    course_system: System = import_module(f"grader.courses.{name}").SYSTEM
    return course_system


def every() -> dict[str, System]:
    """{name: system} of all course systems."""
    return {name: system(name) for name in NAMES}
