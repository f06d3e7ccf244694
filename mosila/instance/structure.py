"""A structure: the one thing that changes while a model runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Structure:
    """Which behaviour objects are active and what is attached to what; objects are named by their first position."""

    active: frozenset[int] = frozenset()
    attachments: frozenset[tuple[int, int]] = frozenset()
    """Pairs (base, object)."""

    def base_of(self, object_: int) -> int | None:
        """The object that another one is attached to."""
        return next((base for base, attached in self.attachments if attached == object_), None)

    def with_added(self, object_: int, base: int | None) -> Structure:
        """The structure after `base.add(object)`."""
        attachments = self.attachments | {(base, object_)} if base is not None else self.attachments
        return Structure(self.active | {object_}, attachments)

    def with_removed(self, object_: int) -> Structure:
        """The structure after `base.remove(object)`."""
        return Structure(self.active - {object_}, frozenset(pair for pair in self.attachments if pair[1] != object_))
