"""The object tree: a root plan and the position where it starts; names and objects are found by walking it."""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.instance.conditional import Conditional
from mosila.instance.plan import CELLS, Component, IntArray, Plan, Variable
from mosila.instance.pools import Block, next_block

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
    pools: tuple[Plan, ...] = ()
    """The plans of dynamic objects; the last one is that of the terms of reductions."""
    kinds: tuple[int, ...] = ()
    """For each `new` of the program the pool that its objects are in."""
    wired: frozenset[tuple[Path, str]] = frozenset()
    """References and collections, as (class that declares it, name), that equations use."""
    blocks: tuple[Block, ...] = ()
    names: dict[int, Path] = field(default_factory=dict)
    """What dynamic objects are called, by first position; a run tells."""

    def grown(self, pool: int) -> InstanceTree:
        """The tree with more slots in a pool; everything else stays where it is."""
        block = next_block(self.blocks, pool, self.pools[pool], self.size)
        return replace(self, size=block.end, blocks=(*self.blocks, block))

    def called(self, names: dict[int, Path]) -> InstanceTree:
        """The same objects with these names for dynamic ones."""
        other = copy.copy(self)
        other.__dict__["names"] = names
        return other

    def resolved_by(self, targets: IntArray) -> InstanceTree:
        """The same objects with other positions for what stands for others."""
        other = copy.copy(self)
        other.__dict__["_target_of"] = targets
        return other

    @cached_property
    def instances(self) -> dict[Plan, IntArray]:
        """Where the objects of each plan start; outer plans before the plans of their parts."""
        starts: dict[Plan, list[NDArray[np.int64]]] = {self.root: [np.array([self.start])]}
        for block in self.blocks:
            starts.setdefault(block.plan, []).append(np.array(block.starts, dtype=np.int64))
        found: dict[Plan, IntArray] = {}
        for plan in _outer_first((self.root, *(block.plan for block in self.blocks))):
            mine = np.sort(np.concatenate(starts[plan]))
            found[plan] = mine.astype(np.int32)
            for component in plan.components.values():
                if isinstance(component.content, Plan) and not component.is_reference:
                    offsets = component.offset + np.arange(component.count) * component.stride
                    starts.setdefault(component.content, []).append((mine[:, None] + offsets[None, :]).ravel())
        return found

    @cached_property
    def behaviours_in_objects(self) -> dict[int, int]:
        """The objects that actions add and that are parts of others, as in `behaviours`."""
        found: dict[int, int] = {}
        for plan, starts in self.instances.items():
            for offset in plan.behaviours:
                if len(starts):
                    size = self.object_at(int(starts[0]) + offset).size
                    found.update((start + offset, size) for start in starts.tolist())
            parts = [(switch, 1) for switch in plan.switches] + [part for each in plan.conditionals for part in each.parts]
            found.update((start + offset, size) for offset, size in parts for start in starts.tolist())
        return dict(sorted(found.items()))

    @cached_property
    def behaviours(self) -> dict[int, int]:
        """The objects that actions add: first position -> number of positions, outer objects before inner ones."""
        slots = {start: block.plan.size for block in self.blocks for start in block.starts}
        return dict(sorted((self.behaviours_in_objects | slots).items()))

    @cached_property
    def conditionals(self) -> tuple[tuple[int, Conditional], ...]:
        """What conditions add and remove, with the starts of the objects that it belongs to."""
        found = [(start, each) for plan, starts in self.instances.items() for each in plan.conditionals for start in starts.tolist()]
        return tuple(sorted(found, key=lambda pair: (pair[0], pair[1].condition)))

    @cached_property
    def switches(self) -> frozenset[int]:
        """If-equations whose branches may not have one form."""
        return frozenset(start + switch for plan, starts in self.instances.items() for switch in plan.switches for start in starts.tolist())

    def part_name(self, position: int) -> str:
        """What the log calls something that came or went: an object by its path, a branch by its condition."""
        for start, each in self.conditionals:
            if each.switch is not None and start + each.parts[0][0] == position:
                return ".".join((*self.object_path(start), each.name))
        return ".".join(self.object_path(position))

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

    def block_at(self, position: int) -> Block | None:
        """The block of dynamic objects that a position is in."""
        place = bisect_right(self._block_starts, position) - 1
        return self.blocks[place] if place >= 0 and position < self.blocks[place].end else None

    @cached_property
    def block_bounds(self) -> tuple[IntArray, IntArray]:
        """Where the blocks of dynamic objects begin and end."""
        bounds = np.array([(block.start, block.end) for block in self.blocks], dtype=np.int32).reshape(-1, 2)
        return bounds[:, 0].copy(), bounds[:, 1].copy()

    @cached_property
    def _block_starts(self) -> list[int]:
        return [block.start for block in self.blocks]

    def _root_at(self, position: int) -> tuple[Plan, int, Path]:
        """The object around a position that is in no other one: the model, or a dynamic object; its start and path."""
        block = self.block_at(position)
        if block is None:
            return self.root, self.start, ()
        number = (position - block.start) // block.plan.size
        start = block.start + number * block.plan.size
        path = self.names.get(start)
        if path is None:
            before = sum(each.count for each in self.blocks if each.pool == block.pool and each.start < block.start)
            is_term = block.pool == len(self.pools) - 1
            path = (f"(term {before + number + 1})" if is_term else f"{block.plan.symbol.name}#{before + number + 1}",)
        return block.plan, start, path

    def outermost(self, position: int) -> int:
        """The first position of the dynamic object, or of the model, that a position is in."""
        block = self.block_at(position)
        return self.start if block is None else position - (position - block.start) % block.plan.size

    def offset(self, start: int, path: Path) -> int:
        """The position of what a path leads to in the object that starts at a position."""
        plan = self.object_at(start)
        if plan not in self._offsets:
            self._offsets[plan] = plan_offsets(plan)
        return start + self._offsets[plan][path]

    @cached_property
    def _offsets(self) -> dict[Plan, dict[Path, int]]:
        return {}

    @cached_property
    def follows_structure(self) -> bool:
        """Whether what equations read, or which of them there are, depends on the structure in ways of their own."""
        return any(
            plan.stand_ins or plan.reductions or plan.conditional or any(rows.condition is not None for rows in plan.rows)
            for plan in self.instances
        )

    @property
    def static_targets(self) -> IntArray:
        """By position: what it stands for in every structure, most for themselves."""
        return np.arange(self.size, dtype=np.int32) if self._target_of is None else self._target_of

    def is_wired(self, component: Component) -> bool:
        """Whether what a reference or collection holds is part of the structure: equations use it."""
        return (component.declared_in.path, component.name) in self.wired

    @cached_property
    def holders(self) -> dict[int, tuple[bool, int]]:
        """All references and collections by position: whether equations use them, and the outermost object that each is in."""
        return {
            start + component.offset: (self.is_wired(component), self.outermost(start))
            for plan, starts in self.instances.items()
            for component in plan.components.values()
            if component.refers is not None
            for start in starts.tolist()
        }

    @cached_property
    def wired_holders(self) -> frozenset[int]:
        """The references and collections that equations use."""
        return frozenset(place for place, (is_wired, _) in self.holders.items() if is_wired)

    def object_at(self, position: int) -> Plan:
        """The plan of the object that starts at a position."""
        return self._walk(position)[0]

    def object_path(self, position: int) -> Path:
        """The path of the object that a position belongs to, a variable's or its own first one."""
        return self._walk(position)[1]

    def _walk(self, position: int) -> tuple[Plan, Path]:
        """The innermost object around a position, and its path."""
        here, start, path = self._root_at(position)
        while start != position:
            component, number = _component_at(here, position - start)
            if component is None or not isinstance(component.content, Plan):
                break
            start += component.offset + number * component.stride
            path = (*path, component.element_name(number))
            here = component.content
        return here, path

    def variable_path(self, position: int) -> Path:
        """The path of the variable at a position; auxiliaries get the path of their object and a name in parentheses."""
        here, start, path = self._root_at(position)
        while True:
            component, number = _component_at(here, position - start)
            if component is None:
                stream = next((each for each in here.streams if each.incoming == position - start), None)
                if stream is not None:
                    return (*path, f"inStream({'.'.join(self.variable_path(start + stream.position)[len(path) :])})")
                role = next((v.role.value for offset, v in here.auxiliaries if offset == position - start), "value")
                return (*path, f"({role} {position - start})")
            path = (*path, component.element_name(number))
            if isinstance(component.content, Variable):
                return path
            start += component.offset + number * component.stride
            here = component.content

    def variable_at(self, position: int) -> Variable:
        """The declared variable at a position."""
        here, start, _ = self._root_at(position)
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

    def object_variables(self, start: int, path: Path) -> Iterator[tuple[Path, int, Variable]]:
        """The declared variables of the object that starts at a position and is called so."""
        yield from _variables(self.object_at(start), start, path)

    def find(self, path: Path) -> int | None:
        """The position of a variable by its path as `variable_path` writes it."""
        return self._by_path.get(path)

    @cached_property
    def references(self) -> tuple[IntArray, IntArray]:
        """Positions of `outer` components, and the positions of the `inner` ones that they stand for."""
        found: dict[int, int] = {}
        if _has_references(self.root):
            _resolve_references(self.root, self.start, (), found)
        for block in self.blocks:
            if _has_references(block.plan):
                for start in block.starts:
                    _resolve_references(block.plan, start, ((self.root, self.start),), found)
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
        positions = cells // CELLS
        resolved: IntArray = cells + CELLS * (self._target_of[positions] - positions)
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
        path = (*path, component.element_name(number))
        if component is last or not isinstance(component.content, Plan):
            return path
        position -= component.offset + number * component.stride
        components = component.content.components


