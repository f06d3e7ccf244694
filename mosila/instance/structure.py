"""A structure: the one thing that changes while a model runs."""

from __future__ import annotations

from dataclasses import dataclass, replace


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

    def base_of(self, object_: int) -> int | None:
        """The object that another one is attached to."""
        return next((base for base, attached in self.attachments if attached == object_), None)

    def with_added(self, object_: int, base: int | None) -> Structure:
        """The structure after `base.add(object)`."""
        attachments = self.attachments | {(base, object_)} if base is not None else self.attachments
        return replace(self, active=self.active | {object_}, attachments=attachments)

    def with_removed(self, object_: int) -> Structure:
        """The structure after `base.remove(object)`."""
        attachments = frozenset(pair for pair in self.attachments if pair[1] != object_)
        return replace(self, active=self.active - {object_}, attachments=attachments)

    def with_parts(self, parts: frozenset[int], are_there: bool) -> Structure:
        """The structure with what a condition adds, or without."""
        if are_there:
            return self if parts <= self.active else replace(self, active=self.active | parts)
        return replace(self, active=self.active - parts) if parts & self.active else self

    def with_wire(self, owner: int, number: int, is_connected: bool) -> Structure:
        """The structure after `connect(a, b)` or `disconnect(a, b)`."""
        wire = frozenset({(owner, number)})
        return replace(self, wires=self.wires | wire if is_connected else self.wires - wire)
