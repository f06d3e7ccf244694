"""Built-in functions: mathematics, arrays, events, conversions."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import prod
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.program import PARAMETER_CYCLE
from mosila.diagnostics.types import NO_RESULT, WRONG_SIZE
from mosila.instance.arithmetic import identity, matrix_product, operation, total, transpose
from mosila.instance.builtin_arguments import plain_arguments, wrong_arguments
from mosila.instance.concatenate import concatenate, promote
from mosila.instance.context import UNKNOWN_SIZE, unsupported
from mosila.instance.event_builtins import EVENT_FUNCTIONS, Handler
from mosila.instance.plan import Variability
from mosila.instance.value_checks import protected_integer
from mosila.instance.values import (
    NUMBERS,
    Value,
    check_extent,
    common_number,
    elementwise,
    expect,
    integer,
    negate,
    number,
    stack,
    string,
    wrong_size,
)
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, RecordType
from mosila.symbolic.expression import CONSTANT, ONE, ZERO, Expr, apply, constant
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.lower import Lowering


MACHINE_EPSILON = 2.220446049250313e-16


# --- mathematics ------------------------------------------------------------------------------------------------------


def _elementary(name: str) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        (argument,) = plain_arguments(call, 1)
        value = expect(lowering.value(argument), NUMBERS, f"`{name}`", argument)
        result = elementwise(operation(name), Builtin.REAL, (value,), f"`{name}`", call.span)
        for written, made in zip(value.elements, result.elements, strict=True):
            if written.operator == CONSTANT and made.operator != CONSTANT:
                raise MosilaError(NO_RESULT.at(call.span, function=name, argument=f"{written.value:g}"))
        return result

    return handler


def _atan2(call: ast.Call, lowering: Lowering) -> Value:
    values = [expect(lowering.value(a), NUMBERS, "`atan2`", a) for a in plain_arguments(call, 2)]
    return elementwise(operation("atan2"), Builtin.REAL, (values[0], values[1]), "`atan2`", call.span)


def _abs(call: ast.Call, lowering: Lowering) -> Value:
    (argument,) = plain_arguments(call, 1)
    value = expect(lowering.value(argument), NUMBERS, "`abs`", argument)
    return elementwise(operation("abs"), value.type, (value,), "`abs`", call.span)


def _sign(call: ast.Call, lowering: Lowering) -> Value:
    (argument,) = plain_arguments(call, 1)
    value = expect(lowering.value(argument), NUMBERS, "`sign`", argument)

    def sign(x: Expr) -> Expr:
        if value.variability is not Variability.CONTINUOUS or not lowering.context.events:
            return apply("sign", x)
        above = lowering.scope.relation(">", x, ZERO, call.span)
        below = lowering.scope.relation("<", x, ZERO, call.span)
        return apply("if", above, ONE, apply("if", below, constant(-1.0), ZERO))

    result = elementwise(sign, Builtin.INTEGER, (value,), "`sign`", call.span)
    return result.with_variability(min(result.variability, Variability.DISCRETE))


def _extreme(name: str) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        if call.iterators:
            over_collection = lowering.scope.reduction(call, name, lowering.context)
            return over_collection if over_collection is not None else _folded(name, lowering.passes(call), call)
        arguments = plain_arguments(call, 1, 2)
        values = [lowering.value(a) for a in arguments]
        for value, argument in zip(values, arguments, strict=True):
            if not isinstance(value.type, EnumerationType):
                expect(value, (*NUMBERS, Builtin.BOOLEAN), f"`{name}`", argument)
        if len(values) == 1:
            return _folded(name, values, call)
        if values[0].shape or values[1].shape:
            raise wrong_size(call.span, f"`{name}` (of two scalars)", values[0].shape, values[1].shape)
        return _folded(name, values, call)

    return handler


def _folded(name: str, values: list[Value], call: ast.Call) -> Value:
    """The least or greatest of all elements; of none, infinity as the language has it."""
    elements = [element for value in values for element in value.elements]
    variability = max((value.variability for value in values), default=Variability.CONSTANT)
    types = [value.type for value in values]
    if all(t is Builtin.INTEGER for t in types) or (types and types[0] not in NUMBERS):
        type_ = types[0] if types else Builtin.REAL
    else:
        type_ = Builtin.REAL
    if not elements:
        return number(1e60 if name == "min" else -1e60)
    return Value(type_, variability, (), (reduce(operation(name), elements),))


def _event_function(name: str) -> Handler:
    count = 1 if name in ("floor", "ceil", "integer") else 2

    def handler(call: ast.Call, lowering: Lowering) -> Value:
        arguments = [expect(lowering.value(a), NUMBERS, f"`{name}`", a) for a in plain_arguments(call, count)]
        whole = name == "integer" or (count == 2 and all(a.type is Builtin.INTEGER for a in arguments))
        type_ = Builtin.INTEGER if whole else Builtin.REAL

        def plain(*operands: Expr) -> Expr:
            return checked(apply(name, *operands))

        def with_events(*operands: Expr) -> Expr:
            return checked(lowering.scope.event_function(name, operands, call.span))

        def checked(found: Expr) -> Expr:
            return protected_integer(found, expression_text(call), call.span) if name == "integer" else found

        def each(function: Callable[..., Expr]) -> Value:
            return elementwise(function, type_, tuple(arguments), f"`{name}`", call.span)

        is_continuous = any(a.variability is Variability.CONTINUOUS for a in arguments)
        if is_continuous and lowering.context.is_instant:
            return each(plain).with_variability(Variability.DISCRETE)
        if lowering.context.events and is_continuous and not all(a.type is Builtin.INTEGER for a in arguments):
            return each(with_events).with_variability(Variability.DISCRETE if name not in ("mod", "rem") else Variability.CONTINUOUS)
        return each(plain)

    return handler


# --- arrays -----------------------------------------------------------------------------------------------------------


def _reduction(name: str, operator: str, neutral: Expr) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        if call.iterators and (over_collection := lowering.scope.reduction(call, name, lowering.context)) is not None:
            return over_collection
        values = lowering.passes(call) if call.iterators else [lowering.value(a) for a in plain_arguments(call, 1)]
        if values and isinstance(values[0].type, RecordType) and (found := _reduced_records(values, operator, call, lowering)) is not None:
            return found
        for value in values:
            expect(value, NUMBERS, f"`{name}`", call.arguments[0])
        if call.iterators and values and values[0].shape and name == "sum":
            return reduce(lambda a, b: elementwise(operation("+"), common_number(a.type, b.type), (a, b), "`sum`", call.span), values)
        elements = [element for value in values for element in value.elements]
        type_ = reduce(common_number, (value.type for value in values), Builtin.INTEGER)
        variability = max((value.variability for value in values), default=Variability.CONSTANT)
        joined = total(elements) if operator == "+" else reduce(operation(operator), elements, neutral)
        return Value(type_ if isinstance(type_, Builtin) else Builtin.REAL, variability, (), (joined,))

    return handler


def _reduced_records(values: list[Value], operator: str, call: ast.Call, lowering: Lowering) -> Value | None:
    """The sum or product of operator records by their own operators; None: they have none."""
    items = [item for value in values for item in value.items()]
    result = items[0] if items else lowering.scope.overload("'0'", (values[0],), call.span, lowering.context)
    for item in items[1:]:
        result = lowering.scope.overload(operator, (result, item), call.span, lowering.context) if result is not None else None
    return result


def _array(call: ast.Call, lowering: Lowering) -> Value:
    if call.iterators:
        return lowering.comprehension(call)
    values = [lowering.value(a) for a in call.arguments]
    for value in values[1:]:
        if value.shape != values[0].shape:
            raise wrong_size(call.span, "`array`", values[0].shape, value.shape)
    return stack(values)


def _size(call: ast.Call, lowering: Lowering) -> Value:
    arguments = plain_arguments(call, 1, 2)
    if (members := lowering.scope.collection_size(call, lowering.context)) is not None:
        return members
    dimensions = lowering.dimensions(arguments[0])
    if len(arguments) == 1:
        if UNKNOWN_SIZE in dimensions:
            raise _depends_on_itself(call)
        return stack([integer(d) for d in dimensions], Builtin.INTEGER)
    index = lowering.size(arguments[1], "the second argument of `size`")
    if not 1 <= index <= len(dimensions):
        raise wrong_arguments(call, f"a dimension between 1 and {len(dimensions)}", index)
    if dimensions[index - 1] == UNKNOWN_SIZE:
        raise _depends_on_itself(call)
    return integer(dimensions[index - 1])


def _depends_on_itself(call: ast.Call) -> MosilaError:
    """The error of a dimension that is computed from itself."""
    array = expression_text(call.arguments[0])
    cycle = f"a dimension of `{array}` is computed from `{expression_text(call)}`"
    return MosilaError(PARAMETER_CYCLE.at(call.span, name=expression_text(call), cycle=cycle))


def _ndims(call: ast.Call, lowering: Lowering) -> Value:
    return integer(len(lowering.dimensions(plain_arguments(call, 1)[0])))


def _sizes(arguments: tuple[ast.Expression, ...], lowering: Lowering) -> tuple[int, ...]:
    shape = tuple(lowering.size(a, "an array dimension") for a in arguments)
    for size, argument in zip(shape, arguments, strict=True):
        if size < 0:
            raise MosilaError(WRONG_SIZE.at(argument.span, what="a negative dimension", left=size, right="at least 0"))
    return check_extent(shape, arguments[0].span) if arguments else shape


def _filled(value: float) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        if not call.arguments or call.named:
            raise wrong_arguments(call, "dimensions", len(call.named))
        shape = _sizes(call.arguments, lowering)
        return Value(Builtin.INTEGER, Variability.CONSTANT, shape, (constant(value),) * prod(shape))

    return handler


def _fill(call: ast.Call, lowering: Lowering) -> Value:
    if len(call.arguments) < 2 or call.named:
        raise wrong_arguments(call, "a value and dimensions", len(call.arguments))
    value = lowering.value(call.arguments[0])
    shape = _sizes(call.arguments[1:], lowering)
    return Value(value.type, value.variability, (*shape, *value.shape), value.elements * prod(shape))


def _identity(call: ast.Call, lowering: Lowering) -> Value:
    size = _sizes(plain_arguments(call, 1), lowering)[0]
    return identity(check_extent((size, size), call.span)[0])


def _diagonal(call: ast.Call, lowering: Lowering) -> Value:
    (argument,) = plain_arguments(call, 1)
    value = expect(lowering.value(argument), NUMBERS, "`diagonal`", argument)
    if len(value.shape) != 1:
        raise wrong_arguments(call, "a vector", f"{len(value.shape)} dimensions")
    size = value.shape[0]
    elements = tuple(value.elements[i] if i == j else ZERO for i in range(size) for j in range(size))
    return Value(value.type, value.variability, (size, size), elements)


def _linspace(call: ast.Call, lowering: Lowering) -> Value:
    first, last, count = plain_arguments(call, 3)
    size = lowering.size(count, "the number of points of `linspace`")
    if size < 2:
        raise wrong_arguments(call, "at least 2 points", size)
    start, stop = (expect(lowering.value(a), NUMBERS, "`linspace`", a) for a in (first, last))
    steps = [constant(k / (size - 1)) for k in range(size)]
    span = apply("-", stop.scalar, start.scalar)
    elements = tuple(apply("+", start.scalar, apply("*", span, step)) for step in steps)
    return Value(Builtin.REAL, max(start.variability, stop.variability), (size,), elements)


def _transpose(call: ast.Call, lowering: Lowering) -> Value:
    value = lowering.value(plain_arguments(call, 1)[0])
    if len(value.shape) < 2:
        raise wrong_arguments(call, "a matrix", f"{len(value.shape)} dimensions")
    return transpose(value)


def _scalar(call: ast.Call, lowering: Lowering) -> Value:
    value = lowering.value(plain_arguments(call, 1)[0])
    if value.count != 1:
        raise wrong_arguments(call, "an array with one element", value.count)
    return value.reshaped(())


def _vector(call: ast.Call, lowering: Lowering) -> Value:
    value = lowering.value(plain_arguments(call, 1)[0])
    if sum(size > 1 for size in value.shape) > 1:
        raise wrong_arguments(call, "an array with at most one dimension larger than 1", f"sizes {value.shape}")
    return value.reshaped((value.count,))


def _matrix(call: ast.Call, lowering: Lowering) -> Value:
    value = lowering.value(plain_arguments(call, 1)[0])
    if len(value.shape) < 2:
        return promote(value, 2)
    if any(size != 1 for size in value.shape[2:]):
        raise wrong_arguments(call, "an array whose third and further dimensions are 1", f"sizes {value.shape}")
    return value.reshaped(value.shape[:2])


def _outer_product(call: ast.Call, lowering: Lowering) -> Value:
    left, right = (expect(lowering.value(a), NUMBERS, "`outerProduct`", a) for a in plain_arguments(call, 2))
    if len(left.shape) != 1 or len(right.shape) != 1:
        raise wrong_arguments(call, "two vectors", "other sizes")
    return matrix_product(left.reshaped((*left.shape, 1)), right.reshaped((1, *right.shape)), call.span)


def _symmetric(call: ast.Call, lowering: Lowering) -> Value:
    value = lowering.value(plain_arguments(call, 1)[0])
    if len(value.shape) != 2 or value.shape[0] != value.shape[1]:
        raise wrong_arguments(call, "a square matrix", f"sizes {value.shape}")
    size = value.shape[0]
    elements = tuple(value.at((min(i, j), max(i, j))).scalar for i in range(size) for j in range(size))
    return Value(value.type, value.variability, value.shape, elements)


def _three(call: ast.Call, lowering: Lowering, count: int) -> list[Value]:
    values = [expect(lowering.value(a), NUMBERS, expression_text(call.function), a) for a in plain_arguments(call, count)]
    for value in values:
        if value.shape != (3,):
            raise wrong_arguments(call, "vectors of 3 elements", f"sizes {value.shape}")
    return values


def _cross(call: ast.Call, lowering: Lowering) -> Value:
    left, right = _three(call, lowering, 2)
    a, b = left.elements, right.elements

    def minor(i: int, j: int) -> Expr:
        return apply("-", apply("*", a[i], b[j]), apply("*", a[j], b[i]))

    elements = (minor(1, 2), minor(2, 0), minor(0, 1))
    return Value(Builtin.REAL, max(left.variability, right.variability), (3,), elements)


def _skew(call: ast.Call, lowering: Lowering) -> Value:
    (value,) = _three(call, lowering, 1)
    x, y, z = value.elements
    minus = negate(value).elements
    elements = (ZERO, minus[2], y, z, ZERO, minus[0], minus[1], x, ZERO)
    return Value(Builtin.REAL, value.variability, (3, 3), elements)


def _cat(call: ast.Call, lowering: Lowering) -> Value:
    if len(call.arguments) < 2 or call.named:
        raise wrong_arguments(call, "a dimension and arrays", len(call.arguments))
    dimension = lowering.size(call.arguments[0], "the dimension of `cat`")
    values = [lowering.value(a) for a in call.arguments[1:]]
    if not 1 <= dimension <= len(values[0].shape):
        raise wrong_arguments(call, f"a dimension between 1 and {len(values[0].shape)}", dimension)
    return concatenate(dimension, values, call.span)


def _promote(call: ast.Call, lowering: Lowering) -> Value:
    first, second = plain_arguments(call, 2)
    return promote(lowering.value(first), lowering.size(second, "the dimensions of `promote`"))


# --- conversions and others -------------------------------------------------------------------------------------------


def _integer_of(call: ast.Call, lowering: Lowering) -> Value:
    (argument,) = plain_arguments(call, 1)
    value = lowering.value(argument)
    if not isinstance(value.type, EnumerationType):
        expect(value, (), "`Integer`", argument, "convert a value of an enumeration; for a Real use integer(...)")
    return Value(Builtin.INTEGER, value.variability, value.shape, value.elements)


def _string_of(call: ast.Call, lowering: Lowering) -> Value:
    value = lowering.value(call.arguments[0]) if call.arguments else None
    if value is None:
        raise wrong_arguments(call, "a value", 0)
    if isinstance(value.type, RecordType):
        found = lowering.scope.overload("'String'", (value,), call.span, lowering.context)
        if found is not None:
            return found
    if not value.is_constant:
        value = lowering.known(call.arguments[0], "a String that is put together")
    return string(formatted(value, call, lowering))


def formatted(value: Value, call: ast.Call, lowering: Lowering) -> str:
    """A constant as `String(...)` writes it."""
    options = {each.name: lowering.known(each.value, f"`{each.name}`") for each in call.named}
    if isinstance(value.type, EnumerationType):
        written = value.type.literals[int(value.number) - 1]
    elif value.type is Builtin.BOOLEAN:
        written = "true" if value.number else "false"
    elif value.type is Builtin.STRING:
        written = value.string
    elif value.type is Builtin.INTEGER:
        written = str(int(value.number))
    else:
        digits = int(options["significantDigits"].number) if "significantDigits" in options else 6
        written = f"%{options['format'].string}" % value.number if "format" in options else f"{value.number:.{digits}g}"
    width = int(options["minimumLength"].number) if "minimumLength" in options else 0
    left = options["leftJustified"].number if "leftJustified" in options else 1.0
    return written.ljust(width) if left else written.rjust(width)


def _special(name: str) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        return lowering.scope.special(call, name, lowering.context)

    return handler


def _refused(name: str) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        raise unsupported(call.span, f"`{name}`", "leave it out")

    return handler


_ELEMENTARY = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt")
_REFUSED = (
    *("spatialDistribution", "hold", "previous", "subSample", "superSample", "shiftSample", "backSample", "noClock"),
    *("Clock", "interval", "transition", "initialState", "activeState", "ticksInState", "timeInState", "firstTick"),
)

_SPECIAL = ("inStream", "actualStream", "cardinality", "active", "attached", "isEmpty", "in", "getInstanceName", "loadResource")

BUILTIN_FUNCTIONS: dict[str, Handler] = {
    **EVENT_FUNCTIONS,
    **{name: _refused(name) for name in _REFUSED},
    **{name: _elementary(name) for name in _ELEMENTARY},
    **{name: _event_function(name) for name in ("floor", "ceil", "integer", "div", "mod", "rem")},
    **{name: _special(name) for name in _SPECIAL},
    "abs": _abs,
    "array": _array,
    "atan2": _atan2,
    "cat": _cat,
    "cross": _cross,
    "diagonal": _diagonal,
    "fill": _fill,
    "identity": _identity,
    "Integer": _integer_of,
    "linspace": _linspace,
    "matrix": _matrix,
    "max": _extreme("max"),
    "min": _extreme("min"),
    "ndims": _ndims,
    "ones": _filled(1.0),
    "outerProduct": _outer_product,
    "product": _reduction("product", "*", ONE),
    "promote": _promote,
    "scalar": _scalar,
    "sign": _sign,
    "size": _size,
    "skew": _skew,
    "String": _string_of,
    "sum": _reduction("sum", "+", ZERO),
    "symmetric": _symmetric,
    "transpose": _transpose,
    "vector": _vector,
    "zeros": _filled(0.0),
}
