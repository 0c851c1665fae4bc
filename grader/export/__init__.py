"""What course systems take: the grader with one assignment, wrapped as each of them expects it."""
