"""What a program has in every structure: facts about its variables, parameter bindings, start values.

`InstanceTree -> Program`. Of several values for one variable that written farthest outside wins, as modifiers do.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import NOT_PARAMETER
from mosila.diagnostics.variability import CONSTANT_WITHOUT_VALUE
from mosila.flat.flat import CAUSALITIES, Attributes, Weak
from mosila.flat.ports import bus_positions, flow_bounds, has_streams, hold_inputs
from mosila.instance.plan import (
    CELLS,
    HOMOTOPY,
    INITIAL,
    TERMINAL,
    TIME,
    IntArray,
    Link,
    Plan,
    Role,
    RowKind,
    Rows,
    Template,
    Variability,
    Variable,
)
from mosila.instance.tree import InstanceTree
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import scalar_kind
from mosila.source import Span
from mosila.symbolic.evaluate import evaluate
from mosila.symbolic.expression import slots_of

TYPES = tuple(Builtin)
ROLES = tuple(Role)


@dataclass(frozen=True, slots=True, eq=False)
class ValueGroup:
    """Values of one template: the variable at `targets[k]` (a position) gets the right side over `cells[k]`."""

    template: Template
    cells: IntArray
    targets: IntArray
    spans: tuple[Span, ...]
    variability: Variability

    def chosen(self, mask: NDArray[np.bool_]) -> ValueGroup:
        """The rows where the mask is true."""
        spans = tuple(span for span, keep in zip(self.spans, mask, strict=True) if keep)
        return ValueGroup(self.template, self.cells[mask], self.targets[mask], spans, self.variability)


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The object tree and everything about it that no structural change touches."""

    tree: InstanceTree
    attributes: Attributes
    parameters: tuple[ValueGroup, ...]
    starts: tuple[ValueGroup, ...]
    """Start and declared values of continuous and discrete variables, declared ones last."""
    bindings: tuple[ValueGroup, ...]
    """Declared values that vary with time: equations."""
    weak: dict[int, Weak]
    fixed: dict[int, Span]
    """Continuous variables with `fixed = true`, by position."""
    bounds: dict[int, tuple[float, float]]
    """Flow variables with `min` or `max` that are literal numbers, by position."""
    on_bus: NDArray[np.bool_]
    """By position: whether it is in an expandable connector."""


def bind_cells(tree: InstanceTree, rows: Rows, starts: IntArray) -> tuple[IntArray, IntArray]:
    """The cells of a plan's rows for objects at these starts, object by object, and the owner of each row."""
    shift = np.where(rows.relative, CELLS, 0).astype(np.int32)
    cells = rows.cells[None, :, :] + starts[:, None, None] * shift[None, None, :]
    count = len(rows.cells)
    return tree.resolve(cells.reshape(len(starts) * count, -1)), np.repeat(starts, count)


