"""Reads an assignment file and its folder into Checks with expected transcripts."""
