"""Checks of connected variables: one source for each signal, equal parameters."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.connect import NO_SOURCE, TWO_SOURCES, VALUES_DIFFER
from mosila.flat.flat import CAUSALITIES, ActiveAssertion
from mosila.flat.known import KnownValues
from mosila.flat.program import Program
from mosila.flat.sets import Pair, joined_pairs, node
from mosila.instance.checks import Assertion
from mosila.instance.plan import Formula, Plan, cell
from mosila.semantics.symbols import Builtin
from mosila.symbolic.expression import apply, slot

_INPUT, _OUTPUT = CAUSALITIES.index("input"), CAUSALITIES.index("output")


def check_signals(program: Program, pairs: Iterable[Pair]) -> list[int]:
    """Refuse connected inputs and outputs with two sources or with none; what only a bus of the model itself can give is returned."""
    is_signal = ((program.attributes.causality > 0) | program.on_bus).tolist()
    chosen = [pair for pair in pairs if is_signal[pair.first] or is_signal[pair.second]]
    sets = joined_pairs(chosen)
    for position in sorted({p for pair in chosen for p in (pair.first, pair.second) if program.on_bus[p]}):
        sets.union(node(position, False), node(position, True))
    pair_of = {node(p, out): pair for pair in reversed(chosen) for p, out in _ends(pair)}
    free = {node(pair.first, True) for pair in chosen if pair.first_protected}
    free |= {node(pair.second, True) for pair in chosen if pair.second_protected}
    faults = [fault for members in sets.sets().values() if (fault := _fault(program, members, pair_of, free)) is not None]
    if faults:
        raise MosilaError(*faults)
    return [signal for members in sets.sets().values() if (signal := _open_signal(program, members, free)) is not None]


def _ends(pair: Pair) -> tuple[tuple[int, bool], tuple[int, bool]]:
    return (pair.first, pair.first_outside), (pair.second, pair.second_outside)


def _sources(program: Program, members: list[int], free: set[int]) -> tuple[list[int], list[int]]:
    """The members of a connection set that give a value, and the inputs that want one."""
    causality = program.attributes.causality
    causal = [member for member in members if causality[member // 2] and not program.on_bus[member // 2]]
    sources = [m for m in causal if causality[m // 2] == (_INPUT if m % 2 else _OUTPUT) and m not in free]
    has_open_end = len(members) < 2 or bool(free.intersection(members))
    return sources, [] if has_open_end else [m for m in causal if not m % 2]


def _fault(program: Program, members: list[int], pair_of: dict[int, Pair], free: set[int]) -> Diagnostic | None:
    """What is wrong with one connection set."""
    name = program.tree.variable_name
    sources, inputs = _sources(program, members, free)
    if len(sources) > 1:
        first, second = sources[:2]
        why = " and ".join("an input from outside" if m % 2 else "an output" for m in (first, second))
        span = max(pair_of[first].span, pair_of[second].span)
        return TWO_SOURCES.at(span, first=name(first // 2), second=name(second // 2), why=why)
    if not sources and inputs and _own_bus(program, members) is None:
        return NO_SOURCE.at(pair_of[inputs[0]].span, name=name(inputs[0] // 2))
    return None


def _open_signal(program: Program, members: list[int], free: set[int]) -> int | None:
    """The variable on a bus of the model itself that a set without a source waits for."""
    sources, inputs = _sources(program, members, free)
    return _own_bus(program, members) if inputs and not sources else None


def _own_bus(program: Program, members: list[int]) -> int | None:
    """A variable of a connection set that is on a bus of the model itself."""
    own = program.tree.root.components
    for position in (member // 2 for member in members if program.on_bus[member // 2]):
        component = next((c for c in own.values() if 0 <= position - program.tree.start - c.offset < c.count * c.stride), None)
        if component is not None and isinstance(component.content, Plan) and component.content.is_expandable:
            return position
    return None


def check_known(program: Program, pairs: list[Pair]) -> list[ActiveAssertion]:
    """Refuse connected parameters that differ; where that is not known yet, the assertions that find out."""
    faults: list[Diagnostic] = []
    assertions: list[ActiveAssertion] = []
    known = KnownValues(program)
    for pair in pairs:
        if program.attributes.type[pair.first] == _STRING:
            continue
        left, right = known.value(pair.first), known.value(pair.second)
        names = {"left": program.tree.variable_name(pair.first), "right": program.tree.variable_name(pair.second)}
        if left is None or right is None:
            assertions.append(_assertion(pair, names))
        elif left != right:
            values = f"{left:.10g}", f"{right:.10g}"
            faults.append(
                VALUES_DIFFER.at(pair.span, left_value=values[0], right_value=values[1], left=names["left"], right=names["right"])
            )
    if faults:
        raise MosilaError(*faults)
    return assertions


_STRING = tuple(Builtin).index(Builtin.STRING)


def _assertion(pair: Pair, names: dict[str, str]) -> ActiveAssertion:
    cells = np.array([cell(pair.first), cell(pair.second)], dtype=np.int32)
    formula = Formula(apply("==", slot(0), slot(1)), cells, np.array([False, False]), Builtin.BOOLEAN)
    text = f"{names['left']} and {names['right']} differ, but their connectors are connected"
    return ActiveAssertion(0, Assertion(formula, (text,), True, pair.span))
