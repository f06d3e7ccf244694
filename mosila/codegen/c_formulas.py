"""Formulas as C: an expression, and which of its parts have a name already -> the text of one C expression."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from mosila.codegen.c_placement import Placement
from mosila.dataclass import dataclass
from mosila.symbolic.arithmetic import TRUTH
from mosila.symbolic.expression import (
    CONSTANT,
    OUTPUT,
    PAST,
    RELATIONS,
    SLOT,
    TEXT,
    TEXT_INPUT,
    Expr,
    element_range,
    is_constant,
    slot_index,
)

# Functions whose name in C is another one.
C_NAMES: Final = {
    "abs": "fabs",
    "integer": "floor",
    "^": "pow",
    **{name: f"mos_{name}" for name in ("sign", "min", "max", "div", "mod", "rem")},
}
C_RELATIONS: Final = {"==": "==", "<>": "!="} | {relation: relation for relation in ("<", "<=", ">", ">=")}

# How tightly C's operators bind.
CHOICE, OR, AND, EQUALITY, RELATION, SUM, PRODUCT, UNARY, PRIMARY = range(9)
PRECEDENCE: Final = {
    "if": CHOICE,
    "or": OR,
    "and": AND,
    **{relation: EQUALITY if relation in ("==", "<>") else RELATION for relation in sorted(RELATIONS)},
    **dict.fromkeys(("+", "-", "neg"), SUM),
    **dict.fromkeys(("*", "/"), PRODUCT),
    "not": UNARY,
}
TRUTHS: Final = RELATIONS | {"and", "or", "not"}

Item = str | tuple[Expr, int, int, bool]  # text, or an expression, its region, how tightly it binds, and if a truth is wanted


def c_literal(value: float) -> str:
    """A number as a double that reads back exactly."""
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = min(repr(value), f"{value:.17g}", key=len)
    return text if "." in text or "e" in text else f"{text}.0"


def c_string(text: str) -> str:
    """A text as a C string."""
    plain = (chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode())
    return '"' + "".join(plain) + '"'


@dataclass(frozen=True, slots=True)
class Storage:
    """Where slots are: the C text of one slot's value, and of the address of the first of several."""

    value: Callable[[int], str]
    address: Callable[[int], str]
    reporting: str = ""
    """The last arguments of checks, which tell where trouble arose."""


ROW: Final = Storage(lambda index: f"w[ix[{index}]]", lambda index: f"w + ix[{index}]")


