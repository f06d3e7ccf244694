"""(Chart, configuration) -> what can make it move, so that a runtime need watch nothing else."""

from __future__ import annotations

from mosila.charts.chart import Chart, Configuration
from mosila.charts.moves import is_complete
from mosila.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Watched:
    """Events and timers that an active state waits for, and guards of eventless transitions that may fire as soon as they hold."""

    events: tuple[int, ...] = ()
    guards: tuple[int, ...] = ()
    timers: tuple[int, ...] = ()


def watched(chart: Chart, configuration: Configuration) -> Watched:
    """What matters in a configuration, by the numbers of the chart."""
    events: list[int] = []
    guards: list[int] = []
    timers: list[int] = []
    for state in map(chart.states.__getitem__, configuration.active):
        for transition in map(chart.transitions.__getitem__, state.outgoing):
            events += transition.events
            timers += transition.timers
            waits = transition.is_eventless and is_complete(chart, configuration.active, state)
            if waits and transition.guard is not None:
                guards.append(transition.guard)
    return Watched(tuple(sorted(events)), tuple(sorted(guards)), tuple(sorted(timers)))
