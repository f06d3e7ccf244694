"""Local balance of classes (Modelica specification, section 4.7): each class has as many equations as unknowns, counted by itself.

What connections give to the public connectors of a class from outside counts as given, and what its parts do inside of
themselves is counted with their own classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.balance import NOT_BALANCED
from mosila.flat.program import Program
from mosila.flat.sets import ConnectionSets, connector_variables, is_known, node
from mosila.instance.connectors import own_leaves
from mosila.instance.plan import Component, Link, Plan, Role, RowKind, Rows, Variable
from mosila.semantics.symbols import Builtin

Bound: TypeAlias = NDArray[np.bool_]
"""By position of an object: whether a declaration or modifier gives it a value."""


class Count(NamedTuple):
    """A number, and how much of it is doubtful: an input with a declared value may be connected or not."""

    most: int
    doubtful: int

    @property
    def least(self) -> int:
        """Without what is doubtful."""
        return self.most - self.doubtful


_SOLVED = (Role.CONDITION, Role.AUXILIARY)
"""Roles of positions that equations of the same plan determine."""


def unbalanced_classes(program: Program) -> Iterator[Diagnostic]:
    """The classes of a model that are not balanced by themselves; those of `.mosila` files may leave variables to be held."""
    bound = np.zeros(program.tree.size, dtype=np.bool_)
    for group in program.bindings:
        bound[group.targets] = True
    bound[list(program.weak)] = True
    for plan, starts in program.tree.instances.items():
        if _is_counted(plan):
            here = bound[int(starts[0]) : int(starts[0]) + plan.size]
            unknowns, equations = _unknowns(plan, here), _equations(plan, here)
            if unknowns.least > equations.most or equations.least > unknowns.most:
                yield _told(plan, unknowns.most, equations.most)


def _told(plan: Plan, unknowns: int, equations: int) -> Diagnostic:
    more, fewer = ("equations", "unknowns") if equations > unknowns else ("unknowns", "equations")
    difference = abs(equations - unknowns)
    what = f"{difference} {more if difference > 1 else more.removesuffix('s')} more than {fewer}"
    return NOT_BALANCED.at(plan.symbol.span, name=plan.symbol.name, unknowns=unknowns, equations=equations, difference=what)


def _is_counted(plan: Plan) -> bool:
    restriction = plan.symbol.definition.restriction.split()[-1]
    if restriction not in ("model", "block", "class") or plan.symbol.span.path.endswith(".mosila") or plan.broken:
        return False
    if plan.chart is not None or plan.behaviours or plan.wires or plan.indicators or plan.augmentations:
        return False
    return not any(_has_bus(component) or component.is_reference for component in plan.components.values())


def _has_bus(component: Component) -> bool:
    content = component.content
    if isinstance(content, Variable):
        return content.on_bus
    return content.is_expandable or (content.is_connector and any(_has_bus(inner) for inner in content.components.values()))


def _unknowns(plan: Plan, bound: Bound) -> Count:
    found = sum(variable.role in _SOLVED for _, variable in plan.auxiliaries)
    for component in plan.components.values():
        if component.condition and _is_own(component):
            found += sum(1 for _ in _own(component))
    ends = list(_open_ends(plan))
    return Count(found + len(ends), sum(bool(bound[offset]) for offset, variable in ends if variable.link is not Link.FLOW))


def _equations(plan: Plan, bound: Bound) -> Count:
    """An if-equation counts once, whatever its branches read."""
    found = doubtful = 0
    for component in plan.components.values():
        if component.condition and _is_own(component):
            is_connector = _is_connector(component)
            for offset, variable in _own(component):
                is_given = variable.causality == "input" and not component.protected and (is_connector or not bound[offset])
                found += bool(bound[offset]) + is_given + (is_connector and variable.link is Link.FLOW)
                doubtful += bool(bound[offset]) and is_given
    written = sum(_written(plan, rows) for rows in plan.rows if rows.kind in (RowKind.EQUATION, RowKind.DISCRETE))
    return Count(found + written + _connection_equations(plan), doubtful)


def _written(plan: Plan, rows: Rows) -> int:
    """How many equations stand in rows; those of single branches are there once more, joined to one for all branches."""
    if rows.branches is None:
        return len(rows.cells)
    return int(((rows.branches < 0) | np.isin(rows.branches, plan.switches)).sum())


def _is_own(component: Component) -> bool:
    """Whether the variables of a component count as those of the class that has it."""
    return isinstance(component.content, Variable) or component.content.is_record or component.content.is_connector


def _is_connector(component: Component) -> bool:
    return component.content.in_connector if isinstance(component.content, Variable) else component.content.is_connector


def _own(component: Component) -> Iterator[tuple[int, Variable]]:
    for offset, variable in own_leaves(component, whole=True):
        if not is_known(variable) and variable.type not in (Builtin.STRING, Builtin.EXTERNAL):
            yield offset, variable


def _open_ends(plan: Plan) -> Iterator[tuple[int, Variable]]:
    """What the parts of a class need from it: the inputs and flows of their public connectors."""
    for component in plan.components.values():
        if not component.condition or _is_own(component):
            continue
        assert isinstance(component.content, Plan)
        ends = [
            (offset, variable)
            for inner in component.content.components.values()
            if inner.condition and not inner.protected and not inner.is_reference and _is_connector(inner)
            for offset, variable in _own(inner)
            if variable.link is Link.FLOW or variable.causality == "input"
        ]
        for number in range(component.count):
            first = component.offset + number * component.stride
            yield from ((first + offset, variable) for offset, variable in ends)


def _connection_equations(plan: Plan) -> int:
    """Equalities of potentials, one balance for each set of flows, and one equation for each stream that goes through."""
    potentials, flows = ConnectionSets(), ConnectionSets()
    streams: set[int] = set()
    found = 0
    for connection in plan.connections:
        ends = ((connection.left, connection.left_outside), (connection.right, connection.right_outside))
        for a, b, variable in connector_variables(connection.left_end, connection.right_end):
            if is_known(variable):
                continue
            left, right = ends[0][0] + a, ends[1][0] + b
            if variable.link is Link.POTENTIAL:
                found += potentials.union(left, right)
            elif variable.link is Link.FLOW:
                flows.union(node(left, ends[0][1]), node(right, ends[1][1]))
            elif variable.link is Link.STREAM:
                streams.update(position for position, (_, outside) in ((left, ends[0]), (right, ends[1])) if outside)
    connected = set(flows.parent)
    alone = sum(variable.link is Link.FLOW and node(offset, False) not in connected for offset, variable in _open_ends(plan))
    return found + len(streams) + len(flows.sets()) + alone
