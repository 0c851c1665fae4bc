"""Makes Submissions from a path: who handed in what, in whatever shape a course system delivers
it.
"""
