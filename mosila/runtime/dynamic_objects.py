"""Dynamic objects in actions: `new`, references and collections, and what formulas read through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import Code, MosilaError
from mosila.diagnostics.dynamic import EMPTY_REFERENCE, MEMBER_TWICE, NOT_A_MEMBER
from mosila.flat.flatten import active_positions
from mosila.flat.links import Links, empty_reference
from mosila.flat.program import Program
from mosila.flat.reductions import count_terms, fold
from mosila.instance.plan import (
    CELLS,
    PRE,
    TIME_CELL,
    Branch,
    Create,
    Formula,
    Indicator,
    Join,
    Part,
    Place,
    Plan,
    Point,
    Reduction,
    StandIn,
    Tells,
    cell,
)
from mosila.runtime.finite import not_finite
from mosila.runtime.population import enter, make_room, settle
from mosila.runtime.run_state import RunState
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.symbolic.expression import slots_of

EvaluateFormula = Callable[[Formula, int], float]
EvaluateFormulas = Callable[[tuple[Formula, ...], int], NDArray[np.float64]]
Hidden = StandIn | Indicator | Reduction | Branch


@dataclass(frozen=True, slots=True)
class Derived:
    """A parameter or start value of an object of a pool: relative positions of it and of what it depends on."""

    target: int
    formula: Formula
    reads: frozenset[int]


class DynamicObjects:
    """The dynamic objects of a run, as its actions see and change them."""

    def __init__(
        self,
        program: Program,
        state: RunState,
        evaluate: EvaluateFormula,
        evaluate_all: EvaluateFormulas | None = None,
        *,
        has_slots: bool = False,
    ) -> None:
        """`has_slots`: the population knows already which slots are free."""
        self.program = program
        self.state = state
        self._evaluate_plain, self._evaluate_all_plain = evaluate, evaluate_all
        self.grow: Callable[[int], None] = lambda pool: None
        """Makes a pool larger, and with it the cells of the run; the run itself knows how."""
        self.start_cells = state.cells.copy()
        self.locals: dict[int, int] = {}
        """What the variables of loops hold."""
        self._hidden: dict[int, dict[int, Hidden]] = {}
        self._hidden_in: dict[Plan, dict[int, Hidden]] = {}
        self._read: dict[int, tuple[Formula, tuple[int, ...]]] = {}
        self._derived: dict[int, tuple[Derived, ...]] = {}
        if not has_slots:
            make_room(state.population, program.tree)

    # --- values -----------------------------------------------------------------------------------------------------

    def evaluate(self, formula: Formula, start: int) -> float:
        """The value of a formula of the object at a position; what it reads through references is looked up first."""
        hidden = self._hidden_of(start)
        if hidden:
            for position in self._positions(formula):
                if position in hidden:
                    self._refresh(hidden[position], start)
        return self._evaluate_plain(formula, start)

    def evaluate_all(self, formulas: tuple[Formula, ...], start: int) -> NDArray[np.float64]:
        """The values of formulas of the object at a position; the next call may overwrite them."""
        hidden = self._hidden_of(start)
        reads_hidden = hidden and any(position in hidden for formula in formulas for position in self._positions(formula))
        if self._evaluate_all_plain is None or reads_hidden:
            return np.array([self.evaluate(formula, start) for formula in formulas])
        return self._evaluate_all_plain(formulas, start)

    def number(self, formula: Formula, start: int, span: Span, quantity: str) -> float:
        """The value of a formula for something that must be a finite number."""
        value = self.evaluate(formula, start)
        if not isfinite(value):
            raise self.not_finite(formula, start, span, quantity)
        return value

    def not_finite(self, formula: Formula, start: int, span: Span, quantity: str) -> MosilaError:
        """What is wrong with a formula of the object at a position whose value is no finite number."""
        return not_finite(self.program, self.state.cells, self._cells_read(formula, start), start, span, quantity)

    def _cells_read(self, formula: Formula, start: int) -> Iterator[int]:
        """The cells of variables that a formula reads, itself or through references."""
        for place in slots_of(formula.expression):
            number, is_relative = int(formula.cells[place]), bool(formula.relative[place])
            hidden = self._hidden_of(start).get(number // CELLS) if is_relative else None
            if not is_relative:
                yield number
            elif hidden is None or isinstance(hidden, StandIn):
                yield CELLS * self.position(number // CELLS, start) + number % CELLS

    def forget_places(self) -> None:
        """Other objects may be where the known ones were."""
        self._hidden.clear()

    def stands_in(self, relative: int, start: int) -> bool:
        """Whether a position that an action of an object names stands for what a reference holds."""
        return isinstance(self._hidden_of(start).get(relative), StandIn)

    def _hidden_of(self, start: int) -> dict[int, Hidden]:
        found = self._hidden.get(start)
        if found is None:
            plan = self.program.tree.object_at(start)
            if plan not in self._hidden_in:
                computed = (each for each in plan.reductions if each.in_action)
                hidden: tuple[Hidden, ...] = (*plan.stand_ins, *plan.indicators, *computed, *plan.branches)
                self._hidden_in[plan] = {each.position: each for each in hidden}
            found = self._hidden[start] = self._hidden_in[plan]
        return found

    def _positions(self, formula: Formula) -> tuple[int, ...]:
        """The relative positions that a formula reads."""
        if id(formula) not in self._read:
            self._read[id(formula)] = (formula, tuple((formula.cells[formula.relative] // CELLS).tolist()))
        return self._read[id(formula)][1]

    def _refresh(self, hidden: Hidden, start: int) -> None:
        """Let the cells of something that is no variable show what it is now."""
        cells, place = self.state.cells, start + hidden.position
        match hidden:
            case StandIn():
                target = self.target(hidden, start)
                cells[cell(place) : cell(place + 1)] = cells[cell(target) : cell(target + 1)]
            case Indicator():
                cells[cell(place)] = self._indicated(hidden, start)
            case Reduction():
                cells[cell(place)] = self._reduced(hidden, start)
            case Branch(condition=condition, then=then, otherwise=otherwise):
                cells[cell(place)] = self.evaluate(then if self.evaluate(condition, start) > 0.5 else otherwise, start)

    def target(self, stand_in: StandIn, start: int) -> int:
        """The position of what a stand-in of an object stands for now."""
        holder = self.position(stand_in.reference, start)
        object_ = self._held(holder)
        if object_ is None:
            when = f"at time {self.state.cells[TIME_CELL]:.10g} "
            raise MosilaError(empty_reference(self.program.tree, stand_in, start, when))
        return self.program.tree.offset(object_, stand_in.path)

    def position(self, relative: int, start: int) -> int:
        """A position that an action of an object names, or what it stands for."""
        hidden = self._hidden_of(start).get(relative)
        if isinstance(hidden, StandIn):
            return self.target(hidden, start)
        return self.program.tree.resolve_position(start + relative)

    def _held(self, holder: int) -> int | None:
        return self.locals.get(holder, self.state.population.references.get(holder))

    def _indicated(self, indicator: Indicator, start: int) -> float:
        place = self.position(indicator.object, start)
        match indicator.tells:
            case Tells.SIZE:
                return float(len(self.state.population.members.get(place, ())))
            case Tells.EMPTY:
                return float(self._held(place) is None)
        object_ = self._held(place) if indicator.refers else place
        if object_ is None or not self.is_active(object_):
            return 0.0
        if indicator.base is None:
            return 1.0
        place = self.position(indicator.base, start)
        base = self._held(place) if indicator.base_refers else place
        return float((base, object_) in self.state.structure.attachments)

    def _reduced(self, reduction: Reduction, start: int) -> float:
        members = self.state.population.members.get(self.position(reduction.collection, start), ())
        variable = start + reduction.variable
        values: list[float] = []
        for each in members:
            self.locals[variable] = each
            values.append(self.evaluate(reduction.term, start))
        self.locals.pop(variable, None)
        return fold(reduction.operator, values)

    def is_active(self, position: int) -> bool:
        """Whether the object at a position takes part."""
        return all(each in self.state.structure.active for each in self.program.tree.behaviours_around(position))

    # --- actions ----------------------------------------------------------------------------------------------------

    def object(self, place: Place, start: int, position: int) -> int:
        """The object that a place at a position means: that at the position, or the one that the reference there holds."""
        if not place.refers:
            return position
        found = self._held(position)
        if found is None:
            raise self._error(EMPTY_REFERENCE, place.span, start, when=f"at time {self._time} ", name=place.name, reference=place.name)
        return found

    def point(self, action: Point, start: int) -> None:
        """`reference := object`; an empty reference is copied too."""
        target = self.position(action.target.positions[0], start)
        population = self.state.population
        population.is_changed = True
        if isinstance(action.source, Create):
            population.references[target] = self.create(action.source, start, target)
            return
        place = self.position(action.source.positions[0], start)
        held = self._held(place) if action.source.refers else place
        if held is None:
            population.references.pop(target, None)
        else:
            population.references[target] = held

    def join(self, action: Join, start: int) -> None:
        """`collection.add(object)`."""
        collection = self.position(action.collection.positions[0], start)
        population = self.state.population
        population.is_changed = True
        if isinstance(action.source, Create):
            object_ = self.create(action.source, start, collection)
        else:
            object_ = self.object(action.source, start, self.position(action.source.positions[0], start))
        if object_ in self._members(collection):
            raise self._error(MEMBER_TWICE, action.span, start, object=self._name(object_), collection=action.collection.name)
        population.joining[collection] = (*population.joining.get(collection, ()), object_)
        parted = population.parting.get(collection, ())
        population.parting[collection] = tuple(each for each in parted if each != object_)
        if object_ not in self.state.structure.active and object_ in population.numbers:
            self.state.structure = self.state.structure.with_added(object_, None)

    def part(self, action: Part, start: int) -> None:
        """`collection.remove(object)`: the object is not active any more, whoever refers to it."""
        collection = self.position(action.collection.positions[0], start)
        object_ = self.object(action.object, start, self.position(action.object.positions[0], start))
        population = self.state.population
        if object_ not in self._members(collection):
            raise self._error(NOT_A_MEMBER, action.span, start, object=self._name(object_), collection=action.collection.name)
        population.is_changed = True
        joined = population.joining.get(collection, ())
        population.joining[collection] = tuple(each for each in joined if each != object_)
        population.parting[collection] = (*population.parting.get(collection, ()), object_)
        if object_ in population.numbers:
            self.state.structure = self.state.structure.with_removed(object_)

    def visit(self, collection: Place, variable: int, start: int) -> Iterator[None]:
        """`for c in collection`: one pass for each member at the start of the macrostep, the reference set."""
        for each in self.state.population.members.get(self.position(collection.positions[0], start), ()):
            self.locals[start + variable] = each
            yield
        self.locals.pop(start + variable, None)

    def _members(self, collection: int) -> set[int]:
        population = self.state.population
        parted = population.parting.get(collection, ())
        return {*population.members.get(collection, ()), *population.joining.get(collection, ())} - {*parted}

    def create(self, action: Create, start: int, home: int) -> int:
        """`new C(mods)`: the first position of the new object, which is active from now on."""
        values = [
            (path, self.number(formula, start, action.span, f"`{'.'.join(path)}` of the new object")) for path, formula in action.values
        ]
        pool = self.program.tree.kinds[action.kind]
        if not self.state.population.free.get(pool):
            self.grow(pool)
        population, tree = self.state.population, self.program.tree
        population.is_changed = True
        slot = population.free[pool].pop()
        enter(population, tree, slot, home)
        size = tree.pools[pool].size
        image = self.start_cells[cell(slot) : cell(slot + size)]
        self.state.cells[cell(slot) : cell(slot + size)] = image
        given = {tree.offset(slot, path): value for path, value in values}
        for position, value in given.items():
            self._set(position, value)
        if given:
            self._derive(pool, slot, {position - slot for position in given}, action.span)
        self.state.structure = self.state.structure.with_added(slot, None)
        self.state.assigned.difference_update(range(slot, slot + size))
        self.state.restarting.add(slot)
        self.state.restarted.add(slot)
        return slot

    def _set(self, position: int, value: float) -> None:
        for kind in (0, 2):
            self.state.cells[cell(position, kind)] = value

    def _derive(self, pool: int, slot: int, given: set[int], span: Span) -> None:
        """Parameters and start values of a new object that depend on what was given."""
        moved = set(given)
        for each in self._derived_of(pool):
            if each.target not in given and not each.reads.isdisjoint(moved):
                name = f"`{self.program.tree.variable_name(slot + each.target)}`"
                self._set(slot + each.target, self.number(each.formula, slot, span, name))
                moved.add(each.target)

    def _derived_of(self, pool: int) -> tuple[Derived, ...]:
        """What the parameters and start values of a pool's objects depend on, in an order in which they can be computed."""
        if pool not in self._derived:
            block = next(block for block in self.program.tree.blocks if block.pool == pool)
            self._derived[pool] = tuple(_sorted(list(_derived(self.program, block.start, block.plan.size))))
        return self._derived[pool]

    # --- the end of a macrostep -------------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Collections take up what joined them, objects that nothing refers to are gone; whether there was anything to do."""
        population = self.state.population
        if not population.is_changed:
            return False
        self.state.structure = settle(population, self.program.tree, self.state.structure, self.state.cells)
        terms = len(self.program.tree.pools) - 1
        while count_terms(self.links()) > sum(block.count for block in self.program.tree.blocks if block.pool == terms):
            self.grow(terms)
        return True

    def links(self) -> Links:
        """What references and collections hold now."""
        structure, population = self.state.structure, self.state.population
        active = active_positions(self.program, structure)
        return Links(self.program.tree, active, structure.attachments, population.references, population.members)

    def take_program(self, program: Program) -> NDArray[np.float64]:
        """The run has a program with more slots now, or with fewer; answers the cells of the whole run with it."""
        known = len(self.program.tree.blocks)
        cells = np.zeros(CELLS * program.tree.size + 1)
        start_cells = np.zeros(len(cells))
        for into, now in ((cells, self.state.cells), (start_cells, self.start_cells)):
            size = min(len(into), len(now)) - 1
            into[:size] = now[:size]
        for block in program.tree.blocks[known:]:
            first = next(each for each in program.tree.blocks if each.pool == block.pool)
            image = start_cells[cell(first.start) : cell(first.start + first.plan.size)].copy()
            for into in (cells, start_cells):
                into[cell(block.start) : cell(block.end)] = np.tile(image, block.count)
        self.program, self.start_cells = program, start_cells
        make_room(self.state.population, program.tree, known)
        return cells

    def take_starts(self, positions: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """What is new or reset begins with these start values from now on."""
        self.start_cells[CELLS * positions] = self.start_cells[CELLS * positions + PRE] = values

    @property
    def _time(self) -> str:
        return f"{self.state.cells[TIME_CELL]:.10g}"

    def _name(self, object_: int) -> str:
        return ".".join(self.program.tree.object_path(object_))

    def _error(self, code: Code, span: Span, start: int, **texts: str) -> MosilaError:
        return MosilaError(code.at(span, self.program.tree.object_path(start), related=(), time=self._time, **texts))


def _derived(program: Program, start: int, size: int) -> Iterator[Derived]:
    """The parameters and start values of the object at a position, relative to it."""
    for group in (*program.parameters, *program.starts):
        inside = np.flatnonzero((group.targets >= start) & (group.targets < start + size))
        for row in inside.tolist():
            cells = group.cells[row]
            relative = (cells >= cell(start)) & (cells < cell(start + size))
            formula = Formula(group.template.right, np.where(relative, cells - cell(start), cells), relative, Builtin.REAL)
            reads = frozenset((cells[relative] // CELLS - start).tolist()) - {int(group.targets[row]) - start}
            yield Derived(int(group.targets[row]) - start, formula, reads)


def _sorted(found: list[Derived]) -> Iterator[Derived]:
    """Each after what it depends on."""
    waiting, known = found, set[int]()
    targets = {each.target for each in found}
    while waiting:
        ready = [each for each in waiting if not (each.reads & targets) - known]
        if not ready:
            return
        yield from ready
        known |= {each.target for each in ready}
        waiting = [each for each in waiting if each not in ready]
