"""Rude: it ends the whole program while it is imported."""

import sys

sys.exit("bye")
