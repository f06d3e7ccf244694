"""Prefixes of components: what may stand before what, and which prefixes contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.kinds import BAD_PREFIX, NOT_A_TYPE, NOT_IN_KIND, PREFIX_CONFLICT
from mosila.diagnostics.variability import DISCRETE_BINDING
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.kinds import SIMPLE, base_kind, kind_of
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, type_name
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.walk import references_in

Found = Class | Builtin | EnumerationType


def check_prefixes(class_: Class) -> Iterator[Diagnostic]:
    """What is wrong with the prefixes of a class's components."""
    for element in class_.symbol.elements:
        if isinstance(element.item, ast.ComponentClause):
            yield from _check_clause(class_, element, element.item)
    body = class_.symbol.definition.body
    if isinstance(body, ast.ShortClass) and body.causality:
        yield from _check_short(class_, body)


def _check_clause(class_: Class, element: ast.Element, clause: ast.ComponentClause) -> Iterator[Diagnostic]:
    if base_kind(class_) in SIMPLE:
        yield from _check_time(class_, clause)
    try:
        found = class_.find_class(clause.type)
        type_ = _type_of(found)
    except MosilaError:
        return  # a type that is not there is told of where it is needed
    for declaration in clause.declarations:
        yield from _check_component(class_, clause, declaration, type_)
    if base_kind(class_) == "block" and not element.protected and not clause.causality:
        yield from _check_block_connector(class_, clause, found)


def _type_of(found: Found) -> Found:
    """The predefined type that a class is based on, or the class."""
    if isinstance(found, Class) and found.predefined is not None:
        return found.predefined.type
    return found


def _check_component(class_: Class, clause: ast.ComponentClause, declaration: ast.Declaration, type_: Found) -> Iterator[Diagnostic]:
    name, span = declaration.name, declaration.span
    prefixes = [each for each in (clause.connection, clause.variability, clause.causality) if each]
    if isinstance(type_, Class):
        kind = base_kind(type_)
        if kind in ("package", "operator") or (kind == "function" and not class_.is_function):
            yield NOT_A_TYPE.at(span, name=name, kind=kind_of(type_), type=type_.name)
        elif kind in ("model", "block"):
            advice = f"write the prefix before variables in {type_.name}, or leave it out"
            yield from (BAD_PREFIX.at(span, prefix=each, name=name, what=f"a {kind}", advice=advice) for each in prefixes)
        elif kind in SIMPLE:
            yield from _conflicts(name, span, clause.connection, clause.causality, type_)
    elif clause.connection in ("flow", "stream") and type_ is not Builtin.REAL:
        what = f"{_article(type_name(type_))} {type_name(type_)}"
        yield BAD_PREFIX.at(span, prefix=clause.connection, name=name, what=what, advice="only Reals flow: declare it Real")
    if clause.connection in ("flow", "stream") and clause.variability in ("parameter", "constant"):
        advice = "leave one of the two prefixes out"
        yield BAD_PREFIX.at(span, prefix=clause.connection, name=name, what=f"a {clause.variability}", advice=advice)
    is_discrete_real = (
        type_ is Builtin.REAL
        and not span.path.endswith(".mosila")
        and clause.variability == "discrete"
        and base_kind(class_) in ("model", "block", "class")
    )
    if is_discrete_real and declaration.modification is not None and declaration.modification.value is not None:
        yield DISCRETE_BINDING.at(declaration.modification.value.span, name=name)


def _article(noun: str) -> str:
    return "an" if noun[0] in "AEIOaeio" else "a"


def _conflicts(name: str, span: Span, connection: str, causality: str, type_: Class) -> Iterator[Diagnostic]:
    """Prefixes of elements that contradict those of the whole."""
    if not connection and not causality:
        return
    for element in _components(type_):
        clause = element.clause
        for outer, inner in ((connection, clause.connection), (causality, clause.causality)):
            if outer and inner:
                related = [(element.span, "declared here")]
                yield PREFIX_CONFLICT.at(span, prefix=outer, name=name, inner=inner, element=element.name, related=related)
                return


def _components(class_: Class) -> Iterator[ComponentElement]:
    """The components of a record or connector, and of those inside it."""
    for element in class_.elements.named.values():
        if isinstance(element, ComponentElement):
            yield element
            type_ = element.owner.find_class(element.clause.type)
            if isinstance(type_, Class) and type_.predefined is None and base_kind(type_) in SIMPLE:
                yield from _components(type_)


def _check_short(class_: Class, body: ast.ShortClass) -> Iterator[Diagnostic]:
    try:
        base = class_.find_base(ast.Extends(body.type, body.modification, span=body.span))
        if isinstance(base, Class) and base.predefined is None and base_kind(base) in SIMPLE:
            yield from _conflicts(class_.symbol.definition.name, class_.symbol.span, "", body.causality, base)
    except MosilaError:
        return


def _check_block_connector(class_: Class, clause: ast.ComponentClause, found: Found) -> Iterator[Diagnostic]:
    """Data flow through the public connectors of a block has a direction."""
    if not isinstance(found, Class) or found.symbol.definition.expandable or _has_direction(found):
        return
    for declaration in clause.declarations:
        what = f"the connector `{declaration.name}`, part of which is neither input nor output"
        advice = "write `input` or `output` before its variables, or write a model"
        yield NOT_IN_KIND.at(declaration.span, kind="block", name=class_.name, what=what, advice=advice)


def _has_direction(type_: Class) -> bool:
    try:
        if type_.predefined is not None:
            return not type_.predefined.is_connector or bool(type_.predefined.causality)
        if base_kind(type_) != "connector" or short_causality(type_):
            return True
        return all(_element_has_direction(each) for each in type_.elements.named.values() if isinstance(each, ComponentElement))
    except MosilaError:
        return True


def short_causality(type_: Class) -> str:
    """The prefix that short definitions on the way to a class add: `connector InputPlug = input Plug`."""
    here: Class | None = type_
    while here is not None and isinstance(here.symbol.definition.body, ast.ShortClass):
        if here.symbol.definition.body.causality:
            return here.symbol.definition.body.causality
        here = here.bases[0][0] if here.bases else None
    return ""


def _element_has_direction(element: ComponentElement) -> bool:
    clause = element.clause
    if clause.causality or clause.variability in ("parameter", "constant"):
        return True
    type_ = element.owner.find_class(clause.type)
    if not isinstance(type_, Class):
        return False
    if type_.predefined is not None:
        return bool(type_.predefined.causality)
    return base_kind(type_) == "connector" and _has_direction(type_)


def _check_time(class_: Class, clause: ast.ComponentClause) -> Iterator[Diagnostic]:
    """`time` exists in models and blocks."""
    for declaration in clause.declarations:
        for reference in references_in(declaration.modification):
            if len(reference.parts) == 1 and reference.parts[0].name == "time" and "time" not in class_.elements.named:
                yield NOT_IN_KIND.at(
                    reference.span,
                    kind=kind_of(class_),
                    name=class_.name,
                    what="a value that depends on `time`",
                    advice="give the value in a model that has such a component",
                )
