"""Handouts for students: stubs of their files, public instances, and a grader."""
