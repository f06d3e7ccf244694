"""An instant without end, in the model's words: the transitions it goes round, and what ends it where relations count as equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Transition
from mosila.charts.step import EndlessMacrostep, Machine
from mosila.compiler import CompiledStructure
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.runtime import ENDLESS_EVENTS
from mosila.flat.describe import relation_texts
from mosila.instance.plan import CELLS
from mosila.runtime.logs import ChartStep
from mosila.solvers.outcomes import COUNTS_AS_EQUAL

STRICT = {"<=": "<", ">=": ">"}
STEPS_OF_CYCLE = 20
"""Chart steps that are looked at for a cycle."""


def explain_endless(
    endless: EndlessMacrostep, machines: Iterable[Machine], compiled: CompiledStructure, run_flags: NDArray[np.uint8]
) -> MosilaError:
    """A macrostep without end, with the relations of its guards that had better be strict."""
    charts = {machine.object: machine.chart for machine in machines}
    cycle = [charts[taken.object].transitions[taken.transition] for taken in endless.cycle]
    return MosilaError(*(_propose(each, cycle, compiled, run_flags) for each in endless.diagnostics))


def explain_rounds(
    told: Diagnostic, steps: Sequence[ChartStep], machines: Iterable[Machine], compiled: CompiledStructure, run_flags: NDArray[np.uint8]
) -> Diagnostic:
    """Rounds without end; `steps` are the last ones of the charts in this instant."""
    names = _cycle([each.transitions for each in steps])
    if not names:
        return told
    cycle = [arrow for name, arrow in _arrows(machines) if name in names]
    time = f"{steps[-1].time:.10g}"
    round_ = ENDLESS_EVENTS.at(cycle[0].span, told.path, time=time, cycle=f"the charts go round {', '.join(names)}")
    return _propose(round_, cycle, compiled, run_flags)


def _cycle(steps: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The shortest sequence of steps that repeats at the end."""
    for length in range(1, len(steps) // 2 + 1):
        if steps[-length:] == steps[-2 * length : -length]:
            return tuple(name for step in steps[-length:] for name in step)
    return tuple(name for step in steps for name in step)


def _arrows(machines: Iterable[Machine]) -> Iterator[tuple[str, Transition]]:
    for machine in machines:
        for arrow in machine.chart.transitions:
            yield ".".join((*machine.path, machine.chart.label(arrow.number))), arrow


def _propose(told: Diagnostic, cycle: Iterable[Transition], compiled: CompiledStructure, run_flags: NDArray[np.uint8]) -> Diagnostic:
    """With the strict form of relations in the guards of a cycle whose sides count as equal."""
    flat = compiled.system.dae.flat
    arrows = [arrow.span for arrow in cycle]
    texts = relation_texts(flat)
    found: dict[str, str] = {}
    for group in flat.relations:
        strict = STRICT.get(group.template.operator)
        for target, span in zip(group.targets.tolist(), group.spans, strict=True):
            if strict and run_flags[CELLS * target] & COUNTS_AS_EQUAL and any(arrow.encloses(span) for arrow in arrows):
                text = texts[CELLS * target].removeprefix("(").removesuffix(")")
                found[text] = text.replace(group.template.operator, strict)
    if not found:
        return told
    proposals = ", ".join(f"`{strict}` instead of `{text}`" for text, strict in found.items())
    return replace(told, help=f"write {proposals}: both sides count as equal here")
