"""Variables of functions that surely have no value where it is asked for: read, or given back, and assigned nowhere before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.functions import BAD_FUNCTION
from mosila.instance.assigned import assigned_targets
from mosila.instance.names import element_type
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast
from mosila.syntax.walk import nodes_in, references_in

ADVICE = "assign it first, or declare it with a value"


def uninitialised(class_: Class, outputs: Iterable[ComponentElement], local: Iterable[ComponentElement]) -> Iterator[Diagnostic]:
    """What is wrong with scalars without a declared value; a loop may have assigned before what stands first in it."""
    statements = tuple(statement for section, _ in class_.elements.algorithms for statement in section.statements)
    loops = {node.name for statement in statements for node in nodes_in(statement) if isinstance(node, ast.Iterator)}
    given_back = {each.name: each for each in outputs if _is_open(each)}
    waiting = {each.name for each in (*given_back.values(), *local) if _is_open(each)} - loops
    found: dict[str, Diagnostic] = {}
    _follow(statements, waiting, found)
    yield from found.values()
    if class_.elements.external is None:
        for name in given_back:
            if name in waiting:
                yield BAD_FUNCTION.at(given_back[name].span, what=f"the output `{name}` of {class_.name} is given no value", advice=ADVICE)


def _is_open(element: ComponentElement) -> bool:
    declared = element_type(element)
    is_number = declared.type in (Builtin.REAL, Builtin.INTEGER, Builtin.BOOLEAN)
    return is_number and not declared.subscripts and element.modifier.value is None and not element.is_constant


def _follow(statements: Iterable[ast.Statement], waiting: set[str], found: dict[str, Diagnostic]) -> None:
    """Takes out of `waiting` what statements assign, in the order of the text; what of it is read before is told."""
    for statement in statements:
        match statement:
            case ast.IfStatement(branches=branches, otherwise=otherwise):
                for condition, body in branches:
                    _read(condition, waiting, found)
                    _follow(body, waiting, found)
                _follow(otherwise, waiting, found)
            case ast.ForStatement(iterators=iterators, body=body):
                _read(tuple(each.range for each in iterators), waiting, found)
                waiting.difference_update(assigned_targets(body))
                _follow(body, waiting, found)
            case ast.WhileStatement(condition=condition, body=body):
                _read(condition, waiting, found)
                waiting.difference_update(assigned_targets(body))
                _follow(body, waiting, found)
            case ast.Assignment(target=target, value=value):
                _read((value, tuple(part.subscripts for part in target.parts)), waiting, found)
                waiting.discard(target.parts[0].name)
            case ast.MultipleAssignment(targets=targets, value=value):
                _read(value, waiting, found)
                waiting.difference_update(each.parts[0].name for each in targets if each is not None)
            case ast.WhenStatement():  # complained of elsewhere
                waiting.difference_update(assigned_targets((statement,)))
            case _:
                _read(statement, waiting, found)


def _read(node: object, waiting: set[str], found: dict[str, Diagnostic]) -> None:
    for reference in references_in(node):
        name = reference.parts[0].name
        if name in waiting:
            found.setdefault(name, BAD_FUNCTION.at(reference.span, what=f"`{name}` is read before it has a value", advice=ADVICE))
            waiting.discard(name)
