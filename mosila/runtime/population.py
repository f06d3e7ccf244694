"""The dynamic objects of a run: which there are, what they are called, and what references and collections hold."""

from __future__ import annotations

from dataclasses import field, replace
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.instance.plan import CELLS
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree, Path

FOREVER = 1 << 62


@dataclass(frozen=True, slots=True, eq=False)
class Life:
    """A dynamic object as results know it: its name, its creation number, and its cells when it was new."""

    path: Path
    number: int
    start: int
    cells: NDArray[np.float64]


class Chronicle:
    """All dynamic objects of a run with the structural changes, counted from 1, at which each came and went."""

    def __init__(self) -> None:
        self._spans: list[tuple[Life, int, int]] = []
        self._living: dict[int, int] = {}
        self._seen: dict[int, Life] = {}

    def note(self, lives: dict[int, Life], change: int) -> None:
        """The objects that there are after a change."""
        if lives is self._seen:
            return
        for start, place in tuple(self._living.items()):
            life, born, _ = self._spans[place]
            if start not in lives or lives[start].number != life.number:
                self._spans[place] = (life, born, change)
                del self._living[start]
        for start, life in lives.items():
            if start not in self._living:
                self._living[start] = len(self._spans)
                self._spans.append((life, change, FOREVER))
        self._seen = lives

    def shorten(self, change: int, lives: dict[int, Life]) -> None:
        """Forget what came after a change; `lives` are the objects that there are again."""
        self._spans = [(life, born, died if died <= change else FOREVER) for life, born, died in self._spans if born <= change]
        self._living = {life.start: place for place, (life, _, died) in enumerate(self._spans) if died == FOREVER}
        self._seen = {}
        self.note(lives, change)

    @property
    def lives(self) -> list[Life]:
        """All objects, in the order of their creation."""
        return [life for life, _, _ in self._spans]

    def after(self, change: int) -> list[Life]:
        """The objects that there are after a change and before the next one."""
        return [life for life, born, died in self._spans if born <= change < died]

    def names_at(self, change: int) -> dict[int, Path]:
        """The names of the objects that there are before or after a change."""
        return {life.start: life.path for life, born, died in self._spans if born <= change <= died}


@dataclass(slots=True)
class Population:
    """Objects are named by their first positions; an object that nothing refers to is gone when a macrostep ends."""

    created: int = 0
    """How many objects there have been: the next one gets the next number."""
    numbers: dict[int, int] = field(default_factory=dict)
    """Creation numbers of the living objects."""
    lives: dict[int, Life] = field(default_factory=dict)
    """What is told of the living objects in results; replaced, never changed, when they come or go."""
    free: dict[int, list[int]] = field(default_factory=dict)
    """The free slots of each pool, the next one last."""
    references: dict[int, int] = field(default_factory=dict)
    """What each reference that is not empty holds."""
    members: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The members of each collection as of the end of the last macrostep, in the order in which they joined."""
    joining: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Objects that join a collection when the macrostep ends."""
    parting: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Objects that an action of the present macrostep has taken out of a collection."""
    is_changed: bool = False
    """Whether the present macrostep has created objects or changed what something holds."""
    homes: dict[int, int] = field(default_factory=dict)
    """For objects of the present macrostep the reference, collection or base for which they were created."""

    def copy(self) -> Population:
        """The same, to be changed apart."""
        return replace(
            self,
            numbers=dict(self.numbers),
            free={pool: list(slots) for pool, slots in self.free.items()},
            references=dict(self.references),
            members=dict(self.members),
            joining=dict(self.joining),
            parting=dict(self.parting),
            homes=dict(self.homes),
        )

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for populations that differ in numbers and names alone."""
        return tuple(sorted(self.numbers)), tuple(sorted(self.references.items())), tuple(sorted(self.members.items()))


def make_room(population: Population, tree: InstanceTree, first: int = 0) -> None:
    """The slots of blocks, from a block on, are free."""
    for block in tree.blocks[first:]:
        population.free.setdefault(block.pool, [])[:0] = reversed(block.starts)


def enter(population: Population, tree: InstanceTree, start: int, home: int) -> None:
    """A new object at a slot, created for a reference, a collection or a base."""
    population.created += 1
    population.numbers[start] = population.created
    population.homes[start] = home
    tree.names[start] = (f"new {tree.object_at(start).symbol.name}",)


