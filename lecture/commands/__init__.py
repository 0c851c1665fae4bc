"""The commands of `python3 -m lecture`, a module for each."""
