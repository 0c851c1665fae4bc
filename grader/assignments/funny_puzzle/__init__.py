"""The puzzle with seven tiles and two blanks, in three editions."""
