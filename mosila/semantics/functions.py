"""Functions, operators and external objects: what must be written in them, and where they may stand."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.functions import INCOMPLETE_CLASS
from mosila.diagnostics.kinds import NOT_IN_KIND
from mosila.semantics.classes import Class
from mosila.semantics.kinds import kind_of
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.syntax import ast


def check_functions(class_: Class) -> Iterator[Diagnostic]:
    """What is wrong with a function as a whole, with an external object, and with operators written in a class."""
    if class_.is_function:
        yield from _check_sections(class_)
    if class_.restriction == "operator":
        yield from _check_operator(class_)
    if class_.restriction not in ("operator record", "operator"):
        yield from _misplaced_operators(class_)
    yield from _check_external_object(class_)


def _check_sections(class_: Class) -> Iterator[Diagnostic]:
    composition = class_.symbol.composition
    if composition is None:
        return
    sections = [each for each in composition.sections if isinstance(each, ast.AlgorithmSection)]
    for section in sections:
        if section.initial:
            yield _not_in(class_, section.span, "an initial algorithm", "write `algorithm`")
    if sections and composition.external is not None:
        yield _not_in(class_, composition.external.span, "both an algorithm and an external clause", "keep one of them")


def _check_operator(class_: Class) -> Iterator[Diagnostic]:
    """The functions of a constructor have one output."""
    if class_.symbol.definition.name != "'constructor'":
        return
    for name in class_.symbol.own_classes:
        inside = class_.member_class(name)
        outputs = [] if inside is None else _outputs(inside)
        if inside is not None and inside.is_function and len(outputs) != 1:
            what = f"the function {name} with {len(outputs)} outputs"
            yield _not_in(class_, inside.symbol.span, what, "a constructor makes one record: give the function one output")


def _outputs(class_: Class) -> list[str]:
    return [
        declaration.name
        for element in class_.symbol.elements
        if isinstance(element.item, ast.ComponentClause) and element.item.causality == "output"
        for declaration in element.item.declarations
    ]


def _misplaced_operators(class_: Class) -> Iterator[Diagnostic]:
    for element in class_.symbol.elements:
        item = element.item
        if isinstance(item, ast.ClassDefinition) and item.restriction in ("operator", "operator function"):
            advice = "operators stand in an operator record: write `operator record`"
            yield _not_in(class_, item.name_span, f"the operator {item.name}", advice)


def _check_external_object(class_: Class) -> Iterator[Diagnostic]:
    try:
        bases = [class_.find_base(clause) for clause, _ in class_.extends_clauses()]
    except MosilaError:
        return  # told of where the class is used
    if Builtin.EXTERNAL not in bases:
        return
    for name in ("constructor", "destructor"):
        inside = class_.member_class(name)
        if inside is None or not inside.is_function:
            yield INCOMPLETE_CLASS.at(class_.symbol.span, name=class_.name, what=f"the function `{name}`")


def _not_in(class_: Class, span: Span, what: str, advice: str) -> Diagnostic:
    return NOT_IN_KIND.at(span, kind=kind_of(class_), name=class_.name, what=what, advice=advice)
