"""Hostile: raises every limit of its own, then uses more."""

import resource


def print_succ(state):
    for name in "AS", "DATA", "CPU", "FSIZE", "NOFILE", "NPROC":
        soft, hard = resource.getrlimit(limit := getattr(resource, f"RLIMIT_{name}"))
        for values in (hard, hard), (resource.RLIM_INFINITY, resource.RLIM_INFINITY):
            try:
                resource.setrlimit(limit, values)
            except (OSError, ValueError):
                pass
        if name != "NPROC" and resource.getrlimit(limit)[1] != hard:
            print("done: raised", name)
