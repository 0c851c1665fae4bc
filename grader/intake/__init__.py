"""From a path to Submissions: who handed in what, in whatever shape a course system delivers it."""
