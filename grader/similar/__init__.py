"""Finds submissions that are suspiciously alike: `winnowing` compares and ranks programs; pure."""
