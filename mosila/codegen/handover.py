"""Hand-over tables: a layout -> what is read from and written to the global cells, recorded, watched, re-initialised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mosila.codegen.instances import Numbers, distinct
from mosila.codegen.layout import STATIC, Layout, Roles
from mosila.codegen.tables import CHANGES, FAILS, HOLDS, REINIT, RISES, TERMINATION, WATCH, Group, Integers, Reals, Records
from mosila.dae.system import DaeSystem
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.program import REINIT_NO_STATE
from mosila.flat.flat import FlatModel
from mosila.flat.program import ROLES
from mosila.instance.cells import kinds_of
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, ChartPlan, Role, Variability


@dataclass(frozen=True, slots=True)
class Watch:
    """A discrete variable that concerns charts or the structure: RISES, CHANGES, HOLDS or FAILS, and its position."""

    kind: int
    position: int


def chart_watches(flat: FlatModel) -> tuple[Watch, ...]:
    """All events and timers of active charts, and the guards of their transitions without events.

    A watch belongs to a chart, not to a configuration, so tables need not follow the chart's steps. A guard that holds
    where nothing waits for it makes the run ask once, until it has been false again; a chart whose step leads to a state
    that waits for it looks at the guard in that step.
    """
    found: list[Watch] = []
    for machine in flat.tree.machines:
        if machine.plan.chart is None or not flat.active[machine.position]:
            continue
        for kind, position in _sources(machine.plan.chart):
            if flat.active[machine.position + position]:
                found.append(Watch(kind, machine.position + position))
    for start, each in flat.tree.conditionals:
        if flat.active[start] and (each.switch is None or flat.active[start + each.switch]):
            found.append(Watch(FAILS if start + each.parts[0][0] in flat.structure.active else HOLDS, start + each.condition))
    return tuple(found)


def _sources(plan: ChartPlan) -> Iterator[tuple[int, int]]:
    for event in plan.events:
        yield RISES if event.on_rise else CHANGES, event.position
    eventless = {t.guard for t in plan.chart.transitions if t.is_eventless and t.guard is not None}
    for guard in sorted(eventless):
        yield HOLDS, plan.guard_positions[guard]
    for timer in plan.timers:
        yield HOLDS, timer.has_ended


def pre_pairs(layout: Layout, flat: FlatModel) -> Integers:
    """Pairs (pre-value, value) in w, for the pre-values of active variables."""
    static = layout.cell[layout.w_static : layout.w_explicit]
    cells = static[(static >= 0) & (kinds_of(static) == PRE)]
    cells = cells[flat.active[cells // CELLS]]
    cells = cells[flat.attributes.role[cells // CELLS] != ROLES.index(Role.DELAY)]
    values = layout.index[cells - PRE]
    pairs: Integers = np.stack((layout.index[cells], values), axis=1)[values >= 0]
    return pairs


def gather(layout: Layout, dae: DaeSystem) -> tuple[Integers, Integers]:
    """(place in w, cell) of all that is not computed; first derivatives that are variables come from the derivative's cell."""
    derivative = dae.aliases.derivative[: dae.base_size]
    source = np.arange(CELLS * len(dae.aliases.derivative), dtype=np.int32)
    source[CELLS * dae.base_size :] = -1
    differentiated = np.flatnonzero(derivative >= 0).astype(np.int32)
    source[CELLS * derivative[differentiated]] = CELLS * differentiated + DERIVATIVE
    places = np.arange(1, layout.w_explicit, dtype=np.int32)
    places = places[layout.cell[places] >= 0]
    cells = source[layout.cell[places]]
    return places[cells >= 0], cells[cells >= 0]


