"""Places: what actions assign to and add, as positions of a plan, perhaps chosen by subscripts while the model runs."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import ASSIGNED_DETERMINED, BAD_ACTION, NOT_AN_OBJECT
from mosila.diagnostics.dynamic import NOT_A_REFERENCE
from mosila.instance.context import Context, unsupported
from mosila.instance.lower import lower
from mosila.instance.plan import Component, Formula, Place, Plan, Variability, Variable
from mosila.instance.references import DynamicSubscriptError, Found, PlanScope, record_leaves, record_type
from mosila.instance.rows import RowCollector
from mosila.instance.values import expect, type_phrase
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import Shape, Type
from mosila.syntax import ast
from mosila.syntax.format import expression_text


class PlaceFinder:
    """Finds places in the scope of a plan."""

    def __init__(self, scope: PlanScope, rows: RowCollector) -> None:
        self.scope = scope
        self.rows = rows

    def targets(self, reference: ast.Reference, context: Context) -> tuple[Type, Shape, tuple[Place, ...]]:
        """The type and shape of what an assignment names, and the places of its scalars."""
        name = expression_text(reference)
        if not self.scope.is_member(reference, context):
            raise self.scope.unknown(reference, 0, context)
        indices: tuple[tuple[Formula, int], ...] = ()
        try:
            found = self.scope.find(reference, context)
            positions: tuple[tuple[int, ...], ...] = tuple((position,) for position in found.positions)
        except DynamicSubscriptError:
            found, chosen, indices = self._chosen(reference, context)
            positions = (chosen,)
        content = found.component.content
        if found.component.refers is not None:
            advice = "assign a reference or `new` to it" if not found.component.is_collection else "use `add` and `remove`"
            raise MosilaError(BAD_ACTION.at(reference.span, what=f"`{name}` holds objects, not a number", advice=advice))
        if isinstance(content, Plan) and not content.is_record:
            advice = "assign to its variables"
            raise MosilaError(BAD_ACTION.at(reference.span, what=f"`{name}` is an object, not a variable", advice=advice))
        leaves = [(0, content)] if isinstance(content, Variable) else record_leaves(content)
        type_ = content.type if isinstance(content, Variable) else record_type(content)
        for _, variable in leaves:
            if variable.variability <= Variability.PARAMETER or found.is_parameter:
                raise MosilaError(ASSIGNED_DETERMINED.at(reference.span, when="", name=name, why="is a parameter"))
        places = tuple(
            Place(tuple(p + offset for p in choice), indices, name, reference.span) for choice in positions for offset, _ in leaves
        )
        return type_, found.shape, places

    def holds_objects(self, reference: ast.Expression, context: Context) -> Component | None:
        """The component of a `dynamic` reference or collection; None: it is something else."""
        if not isinstance(reference, ast.Reference) or not self.scope.is_member(reference, context):
            return None
        try:
            component = self.scope.find(reference, context).component
        except DynamicSubscriptError:
            return None
        return component if component.refers is not None else None

    def reference(self, reference: ast.Reference, context: Context, *, is_collection: bool = False) -> Place:
        """The place of a `dynamic` reference, or of a collection."""
        name = expression_text(reference)
        wanted = "a collection" if is_collection else "a reference"
        component = self.holds_objects(reference, context)
        if component is None or component.is_collection is not is_collection:
            what = "not dynamic" if component is None else "a collection" if component.is_collection else "a reference"
            advice = "declare it `dynamic C cs[:]`" if is_collection else "declare it `dynamic C c`"
            raise MosilaError(NOT_A_REFERENCE.at(reference.span, name=name, what=what, wanted=wanted, advice=advice))
        found = self.scope.find(reference, context)
        self.scope.builder.dynamic.note(found.positions[0], component, context)
        return Place(found.positions, (), name, reference.span)

    def object(self, reference: ast.Reference, context: Context) -> tuple[Place, Plan | None, tuple[int, ...]]:
        """The object that a reference names, its plan, and the objects of all elements of the arrays on the way.

        The plan of an object behind a `dynamic` reference is known when the model runs.
        """
        name = expression_text(reference)
        if not self.scope.is_member(reference, context):
            raise self.scope.unknown(reference, 0, context)
        if self.holds_objects(reference, context) is not None:
            return replace(self.reference(reference, context), refers=True), None, ()
        whole = self.scope.find(_without_subscripts(reference), context)
        indices: tuple[tuple[Formula, int], ...] = ()
        try:
            found = self.scope.find(reference, context)
            positions = found.positions
        except DynamicSubscriptError:
            found, positions, indices = self._chosen(reference, context)
        content = found.component.content
        if isinstance(content, Variable):
            raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what=type_phrase(content.type)))
        if content.is_connector:
            raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what="a connector"))
        if found.shape:
            raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what="an array"))
        return Place(positions, indices, name, reference.span), content, whole.positions

    def _chosen(self, reference: ast.Reference, context: Context) -> tuple[Found, tuple[int, ...], tuple[tuple[Formula, int], ...]]:
        """The positions among which subscripts choose that vary while the model runs, and these subscripts."""
        starts = np.zeros(1, dtype=np.int64)
        indices: list[tuple[Formula, int]] = []
        plan: Plan | None = None
        component: Component | None = None
        for part in reference.parts:
            component = self.scope.builder.component(part.name) if plan is None else plan.components[part.name]
            assert component is not None, "the whole reference was found"
            if len(part.subscripts) != len(component.dimensions):
                construct = f"`{expression_text(reference)}`, a part of an array chosen while the model runs,"
                raise unsupported(reference.span, construct, "name a scalar")
            choices: list[list[int]] = []
            for subscript, size in zip(part.subscripts, component.dimensions, strict=True):
                choices.append(self._subscript(subscript, size, indices, context))
            strides = [int(np.prod(component.dimensions[axis + 1 :])) for axis in range(len(component.dimensions))]
            places = [sum(k * s for k, s in zip(index, strides, strict=True)) for index in product(*choices)]
            offsets = component.offset + np.array(places, dtype=np.int64) * component.stride
            starts = (starts[:, None] + offsets[None, :]).ravel()
            plan = component.content if isinstance(component.content, Plan) else None
        assert component is not None
        return Found((), (), component, tuple(p.name for p in reference.parts)), tuple(starts.tolist()), tuple(indices)

    def _subscript(self, subscript: ast.Expression, size: int, indices: list[tuple[Formula, int]], context: Context) -> list[int]:
        """The element numbers, from 0, that one subscript may choose."""
        value = lower(subscript, self.scope, context)
        expect(value, (Builtin.INTEGER,), "a subscript", subscript)
        if value.shape:
            raise unsupported(subscript.span, "a vector of subscripts in an action", "use a loop")
        if value.is_constant and 1 <= value.number <= size:
            return [int(value.number) - 1]
        indices.append((self.rows.formula(value.scalar, value.type), size))
        return list(range(size))


def _without_subscripts(reference: ast.Reference) -> ast.Reference:
    return ast.Reference(tuple(ast.Part(p.name, span=p.span) for p in reference.parts), reference.is_global, span=reference.span)
