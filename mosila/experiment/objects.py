"""What a run is made of at one moment, for people and scripts: its objects, equations and variables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from mosila.compiler import CompiledStructure
from mosila.dataclass import dataclass
from mosila.experiment.build_result import KINDS, is_shown
from mosila.flat.describe import equation_texts, relation_texts
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, Plan
from mosila.results import Kind
from mosila.runtime.population import Life
from mosila.runtime.stepwise import Stepper
from mosila.semantics.types import scalar_kind


@dataclass(frozen=True, slots=True)
class LiveObject:
    """An object of the model: its path, class, whether it is active, what it is attached to, and its parts."""

    path: str
    class_name: str
    active: bool
    base: str | None
    attached: tuple[str, ...]
    parts: tuple[LiveObject, ...]

    def __getitem__(self, name: str) -> LiveObject:
        """A part by its name, or by a path with dots."""
        first, _, rest = name.partition(".")
        for part in self.parts:
            if part.path.rpartition(".")[2] == first:
                return part[rest] if rest else part
        raise KeyError(f"{self.path or 'the model'} has no part {first!r}; it has {', '.join(each.path for each in self.parts) or 'none'}")

    def walk(self) -> Iterator[LiveObject]:
        """This object and all in it, outer ones first."""
        yield self
        for part in self.parts:
            yield from part.walk()


@dataclass(frozen=True, slots=True)
class LiveVariable:
    """A variable now: its value (NaN while its object is inactive) and its part in the present structure."""

    name: str
    value: float
    unit: str
    kind: Kind
    role: str
    """One of `parameter`, `constant`, `state`, `held`, `discrete`, `algebraic`, `inactive`."""


@dataclass(frozen=True, slots=True)
class LiveStructure:
    """The present structure: its number in the order of first visits, its active behaviour objects and what is attached."""

    number: int
    active: tuple[str, ...]
    attachments: tuple[tuple[str, str], ...]
    """Pairs (base, object)."""
    states: tuple[str, ...]
    held: tuple[str, ...]
    index: int


def describe_objects(program: Program, compiled: CompiledStructure, lives: Iterable[Life] = ()) -> LiveObject:
    """The tree of objects, the model itself on top; dynamic objects are parts of it."""
    structure = compiled.system.dae.flat.structure
    tree = program.tree
    names = {position: ".".join(tree.object_path(position)) for pair in structure.attachments for position in pair}
    bases = {object_: names[base] for base, object_ in structure.attachments}
    attached: dict[int, list[str]] = {}
    for base, object_ in sorted(structure.attachments):
        attached.setdefault(base, []).append(names[object_])

    def describe(plan: Plan, position: int, path: tuple[str, ...]) -> LiveObject:
        parts = []
        for component in plan.components.values():
            if isinstance(component.content, Plan):
                for number in range(component.count):
                    start = position + component.offset + number * component.stride
                    parts.append(describe(component.content, start, tree.object_path(start)))
        return LiveObject(
            path=".".join(path),
            class_name=plan.symbol.name,
            active=bool(compiled.active[position]),
            base=bases.get(position),
            attached=tuple(attached.get(position, ())),
            parts=tuple(parts),
        )

    model = describe(tree.root, tree.start, ())
    dynamic = tuple(describe(tree.object_at(life.start), life.start, life.path) for life in lives)
    return replace(model, parts=(*model.parts, *dynamic))


def describe_variables(stepper: Stepper) -> dict[str, LiveVariable]:
    """All variables by name, in the order of their declaration."""
    program, compiled = stepper.model.program, stepper.compiled
    aliases = compiled.system.dae.aliases
    states, held = frozenset(compiled.system.states), frozenset(compiled.system.held)
    found = {}
    lives = stepper.state.population.lives.values()
    dynamic = (each for life in lives for each in program.tree.object_variables(life.start, life.path))
    for path, position, variable in itertools.chain(program.tree.variables(), dynamic):
        if not is_shown(path, variable):
            continue
        standing = int(aliases.representative[position])
        role = variable.variability.name.lower()
        if not compiled.active[position]:
            role = "inactive"
        elif role == "continuous":
            role = "state" if standing in states else "held" if standing in held else "algebraic"
        name = ".".join(path)
        found[name] = LiveVariable(name, stepper.value(position), variable.unit, KINDS.get(scalar_kind(variable.type), Kind.REAL), role)
    return found


def describe_equations(compiled: CompiledStructure) -> tuple[str, ...]:
    """The equations that hold now, as text: those of the objects, then those of connections and attachments."""
    flat = compiled.system.dae.flat
    return tuple(text.strip().removesuffix(";") for text in equation_texts(flat, relation_texts(flat)))


def describe_structure(program: Program, compiled: CompiledStructure) -> LiveStructure:
    """The present structure by names."""
    structure, tree = compiled.system.dae.flat.structure, program.tree

    def name(position: int) -> str:
        return ".".join(tree.object_path(position))

    return LiveStructure(
        number=compiled.number,
        active=tuple(name(position) for position in sorted(structure.active)),
        attachments=tuple((name(base), name(object_)) for base, object_ in sorted(structure.attachments)),
        states=tuple(tree.variable_name(int(position)) for position in np.sort(np.array(compiled.system.states, dtype=np.int64))),
        held=tuple(tree.variable_name(int(position)) for position in sorted(compiled.system.held)),
        index=compiled.system.index,
    )


def fingerprint(program: Program) -> str:
    """What two programs must have in common for the values of one to fit the other: names at positions."""
    return "\n".join(f"{position * CELLS} {'.'.join(path)}" for path, position, _ in program.tree.variables())
