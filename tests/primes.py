"""An assignment that is not about puzzles: print the primes up to n, and count them."""

import json

from tests.helpers import ROOT, read_json, stdout_of, write_files


MODEL = '''\
"""The primes up to a number."""


def _is_prime(number):
    return number > 1 and all(number % divisor for divisor in range(2, number))


def print_primes(n):
    """Print the primes up to n, one a line."""
    for number in range(n + 1):
        if _is_prime(number):
            print(number)


def count_primes(n):
    """Print how many primes there are up to n."""
    print(sum(map(_is_prime, range(n + 1))))
'''
SIEVE = """\
def primes(n):
    numbers = set(range(2, n + 1))
    for number in range(2, n + 1):
        numbers -= set(range(2 * number, n + 1, number))
    return sorted(numbers)


def print_primes(n):
    for prime in primes(n):
        print(prime)


def count_primes(n):
    print(len(primes(n)))
"""
COUNTS_ONE = SIEVE.replace("set(range(2, n + 1))", "set(range(1, n + 1))")
FORGETS_THE_LAST = SIEVE.replace("numbers = set(range(2, n + 1))", "numbers = set(range(2, n))")
MISCONCEPTIONS = """\
from grader.assignment.misconceptions import Misconception


MISCONCEPTIONS = (
    Misconception(
        "counts_one",
        "1 is taken for a prime.",
        "How many divisors has 1?",
        (("number > 1 and", "number > 0 and"),),
    ),
    Misconception(
        "forgets_the_last",
        "The last number is left out.",
        "Which is the last number of range(n)?",
        (("in range(n + 1):", "in range(n):"), ("_is_prime, range(n + 1)", "_is_prime, range(n)")),
    ),
)
"""
ORACLE = '''\
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)


def proof(check, transcript, edition=""):
    """What is wrong with a transcript, or ""."""
    if not check.function:
        return transcript and "it prints when it is imported"
    (n,) = check.arguments
    primes = [prime for prime in PRIMES if prime <= n]
    lines = primes if check.function == "print_primes" else [len(primes)]
    return "" if transcript.split() == [str(line) for line in lines] else "other primes"
'''
ASSIGNMENT = read_json(ROOT / "tests/primes.json")
GROUPS = ASSIGNMENT["groups"]
PARTS = {
    "misconceptions.py": MISCONCEPTIONS,
    "oracle.py": ORACLE,
    "programs/right/sieve.py": SIEVE,
    "programs/wrong/counts_one.py": COUNTS_ONE,
    "programs/wrong/forgets_the_last.py": FORGETS_THE_LAST,
}


def folder_of_primes(place, parts, **changes):
    """The folder of the assignment, with other files, and changes of its own; no transcripts."""
    own = {"assignment.json": json.dumps(ASSIGNMENT | changes), "primes.py": MODEL}
    return write_files(place / "primes", own | parts)


def with_transcripts(place, parts, **changes):
    """The folder of the assignment, with its transcripts."""
    folder = folder_of_primes(place, parts, **changes)
    stdout_of("transcripts", folder)
    return folder


def primes_with_a_secret(place):
    """The folder of the assignment with transcripts, its last group hidden, and other files."""
    folder = with_transcripts(
        place,
        PARTS,
        groups=[*GROUPS[:2], GROUPS[2] | {"visibility": "hidden", "instances": ["secret"]}],
        arguments={"ten": [10], "eleven": [11], "seventeen": [17], "secret": [4711]},
        limits={"cpu_s": 2},
    )
    return write_files(folder, {".git/HEAD": "nobody's business"})