def build_program(tree: InstanceTree) -> Program:
    """Gather the values that modifiers and declarations give, each variable's outermost one."""
    attributes = _attributes(tree)
    values = {kind: _winning(tree, kind) for kind in (RowKind.BINDING, RowKind.START, RowKind.FIXED, RowKind.NOMINAL, RowKind.STATE_SELECT)}
    parameters: list[ValueGroup] = []
    bindings: list[ValueGroup] = []
    declared: list[ValueGroup] = []
    weak: dict[int, Weak] = {}
    for group in values[RowKind.BINDING]:
        target_variability = attributes.variability[group.targets]
        is_parameter = target_variability <= Variability.PARAMETER
        if is_parameter.any() and group.variability > Variability.PARAMETER:
            first = int(np.argmax(is_parameter))
            text = tree.variable_name(int(group.targets[first]))
            raise MosilaError(NOT_PARAMETER.at(group.spans[first], what="the value of a parameter", text=text))
        if is_parameter.any():
            parameters.append(group.chosen(is_parameter))
        if not is_parameter.all():
            rest = group.chosen(~is_parameter)
            if rest.variability > Variability.PARAMETER:
                bindings.append(rest)
            else:
                declared.append(rest)
                is_equation = _is_equation(rest, attributes)
                if is_equation.any():
                    bindings.append(rest.chosen(is_equation))
                for position, span, is_bound in zip(rest.targets.tolist(), rest.spans, is_equation.tolist(), strict=True):
                    if not is_bound:
                        weak[position] = Weak(position, span, strict=_is_strict(span))
    starts = tuple(_start_groups(values[RowKind.START], attributes, parameters)) + tuple(declared)
    _refuse_open_constants(tree, attributes, parameters)
    for group in starts:
        attributes.has_start[group.targets] = True
    _set_nominals(attributes, values[RowKind.NOMINAL])
    _set_state_select(attributes, values[RowKind.STATE_SELECT])
    fixed = _fixed(attributes, values[RowKind.FIXED])
    hold_inputs(tree, bindings, weak)
    bounds = flow_bounds(attributes, _winning(tree, RowKind.MINIMUM), _winning(tree, RowKind.MAXIMUM)) if has_streams(tree) else {}
    return Program(tree, attributes, tuple(parameters), starts, tuple(bindings), weak, fixed, bounds, bus_positions(tree))


def _is_strict(span: Span) -> bool:
    """Whether a declared value stands in plain Modelica, where it is an equation."""
    return not span.path.endswith(".mosila")


def _is_equation(group: ValueGroup, attributes: Attributes) -> NDArray[np.bool_]:
    """The rows that are equations though constant: flows of plain Modelica, which are never held."""
    strict = np.array([_is_strict(span) for span in group.spans], dtype=np.bool_)
    found: NDArray[np.bool_] = strict & (attributes.link[group.targets] == Link.FLOW)
    return found


def _start_groups(groups: Iterable[ValueGroup], attributes: Attributes, parameters: list[ValueGroup]) -> Iterable[ValueGroup]:
    """Start values of variables; the start of a parameter without a binding is its value."""
    bound = np.zeros(len(attributes.type), dtype=np.bool_)
    for group in parameters:
        bound[group.targets] = True
    for group in groups:
        is_parameter = attributes.variability[group.targets] <= Variability.PARAMETER
        unbound = is_parameter & ~bound[group.targets]
        if unbound.any():
            parameters.append(group.chosen(unbound))
        if not is_parameter.all():
            yield group.chosen(~is_parameter)


def _refuse_open_constants(tree: InstanceTree, attributes: Attributes, parameters: list[ValueGroup]) -> None:
    """Every constant needs a value."""
    numbers = np.isin(attributes.type, [TYPES.index(Builtin.STRING), TYPES.index(Builtin.EXTERNAL)], invert=True)
    is_open = (attributes.role >= 0) & (attributes.variability == Variability.CONSTANT) & numbers
    for group in parameters:
        is_open[group.targets] = False
    if is_open.any():
        faults = {
            CONSTANT_WITHOUT_VALUE.at(variable.span, name=path[-1]): None
            for path, position, variable in tree.variables()
            if is_open[position]
        }
        if faults:
            raise MosilaError(*faults)


def _set_nominals(attributes: Attributes, groups: Iterable[ValueGroup]) -> None:
    """Nominal values that are literal numbers; those that depend on parameters keep the default."""
    for group in groups:
        for row, target in enumerate(group.targets.tolist()):
            cells = group.cells[row].tolist()
            if all(cells[index] in attributes.literal for index in slots_of(group.template.right)):
                value = abs(evaluate(group.template.right, [attributes.literal.get(c, 0.0) for c in cells]))
                if np.isfinite(value) and value > 0:
                    attributes.nominal[target] = value


