"""Which submissions are more alike than the rest: `winnowing` compares and ranks them; pure."""
