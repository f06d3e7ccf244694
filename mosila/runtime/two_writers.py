"""A state that a when-clause re-initialises and an action assigns in one round: which of the two is to hold cannot be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mosila.charts.step import Machine, Taken
from mosila.compiler import CompiledStructure
from mosila.diagnostics import MosilaError
from mosila.diagnostics.structure import TWO_WRITERS


def refuse_two_writers(
    compiled: CompiledStructure, assigned: Iterable[int], machines: Iterable[Machine], taken: Sequence[Taken], time: float
) -> None:
    """Raise where a re-initialisation that waits for the end of the round meets a value that an action has given."""
    flat, representative = compiled.system.dae.flat, compiled.system.dae.aliases.representative
    written = {int(representative[position]) for position in assigned if position < len(representative)}
    for number in compiled.simulation.pending():
        reinit = flat.reinits[number]
        if int(representative[reinit.state]) in written:
            charts = {machine.object: machine for machine in machines}
            movers = [(charts[each.object], each.transition) for each in taken]
            names = dict.fromkeys(".".join((*machine.path, machine.chart.label(transition))) for machine, transition in movers)
            name, action = flat.tree.variable_name(reinit.state), f"the action of {' or '.join(names)}" if names else "an action"
            first = "a `reinit` in a when-clause"
            raise MosilaError(TWO_WRITERS.at(reinit.span, time=f"{time:.10g}", variable=name, first=first, second=action))
