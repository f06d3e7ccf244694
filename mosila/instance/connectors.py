"""Connector classes: what a finished connector must be, and the values that come in with its streams."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import STREAM_WITHOUT_FLOW, UNBALANCED_CONNECTOR
from mosila.instance.names import element_type
from mosila.instance.plan import Component, Link, Role, Stream, Variability, Variable
from mosila.instance.prefixes import is_expandable
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def connector_streams(builder: PlanBuilder) -> tuple[Stream, ...]:
    """A position for each stream variable of a connector: what it is if the flow comes in."""
    if builder.class_.restriction != "connector":
        return ()
    leaves = [leaf for component in builder.components.values() for leaf in own_leaves(component)]
    flows = [offset for offset, variable in leaves if variable.link is Link.FLOW]
    streams = [(offset, variable) for offset, variable in leaves if variable.link is Link.STREAM]
    if not streams:
        return ()
    if len(flows) != 1:
        found = f"{len(flows)} flow variables" if flows else "no flow variable"
        raise MosilaError(STREAM_WITHOUT_FLOW.at(builder.class_.symbol.span, name=builder.class_.name, flows=found))
    new = builder.rows.new_position
    return tuple(Stream(o, flows[0], new(Role.STREAM, Builtin.REAL, Variability.CONTINUOUS, v.span)) for o, v in streams)


def own_leaves(component: Component, whole: bool = False) -> Iterator[tuple[int, Variable]]:
    """The variables of a component by offset, records taken apart; connectors inside keep theirs unless the whole is wanted."""
    content = component.content
    for number in range(component.count):
        first = component.offset + number * component.stride
        if isinstance(content, Variable):
            yield first, content
        elif whole or not content.is_connector:
            for inner in content.components.values():
                yield from ((first + offset, variable) for offset, variable in own_leaves(inner, whole))


def check_connector(builder: PlanBuilder) -> None:
    """Refuse a connector that has not as many flows as potentials; one of a `.mosila` file may leave variables to be held."""
    class_, prefixes = builder.class_, builder.surroundings.prefixes
    if class_.symbol.span.path.endswith(".mosila") or len(builder.components) < len(builder.members):
        return
    if class_.restriction != "connector" or is_expandable(class_) or prefixes.causality or prefixes.link is not None:
        return
    potentials = flows = 0
    for name, component in builder.components.items():
        size = _residue_size(builder, builder.members[name])
        if size is not None:
            element = builder.members[name]
            potentials += size * prod(component.dimensions[: len(element.declaration.subscripts) + len(element.clause.subscripts)])
            continue
        clause = builder.members[name].clause
        for _, variable in own_leaves(component, whole=bool(clause.connection or clause.causality)):
            if variable.link is Link.SUM:
                return
            if variable.variability > Variability.PARAMETER:
                flows += variable.link is Link.FLOW
                potentials += variable.link is Link.POTENTIAL and not variable.causality
    if potentials != flows:
        some, others = _words(potentials, "potential"), _words(flows, "flow variable")
        raise MosilaError(UNBALANCED_CONNECTOR.at(class_.symbol.span, name=class_.name, potentials=some, flows=others))


def _words(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def overdetermined_by(element: ComponentElement) -> Class | None:
    """The function `equalityConstraint` of a component's type; None: the type is an ordinary one."""
    found = element.owner.find_class(element.clause.type)
    return found.member_class("equalityConstraint") if isinstance(found, Class) else None


def _residue_size(builder: PlanBuilder, element: ComponentElement) -> int | None:
    """How many potentials a variable of an overdetermined type counts for; None: the type is an ordinary one."""
    function = overdetermined_by(element)
    if function is None:
        return None
    outputs = [e for e in function.elements.named.values() if isinstance(e, ComponentElement) and e.clause.causality == "output"]
    return sum(prod(builder.factory.constants.shape(each, element_type(each))) for each in outputs)
