"""The assignments, each with all that is known of it; `grader.assignment.folders` tells what is
where.
"""
