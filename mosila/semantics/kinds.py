"""Kinds of classes: what may be written in a record, a connector, a package and so on."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.kinds import BAD_LITERAL, NOT_IN_KIND, RESERVED_NAME
from mosila.semantics.classes import Class
from mosila.semantics.symbols import ATTRIBUTES, BUILTIN_NAMES, Builtin
from mosila.semantics.types import EnumerationType
from mosila.source import Span
from mosila.syntax import ast

SIMPLE = ("record", "connector")
"""Kinds whose objects hold values and compute nothing."""
_RESERVED = frozenset(BUILTIN_NAMES) - {Builtin.EXTERNAL.value}


def kind_of(class_: Class) -> str:
    """The kind of a class in words: `record`, `operator record`, `expandable connector`, ..."""
    definition = class_.symbol.definition
    return f"expandable {definition.restriction}" if definition.expandable else definition.restriction


def base_kind(class_: Class) -> str:
    """The last word of a class's kind."""
    return class_.restriction.split()[-1]


def check_kind(class_: Class) -> Iterator[Diagnostic]:
    """What a class of its kind cannot have."""
    yield from _reserved_names(class_)
    match class_.symbol.definition.body:
        case ast.Enumeration(literals=literals):
            yield from _literals(class_, literals or ())
        case ast.Composition() | ast.ClassExtends():
            yield from _sections(class_)
            for element in class_.symbol.elements:
                yield from _element(class_, element)
        case ast.ShortClass() as short if class_.restriction == "type":
            yield from _short_type(class_, short)


def _reserved_names(class_: Class) -> Iterator[Diagnostic]:
    definition = class_.symbol.definition
    if definition.name in _RESERVED:
        yield RESERVED_NAME.at(class_.symbol.span, name=definition.name)
    for element in class_.symbol.elements:
        for declaration in element.item.declarations if isinstance(element.item, ast.ComponentClause) else ():
            if declaration.name in _RESERVED:
                yield RESERVED_NAME.at(declaration.span, name=declaration.name)


def _literals(class_: Class, literals: tuple[ast.EnumerationLiteral, ...]) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for literal in literals:
        why = "it is there twice" if literal.name in seen else ""
        if literal.name in ATTRIBUTES[Builtin.ENUMERATION]:
            why = "an attribute has this name"
        if why:
            yield BAD_LITERAL.at(literal.span, name=class_.name, literal=literal.name, why=why)
        seen.add(literal.name)


def _sections(class_: Class) -> Iterator[Diagnostic]:
    """Equations and algorithms where none can be."""
    kind = base_kind(class_)
    composition = class_.symbol.composition
    for section in composition.sections if composition is not None else ():
        span, what = _first(section)
        if kind in _ADVICE:
            yield _not_in(class_, span, what, _ADVICE[kind])


_ADVICE = {
    "record": "compute its variables in a model that has such a record",
    "connector": "write equations in the model that has the connector",
    "package": "write a model in the package",
    "operator": "write the algorithm in one of its functions",
    "type": "write a model",
}


def _first(section: ast.Section) -> tuple[Span, str]:
    """Where the first equation or statement of a section stands, and what it is."""
    match section:
        case ast.EquationSection(equations=equations):
            return (equations[0].span if equations else section.span), "equations"
        case ast.AlgorithmSection(statements=statements):
            return (statements[0].span if statements else section.span), "algorithms"
        case _:
            return section.span, "a statechart"


def _element(class_: Class, element: ast.Element) -> Iterator[Diagnostic]:
    match base_kind(class_), element.item:
        case "record" | "connector", ast.ComponentClause() as clause:
            yield from _simple_component(class_, element, clause)
        case "package", ast.ComponentClause(variability=variability) as clause if variability != "constant":
            what = f"the variable `{clause.declarations[0].name}`"
            yield _not_in(class_, clause.declarations[0].span, what, "a package has constants and classes: write `constant`")
        case "type", ast.ComponentClause() as clause:
            advice = "write a record, or leave it out"
            yield _not_in(class_, clause.declarations[0].span, f"the component `{clause.declarations[0].name}`", advice)
        case "function", ast.ComponentClause() as clause:
            yield from _function_component(class_, element, clause)
        case "operator", ast.ComponentClause() as clause:
            what = f"the component `{clause.declarations[0].name}`"
            yield _not_in(class_, clause.declarations[0].span, what, "an operator has functions only")
        case "operator", ast.ClassDefinition() as definition if not definition.restriction.endswith("function"):
            yield _not_in(class_, definition.name_span, f"the {definition.restriction} {definition.name}", "an operator has functions only")


def _simple_component(class_: Class, element: ast.Element, clause: ast.ComponentClause) -> Iterator[Diagnostic]:
    """Prefixes and sections that values cannot have."""
    first = clause.declarations[0]
    kind = base_kind(class_)
    if element.protected:
        yield _not_in(class_, first.span, f"the protected element `{first.name}`", "move it to the public section")
    for prefix, is_there in (("inner", element.inner), ("outer", element.outer)):
        if is_there:
            yield _not_in(class_, first.span, f"the `{prefix}` element `{first.name}`", f"declare it in a model, or leave `{prefix}` out")
    if kind == "record":
        for prefix in (clause.causality, clause.connection):
            if prefix:
                advice = f"leave `{prefix}` out, or write it before a record as a whole"
                yield _not_in(class_, first.span, f"the `{prefix}` element `{first.name}`", advice)


def _function_component(class_: Class, element: ast.Element, clause: ast.ComponentClause) -> Iterator[Diagnostic]:
    first = clause.declarations[0]
    if element.inner or element.outer:
        prefix = "inner" if element.inner else "outer"
        yield _not_in(class_, first.span, f"the `{prefix}` variable `{first.name}`", "pass the value in as an input")
    if element.protected and clause.causality:
        advice = f"move it to the public section, or leave `{clause.causality}` out"
        yield _not_in(class_, first.span, f"the protected {clause.causality} `{first.name}`", advice)
    if not element.protected and not clause.causality and clause.variability != "constant" and not _type_causality(class_, clause):
        advice = "write `input` or `output` before it, or `protected` above it"
        yield _not_in(class_, first.span, f"the public variable `{first.name}`", advice)


def _type_causality(class_: Class, clause: ast.ComponentClause) -> str:
    """The `input` or `output` that the type of a component has: `type Argument = input Real`."""
    try:
        found = class_.find_class(clause.type)
        predefined = found.predefined if isinstance(found, Class) else None
    except MosilaError:
        return ""
    return predefined.causality if predefined is not None else ""


def _short_type(class_: Class, short: ast.ShortClass) -> Iterator[Diagnostic]:
    """`type T = C` where C is nothing that a type can be made from."""
    try:
        base = class_.find_base(ast.Extends(short.type, short.modification, span=short.span))
    except MosilaError:
        return
    if isinstance(base, Builtin | EnumerationType) or base_kind(base) in ("type", "record", "class") or base.predefined is not None:
        return
    what = f"the {kind_of(base)} {base.name} as its base"
    yield _not_in(class_, short.type.span, what, "a type is made from predefined types, enumerations, records and arrays of them")


def _not_in(class_: Class, span: Span, what: str, advice: str) -> Diagnostic:
    return NOT_IN_KIND.at(span, kind=kind_of(class_), name=class_.name, what=what, advice=advice)
