"""Hostile: raises with modules in its folder that are named like those of a traceback."""


def print_succ(state):
    for name in "traceback", "linecache", "tokenize", "re", "json":
        open(f"{name}.py", "w").write("raise SystemExit(0)")
    raise KeyError("the real reason")