def scatter(layout: Layout, dae: DaeSystem) -> tuple[Integers, Integers, Reals, int]:
    """(place in w, cell, sign) of all that a structure has a say in: time and what active objects have; how many of them, the
    first ones, vary continuously."""
    moving = dae.flat.active & (dae.flat.attributes.variability > Variability.PARAMETER)
    moving[0] = False
    moving[dae.base_size :] = False
    positions = np.flatnonzero(moving)
    values = CELLS * positions
    varies = dae.flat.attributes.variability[positions] == Variability.CONTINUOUS
    derivatives = values + DERIVATIVE
    before = values + PRE
    source = np.where(layout.index[before] >= 0, before, values)
    switches = layout.index[values]
    is_switch = (layout.index[before] >= 0) | ((switches >= layout.w_discrete) & (switches < layout.w_explicit))
    limited = np.concatenate((values[varies], derivatives))
    cells = np.concatenate((limited, [0], values[~varies], before[is_switch]))
    sources = np.concatenate((limited, [0], values[~varies], source[is_switch]))
    there = layout.index[sources] >= 0
    n_limited = int(there[: len(limited)].sum())
    cells, sources = cells[there], sources[there]
    return layout.index[sources], cells.astype(np.int32), layout.sign[sources].astype(np.float64), n_limited


def record(layout: Layout, held: Sequence[int], delayed: Integers, assign: Sequence[Group]) -> Integers:
    """Places in w from which every other one can be computed later: unknowns, discrete, held and delayed variables, and of
    the rest what assignments read."""
    read = np.zeros(layout.nw, dtype=np.bool_)
    for group in assign:
        read[group.ix] = True
    static = layout.cell[layout.w_static : layout.w_explicit]
    is_pre = (static >= 0) & (kinds_of(static) == PRE)
    read[layout.w_static : layout.w_explicit] &= is_pre
    read[layout.w_explicit :] = False
    read[0] = False
    read[delayed] = True
    read[1 : 1 + layout.ny] = True
    read[layout.w_discrete : layout.w_relation] = True
    read[layout.index[CELLS * np.array(held, dtype=np.int64)]] = True
    return np.flatnonzero(read).astype(np.int32)


def reinit_records(flat: FlatModel, layout: Layout) -> Records:
    """`reinit` in terms of w."""
    found = np.zeros(len(flat.reinits), REINIT)
    for number, reinit in enumerate(flat.reinits):
        state, sign = layout.place(CELLS * reinit.state)
        value, value_sign = layout.place(CELLS * reinit.value)
        if not 1 <= state <= layout.nx:
            is_static = layout.w_static <= state < layout.w_explicit
            why = "nothing in this structure moves it" if is_static else "the equations determine its value, it is no state"
            raise MosilaError(REINIT_NO_STATE.at(reinit.span, name=flat.tree.variable_name(reinit.state), why=why))
        condition, before = layout.index[CELLS * reinit.condition], layout.index[CELLS * reinit.condition + PRE]
        found[number] = (condition, before, state - 1, value, sign * value_sign)
    return found


def termination_records(flat: FlatModel, layout: Layout) -> Records:
    """`terminate` in terms of w."""
    found = np.zeros(len(flat.terminations), TERMINATION)
    for number, active in enumerate(flat.terminations):
        cell = CELLS * (active.owner + active.termination.condition)
        found[number] = (layout.index[cell], layout.index[cell + PRE])
    return found


def watch_records(watches: Sequence[Watch], layout: Layout) -> Records:
    """Watches in terms of w; those of levels need no pre-value."""
    found = np.zeros(len(watches), WATCH)
    for number, watch in enumerate(watches):
        cell = CELLS * watch.position
        found[number] = (watch.kind, layout.index[cell], max(int(layout.index[cell + PRE]), 0))
    return found


def event_cells(flat: FlatModel, watches: Sequence[Watch], more: Numbers) -> Numbers:
    """Cells that re-initialisations, terminations and watches read, and `more`."""
    cells = [CELLS * watch.position for watch in watches]
    cells += [CELLS * watch.position + PRE for watch in watches if watch.kind in (RISES, CHANGES)]
    for reinit in flat.reinits:
        cells += (CELLS * reinit.condition, CELLS * reinit.condition + PRE, CELLS * reinit.value, CELLS * reinit.state)
    for active in flat.terminations:
        condition = CELLS * (active.owner + active.termination.condition)
        cells += (condition, condition + PRE)
    return np.concatenate((np.array(cells, dtype=np.int64), more))


def static_cells(roles: Roles, read: Numbers) -> Numbers:
    """Those of the cells read that hold still and are computed nowhere."""
    cells = distinct(read)
    found: Numbers = cells[roles.role[cells] == STATIC]
    return found
