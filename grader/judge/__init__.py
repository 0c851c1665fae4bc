"""From a Check, its Run and the expected transcript to a Result; pure."""
