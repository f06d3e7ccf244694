"""What is kept for later use: the items used latest, up to a number of them and up to a total size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


class Kept(Generic[Key, Item]):
    """Items by key; those that were not used for longest go first, the latest one stays whatever its size."""

    def __init__(self, most: int, room: int, size: Callable[[Item], int]) -> None:
        self._items: OrderedDict[Key, Item] = OrderedDict()
        self._most, self._room, self._size = most, room, size
        self._filled = 0

    def get(self, key: Key) -> Item | None:
        """An item that is used now; None if there is none."""
        found = self._items.get(key)
        if found is not None:
            self._items.move_to_end(key)
        return found

    def put(self, key: Key, item: Item) -> None:
        """Keep an item that was not there."""
        self._items[key] = item
        self._filled += self._size(item)
        while len(self._items) > 1 and (len(self._items) > self._most or self._filled > self._room):
            self._filled -= self._size(self._items.popitem(last=False)[1])

    def clear(self) -> None:
        """Keep nothing."""
        self._items.clear()
        self._filled = 0

    def items(self) -> Iterator[tuple[Key, Item]]:
        """All items, those used latest last."""
        return iter(tuple(self._items.items()))

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: Key) -> bool:
        return key in self._items