def _set_state_select(attributes: Attributes, groups: Iterable[ValueGroup]) -> None:
    for group in groups:
        for row, target in enumerate(group.targets.tolist()):
            literals = [attributes.literal.get(int(c), 0.0) for c in group.cells[row]]
            attributes.state_select[target] = int(evaluate(group.template.right, literals))


def _fixed(attributes: Attributes, groups: Iterable[ValueGroup]) -> dict[int, Span]:
    """The continuous variables whose start value must hold; `fixed` is always a literal."""
    found: dict[int, Span] = {}
    for group in groups:
        for row, target in enumerate(group.targets.tolist()):
            literals = [attributes.literal.get(int(c), 0.0) for c in group.cells[row]]
            attributes.fixed[target] = bool(evaluate(group.template.right, literals))
            if attributes.fixed[target] and attributes.variability[target] == Variability.CONTINUOUS:
                found[target] = group.spans[row]
    return found


def _winning(tree: InstanceTree, kind: RowKind) -> list[ValueGroup]:
    """The rows of a kind that no outer plan overrides, inner plans first."""
    groups: list[ValueGroup] = []
    for plan, starts in reversed(tree.instances.items()):
        for rows in plan.rows:
            if rows.kind is kind:
                cells, _ = bind_cells(tree, rows, starts)
                targets = (rows.targets[None, :] + starts[:, None]).reshape(-1)
                groups.append(ValueGroup(rows.template, cells, targets, rows.spans * len(starts), rows.variability))
    winner = np.full(tree.size, -1, dtype=np.int64)
    first = 0
    for group in groups:
        winner[group.targets] = np.arange(first, first + len(group.targets))
        first += len(group.targets)
    kept: list[ValueGroup] = []
    first = 0
    for group in groups:
        mask = winner[group.targets] == np.arange(first, first + len(group.targets))
        first += len(group.targets)
        if mask.all():
            kept.append(group)
        elif mask.any():
            kept.append(group.chosen(mask))
    return kept


def _attributes(tree: InstanceTree) -> Attributes:
    size = tree.size
    attributes = Attributes(
        type=np.zeros(size, dtype=np.int8),
        variability=np.zeros(size, dtype=np.int8),
        link=np.zeros(size, dtype=np.int8),
        role=np.full(size, -1, dtype=np.int8),
        in_connector=np.zeros(size, dtype=np.bool_),
        nominal=np.ones(size),
        has_start=np.zeros(size, dtype=np.bool_),
        state_select=np.zeros(size, dtype=np.int8),
        fixed=np.zeros(size, dtype=np.bool_),
        causality=np.zeros(size, dtype=np.int8),
        literal={position * CELLS: value for value, position in tree.literals.items()},
    )
    for plan, starts in tree.instances.items():
        for component in plan.components.values():
            if isinstance(component.content, Variable) and not component.is_reference and component.refers is None:
                offsets = component.offset + np.arange(component.count)
                _set_attributes(attributes, (starts[:, None] + offsets[None, :]).ravel(), component.content, plan)
        for offset, variable in plan.auxiliaries:
            _set_attributes(attributes, starts + offset, variable, plan)
    attributes.variability[TIME] = Variability.CONTINUOUS
    attributes.variability[[INITIAL, TERMINAL]] = Variability.DISCRETE
    attributes.variability[HOMOTOPY] = Variability.PARAMETER
    return attributes


def _set_attributes(attributes: Attributes, positions: IntArray, variable: Variable, plan: Plan) -> None:
    attributes.type[positions] = TYPES.index(scalar_kind(variable.type))
    attributes.variability[positions] = variable.variability
    attributes.link[positions] = variable.link
    attributes.causality[positions] = CAUSALITIES.index(variable.causality)
    attributes.role[positions] = ROLES.index(variable.role)
    attributes.in_connector[positions] = plan.is_connector or variable.in_connector
    attributes.fixed[positions] = variable.variability <= Variability.PARAMETER
    if variable.unit:
        attributes.unit.setdefault(variable.unit, []).append(positions)
