"""The flat model of a structure as text for people: variables, then equations, in the words of the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from mosila.flat.flat import Attributes, FlatModel
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, Link, Template, Variability, Variable
from mosila.instance.tree import InstanceTree
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, Type, type_name
from mosila.source import Span
from mosila.symbolic import expression_text
from mosila.symbolic.text import number_text

LONGEST = 100_000


def cell_name(tree: InstanceTree, attributes: Attributes, cell: int) -> str:
    """The name of a cell: a variable, its derivative or its pre-value; a literal is its number."""
    if cell in attributes.literal:
        return repr(attributes.literal[cell])
    if cell == 0:
        return "time"
    name = tree.variable_name(cell // CELLS)
    return {DERIVATIVE: f"der({name})", PRE: f"pre({name})"}.get(cell % CELLS, name)


def flat_text(program: Program, flat: FlatModel) -> str:
    """Variables with their values, then everything that holds in the structure."""
    return "\n".join(["variables", *_variables(program, flat), "equations", *equation_texts(flat, origins=True), ""])


def _variables(program: Program, flat: FlatModel) -> Iterator[str]:
    values: dict[int, str] = {}
    types = {position: variable.type for _, position, variable in flat.tree.variables()}
    for group in (*program.parameters, *program.starts):
        for target, cells in zip(group.targets.tolist(), group.cells, strict=True):
            is_value = group.variability <= Variability.PARAMETER and flat.attributes.variability[target] <= Variability.PARAMETER
            text = expression_text(group.template.right, _names(flat, cells, types.get(target)), LONGEST)
            values[target] = f" = {text}" if is_value or target in flat.weak else f"(start = {text})"
    for path, position, variable in flat.tree.variables():
        absent = "" if flat.active[position] else "  // inactive"
        yield f"  {_prefix(variable)}{type_name(variable.type)} {'.'.join(path)}{values.get(position, '')};{absent}"


def _prefix(variable: Variable) -> str:
    words = {Variability.CONTINUOUS: "", Variability.DISCRETE: "discrete ", Variability.PARAMETER: "parameter "}
    link = {Link.FLOW: "flow ", Link.SUM: "sum "}.get(variable.link, "")
    return ("event " if variable.is_event else "") + link + words.get(variable.variability, "constant ")


def relation_texts(flat: FlatModel) -> dict[int, str]:
    """Relations as they are written, by the cell that holds their value."""
    found = {}
    for group in flat.relations:
        for target, cells in zip(group.targets.tolist(), group.cells, strict=True):
            found[CELLS * target] = f"({_sides(flat, group.template, cells)})"
    return found


def relation_text(flat: FlatModel, position: int) -> str | None:
    """The relation whose value is at a position, as it is written."""
    for group in flat.relations:
        for place in np.flatnonzero(group.targets == position).tolist():
            return f"({_sides(flat, group.template, group.cells[place])})"
    return None


def equation_texts(flat: FlatModel, inlined: Mapping[int, str] | None = None, origins: bool = False) -> Iterator[str]:
    """Everything that holds in a structure, a line each; `inlined` are texts for cells, with relations in their places.

    With `origins` each line ends with the file and line that it comes from.
    """
    for text, what, span in _equations(flat, inlined):
        note = ", ".join(each for each in (what, _origin(span) if origins else "") if each)
        yield f"  {text};" + (f"  // {note}" if note else "")


def _equations(flat: FlatModel, inlined: Mapping[int, str] | None) -> Iterator[tuple[str, str, Span]]:
    """All that holds: its text, what it is where nobody wrote it as an equation, and where it comes from."""
    name = flat.tree.variable_name
    for group in flat.equations:
        for cells, span in zip(group.cells, group.spans, strict=True):
            yield _sides(flat, group.template, cells, inlined), "", span
    for relation in flat.relations if inlined is None else ():
        for target, cells, span in zip(relation.targets.tolist(), relation.cells, relation.spans, strict=True):
            yield f"{name(target)} = {_sides(flat, relation.template, cells)}", "", span
    for equal in flat.equalities:
        yield f"{name(equal.first)} = {name(equal.second)}", "", equal.span
    for balance in flat.sums:
        terms = [("-" if c < 0 else "+") + f" {name(p)}" for c, p in zip(balance.coefficients, balance.positions, strict=True)]
        yield f"0 = {' '.join(terms)}", balance.what, balance.span
    for position in flat.zero_sums:
        yield f"{name(position)} = 0", "unless another equation determines it", flat.tree.variable_at(position).span
    for reinit in flat.reinits:
        names = [name(p) for p in (reinit.condition, reinit.state, reinit.value)]
        yield f"when {names[0]} then reinit({names[1]}, {names[2]}); end when", "", reinit.span


def _origin(span: Span) -> str:
    return f"{Path(span.path).name}:{span.line}" if span.path else ""


def _sides(flat: FlatModel, template: Template, cells: np.ndarray, inlined: Mapping[int, str] | None = None) -> str:
    names = [(inlined or {}).get(int(cell), name) for cell, name in zip(cells, _names(flat, cells), strict=True)]
    return f"{expression_text(template.left, names, LONGEST)} {template.operator} {expression_text(template.right, names, LONGEST)}"


def _names(flat: FlatModel, cells: np.ndarray, type_: Type | None = None) -> list[str]:
    literals = flat.attributes.literal
    return [
        cell_name(flat.tree, flat.attributes, cell) if cell not in literals else _literal(literals[cell], type_) for cell in cells.tolist()
    ]


def _literal(value: float, type_: Type | None) -> str:
    """A number as the modeller wrote it, where a value of a type is wanted."""
    if type_ is Builtin.BOOLEAN and value in (0.0, 1.0):
        return "true" if value else "false"
    if isinstance(type_, EnumerationType) and 1 <= value <= len(type_.literals):
        return f"{type_.name}.{type_.literals[int(value) - 1]}"
    return number_text(value)
