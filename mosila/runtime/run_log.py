"""Everything that is kept of a run as it goes on: rows, events, steps of charts, structural changes; described when it is read."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final, Generic, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Configuration
from mosila.charts.step import Machine, Taken
from mosila.compiler import CompiledModel, CompiledStructure
from mosila.dae.pivots import Choice
from mosila.instance.structure import Structure
from mosila.instance.tree import Path
from mosila.runtime.causes import Cause, describe_cause
from mosila.runtime.describe_change import Change, HandedOver, Told, Visit, active_states, describe_structure, transition_names
from mosila.runtime.journal import Journal, Raw
from mosila.runtime.logs import ChartStep, Event, NamedValues, StructureChange
from mosila.runtime.population import Chronicle, Life
from mosila.runtime.recording import Recording
from mosila.runtime.spool import Spool
from mosila.solvers.outcomes import RowFlag

Values = NDArray[np.float64]
Item = TypeVar("Item")
_LEFT: Final = np.uint8(RowFlag.LEFT)


class _Numbered(Generic[Item]):
    """Items that entries name by number; equal keys are one item."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._numbers: dict[Hashable, int] = {}

    def number(self, key: Hashable, item: Item) -> int:
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.items)
            self.items.append(item)
        return found

    def find(self, key: Hashable) -> int | None:
        return self._numbers.get(key)