def settle(population: Population, tree: InstanceTree, structure: Structure, cells: NDArray[np.float64]) -> Structure:
    """The end of a macrostep: collections take up their new members, what nothing refers to is gone; the structure after it."""
    if not population.is_changed:
        return structure
    population.is_changed = False
    for collection, objects in population.joining.items():
        population.members[collection] = (*population.members.get(collection, ()), *objects)
    for collection, objects in population.parting.items():
        population.members[collection] = tuple(each for each in population.members.get(collection, ()) if each not in objects)
    _name_new(population, tree, cells)
    population.joining.clear()
    population.parting.clear()
    population.homes.clear()
    gone = population.numbers.keys() - _reached(population, tree, structure)
    if gone:
        _forget(population, tree, gone)
        living = population.numbers
        active = frozenset(each for each in structure.active if each in living or tree.outermost(each) not in gone)
        attachments = frozenset(pair for pair in structure.attachments if pair[1] in active)
        wires = frozenset(wire for wire in structure.wires if tree.outermost(wire[0]) not in gone)
        structure = replace(structure, active=active, attachments=attachments, wires=wires)
    return with_wiring(population, tree, structure)


def with_wiring(population: Population, tree: InstanceTree, structure: Structure) -> Structure:
    """The structure with what the references and collections hold that equations use."""
    wired = tree.wired_holders
    places = population.references.keys() & wired
    references = frozenset(zip(places, map(population.references.__getitem__, places), strict=True))
    collections = population.members.keys() & wired
    members = frozenset(chain.from_iterable(zip(repeat(place), population.members[place]) for place in collections))
    if references == structure.references and members == structure.members:
        return structure
    return replace(structure, references=references, members=members)


def _reached(population: Population, tree: InstanceTree, structure: Structure) -> set[int]:
    """The dynamic objects that the model itself refers to, directly or by way of others that it does."""
    holders, numbers, root = tree.holders, population.numbers, tree.start
    reached: set[int] = set()
    for place, objects in population.members.items():
        if holders[place][1] == root:
            reached.update(objects)
    doubtful = numbers.keys() - reached
    held: dict[int, list[int]] = {}
    for place, object_ in population.references.items():
        if object_ in doubtful or object_ not in numbers:
            held.setdefault(holders[place][1], []).append(tree.outermost(object_))
    for place, objects in population.members.items():
        if holders[place][1] != root or not numbers.keys() >= set(objects):
            held.setdefault(holders[place][1], []).extend(map(tree.outermost, objects))
    for base, object_ in structure.attachments:
        held.setdefault(tree.outermost(base), []).append(tree.outermost(object_))
    waiting = [object_ for owner, objects in held.items() if owner == root or owner in reached for object_ in objects]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting.extend(held.get(here, ()))
    return reached


def _forget(population: Population, tree: InstanceTree, gone: set[int]) -> None:
    holders = tree.holders
    for start in sorted(gone, reverse=True):
        del population.numbers[start]
        block = tree.block_at(start)
        assert block is not None, "what goes is a dynamic object"
        population.free[block.pool].append(start)
    population.lives = {start: life for start, life in population.lives.items() if start not in gone}
    for place in [place for place in population.references if holders[place][1] in gone]:
        del population.references[place]
    for place in [place for place in population.members if holders[place][1] in gone]:
        del population.members[place]


def _name_new(population: Population, tree: InstanceTree, cells: NDArray[np.float64]) -> None:
    """New objects are called after the collection that they are in, or else after the reference they were created for."""
    if not population.homes:
        return
    homes = dict(population.homes)
    for collection, objects in population.joining.items():
        homes.update((each, collection) for each in objects if each in homes)
    lives = dict(population.lives)
    for start, home in homes.items():
        if start in population.numbers:
            number = population.numbers[start]
            path = _holder_path(tree, home)
            path = tree.names[start] = (*path[:-1], f"{path[-1]}[{number}]")
            size = tree.object_at(start).size
            lives[start] = Life(path, number, start, cells[CELLS * start : CELLS * (start + size)].copy())
    population.lives = lives


def _holder_path(tree: InstanceTree, position: int) -> Path:
    """The name of a reference or collection, or of the object that a new one was attached to."""
    if position in tree.holders:
        return tree.variable_path(position)
    return (*tree.object_path(position), "added")
