"""How units go through an expression: a template and the units of its slots -> the first place where they do not fit.

What is unknown fits everywhere. A literal fits every term it is added to or compared with; as a factor it counts as a
number only if it is one that formulas have (2, 1/2, ...), because any other may be a quantity or a conversion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from enum import Enum
from fractions import Fraction
from typing import Final

from mosila.dataclass import dataclass
from mosila.instance.plan import Template
from mosila.symbolic.expression import CONSTANT, RELATIONS, SLOT, ZERO, Expr, postorder, slot_index
from mosila.units import ONE, Unit, divide, have_same_dimension, have_same_scale, multiply, power, root, unit_text

LARGEST_FORMULA_NUMBER: Final = 9
_FINEST_EXPONENT: Final = 1000

ANGLE_FUNCTIONS: Final = frozenset({"sin", "cos", "tan"})
NUMBER_FUNCTIONS: Final = frozenset({"asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10"})


@dataclass(frozen=True, slots=True)
class Measure:
    """What is known of the unit of an expression; without a unit nothing is."""

    unit: Unit | None = None
    declared: str = ""
    """The unit as the modeller wrote it, where it is a variable's own."""
    is_number: bool = False
    """A literal: it fits every unit, and as a factor changes none."""
    is_point: bool = False
    """A value as it was declared, not a sum or a difference: the zero of its scale counts."""

    @property
    def fits_all(self) -> bool:
        """Whether there is nothing to compare."""
        return self.unit is None or self.is_number

    @property
    def text(self) -> str:
        """The unit for people."""
        return self.declared or ("?" if self.unit is None else unit_text(self.unit))


UNKNOWN: Final = Measure()
NUMBER: Final = Measure(ONE, is_number=True)
PURE: Final = Measure(ONE)


