"""What references mean in one structure: what their stand-ins stand for, and what indicators say."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.dynamic import EMPTY_REFERENCE
from mosila.instance.plan import CELLS, Formula, Indicator, IntArray, Plan, StandIn, Tells
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.source import Span
from mosila.symbolic.evaluate import evaluate

NOTHING = -1


@dataclass(frozen=True, eq=False)
class Links:
    """References and collections with what they hold, on the objects of a tree."""

    tree: InstanceTree
    active: NDArray[np.bool_]
    """By position: whether its object is active."""
    attachments: Collection[tuple[int, int]]
    references: Mapping[int, int]
    members: Mapping[int, Collection[int]]

    @cached_property
    def held(self) -> IntArray:
        """By position: the object that the reference there holds."""
        found = np.full(self.tree.size + 1, NOTHING, dtype=np.int32)
        if self.references:
            found[list(self.references)] = list(self.references.values())
        return found

    @cached_property
    def targets(self) -> IntArray:
        """By position: what it stands for; a stand-in behind an empty reference stands for nothing, -1."""
        found = self.tree.static_targets.copy()
        for plan, all_starts in self.tree.instances.items():
            if plan.stand_ins:
                starts = all_starts[self.active[all_starts]]
                for each in plan.stand_ins:
                    found[starts + each.position] = self.behind(found[starts + each.reference], each)
        return found

    def behind(self, holders: IntArray, stand_in: StandIn) -> IntArray:
        """What a stand-in stands for, by the references at these positions."""
        return self.positions(self.held[holders], stand_in.path)

    def positions(self, objects: IntArray, path: tuple[str, ...]) -> IntArray:
        """The positions of what a path leads to in each of these objects."""
        found = np.full(len(objects), NOTHING, dtype=np.int32)
        is_left = objects >= 0
        blocks = self.tree.blocks
        if blocks:
            starts, ends = self.tree.block_bounds
            number = np.searchsorted(starts, objects, side="right") - 1
            is_in_block = is_left & (number >= 0) & (objects < ends[number])
            is_left &= ~is_in_block
            shift = np.zeros(len(blocks), dtype=np.int32)
            for each in np.flatnonzero(np.bincount(number[is_in_block])).tolist():
                shift[each] = self.tree.offset(blocks[each].start, path) - blocks[each].start
            found[is_in_block] = (objects + shift[number])[is_in_block]
        for place in np.flatnonzero(is_left).tolist():
            found[place] = self.tree.offset(int(objects[place]), path)
        return found

    def indicated(self, plan: Plan, starts: IntArray, each: Indicator) -> NDArray[np.float64]:
        """The values of an indicator of the objects at these starts."""
        places = self.targets[starts + each.object]
        if each.tells is Tells.SIZE:
            return np.array([len(self.members.get(place, ())) for place in places.tolist()], dtype=np.float64)
        if each.tells is Tells.EMPTY:
            return np.where(self.held[places] < 0, 1.0, 0.0)
        objects = self.held[places] if each.refers else places
        is_active = (objects >= 0) & self.active[objects]
        if each.base is None:
            return np.where(is_active, 1.0, 0.0)
        bases = self.targets[starts + each.base]
        bases = self.held[bases] if each.base_refers else bases
        pairs = zip(bases.tolist(), objects.tolist(), strict=True)
        return np.where(is_active, np.array([pair in self.attachments for pair in pairs], dtype=np.float64), 0.0)

    def holds(self, plan: Plan, starts: IntArray, condition: Formula) -> NDArray[np.bool_]:
        """For each of the objects at these starts: whether a condition over indicators holds."""
        known = {each.position: each for each in plan.indicators}
        columns: list[NDArray[np.float64]] = []
        kinds = np.zeros(len(starts), dtype=np.int64)
        for cell, relative in zip(condition.cells.tolist(), condition.relative.tolist(), strict=True):
            if relative:
                columns.append(self.indicated(plan, starts, known[cell // CELLS]))
            else:
                columns.append(np.full(len(starts), self.literals[cell]))
        for column in columns:
            values, places = np.unique(column, return_inverse=True)
            kinds = kinds * len(values) + places
        _, examples, kinds = np.unique(kinds, return_index=True, return_inverse=True)
        lines = [[float(column[example]) for column in columns] for example in examples.tolist()]
        holds: NDArray[np.bool_] = np.array([evaluate(condition.expression, line) > 0.5 for line in lines], dtype=np.bool_)[kinds]
        return holds

    @cached_property
    def literals(self) -> dict[int, float]:
        """Values of the cells that hold literals."""
        return {position * CELLS: value for value, position in self.tree.literals.items()}


def structure_links(tree: InstanceTree, structure: Structure, active: NDArray[np.bool_]) -> Links:
    """The links of a structure."""
    members: dict[int, list[int]] = {}
    for collection, member in structure.members:
        members.setdefault(collection, []).append(member)
    for held in members.values():
        held.sort()
    return Links(tree, active, structure.attachments, dict(structure.references), members)


def empty_behind(links: Links, position: int, span: Span) -> Diagnostic:
    """The message of an empty reference that what is written at `span`, of the object around a position, would read."""
    found: list[tuple[bool, int, StandIn]] = []
    for plan, starts in links.tree.instances.items():
        for start in starts[(starts <= position) & (starts + plan.size > position)].tolist():
            for each in plan.stand_ins:
                if links.targets[start + each.position] < 0:
                    inside = span.path == each.span.path and span[1:3] <= each.span[1:3] and each.span[3:] <= span[3:]
                    found.append((not inside, start, each))
    _, start, stand_in = min(found, key=lambda each: each[:2])
    return empty_reference(links.tree, stand_in, start)


def empty_reference(tree: InstanceTree, stand_in: StandIn, start: int, when: str = "") -> Diagnostic:
    """The message of a reference that is used though it is empty."""
    path = tree.object_path(start)
    return EMPTY_REFERENCE.at(stand_in.span, path, when=when, name=stand_in.name, reference=stand_in.holder)