class RunLog:
    """The journals of one run."""

    def __init__(self, machines: tuple[Machine, ...], spool: Spool, model: CompiledModel) -> None:
        self.machines = machines
        self._model = model
        self.chronicle = Chronicle()
        self._spool = spool
        self._structures: WeakKeyDictionary[CompiledStructure, int] = WeakKeyDictionary()
        self._visits: list[tuple[Visit, tuple[Choice, ...], int, Values | int]] = []
        """Structures as far as they can be found again: the last two are the size of what `Structure.packed` says, and that."""
        self._cells: _Numbered[Values] = _Numbered()
        self._texts: _Numbered[tuple[str, ...]] = _Numbered()
        self._last_base: Values | None = None
        self._kept_base: Values | int = 0
        self.recordings: Journal[Recording] = Journal(spool, self._recording)
        self.changes: Journal[StructureChange] = Journal(spool, self._change)
        self.events: Journal[Event] = Journal(spool, Event)
        self.chart_steps: Journal[ChartStep] = Journal(spool, self._chart_step)
        self.visited: set[int] = set()
        """Numbers of the structures that the run has been in."""
        self.has_dynamic_charts = False
        self.most_states = 0
        self.state_positions: set[int] = set()

    def keep_rows(self, compiled: CompiledStructure, rows: Values, flags: NDArray[np.uint8], base: Values, cells: Values) -> None:
        """Rows of a structure, whose values were `base` when they began."""
        is_continued = base is self._last_base
        if not is_continued:
            self._last_base, self._kept_base = base, self._spool.keep(base)
        self.recordings.append(
            (
                self._structure(compiled),
                *rows.shape,
                self._spool.keep(rows),
                flags,
                len(base),
                self._kept_base,
                self._cells.number(id(cells), cells),
                is_continued,
                len(self.changes),
            )
        )
        if len(left := np.flatnonzero(flags & _LEFT)):
            self.events.extend(rows[left, 0].tolist())

    def note_step(self, time: float, taken: tuple[Taken, ...], configurations: tuple[Configuration, ...]) -> None:
        """A step of the charts."""
        self.chart_steps.append((time, self._transitions(taken), self._active(configurations)))

    def note_change(
        self,
        time: float,
        hand_over: HandedOver,
        taken: tuple[Taken, ...],
        configurations: tuple[Configuration, ...],
        cells: Values,
        impulses: NamedValues,
        causes: tuple[Cause, ...],
        lives: dict[int, Life],
    ) -> None:
        """A change of structure, with the values that it begins with."""
        new = hand_over.new
        self.chronicle.note(lives, len(self.changes) + 1)
        is_known = new.number in self.visited
        self.visited.add(new.number)
        if not is_known:
            self.most_states = max(self.most_states, len(new.system.states))
            self.state_positions.update(map(int, new.system.states))
        handed = hand_over.hand_over
        solved = new.simulation.values[hand_over.solved_places]
        values = (cells[handed.target_cells], cells[hand_over.held_cells], solved)
        told = tuple(dict.fromkeys(describe_cause(hand_over.old, cause) for cause in causes)) if hand_over.old is not None else ()
        self.changes.append(
            (
                time,
                tuple(hand_over.told),
                self._structure(new),
                self._transitions(taken),
                self._active(configurations),
                values,
                tuple(impulses),
                is_known,
                told,
                len(self.changes) + 1,
            )
        )

    def shorten(self, counts: tuple[int, ...], lives: dict[int, Life]) -> None:
        """Forget all but the first entries of each journal; `lives` are the dynamic objects that there are again."""
        self.chronicle.shorten(counts[1], lives)
        for journal, count in zip(self.journals, counts, strict=True):
            journal.shorten(count)

    @property
    def journals(self) -> tuple[Journal[Any], ...]:
        """All journals, always in the same order."""
        return self.recordings, self.changes, self.events, self.chart_steps

    def _structure(self, compiled: CompiledStructure) -> int:
        """The number under which a structure is kept."""
        found = self._structures.get(compiled)
        if found is None:
            found = self._structures[compiled] = len(self._visits)
            structure, made = compiled.system.dae.flat.structure, compiled.compilation
            states, index = len(compiled.system.states), compiled.system.index
            visit = Visit(compiled.number, states, index, structure.growth, made.cache_hit, made.seconds)
            packed = np.frombuffer(structure.packed, dtype=np.float64)
            self._visits.append((visit, compiled.choices, len(packed), self._spool.keep(packed)))
        return found

    def _open(self, number: int) -> CompiledStructure:
        """A structure that is kept under a number."""
        _, choices, size, kept = self._visits[number]
        packed = self._spool.rows(1, size, kept).read(0, 1) if isinstance(kept, int) else kept
        return self._model.reopen(Structure.unpacked(packed.tobytes()), choices)

    def _transitions(self, taken: tuple[Taken, ...]) -> int:
        key = (*((each.object, each.transition) for each in taken), self._names_of(each.object for each in taken))
        found = self._texts.find(key)
        return self._texts.number(key, transition_names(self.machines, taken)) if found is None else found

    def _active(self, configurations: tuple[Configuration, ...]) -> int:
        moving = (machine.object for machine, each in zip(self.machines, configurations, strict=True) if each.active)
        key = (configurations, self._names_of(moving))
        found = self._texts.find(key)
        return self._texts.number(key, active_states(self.machines, configurations)) if found is None else found

    def _names_of(self, objects: Iterable[int]) -> tuple[Path, ...]:
        """What tells texts about dynamic objects apart, of which others may have been in the same places before."""
        if not self.has_dynamic_charts:
            return ()
        paths = {machine.object: machine.path for machine in self.machines}
        return tuple(paths[each] for each in objects)

    def _recording(self, raw: Raw) -> Recording:
        structure, count, width, rows, flags, length, base, cells, is_continued, change = raw
        begun = self._spool.rows(1, length, base).read(0, 1).reshape(length) if isinstance(base, int) else base
        stored = self._spool.rows(count, width, rows)
        number = self._visits[structure][0].number
        return Recording(
            number, partial(self._open, structure), stored, flags, begun, self._cells.items[cells], is_continued, change, self.chronicle
        )

    def _change(self, raw: Raw) -> StructureChange:
        time, told, structure, transitions, states, values, impulses, is_known, causes, number = raw
        visit = self._visits[structure][0]
        change = Change(time, Told(*told), visit, values, impulses, is_known)
        names = self.chronicle.names_at(number)
        tree = self._model.tree_of(visit.growth)
        entry = describe_structure(change, tree.called(names) if names else tree)
        return replace(entry, transitions=self._texts.items[transitions], active_states=self._texts.items[states], causes=causes)

    def _chart_step(self, raw: Raw) -> ChartStep:
        time, transitions, states = raw
        return ChartStep(time, self._texts.items[transitions], self._texts.items[states])
