"""Explains Results by misconceptions and editions; pure."""
