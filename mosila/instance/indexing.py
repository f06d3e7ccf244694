"""Elements chosen by a number that is only known when a function runs."""

from __future__ import annotations

from mosila.symbolic.expression import ELEMENT, SLOT, Expr, apply, constant, element, element_range, slot_index


def choose_element(column: list[Expr], place: Expr) -> Expr:
    """The expression at a place, counted from 0: one slot of a range where the slots are evenly spread, else if-expressions."""
    starts = [_range(each) for each in column]
    known = [start for start in starts if start is not None]
    if len(known) == len(column):
        first, count, index = known[0]
        step = known[1][0] - first if len(known) > 1 else count
        even = all(start == first + k * step and c == count and i is index for k, (start, c, i) in enumerate(known))
        if even and step > 0:
            moved = apply("+", index, apply("*", place, constant(float(step))))
            return element(first, (len(known) - 1) * step + count, moved)
    result = column[-1]
    for number in range(len(column) - 2, -1, -1):
        result = apply("if", apply("==", place, constant(float(number))), column[number], result)
    return result


def _range(expression: Expr) -> tuple[int, int, Expr] | None:
    """The slots among which an expression chooses: the first, how many, and which."""
    if expression.operator == SLOT:
        return slot_index(expression), 1, constant(0.0)
    if expression.operator == ELEMENT:
        return (*element_range(expression), expression.operands[0])
    return None
