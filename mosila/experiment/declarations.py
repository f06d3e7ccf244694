"""What the declarations of a variable say about setting it from outside: `final`, `protected`, `constant`, `min`, `max`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mosila.flat.program import Program, bind_cells
from mosila.instance.plan import Component, Plan, RowKind, Variability, Variable
from mosila.semantics.symbols import ClassSymbol
from mosila.symbolic.evaluate import evaluate
from mosila.syntax import ast

Path = tuple[str, ...]


def why_not_settable(program: Program, path: Path, variable: Variable) -> str:
    """Why a variable cannot be set from outside, or nothing if it can."""
    if variable.variability is Variability.CONSTANT:
        return "it is a constant"
    names = tuple(part.partition("[")[0] for part in path)
    if variable.protected:
        return "it is protected"
    if variable.is_final or any(_is_final(modification, tail) for modification, tail in _modifications(program.tree.root, names)):
        return "the model declares it final"
    return ""


def _modifications(root: Plan, names: Path) -> Iterator[tuple[ast.ClassModification | bool | None, Path]]:
    """What each class and component on the way writes about the variable; True for the prefix `final` itself."""
    plan: Plan | Variable = root
    for depth, name in enumerate(names):
        assert isinstance(plan, Plan)
        component = plan.components[name]
        yield from ((clause.modification, names[depth:]) for clause in _extends(plan.symbol))
        element, declaration = _declaration(component)
        if element is not None and element.final:
            yield True, ()
        if declaration is not None and declaration.modification is not None:
            yield declaration.modification.arguments, names[depth + 1 :]
        plan = component.content


def _extends(symbol: ClassSymbol) -> Iterator[ast.Extends]:
    body = symbol.definition.body
    if isinstance(body, ast.Composition) and body.header_extends is not None:
        yield body.header_extends
    yield from (element.item for element in symbol.elements if isinstance(element.item, ast.Extends))
    if isinstance(body, ast.ShortClass):
        yield ast.Extends(body.type, body.modification, span=body.span)


def _declaration(component: Component) -> tuple[ast.Element | None, ast.Declaration | None]:
    for element in component.declared_in.elements:
        if isinstance(element.item, ast.ComponentClause):
            for declaration in element.item.declarations:
                if declaration.name == component.name:
                    return element, declaration
    return None, None


def _is_final(modification: ast.ClassModification | bool | None, tail: Path) -> bool:
    if isinstance(modification, bool):
        return modification
    for argument in modification.arguments if modification is not None and tail else ():
        if not isinstance(argument, ast.ElementModification):
            continue
        parts = argument.name.parts
        if parts != tail[: len(parts)]:
            continue
        if argument.final:
            return True
        inner = argument.modification.arguments if argument.modification is not None else None
        if _is_final(inner, tail[len(parts) :]):
            return True
    return False


def find_bound(program: Program, position: int, kind: RowKind) -> float | None:
    """The `min` or `max` of a variable where it is a literal; what is written farthest outside wins."""
    literal = program.attributes.literal
    for plan, starts in program.tree.instances.items():
        for rows in plan.rows:
            if rows.kind is not kind:
                continue
            targets = (rows.targets[None, :] + starts[:, None]).reshape(-1)
            for row in np.flatnonzero(targets == position).tolist():
                cells = bind_cells(program.tree, rows, starts)[0][row]
                try:
                    return float(evaluate(rows.template.right, [literal.get(int(cell), float("nan")) for cell in cells]))
                except (ValueError, ZeroDivisionError):
                    return None
    return None
