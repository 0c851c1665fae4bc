"""Simulated students: right programs of several styles, and mistakes that are edited into them."""
