"""Tools for lecturers: the experiment on the searches, its figure, and A* step by step."""
