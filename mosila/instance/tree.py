"""The object tree: a root plan and the position where it starts; names and objects are found by walking it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.instance.plan import Component, IntArray, Plan, Variable

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

    @cached_property
    def instances(self) -> dict[Plan, IntArray]:
        """Where the objects of each plan start; outer plans before the plans of their parts."""
        starts: dict[Plan, list[NDArray[np.int64]]] = {self.root: [np.array([self.start])]}
        found: dict[Plan, IntArray] = {}
        for plan in _outer_first(self.root):
            mine = np.sort(np.concatenate(starts[plan]))
            found[plan] = mine.astype(np.int32)
            for component in plan.components.values():
                if isinstance(component.content, Plan):
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
                role = next((v.role.value for offset, v in here.auxiliaries if offset == position - start), "value")
                return (*path, f"({role} {position - start})")
            path = (*path, _element_name(component, number))
            if isinstance(component.content, Variable):
                return path
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
    def _by_path(self) -> dict[Path, int]:
        return {path: position for path, position, _ in self.variables()}


def _variables(plan: Plan, start: int, path: Path) -> Iterator[tuple[Path, int, Variable]]:
    for component in plan.components.values():
        for number in range(component.count):
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
            inner = [c.content for c in plan.components.values() if isinstance(c.content, Plan)]
            stack.extend((part, False) for part in reversed(inner) if part not in seen)
    return order[::-1]
