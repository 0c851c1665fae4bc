"""Damage to bytes, to names and to JSON."""

from copy import deepcopy


NUMBERS = [0, 1, 2, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 63]
NAMES = [
    *["", ".", "..", "/", "//", "a//b", "./x.py", "x/", "x/.", "x/..", "../x.py", "../../x.py"],
    *["/etc/passwd", "/tmp/x.py", "C:\\x.py", "c:x.py", "..\\..\\x.py", "\\\\host\\x.py", "~/x.py"],
    *["x" * 256, "x" * 300 + ".py", "é" * 130 + ".py", "a/" * 13 + "x.py", "a/" * 500 + "x.py"],
    *["x\ny.py", "x\0.py", "\0", "x\x1b[31m.py", "\u202eyp.x", "\u200b.py", "x\udcff.py", "\ud800"],
    *["{name}", "{0}.py", "%s%n.py", "a!b.py", "!", "x!y!z.zip", "CON", "-rf", "--out", "<b>.py"],
    *[
        "=1+1.py",
        "'; --.py",
        "\N{PILE OF POO}.py",
        "ﬁle.py",
        "İ.py",
        "ß.PY",
        "x.py.zip",
        "x.zip.py",
    ],
    *["funny_puzzle (1).py", "Funny-Puzzle.PY.TXT", "funny_puzzle.py.py", "funny_puzzle-99.py"],
    *["funny_puzzle" + " copy" * 40 + ".py", "funny_puzzle" + "-1" * 99 + "x.py", "x" + ".py" * 60],
    *[
        "hw9_.zip",
        "hw_x.zip",
        "hw99999999999999999999_x.zip",
        "HW9_" + "_" * 99,
        "hw9_x.tar.gz.zip",
    ],
    *["a_1_2_x.py", "a_LATE_1_2_x.py", "a_1_text.html", "_1_2_x.py", "a_" + "9" * 30 + "_2_x.py"],
    *["a_²_2_x.py", "a_٣_٤_x.py", "submission_٣", "submission_", "submission_1", "hw٣_x.zip"],
    *["a_1_assignsubmission_file_", "a_1_assignsubmission_onlinetext_", "_assignsubmission_" * 20],
    *["a_b_attempt_2024-10-02-12-30-00.txt", "a_b_attempt_2024-10-02-12-30-00_x.py"],
    *["_attempt_" * 25, "a_b_attempt_" * 9 + "2024-10-02-12-30-00_x.py", "_" * 250, "a_" * 120],
    *["results.sqlite3", "submission_metadata.yml", ".git", ".git/HEAD", "__MACOSX/._x.py", ".py"],
    *["x.rar", "x.7z", "x.py.gz", "x.xz", "x.ipynb", "X.IPYNB", "__init__.py", "class.py", "π.py"],
]
TOKENS = [
    *[b"\0", b"\xff", b"\n", b"\r", b"\x1a", b"{", b"}", b"[", b"]", b'"', b"'", b":", b"-", b"\\"],
    *[b"PK\1\2", b"PK\3\4", b"PK\5\6", b"PK\6\6", b"PK\6\7", b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\0"],
    *[b"ustar", b"../", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"],
]

VALUES = [
    *[
        None,
        True,
        False,
        0,
        -1,
        1.5,
        -0.0,
        2**31,
        2**63,
        10**400,
        1e308,
        float("nan"),
        float("inf"),
    ],
    *["", "x", "1", "\0", "\ud800", "../../x", "<b>", "{0}", "x" * 300_000, "\n" * 9, "accepted"],
    *[[], {}, [[]], [None], ["x"], [1, [2]], {"x": 1}, {"": None}, {"kind": "said", "fields": {}}],
]


def damaged(random, data, tokens=TOKENS):
    """The bytes with a few changes of random kinds."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        random.choice(CHANGES)(random, data, tokens)
    return bytes(data)


def _place(random, data):
    """A place in the bytes, often near the start or the end, where headers are."""
    near = random.randrange(min(200, len(data)) or 1)
    return random.choice([near, max(0, len(data) - 1 - near), random.randrange(len(data) or 1)])


def _span(random, data):
    """(Start, end) of a part of the bytes, mostly a short one."""
    start = _place(random, data)
    return start, start + random.choice([1, 2, 4, 16, 100, 512, len(data)])


def _flip(random, data, _):
    """Change a bit."""
    if data:
        data[_place(random, data)] ^= 1 << random.randrange(8)


def _cut(random, data, _):
    """Take away a part, or all that follows."""
    start, end = _span(random, data)
    del data[start : random.choice([end, len(data)])]


def _repeat(random, data, _):
    """Repeat a part."""
    start, end = _span(random, data)
    data[start:start] = data[start:end][:20_000] * random.choice([1, 2, 50])


def _move(random, data, _):
    """Move a part elsewhere."""
    start, end = _span(random, data)
    part = data[start:end]
    del data[start:end]
    place = _place(random, data)
    data[place:place] = part


def _insert(random, data, tokens):
    """Insert a token, or bytes of no meaning."""
    place = _place(random, data)
    noise = random.randbytes(random.choice([1, 4, 600]))
    data[place:place] = random.choice([random.choice(tokens), noise])


def _number(random, data, _):
    """Write a number that programs often get wrong over what is there."""
    place, size = _place(random, data), random.choice([1, 2, 4, 8])
    number = random.choice(NUMBERS) % (1 << 8 * size)
    data[place : place + size] = number.to_bytes(size, random.choice(["little", "big"]))


CHANGES = [_flip, _flip, _cut, _repeat, _move, _insert, _number, _number]


# ---- JSON ----


def with_other_value(random, tree):
    """The data of JSON with another value somewhere in it, or without one."""
    node, parent = tree, None
    while isinstance(node, (dict, list)) and node and (parent is None or random.random() < 0.8):
        keys = list(node) if isinstance(node, dict) else range(len(node))
        parent, key = node, random.choice(keys)
        node = parent[key]
    if parent is None:
        return deepcopy(random.choice(VALUES))
    alike = [value for value in VALUES if type(value) is type(node)]
    if random.random() < 0.2:
        del parent[key]
    elif alike and random.random() < 0.6:
        parent[key] = deepcopy(random.choice(alike))
    else:
        parent[key] = deepcopy(random.choice([*VALUES, [node], {"x": node}, str(node)]))
    return tree
