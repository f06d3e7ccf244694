"""The object tree: a root plan and the position where it starts; names and objects are found by walking it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.diagnostics import Diagnostic
from mosila.instance.plan import CELLS, Component, IntArray, Plan, Variable

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Machine:
    """An object that has a chart."""

    position: int
    plan: Plan
    path: Path


@dataclass(frozen=True, eq=False)
class InstanceTree:
    """All objects of a program: those of the root plan, which starts at `start`."""

    root: Plan
    start: int
    size: int
    """Positions of the whole address space, literals included."""
    literals: dict[float, int] = field(default_factory=dict)
    evaluated: frozenset[tuple[str, str]] = frozenset()
    """Parameters, as (class, name), whose values decided sizes, branches or what is there."""

    @cached_property
    def instances(self) -> dict[Plan, IntArray]:
        """Where the objects of each plan start; outer plans before the plans of their parts."""
        starts: dict[Plan, list[NDArray[np.int64]]] = {self.root: [np.array([self.start])]}
        found: dict[Plan, IntArray] = {}
        for plan in _outer_first(self.root):
            mine = np.sort(np.concatenate(starts[plan]))
            found[plan] = mine.astype(np.int32)
            for component in plan.components.values():
                if isinstance(component.content, Plan) and not component.is_reference:
                    offsets = component.offset + np.arange(component.count) * component.stride
                    starts.setdefault(component.content, []).append((mine[:, None] + offsets[None, :]).ravel())
        return found

    @cached_property
    def behaviours(self) -> dict[int, int]:
        """The objects that actions add: first position -> number of positions, outer objects before inner ones."""
        found: dict[int, int] = {}
        for plan, starts in self.instances.items():
            for offset in plan.behaviours:
                for start in starts.tolist():
                    found[start + offset] = self.object_at(start + offset).size
        return dict(sorted(found.items()))

    def behaviours_around(self, position: int) -> tuple[int, ...]:
        """The objects that actions add in which a position lies, the outermost first."""
        firsts, around = self._nested_behaviours
        place = bisect_right(firsts, position) - 1
        while place >= 0 and not firsts[place] <= position < firsts[place] + self.behaviours[firsts[place]]:
            place = around[place]
        found: list[int] = []
        while place >= 0:
            found.insert(0, firsts[place])
            place = around[place]
        return tuple(found)

    @cached_property
    def _nested_behaviours(self) -> tuple[list[int], list[int]]:
        """The behaviour objects in order, and for each the number of the one around it, or -1."""
        firsts = list(self.behaviours)
        around: list[int] = []
        for place, first in enumerate(firsts):
            outer = place - 1
            while outer >= 0 and firsts[outer] + self.behaviours[firsts[outer]] <= first:
                outer = around[outer]
            around.append(outer)
        return firsts, around

    @cached_property
    def machines(self) -> tuple[Machine, ...]:
        """The objects with charts, in the order of the object tree (an object before its parts)."""
        found = [
            Machine(start, plan, self.object_path(start))
            for plan, starts in self.instances.items()
            if plan.chart is not None
            for start in starts.tolist()
        ]
        return tuple(sorted(found, key=lambda machine: machine.position))

    @cached_property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is doubtful about the model, from all plans."""
        charts = (warning for plan in self.instances if plan.chart is not None for warning in plan.chart.chart.warnings)
        return (*(warning for plan in self.instances for warning in plan.warnings), *charts)

    def object_at(self, position: int) -> Plan:
        """The plan of the object that starts at a position."""
        return self._walk(position)[0]

    def object_path(self, position: int) -> Path:
        """The path of the object that a position belongs to, a variable's or its own first one."""
        return self._walk(position)[1]

    def _walk(self, position: int) -> tuple[Plan, Path]:
        """The innermost object around a position, and its path."""
        here, start = self.root, self.start
        path: Path = ()
        while start != position:
            component, number = _component_at(here, position - start)
            if component is None or not isinstance(component.content, Plan):
                break
            start += component.offset + number * component.stride
            path = (*path, _element_name(component, number))
            here = component.content
        return here, path

    def variable_path(self, position: int) -> Path:
        """The path of the variable at a position; auxiliaries get the path of their object and a name in parentheses."""
        here, start = self.root, self.start
        path: Path = ()
        while True:
            component, number = _component_at(here, position - start)
            if component is None:
                stream = next((each for each in here.streams if each.incoming == position - start), None)
                if stream is not None:
                    return (*path, f"inStream({'.'.join(self.variable_path(start + stream.position)[len(path) :])})")
                role = next((v.role.value for offset, v in here.auxiliaries if offset == position - start), "value")
                return (*path, f"({role} {position - start})")
            path = (*path, _element_name(component, number))
            if isinstance(component.content, Variable):
                return path
            start += component.offset + number * component.stride
            here = component.content

    def variable_at(self, position: int) -> Variable:
        """The declared variable at a position."""
        here, start = self.root, self.start
        while True:
            component, number = _component_at(here, position - start)
            assert component is not None, "a declared variable has a component"
            if isinstance(component.content, Variable):
                return component.content
            start += component.offset + number * component.stride
            here = component.content

    def variable_name(self, position: int) -> str:
        """The dotted name of a variable, for people."""
        return ".".join(self.variable_path(position))

    def variables(self) -> Iterator[tuple[Path, int, Variable]]:
        """All declared variables with their positions, in declaration order."""
        yield from _variables(self.root, self.start, ())

    def find(self, path: Path) -> int | None:
        """The position of a variable by its path as `variable_path` writes it."""
        return self._by_path.get(path)

    @cached_property
    def references(self) -> tuple[IntArray, IntArray]:
        """Positions of `outer` components, and the positions of the `inner` ones that they stand for."""
        found: dict[int, int] = {}
        if _has_references(self.root):
            _resolve_references(self.root, self.start, (), found)
        places = np.array(sorted(found), dtype=np.int32)
        return places, np.array([found[place] for place in places.tolist()], dtype=np.int32)

    @cached_property
    def _target_of(self) -> IntArray | None:
        places, targets = self.references
        if not len(places):
            return None
        target_of = np.arange(self.size, dtype=np.int32)
        target_of[places] = targets
        return target_of

    def resolve(self, cells: IntArray) -> IntArray:
        """Cells with those of `outer` components replaced by what they stand for."""
        if self._target_of is None:
            return cells
        resolved: IntArray = self._target_of[cells // CELLS] * CELLS + cells % CELLS
        return resolved

    def resolve_position(self, position: int) -> int:
        """A position, or what it stands for."""
        return position if self._target_of is None else int(self._target_of[position])

    @cached_property
    def _by_path(self) -> dict[Path, int]:
        return {path: position for path, position, _ in self.variables()}


def path_within(components: dict[str, Component], position: int, last: Component) -> Path:
    """The path of what starts at a relative position among components, ending with a component."""
    path: Path = ()
    while True:
        component = next(c for c in components.values() if c.condition and c.offset <= position < c.offset + c.count * c.stride)
        number = (position - component.offset) // component.stride
        path = (*path, _element_name(component, number))
        if component is last or not isinstance(component.content, Plan):
            return path
        position -= component.offset + number * component.stride
        components = component.content.components


def _variables(plan: Plan, start: int, path: Path) -> Iterator[tuple[Path, int, Variable]]:
    for component in plan.components.values():
        for number in range(component.count if not component.is_reference else 0):
            name = (*path, _element_name(component, number))
            first = start + component.offset + number * component.stride
            if isinstance(component.content, Variable):
                yield name, first, component.content
            else:
                yield from _variables(component.content, first, name)


def _element_name(component: Component, number: int) -> str:
    if not component.dimensions:
        return component.name
    index = np.unravel_index(number, component.dimensions)
    return f"{component.name}[{','.join(str(int(i) + 1) for i in index)}]"


def _component_at(plan: Plan, offset: int) -> tuple[Component | None, int]:
    for component in reversed(plan.components.values()):
        if component.offset <= offset < component.offset + component.count * component.stride:
            return component, (offset - component.offset) // component.stride
    return None, 0


def _outer_first(root: Plan) -> list[Plan]:
    """Plans in topological order: each after all plans that contain it."""
    order: list[Plan] = []
    seen: set[Plan] = set()
    stack: list[tuple[Plan, bool]] = [(root, False)]
    while stack:
        plan, done = stack.pop()
        if done:
            order.append(plan)
        elif plan not in seen:
            seen.add(plan)
            stack.append((plan, True))
            inner = [c.content for c in plan.components.values() if isinstance(c.content, Plan) and not c.is_reference]
            stack.extend((part, False) for part in reversed(inner) if part not in seen)
    return order[::-1]


def _has_references(plan: Plan) -> bool:
    """Whether `outer` components occur in a plan, at any depth."""
    waiting, seen = [plan], {plan}
    while waiting:
        for component in waiting.pop().components.values():
            if component.is_reference:
                return True
            if isinstance(component.content, Plan) and component.content not in seen:
                seen.add(component.content)
                waiting.append(component.content)
    return False


def _resolve_references(plan: Plan, start: int, around: tuple[tuple[Plan, int], ...], found: dict[int, int]) -> None:
    """Find what the `outer` components of an object and of its parts stand for; `around` are the objects around, outermost first."""
    for component in plan.components.values():
        first = start + component.offset
        if component.is_reference:
            target = next(s + inner.offset for p, s in reversed(around) if (inner := p.inner(component.name)) is not None)
            for place in range(component.count * component.stride):
                found[first + place] = found.get(target + place, target + place)
    inside = (*around, (plan, start))
    for component in plan.components.values():
        if isinstance(component.content, Plan) and not component.is_reference and _has_references(component.content):
            for number in range(component.count):
                _resolve_references(component.content, start + component.offset + number * component.stride, inside, found)
