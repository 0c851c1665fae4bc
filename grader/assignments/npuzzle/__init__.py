"""Board and Solver, for N-by-N boards."""
