"""The assignments of the tree, a folder for each (`assignment.folders` says what is in it)."""
