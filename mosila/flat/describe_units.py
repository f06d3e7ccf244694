"""What is wrong with units, in the words of the model: conflicts and texts that are no units -> diagnostics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.units import (
    BAD_UNIT,
    CONNECTED_UNITS_DIFFER,
    NOT_A_NUMBER,
    NOT_CONVERTED,
    SIDES_DIFFER,
    UNITS_DIFFER,
    UNKNOWN_UNIT,
)
from mosila.flat.flat import Attributes
from mosila.flat.program import ROLES
from mosila.flat.unit_rules import ANGLE_FUNCTIONS, Conflict, Difference, Measure
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, TIME_CELL, IntArray, Role, Template
from mosila.instance.tree import InstanceTree, Path
from mosila.source import Span
from mosila.symbolic import Expr, expression_text
from mosila.symbolic.expression import RELATIONS, SLOT, slot_index
from mosila.symbolic.text import number_text
from mosila.units import MalformedUnit, UnknownSymbol, conversion_factor, parse_unit

LONGEST = 80
OTHER_PLACES = 3


@dataclass(frozen=True, slots=True)
class Names:
    """Names of cells for people; `stands_for` are positions of values that are given to others."""

    tree: InstanceTree
    attributes: Attributes
    stands_for: Mapping[int, int]

    def of_cells(self, cells: Sequence[int], inside: Path) -> list[str]:
        """One name for each cell, without the path of the object around them."""
        return [self._name(cell, inside) for cell in cells]

    def paths(self, cells: Sequence[int]) -> list[Path]:
        """The paths of the variables among these cells."""
        return [self.tree.variable_path(cell // CELLS) for cell in cells if cell != TIME_CELL and cell not in self.attributes.literal]

    def _name(self, cell: int, inside: Path) -> str:
        if cell in self.attributes.literal:
            return number_text(self.attributes.literal[cell])
        if cell == TIME_CELL:
            return "time"
        position = self.stands_for.get(cell // CELLS, cell // CELLS)
        if ROLES[self.attributes.role[position]] is not Role.VARIABLE:
            return "..."
        path = self.tree.variable_path(position)
        name = ".".join(path[len(inside) :] if path[: len(inside)] == inside else path)
        return {DERIVATIVE: f"der({name})", PRE: f"pre({name})"}.get(cell % CELLS, name)


@dataclass(frozen=True, slots=True)
class Row:
    """One equation or value: its template over these cells, where it stands, and the object or variable it belongs to."""

    template: Template
    cells: Sequence[int]
    span: Span
    owner: int
    is_value: bool = False


def conflict_warning(conflict: Conflict, row: Row, names: Names) -> Diagnostic:
    """A conflict in an equation or a value."""
    inside = _common(names.paths(row.cells)) if row.is_value else names.tree.object_path(row.owner)
    shown = names.of_cells(row.cells, inside)

    def text(expression: Expr) -> str:
        return expression_text(expression, shown, LONGEST)

    if conflict.right is None:
        return _needs_number(conflict, text(conflict.left), row.span, inside)
    if _is_of_when(conflict, row):
        conflict = Conflict("=", None, row.template.left, conflict.right_measure, conflict.left, conflict.left_measure, conflict.difference)
    assert conflict.right is not None
    left, right = text(conflict.left), text(conflict.right)
    left_unit, right_unit = conflict.left_measure.text, conflict.right_measure.text
    whole = text(conflict.whole) if conflict.whole is not None else f"{left} {conflict.operator} {right}"
    if conflict.difference is not Difference.DIMENSION:
        conversion = _conversion(conflict.left_measure, conflict.right_measure)
        return NOT_CONVERTED.at(
            row.span, inside, text=whole, left=left, right=right, left_unit=left_unit, right_unit=right_unit, conversion=conversion
        )
    if conflict.operator != "=":
        verb = _verb(conflict.operator, left_unit, right_unit)
        return UNITS_DIFFER.at(row.span, inside, text=whole, verb=verb, left=left, right=right, left_unit=left_unit, right_unit=right_unit)
    if row.is_value or _cell(row.template.left, row) // CELLS in names.stands_for:
        what = f"`{left}` is in {left_unit}, but the value `{right}` given to it in {right_unit}"
    else:
        what = f"`{whole}`: the left side is in {left_unit}, the right side in {right_unit}"
    return SIDES_DIFFER.at(row.span, inside, what=what)


def connection_warning(conflict: Conflict, names: Names, first: int, second: int, span: Span) -> Diagnostic:
    """Two variables that are joined and differ in unit."""
    paths = [names.tree.variable_path(position) for position in (first, second)]
    inside = _common(paths)
    left, right = (".".join(path[len(inside) :]) for path in paths)
    left_unit, right_unit = conflict.left_measure.text, conflict.right_measure.text
    return CONNECTED_UNITS_DIFFER.at(span, inside, left=left, right=right, left_unit=left_unit, right_unit=right_unit)


def unit_problems(tree: InstanceTree, units: Mapping[str, Sequence[IntArray]]) -> Iterator[Diagnostic]:
    """The texts that are no units, each at the first declaration that has it, with the next ones as notes."""
    problems = {text: problem for text in units if isinstance(problem := parse_unit(text), MalformedUnit | UnknownSymbol)}
    places: dict[str, dict[Span, Path]] = {text: {} for text in problems}
    if problems:
        for path, _, variable in tree.variables():
            if variable.unit in problems:
                places[variable.unit].setdefault(variable.span, path)
    for text, problem in problems.items():
        (span, path), *others = places[text].items()
        related = [(other, f"`{'.'.join(other_path)}` has it too") for other, other_path in others[:OTHER_PLACES]]
        about = {"unit": text, "name": path[-1]}
        if isinstance(problem, MalformedUnit):
            yield BAD_UNIT.at(span, path[:-1], related=related, why=problem.why, advice=problem.advice, **about)
        else:
            suggestion = f": did you mean `{problem.suggestion}`?" if problem.suggestion else ""
            yield UNKNOWN_UNIT.at(span, path[:-1], related=related, symbol=problem.symbol, suggestion=suggestion, **about)


def _cell(expression: Expr, row: Row) -> int:
    """The cell that an expression reads, or -1 if it does more."""
    return row.cells[slot_index(expression)] if expression.operator == SLOT else -1


def _is_of_when(conflict: Conflict, row: Row) -> bool:
    """Whether the branches are a value of a when-clause and the value before, `x = if ... then value else pre(x)`."""
    if conflict.operator != "if" or conflict.right is None:
        return False
    before, target = _cell(conflict.right, row), _cell(row.template.left, row)
    return before >= 0 and before % CELLS == PRE and before // CELLS == target // CELLS


def _common(paths: Sequence[Path]) -> Path:
    """The path of the innermost object that contains all variables."""
    objects = [path[:-1] for path in paths]
    first, last = min(objects, default=()), max(objects, default=())
    length = next((place for place, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]


def _verb(operator: str, left: str, right: str) -> str:
    if operator in RELATIONS:
        return f"compares {left} with {right}"
    verbs = {
        "+": f"adds {left} and {right}",
        "-": f"subtracts {right} from {left}",
        "if": f"is in {left} or in {right}",
        "min": f"takes the smaller of {left} and {right}",
        "max": f"takes the larger of {left} and {right}",
    }
    return verbs.get(operator, f"combines {left} and {right}")


def _conversion(left: Measure, right: Measure) -> str:
    assert left.unit is not None
    assert right.unit is not None
    if left.unit.offset == right.unit.offset or not (left.is_point and right.is_point):
        return f"1 {left.text} = {conversion_factor(left.unit, right.unit):.6g} {right.text}"
    zero = (left.unit.offset - right.unit.offset) / 10**right.unit.decades
    return f"0 {left.text} = {zero:.6g} {right.text}"


def _needs_number(conflict: Conflict, text: str, span: Span, inside: Path) -> Diagnostic:
    measure = conflict.left_measure
    is_angle = conflict.operator in ANGLE_FUNCTIONS
    advice = "divide it by a reference value in the same unit"
    if measure.unit is not None and measure.unit.is_dimensionless:
        advice = f"convert it: 1 {measure.text} = {10**measure.unit.decades:.6g}{' rad' if is_angle else ''}"
    what = "an exponent" if conflict.operator == "^" else f"`{conflict.operator}`"
    needed = "an angle in rad" if is_angle else "a number without a unit"
    return NOT_A_NUMBER.at(span, inside, what=what, needed=needed, text=text, unit=measure.text, advice=advice)