def plan_offsets(plan: Plan) -> dict[Path, int]:
    """The relative positions of all variables, references and objects of a plan, by path as names are written."""
    found: dict[Path, int] = {(): 0}
    for component in plan.components.values():
        if not component.condition:
            continue
        for number in range(component.count):
            name = component.element_name(number)
            first = component.offset + number * component.stride
            found[(name,)] = first
            if isinstance(component.content, Plan):
                for path, offset in plan_offsets(component.content).items():
                    if path:
                        found[(name, *path)] = first + offset
    return found


def _variables(plan: Plan, start: int, path: Path) -> Iterator[tuple[Path, int, Variable]]:
    for component in plan.components.values():
        for number in range(component.count if not component.is_reference and component.refers is None else 0):
            name = (*path, component.element_name(number))
            first = start + component.offset + number * component.stride
            if isinstance(component.content, Variable):
                yield name, first, component.content
            else:
                yield from _variables(component.content, first, name)


def _component_at(plan: Plan, offset: int) -> tuple[Component | None, int]:
    for component in reversed(plan.components.values()):
        if component.offset <= offset < component.offset + component.count * component.stride:
            return component, (offset - component.offset) // component.stride
    return None, 0


def _outer_first(roots: Iterable[Plan]) -> list[Plan]:
    """Plans in topological order: each after all plans that contain it."""
    order: list[Plan] = []
    seen: set[Plan] = set()
    stack: list[tuple[Plan, bool]] = [(root, False) for root in roots]
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
