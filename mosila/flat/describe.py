"""The flat model of a structure as text for people: variables, then equations, in the words of the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from mosila.flat.flat import Attributes, FlatModel
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, Link, Template, Variability, Variable
from mosila.instance.tree import InstanceTree
from mosila.semantics.types import type_name
from mosila.symbolic import expression_text

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
    return "\n".join(["variables", *_variables(program, flat), "equations", *equation_texts(flat), ""])


def _variables(program: Program, flat: FlatModel) -> Iterator[str]:
    values: dict[int, str] = {}
    for group in (*program.parameters, *program.starts):
        for target, cells in zip(group.targets.tolist(), group.cells, strict=True):
            is_value = group.variability <= Variability.PARAMETER and flat.attributes.variability[target] <= Variability.PARAMETER
            text = expression_text(group.template.right, _names(flat, cells), LONGEST)
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


def equation_texts(flat: FlatModel, inlined: Mapping[int, str] | None = None) -> Iterator[str]:
    """Everything that holds in a structure, a line each; `inlined` are texts for cells, with relations in their places."""
    for group in flat.equations:
        for cells in group.cells:
            yield f"  {_sides(flat, group.template, cells, inlined)};"
    for relation in flat.relations if inlined is None else ():
        for target, cells in zip(relation.targets.tolist(), relation.cells, strict=True):
            yield f"  {flat.tree.variable_name(target)} = {_sides(flat, relation.template, cells)};"
    for equal in flat.equalities:
        yield f"  {flat.tree.variable_name(equal.first)} = {flat.tree.variable_name(equal.second)};"
    for balance in flat.sums:
        terms = [
            ("-" if c < 0 else "+") + f" {flat.tree.variable_name(p)}" for c, p in zip(balance.coefficients, balance.positions, strict=True)
        ]
        yield f"  0 = {' '.join(terms)};  // {balance.what}"
    for position in flat.zero_sums:
        yield f"  {flat.tree.variable_name(position)} = 0;  // unless another equation determines it"
    for reinit in flat.reinits:
        names = [flat.tree.variable_name(p) for p in (reinit.condition, reinit.state, reinit.value)]
        yield f"  when {names[0]} then reinit({names[1]}, {names[2]}); end when;"


def _sides(flat: FlatModel, template: Template, cells: np.ndarray, inlined: Mapping[int, str] | None = None) -> str:
    names = [(inlined or {}).get(int(cell), name) for cell, name in zip(cells, _names(flat, cells), strict=True)]
    return f"{expression_text(template.left, names, LONGEST)} {template.operator} {expression_text(template.right, names, LONGEST)}"


def _names(flat: FlatModel, cells: np.ndarray) -> list[str]:
    return [cell_name(flat.tree, flat.attributes, int(cell)) for cell in cells]
