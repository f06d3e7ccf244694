"""Journals of a run: entries in the order in which they came, the latest in memory, the earlier ones in the spool's file."""

from __future__ import annotations

import pickle
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Generic, TypeVar, overload

from mosila.runtime.spool import Spool, Stored

Entry = TypeVar("Entry")
Raw = Any
"""What is kept of an entry: plain data, of which the entry is made when it is read."""

MOST: Final = 1024
"""Entries that are in memory at most."""


class Journal(Sequence[Entry], Generic[Entry]):
    """A sequence that grows at its end; `read` makes an entry of what was kept of it."""

    def __init__(self, spool: Spool, read: Callable[[Raw], Entry], most: int = MOST) -> None:
        self._spool, self._read, self._most = spool, read, most
        self._stored: list[Stored] = []
        self._firsts: list[int] = []
        """For each stored piece the number of its first entry."""
        self._begin = 0
        """The number of the first entry in memory."""
        self._latest: list[Raw] = []
        self._opened: tuple[int, list[Raw]] = (-1, [])

    def append(self, raw: Raw) -> None:
        """One entry more."""
        if len(self._latest) >= self._most:
            self._stored.append(self._spool.write(pickle.dumps(self._latest, pickle.HIGHEST_PROTOCOL)))
            self._firsts.append(self._begin)
            self._begin += len(self._latest)
            self._latest = []
        self._latest.append(raw)

    def extend(self, raws: Sequence[Raw]) -> None:
        """Some entries more."""
        first = 0
        while first < len(raws):
            self.append(raws[first])
            last = first + 1 + self._most - len(self._latest)
            self._latest += raws[first + 1 : last]
            first = last

    def shorten(self, count: int) -> None:
        """Forget all but the first entries."""
        if count >= len(self):
            return
        if count < self._begin:
            place = bisect_right(self._firsts, count) - 1
            self._latest = list(self._piece(place))
            self._begin = self._firsts[place]
            del self._stored[place:], self._firsts[place:]
            self._opened = (-1, [])
        del self._latest[count - self._begin :]

    def __len__(self) -> int:
        return self._begin + len(self._latest)

    @overload
    def __getitem__(self, place: int) -> Entry: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(len(self))))
        number = place + len(self) if place < 0 else place
        if not 0 <= number < len(self):
            raise IndexError(place)
        if number >= self._begin:
            return self._read(self._latest[number - self._begin])
        piece = bisect_right(self._firsts, number) - 1
        return self._read(self._piece(piece)[number - self._firsts[piece]])

    def __iter__(self) -> Iterator[Entry]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[Entry, ...]], tuple[tuple[Entry, ...]]]:
        return tuple, (tuple(self),)

    def _piece(self, place: int) -> list[Raw]:
        """The raw entries of a stored piece; the last one looked at stays open."""
        if self._opened[0] != place:
            self._opened = (place, pickle.loads(self._stored[place].read()))
        return self._opened[1]
