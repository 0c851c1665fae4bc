"""Groups things by what they have in common."""

from collections.abc import Callable, Iterable
from typing import TypeVar


Item = TypeVar("Item")
Key = TypeVar("Key")


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """{key: the items with this key}, in the order of each key's first item.

    >>> grouped(["eat", "ant", "egg"], lambda word: word[0])
    {'e': ['eat', 'egg'], 'a': ['ant']}
    """
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
