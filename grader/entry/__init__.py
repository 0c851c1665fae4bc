"""The entry points: the command, an exported grader, and a student's check at home."""
