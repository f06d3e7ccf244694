"""Expressions over numbered slots: one hash-consed graph, so equal expressions are the same object.

A slot is a place for a number: an unknown, a derivative, a parameter, `pre(x)`, the value of a relation, time. Which
number stands there is the business of an index table, never of the expression. Truth values are 0 and 1.

A call is a node with several values; formulas read them through `output`. What is called is a `Callee`: nothing here
knows how it works. Texts stand among the operands of calls only.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Final, Protocol, cast

from mosila.symbolic.arithmetic import ARITHMETIC, TRUTH

CONSTANT: Final = "constant"
SLOT: Final = "slot"
CALL: Final = "call"
OUTPUT: Final = "output"
ELEMENT: Final = "element"
TEXT: Final = "text"
TEXT_INPUT: Final = "text_input"
TEXTS: Final = frozenset({TEXT, TEXT_INPUT})
LEAVES: Final = frozenset({CONSTANT, SLOT}) | TEXTS

# n-ary `+` and `*`; the rest have the number of operands of their name. `if` is (condition, then, else).
OPERATORS: Final = frozenset({"+", "*", "-", "/", "^", "neg", "if", "and", "or", "not", "<", "<=", ">", ">=", "==", "<>"})
FUNCTIONS: Final = frozenset(
    {
        *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"),
        *("abs", "sign", "min", "max", "floor", "ceil", "integer", "div", "mod", "rem"),
        *("delay", "delay_gain", "delay_rate"),
    }
)
# What a run remembers: the operands are (value now,) delay time, number of the delay, time.
PAST: Final = {"delay": 4, "delay_gain": 3, "delay_rate": 4}
RELATIONS: Final = frozenset({"<", "<=", ">", ">=", "==", "<>"})
DEGREE: Final = 16  # operands of one `+` or `*`; a longer one nests to the left

_BINARY: Final = frozenset({"-", "/", "^", "and", "or", "atan2", "min", "max", "div", "mod", "rem"}) | RELATIONS
_ASSOCIATIVE: Final = frozenset({"and", "or", "min", "max"})
_PARTIAL: Final = frozenset({"log", "log10", "sqrt", "asin", "acos", "/", "div", "mod", "rem", "^", "delay", "delay_rate"})
_CALLS: Final = frozenset({CALL, OUTPUT, ELEMENT})

Argument = float | str


class Callee(Protocol):
    """What a call calls: some numbers and texts in, some numbers out."""

    @property
    def name(self) -> str:
        """The name for people, with dots."""
        ...

    @property
    def key(self) -> str:
        """A name that only equal functions share, the same in every process."""
        ...

    @property
    def inputs(self) -> int:
        """How many numbers go in; texts come after them."""
        ...

    @property
    def outputs(self) -> int:
        """How many numbers come out."""
        ...

    @property
    def discrete_outputs(self) -> frozenset[int]:
        """The outputs that are whole numbers or truth values: they stand still between events."""
        ...

    def fold(self, arguments: Sequence[Argument]) -> Sequence[float] | None:
        """The outputs for these arguments, if they are safe and quick to find."""
        ...

    def evaluate(self, arguments: Sequence[Argument]) -> Sequence[float]:
        """The outputs for these arguments."""
        ...

    def tangent(self, in_time: bool = False) -> Callee:
        """(numbers, their rates, texts) -> the rates of the outputs; along time, what inputs are said to do together may count."""
        ...


class Expr:
    """A node of the graph; make one with the functions below, compare with `is`.

    `total` says that it has a value whatever its slots hold: no division by what may be zero, no root or logarithm, no
    call. `symbol` is what a call calls, a text, or the (first slot, count) of an element.
    """

    __slots__ = ("number", "operands", "operator", "slots", "symbol", "total", "value")

    operator: str
    operands: tuple[Expr, ...]
    value: float
    symbol: object
    number: int
    total: bool
    slots: tuple[int, ...] | None  # kept by slots_of

    def __reduce__(self) -> tuple[Callable[..., Expr], tuple[str, tuple[Expr, ...], float]]:
        """Pickled by its parts, so that it is the same object as equal expressions of the process that reads it."""
        return _intern, (self.operator, self.operands, self.value)

    def __repr__(self) -> str:
        pieces: list[str] = []
        todo: list[Expr | str] = [self]
        while todo:
            if len(pieces) > 1_000:  # the tree of a small graph can be astronomical
                return "".join(pieces) + "..."
            item = todo.pop()
            if isinstance(item, str):
                pieces.append(item)
            elif item.operator == CONSTANT:
                pieces.append(f"{item.value:.17g}")
            elif item.operator == SLOT:
                pieces.append(f"${int(item.value)}")
            elif item.operator in TEXTS:
                pieces.append(repr(item.symbol) if item.operator == TEXT else f"${int(item.value)}$")
            else:
                pieces.append(f"{_label(item)}(")
                todo.append(")")
                for position in range(len(item.operands) - 1, -1, -1):
                    todo += [item.operands[position], ", "] if position else [item.operands[position]]
        return "".join(pieces)


def _label(node: Expr) -> str:
    match node.operator:
        case "call":
            return callee_of(node).name
        case "output":
            return f"output {int(node.value)}"
        case "element":
            return "element {} {}".format(*element_range(node))
    return node.operator


_interned: dict[tuple[str, float, tuple[Expr, ...], object], Expr] = {}
_folded: dict[Expr, Sequence[float] | None] = {}
_numbers = itertools.count()


def _intern(operator: str, operands: tuple[Expr, ...], value: float = 0.0, symbol: object = None) -> Expr:
    key = (operator, value, operands, symbol)
    found = _interned.get(key)
    if found is None:
        made = Expr()
        made.operator, made.operands, made.value, made.number = operator, operands, value, next(_numbers)
        made.total, made.slots, made.symbol = _is_total(operator, operands), None, symbol
        found = _interned.setdefault(key, made)  # two threads may make the same node; the first one stays
    return found


def _is_total(operator: str, operands: tuple[Expr, ...]) -> bool:
    if operator in _CALLS:
        return False
    for operand in operands:
        if not operand.total:
            return False
    if operator not in _PARTIAL:
        return True
    last = operands[-1]
    if operator == "^":
        whole = last.operator == CONSTANT and last.value >= 0 and last.value.is_integer()
        return whole or (operands[0].operator == CONSTANT and operands[0].value > 0)
    return operator not in PAST and len(operands) == 2 and last.operator == CONSTANT and last.value != 0


def constant(value: float) -> Expr:
    """A literal number; there is no negative zero."""
    if math.isnan(value):
        raise ValueError("not a number")
    return _intern(CONSTANT, (), float(value) + 0.0)


def slot(index: int) -> Expr:
    """The number that the index table names in column `index`."""
    return _intern(SLOT, (), float(index))


def text(string: str) -> Expr:
    """A text, for calls only."""
    return _intern(TEXT, (), symbol=string)


def text_input(index: int) -> Expr:
    """In the body of a function: the text that it was given as its text input `index`."""
    return _intern(TEXT_INPUT, (), float(index))


def call(callee: Callee, operands: Sequence[Expr]) -> Expr:
    """A call with all its values, numbers before texts; only `output` makes a number of it."""
    numbers = callee.inputs
    if len(operands) < numbers or any((operand.operator in TEXTS) != (place >= numbers) for place, operand in enumerate(operands)):
        raise ValueError(f"{callee.name} takes {numbers} numbers, then texts")
    return _intern(CALL, tuple(operands), symbol=callee)


def output(called: Expr, index: int) -> Expr:
    """One value of a call, found at once where all arguments are literals and the function allows it."""
    callee = callee_of(called)
    if not 0 <= index < callee.outputs:
        raise ValueError(f"{callee.name} has {callee.outputs} outputs")
    if all(operand.operator in (CONSTANT, TEXT) for operand in called.operands):
        if called not in _folded:
            _folded[called] = callee.fold(arguments_of(called))
        values = _folded[called]
        if values is not None and math.isfinite(values[index]):
            return constant(values[index])
    return _intern(OUTPUT, (called,), float(index))


def element(first: int, count: int, index: Expr) -> Expr:
    """In the body of a function: what slot first + index holds; an index outside 0 .. count-1 is an error of the run."""
    if index.operator == CONSTANT and index.value.is_integer() and 0 <= index.value < count:
        return slot(first + int(index.value))
    return _intern(ELEMENT, (index,), symbol=(first, count))


def callee_of(called: Expr) -> Callee:
    """What a call calls."""
    if called.operator != CALL:
        raise ValueError(f"not a call: {called}")
    return cast(Callee, called.symbol)


def arguments_of(called: Expr) -> tuple[Argument, ...]:
    """The literals of a call that has no other operands."""
    return tuple(cast(str, operand.symbol) if operand.operator == TEXT else operand.value for operand in called.operands)


def element_range(node: Expr) -> tuple[int, int]:
    """The first slot and the number of slots among which an element is chosen."""
    return cast(tuple[int, int], node.symbol)


ZERO: Final = constant(0.0)
ONE: Final = constant(1.0)
TWO: Final = constant(2.0)


def apply(operator: str, *operands: Expr) -> Expr:
    """An operator or function applied to operands, with constants folded and the neutral elements dropped.

    The order of sums and products stays the modeller's, and what may have no value (`1/x`, `log(x)`) never vanishes.
    """
    if operator == "+":
        return _add(operands)
    if operator == "*":
        return _multiply(operands)
    if len(operands) > 2 and operator in _ASSOCIATIVE:
        return reduce(lambda left, right: apply(operator, left, right), operands)
    _check_arity(operator, len(operands))
    folded = _fold(operator, operands)
    if folded is not None:
        return folded
    match operator:
        case "-":
            return _subtract(*operands)
        case "neg":
            return _negate(*operands)
        case "/":
            return _divide(*operands)
        case "^":
            return _raise(*operands)
        case "if":
            return _choose(*operands)
        case "and" | "or":
            return _connect(operator, *operands)
        case "not" if operands[0].operator == "not":
            return operands[0].operands[0]
    return _intern(operator, operands)


def remake(node: Expr, operands: Sequence[Expr]) -> Expr:
    """The node with other operands."""
    match node.operator:
        case "call":
            return call(callee_of(node), operands)
        case "output":
            return output(operands[0], int(node.value))
        case "element":
            return element(*element_range(node), operands[0])
    return apply(node.operator, *operands)


def is_constant(expression: Expr, value: float | None = None) -> bool:
    """Whether it is a literal, or the literal `value`."""
    return expression.operator == CONSTANT and (value is None or expression.value == value)


def slot_index(expression: Expr) -> int:
    """The column of a slot."""
    return int(expression.value)


def postorder(roots: Sequence[Expr]) -> Iterator[Expr]:
    """Every node below the roots once, operands first, in the order of the text whatever was built before."""
    seen: set[Expr] = set()
    stack: list[Expr | None] = []
    path: list[Expr] = []
    for root in roots:
        stack.append(root)
        while stack:
            node = stack.pop()
            if node is None:
                yield path.pop()
            elif node not in seen:
                seen.add(node)
                if node.operands:
                    path.append(node)
                    stack.append(None)
                    stack.extend(reversed(node.operands))
                else:
                    yield node


def slots_of(expression: Expr) -> tuple[int, ...]:
    """The slots that occur, sorted."""
    found = expression.slots
    if found is None:
        found = tuple(sorted(int(node.value) for node in postorder((expression,)) if node.operator == SLOT))
        expression.slots = found
    return found


def _check_arity(operator: str, count: int) -> None:
    if operator not in OPERATORS and operator not in FUNCTIONS:
        raise ValueError(f"no operator {operator!r}")
    expected = PAST.get(operator, 3 if operator == "if" else 2 if operator in _BINARY else 1)
    if count != expected:
        raise ValueError(f"{operator} takes {expected} operands, not {count}")


def _fold(operator: str, operands: tuple[Expr, ...]) -> Expr | None:
    for operand in operands:
        if operand.operator != CONSTANT:
            return None
    function = ARITHMETIC.get(operator)
    if function is None:
        return None
    try:
        value = function(*(operand.value for operand in operands))
    except (ZeroDivisionError, ValueError):
        return None
    return constant(value) if math.isfinite(value) else None


def _chain(operator: str, operands: list[Expr]) -> Expr:
    first = operands[0]
    if len(operands) == 1:
        return first
    start = 1
    if first.operator == operator and len(first.operands) < DEGREE:
        start = 1 + DEGREE - len(first.operands)
        first = _intern(operator, (*first.operands, *operands[1:start]))
    for begin in range(start, len(operands), DEGREE - 1):
        first = _intern(operator, (first, *operands[begin : begin + DEGREE - 1]))
    return first


def _add(operands: tuple[Expr, ...]) -> Expr:
    terms: list[Expr] = []
    for operand in operands:
        if operand is ZERO:
            continue
        if len(terms) == 1 and operand.operator == CONSTANT:
            folded = _fold("+", (terms[0], operand))
            terms = [folded] if folded is not None else [terms[0], operand]
        elif terms and operand.operator == "neg":
            terms = [_subtract(_chain("+", terms), operand.operands[0])]
        else:
            terms.append(operand)
        if terms[0] is ZERO:
            terms = []
    return _chain("+", terms) if terms else ZERO


def _multiply(operands: tuple[Expr, ...]) -> Expr:
    factors: list[Expr] = []
    negative = False
    for operand in operands:
        if operand.operator == CONSTANT:
            if operand.value in (1.0, -1.0):
                negative ^= operand.value < 0
                continue
            folded = _fold("*", (factors[0], operand)) if len(factors) == 1 else None
            if folded is not None:
                factors = [folded]
                continue
        factors.append(operand)
    if ZERO in factors and all(factor.total for factor in factors):
        return ZERO
    product = _chain("*", factors) if factors else ONE
    return apply("neg", product) if negative else product


def _subtract(left: Expr, right: Expr) -> Expr:
    if right is ZERO:
        return left
    if left is ZERO:
        return apply("neg", right)
    if right.operator == "neg":
        return _add((left, right.operands[0]))
    if left is right and left.total:
        return ZERO
    return _intern("-", (left, right))


def _negate(operand: Expr) -> Expr:
    if operand.operator == "neg":
        return operand.operands[0]
    if operand.operator == "-":
        return _subtract(operand.operands[1], operand.operands[0])
    return _intern("neg", (operand,))


def _divide(numerator: Expr, denominator: Expr) -> Expr:
    if denominator is ONE:
        return numerator
    if is_constant(denominator, -1.0):
        return apply("neg", numerator)
    return _intern("/", (numerator, denominator))


def _raise(base: Expr, exponent: Expr) -> Expr:
    if exponent is ONE:
        return base
    if (exponent is ZERO and base.total) or (base is ONE and exponent.total):
        return ONE
    return _intern("^", (base, exponent))


def _choose(condition: Expr, chosen: Expr, other: Expr) -> Expr:
    if condition.operator == CONSTANT:
        return chosen if condition.value > TRUTH else other
    if chosen is other and condition.total:
        return chosen
    return _intern("if", (condition, chosen, other))


def _connect(operator: str, left: Expr, right: Expr) -> Expr:
    decisive = operator == "or"  # the truth value of one operand that settles the matter
    if left.operator == CONSTANT:
        return constant(decisive) if (left.value > TRUTH) == decisive else right
    if right.operator == CONSTANT:
        if (right.value > TRUTH) != decisive:
            return left
        if left.total:
            return constant(decisive)
    return _intern(operator, (left, right))
