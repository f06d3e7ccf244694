"""What a run recorded -> a `Result`."""

from __future__ import annotations

import itertools
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, overload
from weakref import WeakKeyDictionary

import numpy as np

from mosila.compiler import CompiledModel, CompiledStructure
from mosila.dataclass import dataclass
from mosila.experiment.inputs import is_internal
from mosila.flat.program import Program
from mosila.instance.plan import CELLS
from mosila.instance.plan import Variable as Declared
from mosila.instance.tree import InstanceTree
from mosila.results import Counts, Kind, Result, RowKind, Segment, Variable
from mosila.results.segment import RowKinds, Values
from mosila.runtime.execute import Execution
from mosila.runtime.population import Life
from mosila.runtime.recording import Recording
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import scalar_kind
from mosila.solvers.outcomes import RowFlag
from mosila.timings import Timings

_NAMES: Final[WeakKeyDictionary[InstanceTree, Names]] = WeakKeyDictionary()
KINDS = {Builtin.INTEGER: Kind.INTEGER, Builtin.BOOLEAN: Kind.BOOLEAN, Builtin.STRING: Kind.STRING}
_NO_NUMBERS = (Builtin.STRING, Builtin.EXTERNAL)


def is_shown(path: tuple[str, ...], variable: Declared) -> bool:
    """Whether results have a variable: they hold numbers, and nothing that the program made for itself."""
    return variable.type not in _NO_NUMBERS and not is_internal(path)


class Names:
    """The variables of a program by name."""

    def __init__(self, program: Program, lives: Iterable[Life] = ()) -> None:
        self.declared: list[tuple[str, int, Declared]] = [
            (".".join(path), position, variable) for path, position, variable in program.tree.variables() if is_shown(path, variable)
        ]
        self._static = len(self.declared)
        self._of_life: dict[int, tuple[str, ...]] = {}
        for life in lives:
            variables = program.tree.object_variables(life.start, life.path)
            own = [(".".join(path), position, variable) for path, position, variable in variables if is_shown(path, variable)]
            self._of_life[life.number] = tuple(name for name, _, _ in own)
            self.declared += own
        self.positions = {name: position for name, position, _ in self.declared}
        self._variables: tuple[frozenset[int], tuple[Variable, ...]] = (frozenset(), ())

    def variables(self, states: frozenset[int]) -> tuple[Variable, ...]:
        """What a result says of each; `states` are the positions of those that were state variables at some time."""
        if not self._variables[1] or self._variables[0] != states:
            self._variables = (states, tuple(_variable(text, each, position in states) for text, position, each in self.declared))
        return self._variables[1]

    def active(self, structure: CompiledStructure, lives: Iterable[Life]) -> frozenset[str]:
        """The names of active variables, with those of these dynamic objects."""
        active = structure.active
        own = (name for name, position, _ in self.declared[: self._static] if active[position])
        dynamic = (name for life in lives for name in self._of_life[life.number] if active[self.positions[name]])
        return frozenset((*own, *dynamic))


