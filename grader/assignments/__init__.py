"""The built-in assignments, each in a folder with the parts listed in `assignment.folders`."""
