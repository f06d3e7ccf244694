"""What a run recorded -> a `Result`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mosila.compiler import CompiledModel, CompiledStructure
from mosila.flat.program import Program
from mosila.instance.plan import Variable as Declared
from mosila.results import Counts, Kind, Result, RowKind, Segment, Variable
from mosila.results.segment import RowKinds, Values
from mosila.runtime.execute import Execution
from mosila.runtime.recording import Recording
from mosila.semantics.symbols import Builtin
from mosila.solvers.binding import RowFlag
from mosila.timings import Timings

KINDS = {Builtin.INTEGER: Kind.INTEGER, Builtin.BOOLEAN: Kind.BOOLEAN}


class Names:
    """The variables of a program by name."""

    def __init__(self, program: Program) -> None:
        self.declared: list[tuple[str, int, Declared]] = [
            (".".join(path), position, variable) for path, position, variable in program.tree.variables()
        ]
        self.positions = {name: position for name, position, _ in self.declared}

    def active(self, structure: CompiledStructure) -> frozenset[str]:
        """The names of active variables."""
        return frozenset(name for name, position, _ in self.declared if structure.active[position])


@dataclass(frozen=True)
class Reader:
    """Reads a recording by names."""

    recording: Recording
    all_names: Names
    by_structure: dict[int, frozenset[str]]

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables of active objects."""
        structure = self.recording.compiled
        if structure.number not in self.by_structure:
            self.by_structure[structure.number] = self.all_names.active(structure)
        return self.by_structure[structure.number]

    def read(self, names: Sequence[str], first: int, last: int) -> Values:
        """Values in rows [first, last), one column for each name."""
        return self.recording.read([self.all_names.positions[name] for name in names], first, last)


def build_result(name: str, model: CompiledModel, execution: Execution, timings: Timings) -> Result:
    """Everything that was recorded, with its logs and counts."""
    names = Names(model.program)
    by_structure: dict[int, frozenset[str]] = {}
    states = {int(p) for recording in execution.recordings for p in recording.compiled.system.states}
    segments = tuple(
        Segment(each.compiled.number, each.time, _kinds(each), Reader(each, names, by_structure)) for each in execution.recordings
    )
    statistics = execution.run.statistics
    return Result(
        model=name,
        variables=tuple(_variable(text, declared, position in states) for text, position, declared in names.declared),
        segments=segments,
        events=tuple(execution.events),
        structures=tuple(execution.changes),
        warnings=tuple(execution.warnings),
        timings=timings,
        counts=Counts(
            steps=statistics.steps,
            events=statistics.events,
            structures=len({change.structure for change in execution.changes}),
            variables=len(names.declared),
            states=max((change.states for change in execution.changes), default=0),
        ),
        options=execution.options,
        cache_hit=model.cache_hit,
        stop_reason=execution.stop_reason,
    )


def _kinds(recording: Recording) -> RowKinds:
    kinds = np.full(len(recording.flags), RowKind.GRID, dtype=np.uint8)
    kinds[(recording.flags & RowFlag.LEFT) > 0] = RowKind.LEFT
    kinds[(recording.flags & RowFlag.RIGHT) > 0] = RowKind.RIGHT
    return kinds


def _variable(name: str, declared: Declared, is_state: bool) -> Variable:
    return Variable(name, KINDS.get(declared.type, Kind.REAL), declared.unit, declared.description, is_state)