@dataclass(frozen=True)
class Reader:
    """Reads recordings that follow each other without a break, by names."""

    recordings: tuple[Recording, ...]
    all_names: Names
    by_structure: dict[tuple[int, int], frozenset[str]]

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables of active objects."""
        recording = self.recordings[0]
        lives = recording.lives
        key = (recording.number, recording.change if lives else 0)
        if key not in self.by_structure:
            self.by_structure[key] = self.all_names.active(recording.compiled, lives)
        return self.by_structure[key]

    def times(self, first: int, last: int) -> Values:
        """The times of rows [first, last)."""
        return np.concatenate([np.empty(0), *(each.times(a, b) for each, a, b in self._parts(first, last))])

    def read(self, names: Sequence[str], first: int, last: int) -> Values:
        """Values in rows [first, last), one column for each name."""
        positions = [self.all_names.positions[name] for name in names]
        parts = [each.read(positions, a, b) for each, a, b in self._parts(first, last)]
        return parts[0] if len(parts) == 1 else np.concatenate([np.empty((0, len(names))), *parts])

    def identities(self, names: Sequence[str]) -> list[tuple[int, int]]:
        """Where each name is in the values of the structure, with its sign; what is not there stands for itself."""
        layout = self.recordings[0].compiled.code.layout
        cells = np.array([self.all_names.positions[name] for name in names], dtype=np.int64) * CELLS
        places = np.where(layout.index[cells] >= 0, layout.index[cells], -2 - cells)
        return list(zip(places.tolist(), layout.sign[cells].tolist(), strict=True))

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *itertools.accumulate(len(each) for each in self.recordings)]

    def _parts(self, first: int, last: int) -> Iterator[tuple[Recording, int, int]]:
        for place in range(max(bisect_right(self._starts, first) - 1, 0), len(self.recordings)):
            begin = self._starts[place]
            if begin >= last:
                break
            recording = self.recordings[place]
            if first < begin + len(recording):
                yield recording, max(first - begin, 0), min(last - begin, len(recording))


class Segments(Sequence[Segment]):
    """Segments made of recordings when they are read; those that go on where the one before ended are one segment."""

    def __init__(self, recordings: Sequence[Recording], names: Names) -> None:
        self._recordings, self._names = recordings, names
        self._by_structure: dict[tuple[int, int], frozenset[str]] = {}
        self._firsts = array("q", (number for number, each in enumerate(recordings) if not each.is_continued or not number))
        self._firsts.append(len(recordings))

    def __len__(self) -> int:
        return len(self._firsts) - 1

    @overload
    def __getitem__(self, place: int) -> Segment: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Segment, ...]: ...

    def __getitem__(self, place: int | slice) -> Segment | tuple[Segment, ...]:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(len(self))))
        number = place + len(self) if place < 0 else place
        if not 0 <= number < len(self):
            raise IndexError(place)
        parts = tuple(self._recordings[k] for k in range(self._firsts[number], self._firsts[number + 1]))
        kinds = np.concatenate([_kinds(each) for each in parts])
        return Segment(parts[0].number, kinds, Reader(parts, self._names, self._by_structure))


def build_result(name: str, model: CompiledModel, execution: Execution, timings: Timings) -> Result:
    """Everything that was recorded, with its logs and counts."""
    log, statistics = execution.log, execution.run.statistics
    names = _names(model.program, log.chronicle.lives)
    return Result(
        model=name,
        variables=names.variables(frozenset(log.state_positions)),
        segments=Segments(log.recordings, names),
        events=log.events,
        structures=log.changes,
        chart_steps=log.chart_steps,
        warnings=tuple(execution.warnings),
        timings=timings,
        counts=Counts(
            steps=statistics.steps,
            events=statistics.events,
            structures=len(log.visited),
            variables=len(names.declared),
            states=log.most_states,
        ),
        options=execution.options,
        cache_hit=model.cache_hit,
        stop_reason=execution.stop_reason,
    )


def _names(program: Program, lives: Sequence[Life]) -> Names:
    """Without dynamic objects they are the same in all runs."""
    if lives:
        return Names(program, lives)
    found = _NAMES.get(program.tree)
    if found is None:
        found = _NAMES[program.tree] = Names(program)
    return found


def _kinds(recording: Recording) -> RowKinds:
    kinds = np.full(len(recording.flags), RowKind.GRID, dtype=np.uint8)
    kinds[(recording.flags & RowFlag.LEFT) > 0] = RowKind.LEFT
    kinds[(recording.flags & RowFlag.RIGHT) > 0] = RowKind.RIGHT
    return kinds


def _variable(name: str, declared: Declared, is_state: bool) -> Variable:
    kind = KINDS.get(scalar_kind(declared.type), Kind.REAL)
    return Variable(name, kind, declared.unit, declared.description, is_state, declared.variability.name.lower())
