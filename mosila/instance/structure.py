"""A structure: the one thing that changes while a model runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import chain

import numpy as np

from mosila.dataclass import dataclass

_HALF = 32


@dataclass(frozen=True, slots=True)
class Structure:
    """Which behaviour and dynamic objects are active, what is attached and connected, and what references hold.

    Objects, references and collections are named by their first positions.
    """

    active: frozenset[int] = frozenset()
    attachments: frozenset[tuple[int, int]] = frozenset()
    """Pairs (base, object)."""
    wires: frozenset[tuple[int, int]] = frozenset()
    """Connections that actions have made: (object whose action it was, number in the wires of its plan)."""
    references: frozenset[tuple[int, int]] = frozenset()
    """Pairs (reference, object), of the references that equations use and that are not empty."""
    members: frozenset[tuple[int, int]] = frozenset()
    """Pairs (collection, object), of the collections that equations use."""
    growth: tuple[int, ...] = ()
    """The pools of dynamic objects that were full and have grown, one after the other: they say where objects are."""

    @property
    def packed(self) -> bytes:
        """The structure as bytes, the same for equal structures."""
        return _packed(self)

    @property
    def digest(self) -> bytes:
        """A few bytes that tell structures apart."""
        return blake2b(self.packed, digest_size=16).digest()

    @staticmethod
    def unpacked(content: bytes) -> Structure:
        """The structure that `packed` has made these bytes of."""
        numbers = np.frombuffer(content, dtype=np.int64)
        ends = 6 + np.cumsum(numbers[:6])
        active, attachments, wires, references, members, growth = np.split(numbers[6:], ends[:-1] - 6)
        return Structure(
            frozenset(active.tolist()),
            _parted(attachments),
            _parted(wires),
            _parted(references),
            _parted(members),
            tuple(growth.tolist()),
        )

    def base_of(self, object_: int) -> int | None:
        """The object that another one is attached to."""
        return next((base for base, attached in self.attachments if attached == object_), None)

    def with_added(self, object_: int, base: int | None) -> Structure:
        """The structure after `base.add(object)`."""
        attachments = self.attachments | {(base, object_)} if base is not None else self.attachments
        return Structure(self.active | {object_}, attachments, self.wires, self.references, self.members, self.growth)

    def with_removed(self, object_: int) -> Structure:
        """The structure after `base.remove(object)`."""
        attachments = frozenset([pair for pair in self.attachments if pair[1] != object_])
        return Structure(self.active - {object_}, attachments, self.wires, self.references, self.members, self.growth)

    def with_parts(self, parts: frozenset[int], are_there: bool) -> Structure:
        """The structure with what a condition adds, or without."""
        if are_there:
            return self if parts <= self.active else replace(self, active=self.active | parts)
        return replace(self, active=self.active - parts) if parts & self.active else self

    def with_wire(self, owner: int, number: int, is_connected: bool) -> Structure:
        """The structure after `connect(a, b)` or `disconnect(a, b)`."""
        wire = frozenset({(owner, number)})
        return replace(self, wires=self.wires | wire if is_connected else self.wires - wire)


@lru_cache(maxsize=16)
def _packed(structure: Structure) -> bytes:
    pairs = (structure.attachments, structure.wires, structure.references, structure.members)
    sets = (_joined((0, each) for each in structure.active), *map(_joined, pairs))
    growth = np.array(structure.growth, dtype=np.int64)
    lengths = np.array([len(part) for part in (*sets, growth)], dtype=np.int64)
    return b"".join(part.tobytes() for part in (lengths, *sets, growth))


def _joined(pairs: Iterable[tuple[int, int]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Pairs as one number each, sorted."""
    found = np.fromiter(chain.from_iterable(pairs), dtype=np.int64).reshape(-1, 2)
    return np.sort((found[:, 0] << _HALF) | found[:, 1])


def _parted(numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> frozenset[tuple[int, int]]:
    return frozenset(zip((numbers >> _HALF).tolist(), (numbers & ((1 << _HALF) - 1)).tolist(), strict=True))
