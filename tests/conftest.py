"""What pytest must know of this folder: programs handed in for grading are data here, never imported."""

collect_ignore_glob = ["submissions/*", "bench_*.py"]
