"""The reference of `npuzzle`."""
