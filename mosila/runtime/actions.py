"""Actions of charts, run statement by statement on the cells and the structure of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from mosila.diagnostics import Code, MosilaError
from mosila.diagnostics.actions import ACTION_ASSERTION, ACTION_INDEX, CONNECTED_TWICE, ENDLESS_ACTION, NOT_CONNECTED
from mosila.diagnostics.attachment import ADDED_TWICE, ASSIGNED_DETERMINED, NOT_ATTACHED
from mosila.flat.program import Program
from mosila.instance.plan import (
    CELLS,
    TIME_CELL,
    Action,
    Assertion,
    Assign,
    Attach,
    Choose,
    Count,
    Detach,
    Formula,
    Leave,
    Passes,
    Place,
    Repeat,
    Require,
    Variability,
    Wire,
    cell,
)
from mosila.runtime.run_state import RunState
from mosila.source import Span

EvaluateFormula = Callable[[Formula, int], float]
"""The value of a formula for the object that starts at a position."""

PASSES = 100_000
"""How often a loop in an action may run."""


@dataclass(frozen=True, slots=True)
class VariableClass:
    """The variables that one assignment sets: positions with the sign of each relative to the one assigned."""

    positions: tuple[int, ...]
    signs: tuple[float, ...]


FindClass = Callable[[int], VariableClass | str]
"""The class of a variable that an action assigns, or why it cannot be assigned."""


class _LeftLoopError(Exception):
    """`break`."""


class _LeftActionError(Exception):
    """`return`."""


class ActionRunner:
    """Runs actions; every statement sees what the statements before it did."""

    def __init__(self, program: Program, state: RunState, evaluate: EvaluateFormula) -> None:
        self.program = program
        self.state = state
        self.evaluate = evaluate
        self.find_class: FindClass = lambda position: VariableClass((position,), (1.0,))
        self.start_cells = state.cells.copy()
        tree = program.tree
        self._indicators = [
            (start + each.position, tree.resolve_position(start + each.object), None if each.base is None else start + each.base)
            for plan, starts in tree.instances.items()
            if plan.indicators
            for start in starts.tolist()
            for each in plan.indicators
        ]
        self._assigned: list[int] = []
        self.show_structure()

    def run(self, actions: tuple[Action, ...], start: int) -> list[int]:
        """Run an action of the object at a position; answers the positions it assigned."""
        self._assigned = []
        with suppress(_LeftActionError):
            self._run(actions, start)
        return self._assigned

    def show_structure(self) -> None:
        """Let the variables of `active` and `attached` follow the structure."""
        structure = self.state.structure
        for position, object_, base in self._indicators:
            holds = self.is_active(object_) and (base is None or (base, object_) in structure.attachments)
            if self.state.cells[cell(position)] != holds:
                self.state.cells[cell(position)] = float(holds)
                self.state.touched.add(position)

    def is_active(self, position: int) -> bool:
        """Whether the object at a position takes part."""
        return all(each in self.state.structure.active for each in self.program.tree.behaviours_around(position))

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
                case Choose(branches=branches, otherwise=otherwise):
                    self._run(next((body for test, body in branches if self.evaluate(test, start) > 0.5), otherwise), start)
                case Count() | Passes() | Repeat():
                    self._loop(action, start)
                case Leave(everything=everything):
                    raise _LeftActionError if everything else _LeftLoopError
                case Require(assertion=assertion):
                    self._require(assertion, start)

    def _loop(self, loop: Count | Passes | Repeat, start: int) -> None:
        try:
            match loop:
                case Count():
                    self._count(loop, start)
                case Passes(bodies=bodies):
                    for body in bodies:
                        self._run(body, start)
                case Repeat(condition=condition, body=body, span=span):
                    passes = 0
                    while self.evaluate(condition, start) > 0.5:
                        passes = self._next_pass(passes, span, start)
                        self._run(body, start)
        except _LeftLoopError:
            pass

    def _count(self, loop: Count, start: int) -> None:
        first, step, last = (self.evaluate(each, start) for each in (loop.first, loop.step, loop.last))
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
            index = round(self.evaluate(formula, start))
            if not 1 <= index <= size:
                raise self._error(ACTION_INDEX, place.span, start, name=place.name, index=index, size=size)
            number = number * size + index - 1
        return self.program.tree.resolve_position(start + place.positions[number])

    def _assign(self, action: Assign, start: int) -> None:
        values = [self.evaluate(value, start) for value in action.values]
        for place, value in zip(action.targets, values, strict=False):
            position = self._place(place, start)
            found = self.find_class(position)
            if isinstance(found, str):
                name = self.program.tree.variable_name(position)
                path = self.program.tree.object_path(start)
                raise MosilaError(ASSIGNED_DETERMINED.at(action.span, path, when=f"at time {self.time} ", name=name, why=found))
            for member, sign in zip(found.positions, found.signs, strict=True):
                self.state.cells[cell(member)] = sign * value
            self.state.assigned.update(found.positions)
            self._assigned.append(position)

    def _attach(self, action: Attach, start: int) -> None:
        structure, object_ = self.state.structure, self._place(action.object, start)
        if object_ in structure.active:
            base = structure.base_of(object_)
            where = "active" if base is None else f"attached to `{self._name(base)}`"
            raise self._error(ADDED_TWICE, action.span, start, object=self._name(object_), where=where)
        self.state.structure = structure.with_added(object_, None if action.base is None else self._place(action.base, start))
        if action.reset:
            self._reset(object_)
        self.show_structure()

    def _reset(self, object_: int) -> None:
        """Everything in an object is as before the run; what it had added is away."""
        tree, state = self.program.tree, self.state
        last = object_ + tree.behaviours[object_]
        for inner in [each for each in state.structure.active if object_ < each < last]:
            state.structure = state.structure.with_removed(inner)
        moves = self.program.attributes.variability[object_:last] > Variability.PARAMETER
        for kind in range(CELLS):
            cells = slice(cell(object_, kind), cell(last, kind), CELLS)
            state.cells[cells][moves] = self.start_cells[cells][moves]
        state.assigned.difference_update(range(object_, last))
        state.restarting.add(object_)
        state.restarted.add(object_)

    def _detach(self, action: Detach, start: int) -> None:
        structure, object_ = self.state.structure, self._place(action.object, start)
        base = None if action.base is None else self._place(action.base, start)
        if object_ not in structure.active or structure.base_of(object_) != base:
            where = "active" if base is None else f"attached to `{self._name(base)}`"
            raise self._error(NOT_ATTACHED, action.span, start, object=self._name(object_), where=where)
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
