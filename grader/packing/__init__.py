"""The grader with one assignment, as files that run elsewhere."""
