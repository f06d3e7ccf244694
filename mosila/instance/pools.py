"""Places for dynamic objects: objects of one plan have a pool of slots, which grows by blocks at the end of the address space.

A slot is a behaviour object that `new` takes and that is free again when its object is gone; objects never move.
"""

from __future__ import annotations

from mosila.dataclass import dataclass
from mosila.instance.plan import Plan, Role, Variability, Variable
from mosila.semantics.symbols import Builtin, ClassSymbol

FIRST = 4
"""Slots of a pool at the beginning; a pool that is full doubles."""
TERM, FOLDED, DISCRETE_TERM, DISCRETE_FOLDED = range(1, 5)
"""In a term of a reduction over a collection: its value, and the result up to it."""


@dataclass(frozen=True, slots=True)
class Block:
    """Slots of a pool in consecutive positions."""

    pool: int
    plan: Plan
    start: int
    count: int

    @property
    def end(self) -> int:
        """The position behind the last slot."""
        return self.start + self.count * self.plan.size

    @property
    def starts(self) -> range:
        """The first positions of the slots."""
        return range(self.start, self.end, self.plan.size)


def term_plan(symbol: ClassSymbol) -> Plan:
    """The plan of the terms of reductions, which have no equations of their own."""
    continuous = Variable(Builtin.REAL, Variability.CONTINUOUS, symbol.span, role=Role.AUXILIARY)
    discrete = Variable(Builtin.REAL, Variability.DISCRETE, symbol.span, role=Role.AUXILIARY)
    kinds = ((TERM, continuous), (FOLDED, continuous), (DISCRETE_TERM, discrete), (DISCRETE_FOLDED, discrete))
    return Plan(symbol, 1 + len(kinds), {}, kinds, ())


def next_block(blocks: tuple[Block, ...], pool: int, plan: Plan, start: int) -> Block:
    """The block by which a pool grows: as large as the pool, or the first one."""
    return Block(pool, plan, start, sum(block.count for block in blocks if block.pool == pool) or FIRST)
