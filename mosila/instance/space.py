"""The address space of a program: who owns which positions, for as long as the program runs."""

from __future__ import annotations

from mosila.instance.plan import RESERVED, cell


class AddressSpace:
    """Gives out positions; none is given out twice. The first ones are reserved. Literals are shared by value."""

    def __init__(self) -> None:
        self.size = RESERVED
        self.literals: dict[float, int] = {}

    def allocate(self, count: int) -> int:
        """The first of `count` consecutive positions."""
        first = self.size
        self.size += count
        return first

    def literal_cell(self, value: float) -> int:
        """The cell that holds a literal number."""
        if value not in self.literals:
            self.literals[value] = self.allocate(1)
        return cell(self.literals[value])
