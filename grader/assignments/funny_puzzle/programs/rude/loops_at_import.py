"""Rude: importing it never ends."""

while True:
    pass
