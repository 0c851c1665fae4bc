"""The judge: makes a Result from a Check, its Run and the expected transcript; pure."""
