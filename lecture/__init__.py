"""Tools for lecturers: searches step by step, question sheets, and an experiment on searches."""