class Difference(Enum):
    """In what two units differ."""

    DIMENSION = "dimension"
    SCALE = "scale"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two operands of an operator whose units differ; with `right` None, one operand that should be a number."""

    operator: str
    whole: Expr | None
    """The expression with the operator; None for the two sides of the equation itself."""
    left: Expr
    left_measure: Measure
    right: Expr | None = None
    right_measure: Measure = PURE
    difference: Difference = Difference.DIMENSION


Answer = Measure | Conflict
Rule = Callable[[Expr, Sequence[Measure]], Answer]


def literal_measure(value: float) -> Measure:
    """A number if it is 0, a whole number up to 9 or the inverse of one; else unknown."""
    return NUMBER if value == 0 or _is_small(abs(value)) or _is_small(1 / abs(value)) else UNKNOWN


def _is_small(size: float) -> bool:
    return size % 1 == 0 and size <= LARGEST_FORMULA_NUMBER


def measure_of(expression: Expr, slots: Sequence[Measure]) -> Answer:
    """The unit of an expression, or the first place, inner ones first, where units do not fit."""
    known = _propagate((expression,), slots, frozenset(), frozenset())
    return known if isinstance(known, Conflict) else known[expression]


def find_conflict(template: Template, slots: Sequence[Measure]) -> Conflict | None:
    """The first place in a template, inner ones first, where units do not fit."""
    sides = (template.left, template.right)
    known = _propagate(sides, slots, *_alternatives(template))
    if isinstance(known, Conflict):
        return known
    answer = _agree(template.operator, None, sides, [known[side] for side in sides])
    return answer if isinstance(answer, Conflict) else None


def _propagate(
    roots: Sequence[Expr], slots: Sequence[Measure], alternatives: Set[Expr], equations: Set[Expr]
) -> dict[Expr, Measure] | Conflict:
    known: dict[Expr, Measure] = {}
    for node in postorder(roots):
        measures = [known[operand] for operand in node.operands]
        if node.operator == SLOT:
            answer: Answer = slots[slot_index(node)]
        elif node.operator == CONSTANT:
            answer = literal_measure(node.value)
        elif node in alternatives:
            answer = UNKNOWN
        elif node in equations:
            answer = _agree("=", None, node.operands, measures)
        else:
            answer = RULES.get(node.operator, _unknown)(node, measures)
        if isinstance(answer, Conflict):
            return answer
        known[node] = answer
    return known


def _alternatives(template: Template) -> tuple[set[Expr], set[Expr]]:
    """Of `0 = if c then a - b else d`: the ifs, whose branches are equations of their own, and the differences that are such."""
    choices: set[Expr] = set()
    equations: set[Expr] = set()
    waiting = [side for side, other in ((template.left, template.right), (template.right, template.left)) if other is ZERO]
    while waiting:
        node = waiting.pop()
        if node.operator == "if":
            choices.add(node)
            waiting.extend(node.operands[1:])
        elif node.operator == "neg":
            waiting.extend(node.operands)
        elif node.operator == "-" and choices:
            equations.add(node)
    return choices, equations


def _agree(operator: str, whole: Expr | None, operands: Sequence[Expr], measures: Sequence[Measure], *, points: bool = True) -> Answer:
    """The common unit of operands; with `points` the zeros of their scales must be the same too."""
    first: Expr | None = None
    common = UNKNOWN
    for operand, measure in zip(operands, measures, strict=True):
        if measure.fits_all:
            continue
        if first is None:
            first, common = operand, measure
            continue
        difference = _difference(common, measure, points)
        if difference is not None:
            return Conflict(operator, whole, first, common, operand, measure, difference)
        if not measure.is_point:
            common = Measure(common.unit, common.declared)
    if first is None:
        return NUMBER if all(measure.is_number for measure in measures) else UNKNOWN
    return common


def _difference(left: Measure, right: Measure, points: bool) -> Difference | None:
    assert left.unit is not None
    assert right.unit is not None
    if not have_same_dimension(left.unit, right.unit):
        return Difference.DIMENSION
    if not have_same_scale(left.unit, right.unit):
        return Difference.SCALE
    if points and left.is_point and right.is_point and left.unit.offset != right.unit.offset:
        return Difference.ZERO
    return None


def _unknown(node: Expr, measures: Sequence[Measure]) -> Answer:
    return UNKNOWN


def _sum(node: Expr, measures: Sequence[Measure]) -> Answer:
    return _not_a_point(_agree(node.operator, node, node.operands, measures, points=False))


def _not_a_point(answer: Answer) -> Answer:
    if isinstance(answer, Conflict) or not answer.is_point:
        return answer
    return Measure(answer.unit, answer.declared)


def _same(node: Expr, measures: Sequence[Measure]) -> Answer:
    return _not_a_point(measures[0])


def _alike(node: Expr, measures: Sequence[Measure]) -> Answer:
    return _agree(node.operator, node, node.operands, measures)


def _choice(node: Expr, measures: Sequence[Measure]) -> Answer:
    return _agree(node.operator, node, node.operands[1:], measures[1:])


def _relation(node: Expr, measures: Sequence[Measure]) -> Answer:
    answer = _alike(node, measures)
    return answer if isinstance(answer, Conflict) else UNKNOWN


def _arc_tangent(node: Expr, measures: Sequence[Measure]) -> Answer:
    answer = _sum(node, measures)
    return answer if isinstance(answer, Conflict) else PURE


def _product(node: Expr, measures: Sequence[Measure]) -> Answer:
    units = [measure.unit for measure in measures if measure.unit is not None]
    if len(units) < len(measures):
        return UNKNOWN
    others = [measure for measure in measures if not measure.is_number]
    if len(others) <= 1:
        return _not_a_point(others[0]) if others else NUMBER
    return Measure(multiply(*units))


def _quotient(node: Expr, measures: Sequence[Measure]) -> Answer:
    numerator, denominator = measures
    if numerator.unit is None or denominator.unit is None:
        return UNKNOWN
    if denominator.is_number:
        return _not_a_point(numerator)
    return Measure(divide(numerator.unit, denominator.unit))


def _power(node: Expr, measures: Sequence[Measure]) -> Answer:
    base, exponent = measures
    if not _is_pure(exponent):
        return Conflict("^", node, node.operands[1], exponent)
    if base.fits_all or base.unit is None:
        return base
    if node.operands[1].operator == CONSTANT:
        value = node.operands[1].value
        size = Fraction(value).limit_denominator(_FINEST_EXPONENT)
        if abs(float(size) - value) < 1e-12:
            return Measure(power(base.unit, size))
    return PURE if _is_pure(base) else UNKNOWN


def _root(node: Expr, measures: Sequence[Measure]) -> Answer:
    unit = measures[0].unit
    return measures[0] if measures[0].fits_all or unit is None else Measure(root(unit, 2))


def _function(node: Expr, measures: Sequence[Measure]) -> Answer:
    return PURE if _is_pure(measures[0]) else Conflict(node.operator, node, node.operands[0], measures[0])


def _sign(node: Expr, measures: Sequence[Measure]) -> Answer:
    return PURE


def _is_pure(measure: Measure) -> bool:
    return measure.unit is None or have_same_scale(measure.unit, ONE)


RULES: Final[dict[str, Rule]] = {
    **dict.fromkeys(("+", "-", "mod", "rem"), _sum),
    **dict.fromkeys(("neg", "abs", "floor", "ceil", "integer"), _same),
    **dict.fromkeys(("min", "max"), _alike),
    **dict.fromkeys(sorted(RELATIONS), _relation),
    **dict.fromkeys(sorted(ANGLE_FUNCTIONS | NUMBER_FUNCTIONS), _function),
    "if": _choice,
    "*": _product,
    **dict.fromkeys(("/", "div"), _quotient),
    "^": _power,
    "sqrt": _root,
    "sign": _sign,
    "atan2": _arc_tangent,
}