class Formulas:
    """Writes formulas; `names` holds the temporaries declared so far, by node and region."""

    def __init__(self, placement: Placement, storage: Storage = ROW) -> None:
        self.placement = placement
        self.storage = storage
        self.names: dict[tuple[Expr, int], str] = {}

    def text(self, expression: Expr, region: int, truth: bool = False) -> str:
        """The expression as C number, or as C condition, where it is used in a region."""
        pieces: list[str] = []
        stack: list[Item] = [(expression, region, CHOICE, truth)]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                pieces.append(item)
            else:
                stack.extend(reversed(list(self._enclosed(*item))))
        return "".join(pieces)

    def _enclosed(self, node: Expr, region: int, tightness: int, truth: bool) -> Iterator[Item]:
        atom = self._atom(node, region)
        is_truth = atom is None and node.operator in TRUTHS
        if truth and not is_truth:
            precedence = RELATION
        elif is_truth and not truth:
            precedence = CHOICE
        elif atom is None:
            precedence = PRECEDENCE.get(node.operator, PRIMARY)
        else:
            precedence = SUM if atom.startswith("-") else PRIMARY
        if precedence < tightness:
            yield "("
        if truth and not is_truth:
            yield from ((node, region, SUM, False), f" > {TRUTH}")
        elif is_truth and not truth:
            yield from ((node, region, OR, True), " ? 1.0 : 0.0")
        elif atom is None:
            yield from self._bare(node, self.placement.home(node, region))
        else:
            yield atom
        if precedence < tightness:
            yield ")"

    def _atom(self, node: Expr, region: int) -> str | None:
        if node.operator == CONSTANT:
            return c_literal(node.value)
        if node.operator == SLOT:
            return self.storage.value(slot_index(node))
        if node.operator == TEXT:
            return c_string(str(node.symbol))
        if node.operator == TEXT_INPUT:
            return f"s[{int(node.value)}]"
        if node.operator == OUTPUT:
            called = node.operands[0]
            region = self.placement.home(node, region)
            return f"{self.names[called, self.placement.home(called, region)]}[{int(node.value)}]"
        return self.names.get((node, self.placement.home(node, region)))

    def _bare(self, node: Expr, region: int) -> Iterator[Item]:
        first, *others = node.operands
        match node.operator:
            case "if" | "and" | "or":
                yield from self._conditional(node, region)
            case "not":
                yield from ("!", (first, region, PRIMARY, True))
            case "neg":
                yield from ("-", (first, region, UNARY, False))
            case "+":
                yield first, region, SUM, False
                for other in others:
                    if other.operator == CONSTANT and other.value < 0:
                        yield f" - {c_literal(-other.value)}"
                    else:
                        yield from (" + ", (other, region, PRODUCT, False))
            case "-":
                yield from ((first, region, SUM, False), " - ", (others[0], region, PRODUCT, False))
            case "*":
                yield first, region, PRODUCT, False
                for other in others:
                    yield from (" * ", (other, region, UNARY, False))
            case "/":
                yield from ((first, region, PRODUCT, False), " / ", (others[0], region, UNARY, False))
            case "^" if others[0].operator == CONSTANT:
                yield from self._power(first, others[0], region)
            case relation if relation in C_RELATIONS:
                yield from ((first, region, SUM, False), f" {C_RELATIONS[relation]} ", (others[0], region, SUM, False))
            case "element":
                address, count = self.storage.address(element_range(node)[0]), element_range(node)[1]
                yield from (f"mos_at({address}, {count}, ", (first, region, CHOICE, False), f", {self.storage.reporting})")
            case function if function in PAST:
                yield f"mos_{function}(w, "
                yield from self._arguments(node.operands, region)
                yield ")"
            case function:
                yield from self._call(C_NAMES.get(function, function), node.operands, region)

    def _conditional(self, node: Expr, region: int) -> Iterator[Item]:
        condition, chosen, *other = node.operands
        inner = self.placement.branch(region, node, 1)
        if node.operator == "if":
            outer = self.placement.branch(region, node, 2)
            yield from ((condition, region, OR, True), " ? ", (chosen, inner, OR, False), " : ", (other[0], outer, CHOICE, False))
        elif node.operator == "and":
            yield from ((condition, region, EQUALITY, True), " && ", (chosen, inner, EQUALITY, True))
        else:
            yield from ((condition, region, EQUALITY, True), " || ", (chosen, inner, EQUALITY, True))

    def _power(self, base: Expr, exponent: Expr, region: int) -> Iterator[Item]:
        """Small powers as products, as when constants are folded."""
        if is_constant(exponent, 0.5):
            yield from self._call("sqrt", (base,), region)
        elif is_constant(exponent, -1.0):
            yield from ("(1.0 / ", (base, region, UNARY, False), ")")
        elif exponent.value in (2.0, 3.0):
            yield from self._call("mos_square" if exponent.value == 2 else "mos_cube", (base,), region)
        else:
            yield from self._call("pow", (base, exponent), region)

    def _call(self, function: str, operands: tuple[Expr, ...], region: int) -> Iterator[Item]:
        yield f"{function}("
        yield from self._arguments(operands, region)
        yield ")"

    def _arguments(self, operands: tuple[Expr, ...], region: int) -> Iterator[Item]:
        for place, operand in enumerate(operands):
            if place:
                yield ", "
            yield operand, region, CHOICE, False
