"""Hostile: has 790 threads."""

import threading
import time


def print_succ(state):
    threading.stack_size(32 << 10)
    for _ in range(790):
        try:
            threading.Thread(target=time.sleep, args=[3600], daemon=True).start()
        except (RuntimeError, MemoryError):
            break
    time.sleep(0.3)
    if threading.active_count() > 250:
        print("done: had", threading.active_count(), "threads")
