"""Which of the checks of a course were made, and what it means if all of them pass; pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.ground.text import counted


@dataclass(frozen=True)
class Scope:
    """Which of the checks of a course were made."""

    is_chosen: bool = False  # whether only those that the student has chosen
    # {public group that only the course checks: its points}
    elsewhere: Mapping[str, float] = field(default_factory=dict)

    def all_pass(self, number: int, is_graded: bool = False) -> str:
        """The sentence that all checks pass, and at home which others the course has.

        >>> Scope(is_chosen=True).all_pass(7), Scope(is_chosen=True).all_pass(1)
        ('These 7 checks pass.', 'This check passes.')
        """
        if self.is_chosen and number == 1:
            return "This check passes."
        if self.is_chosen:
            return f"These {number} checks pass."
        text = f"All {number} checks pass: well done!"
        if number == 1:
            text = "The only check passes: well done!"
        if is_graded:
            return text
        if self.elsewhere:
            groups, points = ", ".join(self.elsewhere), sum(self.elsewhere.values())
            text += f" Not checked at home: {groups} ({counted(points, 'point')})."
        return f"{text} (Your course may have others, and its grading decides.)"
