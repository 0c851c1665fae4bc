"""Hostile: prints from a thread that goes on when the function has returned."""

import threading
import time


def print_succ(state):
    threading.Thread(target=lambda: (time.sleep(0.1), print("from a thread"))).start()
