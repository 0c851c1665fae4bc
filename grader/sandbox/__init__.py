"""From a Check and a Submission to a Run: the only room that executes anything of a student's."""
