"""What brought an event about: relations that crossed, in the model's words."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from mosila.compiler import CompiledStructure
from mosila.flat.describe import relation_text
from mosila.instance.plan import Role

Cause = tuple[int, float, float, bool]
"""A relation that crossed: its position, the values of its sides, and what it is from now on."""

_TEXTS: Final[WeakKeyDictionary[CompiledStructure, dict[int, str]]] = WeakKeyDictionary()


def find_causes(compiled: CompiledStructure) -> tuple[Cause, ...]:
    """The relations whose crossing the present event is."""
    simulation, layout = compiled.simulation, compiled.code.layout
    crossings = simulation.crossings()
    if not crossings:
        return ()
    relations = layout.relations
    return tuple((int(relations[number]), *sides, bool(simulation.values[layout.w_relation + number] > 0.5)) for number, sides in crossings)


def describe_cause(compiled: CompiledStructure, cause: Cause) -> str:
    """`h <= 0 became true (-1.2e-17, 0)`; of the end of `after(T)`, that a timer ended."""
    position, left, right, value = cause
    text = _text(compiled, position)
    if f"({Role.TIMER.value} " in text:
        return "a timer ended"
    return f"{text} became {'true' if value else 'false'} ({left:.10g}, {right:.10g})"


def _text(compiled: CompiledStructure, position: int) -> str:
    """A relation as it is written; dynamic objects come and go in one place, so texts that may name them are not kept."""
    known = _TEXTS.setdefault(compiled, {})
    if position not in known or compiled.system.dae.flat.tree.pools:
        text = relation_text(compiled.system.dae.flat, position) or "a relation"
        known[position] = text.removeprefix("(").removesuffix(")")
    return known[position]
