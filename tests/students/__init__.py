"""Simulated students: right programs of three styles, with known mistakes edited into them."""
