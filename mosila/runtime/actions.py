"""Actions of charts, run statement by statement on the cells and the structure of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import isfinite
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import Code, MosilaError
from mosila.diagnostics.actions import ACTION_ASSERTION, ACTION_INDEX, CONNECTED_TWICE, ENDLESS_ACTION, NOT_CONNECTED
from mosila.diagnostics.attachment import ADDED_TWICE, ASSIGNED_DETERMINED, NO_COMMON_INTERFACE, NOT_ATTACHED
from mosila.flat.program import Program
from mosila.instance.action_plan import common_connectors
from mosila.instance.checks import Assertion
from mosila.instance.plan import (
    CELLS,
    TIME_CELL,
    Action,
    Assign,
    Attach,
    Choose,
    Count,
    Create,
    Detach,
    IntArray,
    Join,
    Leave,
    Part,
    Passes,
    Place,
    Point,
    Repeat,
    Require,
    Tells,
    Variability,
    Visit,
    Wire,
    cell,
)
from mosila.instance.structure import Structure
from mosila.runtime.dynamic_objects import DynamicObjects, EvaluateFormula, EvaluateFormulas
from mosila.runtime.run_state import RunState
from mosila.source import Span

TOLD = 256
"""Structures whose indicators are remembered."""
TARGETS = 256
"""Assignments whose targets are remembered in a structure."""
PASSES = 100_000
"""How often a loop in an action may run."""


@dataclass(frozen=True, slots=True)
class VariableClass:
    """The variables that one assignment sets: positions with the sign of each relative to the one assigned."""

    positions: tuple[int, ...]
    signs: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """What an assignment without indices writes: cells, each with the number of its value and a sign."""

    cells: IntArray
    values: IntArray
    signs: NDArray[np.float64]
    positions: tuple[int, ...]
    named: tuple[int, ...]
    """The positions that the assignment names; the others are equal to them."""
    only: int
    """The cell, if there is one alone."""


FindClass = Callable[[int], VariableClass | str]
"""The class of a variable that an action assigns, or why it cannot be assigned."""


class _LeftLoopError(Exception):
    """`break`."""


class _LeftActionError(Exception):
    """`return`."""


class ActionRunner:
    """Runs actions; every statement sees what the statements before it did."""

    def __init__(self, program: Program, state: RunState, evaluate: EvaluateFormula, evaluate_all: EvaluateFormulas) -> None:
        self.state = state
        self.dynamic = DynamicObjects(program, state, evaluate, evaluate_all)
        self.evaluate = self.dynamic.evaluate
        self._targets: WeakKeyDictionary[FindClass, dict[tuple[int, int, frozenset[int]], Targets | None]] = WeakKeyDictionary()
        self.take_classes(lambda position: VariableClass((position,), (1.0,)))
        self._told: dict[Structure, list[tuple[IntArray, NDArray[np.float64]]]] = {}
        self._assigned: list[int] = []
        self._joined: set[tuple[int, int]] = set()
        self.show_structure()

    def take_classes(self, find_class: FindClass) -> None:
        """From now on actions assign the variables of another structure."""
        self.find_class = find_class
        self._targets_here = self._targets.setdefault(find_class, {})

    def forget_places(self) -> None:
        """Other objects may be where the known ones were."""
        self._targets.clear()
        self.take_classes(self.find_class)
        self._joined.clear()
        self.dynamic.forget_places()

    @property
    def program(self) -> Program:
        """The program as large as the run has made it."""
        return self.dynamic.program

    def run(self, actions: tuple[Action, ...], start: int) -> list[int]:
        """Run an action of the object at a position; answers the positions it assigned."""
        self._assigned = []
        with suppress(_LeftActionError):
            self._run(actions, start)
        return self._assigned

    def show_structure(self) -> None:
        """Let the variables of `active` and `attached` follow the structure."""
        structure = self.state.structure
        told = self._told.get(structure)
        if told is None:
            told = self._indicated()
            if self._structure_tells:
                self._told = {**(self._told if len(self._told) < TOLD else {}), structure: told}
        for positions, values in told:
            changed = self.state.cells[CELLS * positions] != values
            self.state.cells[CELLS * positions] = values
            self.state.touched.update(positions[changed].tolist())

    @property
    def _structure_tells(self) -> bool:
        """Whether the structure says all that is asked, as it does without references."""
        asked = [each for plan in self.program.tree.instances for each in plan.indicators]
        plain = (Tells.ACTIVE, Tells.ATTACHED)
        return not self.program.tree.blocks and all(each.tells in plain and not each.refers and not each.base_refers for each in asked)

    def _indicated(self) -> list[tuple[IntArray, NDArray[np.float64]]]:
        """The variables of `active`, `attached` and their relatives, with their values."""
        telling = [(plan, starts) for plan, starts in self.program.tree.instances.items() if plan.indicators]
        if not telling:
            return []
        links = self.dynamic.links()
        return [(starts + each.position, links.indicated(plan, starts, each)) for plan, starts in telling for each in plan.indicators]

    def is_active(self, position: int) -> bool:
        """Whether the object at a position takes part."""
        return self.dynamic.is_active(position)

    def _run(self, actions: Iterable[Action], start: int) -> None:
        for action in actions:
            match action:
                case Assign():
                    self._assign(action, start)
                case Attach():
                    self._attach(action, start)
                case Detach():
                    self._detach(action, start)
                case Wire():
                    self._wire(action, start)
                case Point():
                    self.dynamic.point(action, start)
                case Join():
                    self.dynamic.join(action, start)
                case Part():
                    self.dynamic.part(action, start)
                case Choose(branches=branches, otherwise=otherwise):
                    self._run(next((body for test, body in branches if self.evaluate(test, start) > 0.5), otherwise), start)
                case Count() | Passes() | Repeat() | Visit():
                    self._loop(action, start)
                case Leave(everything=everything):
                    raise _LeftActionError if everything else _LeftLoopError
                case Require(assertion=assertion):
                    self._require(assertion, start)

    def _loop(self, loop: Count | Passes | Repeat | Visit, start: int) -> None:
        try:
            match loop:
                case Count():
                    self._count(loop, start)
                case Passes(bodies=bodies):
                    for body in bodies:
                        self._run(body, start)
                case Visit(variable=variable, collection=collection, body=body):
                    for _ in self.dynamic.visit(collection, variable, start):
                        self._run(body, start)
                case Repeat(condition=condition, body=body, span=span):
                    passes = 0
                    while self.evaluate(condition, start) > 0.5:
                        passes = self._next_pass(passes, span, start)
                        self._run(body, start)
        except _LeftLoopError:
            pass

    def _count(self, loop: Count, start: int) -> None:
        first, step, last = (
            self.dynamic.number(each, start, loop.span, "a bound of the loop") for each in (loop.first, loop.step, loop.last)
        )
        passes = 0
        while step != 0 and (last - first - passes * step) / step >= -1e-12:
            self.state.cells[cell(start + loop.variable)] = first + passes * step
            passes = self._next_pass(passes, loop.span, start)
            self._run(loop.body, start)

    def _next_pass(self, passes: int, span: Span, start: int) -> int:
        if passes >= PASSES:
            raise self._error(ENDLESS_ACTION, span, start, passes=passes)
        return passes + 1

    def _place(self, place: Place, start: int) -> int:
        """The position that a place means now."""
        number = 0
        for formula, size in place.indices:
            index = round(self.dynamic.number(formula, start, place.span, f"an index of `{place.name}`"))
            if not 1 <= index <= size:
                raise self._error(ACTION_INDEX, place.span, start, name=place.name, index=index, size=size)
            number = number * size + index - 1
        return self.dynamic.position(place.positions[number], start)

    def _object(self, place: Place, start: int) -> int:
        """The object that a place means now."""
        return self.dynamic.object(place, start, self._place(place, start))

    def _assign(self, action: Assign, start: int) -> None:
        """What is written depends on the structure before the step and on what is active now: it is found once for both."""
        if len(action.values) == 1:
            values: Sequence[float] | NDArray[np.float64] = (self.evaluate(action.values[0], start),)
        else:
            values = self.dynamic.evaluate_all(action.values, start)
        if not all(map(isfinite, values)):
            number = next(number for number, value in enumerate(values) if not isfinite(value))
            name = action.targets[number].name if number < len(action.targets) else ""
            raise self.dynamic.not_finite(action.values[number], start, action.span, f"`{name}`" if name else "a value")
        key, known = (id(action), start, self.state.structure.active), self._targets_here
        found = known.get(key)
        if found is None and key not in known:
            found = self._find_targets(action, start)
            if len(known) >= TARGETS:
                known.clear()
            known[key] = found
        if found is None:
            self._assign_each(action, values, start)
            return
        if found.only >= 0:
            self.state.cells[found.only] = values[0]
        else:
            self.state.cells[found.cells] = found.signs * np.asarray(values)[found.values]
        self.state.assigned.update(found.positions)
        self._assigned += found.named

    def _find_targets(self, action: Assign, start: int) -> Targets | None:
        """None: indices, references or dynamic objects say it anew each time, or a variable cannot be assigned."""
        varies = any(place.indices or self.dynamic.stands_in(place.positions[0], start) for place in action.targets)
        if varies or self.program.tree.pools:
            return None
        named = [self._place(place, start) for place in action.targets]
        classes = [self._class_of(position) for position in named]
        members = [
            (position, number, sign)
            for number, found in enumerate(classes)
            if not isinstance(found, str)
            for position, sign in zip(found.positions, found.signs, strict=True)
        ]
        if any(isinstance(found, str) for found in classes) or not members:
            return None
        positions, values, signs = zip(*members, strict=True)
        cells = CELLS * np.array(positions)
        only = int(cells[0]) if len(members) == 1 and signs[0] == 1.0 else -1
        return Targets(cells, np.array(values), np.array(signs), positions, tuple(named), only)

    def _class_of(self, position: int) -> VariableClass | str:
        found = self.find_class(position)
        if (isinstance(found, str) or len(found.positions) > 1) and not self.is_active(position):
            return VariableClass((position,), (1.0,))  # taken off by a statement before this one
        return found

    def _assign_each(self, action: Assign, values: Iterable[float], start: int) -> None:
        for place, value in zip(action.targets, values, strict=False):
            position = self._place(place, start)
            found = self._class_of(position)
            if isinstance(found, str):
                name = self.program.tree.variable_name(position)
                path = self.program.tree.object_path(start)
                raise MosilaError(ASSIGNED_DETERMINED.at(action.span, path, when=f"at time {self.time} ", name=name, why=found))
            for member, sign in zip(found.positions, found.signs, strict=True):
                self.state.cells[cell(member)] = sign * value
            self.state.assigned.update(found.positions)
            self._assigned.append(position)

    def _attach(self, action: Attach, start: int) -> None:
        base = None if action.base is None else self._object(action.base, start)
        if isinstance(action.object, Create):
            object_ = self.dynamic.create(action.object, start, self._own(base, start))
        else:
            object_ = self._object(action.object, start)
        structure = self.state.structure
        present = structure.base_of(object_)
        is_loose = object_ in self.state.population.numbers and present is None and base is not None
        if object_ in structure.active and not is_loose:
            where = "active" if present is None else f"attached to `{self._name(present)}`"
            raise self._error(ADDED_TWICE, action.span, start, object=self._name(object_), where=where)
        self._require_interface(base, object_, action.span, start)
        self.state.population.is_changed |= bool(self.state.population.numbers)
        self.state.structure = structure.with_added(object_, base)
        if action.reset:
            self._reset(object_)
        self.show_structure()

    def _own(self, base: int | None, start: int) -> int:
        return start if base is None else base

    def _require_interface(self, base: int | None, object_: int, span: Span, start: int) -> None:
        """What is attached has a connector in common with its base; of dynamic objects this is known now."""
        tree = self.program.tree
        if base is None or (base, object_) in self._joined:
            return
        if not common_connectors(tree.object_at(base), tree.object_at(object_)):
            names = {"object": self._name(object_), "base": self._name(base)}
            classes = {"base_class": tree.object_at(base).symbol.name, "object_class": tree.object_at(object_).symbol.name}
            raise self._error(NO_COMMON_INTERFACE, span, start, **names, **classes)
        self._joined.add((base, object_))

    def _reset(self, object_: int) -> None:
        """Everything in an object is as before the run; what it had added is away."""
        tree, state = self.program.tree, self.state
        last = object_ + tree.behaviours[object_]
        for inner in [each for each in state.structure.active if object_ < each < last]:
            state.structure = state.structure.with_removed(inner)
        moves = self.program.attributes.variability[object_:last] > Variability.PARAMETER
        for kind in range(CELLS):
            cells = slice(cell(object_, kind), cell(last, kind), CELLS)
            state.cells[cells][moves] = self.dynamic.start_cells[cells][moves]
        state.assigned.difference_update(range(object_, last))
        state.restarting.add(object_)
        state.restarted.add(object_)

    def _detach(self, action: Detach, start: int) -> None:
        structure, object_ = self.state.structure, self._object(action.object, start)
        base = None if action.base is None else self._object(action.base, start)
        if object_ not in structure.active or structure.base_of(object_) != base:
            where = "active" if base is None else f"attached to `{self._name(base)}`"
            raise self._error(NOT_ATTACHED, action.span, start, object=self._name(object_), where=where)
        self.state.population.is_changed |= bool(self.state.population.numbers)
        self.state.structure = structure.with_removed(object_)
        self.show_structure()

    def _wire(self, action: Wire, start: int) -> None:
        for number in action.wires:
            if ((start, number) in self.state.structure.wires) is action.is_connected:
                wire = self.program.tree.object_at(start).wires[number]
                code = CONNECTED_TWICE if action.is_connected else NOT_CONNECTED
                raise self._error(code, action.span, start, left=".".join(wire.left_path), right=".".join(wire.right_path))
            self.state.structure = self.state.structure.with_wire(start, number, action.is_connected)

    def _require(self, assertion: Assertion, start: int) -> None:
        if self.evaluate(assertion.condition, start) > 0.5:
            return
        pieces = (piece if isinstance(piece, str) else f"{self.evaluate(piece.formula, start):.6g}" for piece in assertion.message)
        raise self._error(ACTION_ASSERTION, assertion.span, start, text="".join(pieces))

    @property
    def time(self) -> str:
        """The time of the instant, for messages."""
        return f"{self.state.cells[TIME_CELL]:.10g}"

    def _error(self, code: Code, span: Span, start: int, **texts: str | int) -> MosilaError:
        return MosilaError(code.at(span, self.program.tree.object_path(start), related=(), time=self.time, **texts))

    def _name(self, object_: int) -> str:
        return ".".join(self.program.tree.object_path(object_))
