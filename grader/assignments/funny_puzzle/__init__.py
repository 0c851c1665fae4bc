"""The puzzle with seven tiles and two blanks, in four editions."""
