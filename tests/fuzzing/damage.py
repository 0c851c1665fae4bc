"""Damage to bytes and to names, and odd values of JSON."""

from pathlib import Path

from tests.helpers import read_json


NUMBERS = [0, 1, 2, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 63]
TEXTS = read_json(Path(__file__).with_suffix(".json"))
NAMES = TEXTS["names"]
NAMES += [start + part * times + end for start, part, times, end in TEXTS["long names"]]
TOKENS = [token.encode("latin-1") for token in TEXTS["tokens"]]
# JSON has no names for the last ones, or only long ones.
VALUES = [*TEXTS["values"], float("nan"), float("inf"), 10**400, "x" * 301, "x" * 300_000]


def damaged(random, data):
    """The bytes with a few changes of random kinds."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        random.choice(CHANGES)(random, data)
    return bytes(data)


def _place(random, data):
    """A place in the bytes, often near the start or the end, where headers are."""
    near = random.randrange(min(200, len(data)) or 1)
    return random.choice([near, max(0, len(data) - 1 - near), random.randrange(len(data) or 1)])


def _span(random, data):
    """(Start, end) of a part of the bytes, mostly a short one."""
    start = _place(random, data)
    return start, start + random.choice([1, 2, 4, 16, 100, 512, len(data)])


def _flip(random, data):
    if data:
        data[_place(random, data)] ^= 1 << random.randrange(8)


def _cut(random, data):
    """Take away a part, or all that follows."""
    start, end = _span(random, data)
    del data[start : random.choice([end, len(data)])]


def _repeat(random, data):
    start, end = _span(random, data)
    data[start:start] = data[start:end][:20_000] * random.choice([1, 2, 50])


def _move(random, data):
    start, end = _span(random, data)
    part = data[start:end]
    del data[start:end]
    place = _place(random, data)
    data[place:place] = part


def _insert(random, data):
    """Insert a token, or bytes of no meaning."""
    place = _place(random, data)
    noise = random.randbytes(random.choice([1, 4, 600]))
    data[place:place] = random.choice([random.choice(TOKENS), noise])


def _number(random, data):
    """Write a number that programs often get wrong over what is there."""
    place, size = _place(random, data), random.choice([1, 2, 4, 8])
    number = random.choice(NUMBERS) % (1 << 8 * size)
    data[place : place + size] = number.to_bytes(size, random.choice(["little", "big"]))


CHANGES = [_flip, _flip, _cut, _repeat, _move, _insert, _number, _number]
