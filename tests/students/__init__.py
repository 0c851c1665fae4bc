"""Simulated students: right programs of five styles, and the mistakes that are edited into them."""
