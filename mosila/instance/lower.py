"""Lowering of expressions: syntax -> typed values over slots, with relations pulled out as rows of their own."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import NOT_SUPPORTED
from mosila.diagnostics.names import NOT_A_VARIABLE
from mosila.diagnostics.types import NOT_PARAMETER, WRONG_ARGUMENTS, WRONG_SIZE
from mosila.instance.plan import DERIVATIVE, PRE, VALUE, Variability
from mosila.instance.values import NUMBERS, Value, common_number, elementwise, expect, negate, number, wrong_size
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.source import Span
from mosila.symbolic.expression import Expr, apply, constant
from mosila.syntax import ast
from mosila.syntax.format import expression_text

RELATIONS = frozenset({"<", "<=", ">", ">="})
BOOLEAN = (Builtin.BOOLEAN,)

_ELEMENTARY = frozenset({"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"})
_EVENT_FUNCTIONS = frozenset({"floor", "ceil", "integer", "div", "mod", "rem"})


class Scope(Protocol):
    """What an expression's names mean: given by the plan under construction."""

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """The variables (value, derivative or pre-value) that a reference names."""
        ...

    def size(self, reference: ast.Reference, context: Context) -> tuple[int, ...]:
        """The dimensions of what a reference names."""
        ...

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """A new relation that makes events; the expression that reads its value."""
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """Where an expression stands: the class whose text it is, loop variables, and whether its relations make events."""

    symbol: ClassSymbol
    iterators: tuple[tuple[str, Value], ...] = ()
    events: bool = True
    structural: str = ""
    """When set, every parameter is replaced by its value, and this says what needs it."""

    def with_iterator(self, name: str, value: Value) -> Context:
        """The context inside a loop."""
        return Context(self.symbol, (*self.iterators, (name, value)), self.events, self.structural)

    def iterator(self, name: str) -> Value | None:
        """The value of the innermost loop variable of that name."""
        return next((value for known, value in reversed(self.iterators) if known == name), None)

    def without_events(self) -> Context:
        """The context inside `noEvent`."""
        return Context(self.symbol, self.iterators, False, self.structural)


def unsupported(span: Span, construct: str, advice: str = "rewrite it with equations and if-expressions") -> MosilaError:
    """The refusal of something the grammar takes and the compiler does not yet."""
    return MosilaError(NOT_SUPPORTED.at(span, construct=construct, advice=advice))


def lower(expression: ast.Expression, scope: Scope, context: Context) -> Value:
    """Translate an expression."""
    match expression:
        case ast.Literal(value=bool(truth)):
            return number(float(truth), Builtin.BOOLEAN)
        case ast.Literal(value=int(whole)):
            return number(float(whole), Builtin.INTEGER)
        case ast.Literal(value=float(real)):
            return number(real, Builtin.REAL)
        case ast.Reference():
            return _reference(expression, scope, context)
        case ast.End() if (size := context.iterator("end")) is not None:
            return size
        case ast.Parenthesis(inner=inner):
            return lower(inner, scope, context)
        case ast.Unary():
            return _unary(expression, scope, context)
        case ast.Binary():
            return _binary(expression, scope, context)
        case ast.Chain():
            return _chain(expression, scope, context)
        case ast.Conditional():
            return _conditional(expression, scope, context)
        case ast.Call():
            return _call(expression, scope, context)
        case ast.ArrayConstructor():
            return _array(expression, scope, context)
        case ast.Range():
            return _range(expression, scope, context)
        case ast.Literal():
            raise unsupported(expression.span, "a String in an equation")
        case _:
            raise unsupported(expression.span, f"`{expression_text(expression)}` in an expression")


def lower_integer(expression: ast.Expression, scope: Scope, context: Context, what: str) -> int:
    """The value of an Integer expression that must be known now."""
    value = lower_structural(expression, scope, context, what)
    expect(value, (Builtin.INTEGER,), what, expression)
    return int(value.scalar.value)


def lower_structural(expression: ast.Expression, scope: Scope, context: Context, what: str) -> Value:
    """The value of an expression that must be known now."""
    value = lower(expression, scope, Context(context.symbol, context.iterators, False, what))
    if not value.is_constant:
        raise MosilaError(NOT_PARAMETER.at(expression.span, what=what, text=expression_text(expression)))
    return value


def _reference(expression: ast.Reference, scope: Scope, context: Context) -> Value:
    if len(expression.parts) == 1 and not expression.parts[0].subscripts:
        value = context.iterator(expression.parts[0].name)
        if value is not None:
            return value
    return scope.read(expression, VALUE, context)


def _unary(expression: ast.Unary, scope: Scope, context: Context) -> Value:
    operand = lower(expression.operand, scope, context)
    if expression.operator == "not":
        expect(operand, BOOLEAN, "`not`", expression.operand)
        return Value(operand.type, operand.variability, operand.shape, tuple(apply("not", e) for e in operand.elements))
    expect(operand, NUMBERS, f"`{expression.operator}`", expression.operand)
    return negate(operand) if expression.operator.endswith("-") else operand


def _binary(expression: ast.Binary, scope: Scope, context: Context) -> Value:
    left, right = lower(expression.left, scope, context), lower(expression.right, scope, context)
    symbol = expression.operator
    if symbol in ("^", ".^"):
        _numbers(expression, left, right)
        if symbol == "^" and (left.shape or right.shape):
            raise unsupported(expression.span, "a power of arrays", "use the elementwise `.^`")
        return elementwise(lambda a, b: apply("^", a, b), Builtin.REAL, (left, right), "`^`", expression.span)
    return _relation(expression, left, right, scope, context)


def _numbers(expression: ast.Binary, left: Value, right: Value) -> None:
    for side, value in ((expression.left, left), (expression.right, right)):
        expect(value, NUMBERS, f"`{expression.operator}`", side)


def _relation(expression: ast.Binary, left: Value, right: Value, scope: Scope, context: Context) -> Value:
    symbol = expression.operator
    if symbol in RELATIONS or left.type not in BOOLEAN or right.type not in BOOLEAN:
        _numbers(expression, left, right)
    if left.shape or right.shape:
        raise unsupported(expression.span, "a relation between arrays", "compare their elements")
    variability = max(left.variability, right.variability)
    if variability is Variability.CONTINUOUS and symbol in RELATIONS and context.events:
        value = scope.relation(symbol, left.scalar, right.scalar, expression.span)
        return Value(Builtin.BOOLEAN, Variability.DISCRETE, (), (value,))
    if symbol not in RELATIONS and Variability.CONTINUOUS is variability and Builtin.REAL in (left.type, right.type):
        raise unsupported(expression.span, f"`{symbol}` between continuous Reals", "compare with `<=` and `>=`")
    return Value(Builtin.BOOLEAN, variability, (), (apply(symbol, left.scalar, right.scalar),))


def _chain(expression: ast.Chain, scope: Scope, context: Context) -> Value:
    result = lower(expression.first, scope, context)
    before = expression.first
    for symbol, operand in expression.rest:
        right = lower(operand, scope, context)
        if symbol in ("and", "or"):
            expect(result, BOOLEAN, f"`{symbol}`", before)
            expect(right, BOOLEAN, f"`{symbol}`", operand)
            result = elementwise(_operation(symbol), Builtin.BOOLEAN, (result, right), f"`{symbol}`", expression.span)
        else:
            expect(result, NUMBERS, f"`{symbol}`", before)
            expect(right, NUMBERS, f"`{symbol}`", operand)
            result = _arithmetic(symbol, result, right, expression.span)
        before = operand
    return result


def _operation(symbol: str) -> Callable[..., Expr]:
    return lambda *operands: apply(symbol, *operands)


def _arithmetic(symbol: str, left: Value, right: Value, span: Span) -> Value:
    plain = symbol.lstrip(".")
    type_ = Builtin.REAL if plain == "/" else common_number(left.type, right.type)
    if not symbol.startswith("."):
        if plain in ("+", "-") and bool(left.shape) != bool(right.shape):
            raise wrong_size(span, f"`{symbol}`", left.shape, right.shape)
        if plain == "*" and left.shape and right.shape:
            if len(left.shape) == len(right.shape) == 1 and left.shape == right.shape:
                products = [apply("*", a, b) for a, b in zip(left.elements, right.elements, strict=True)]
                total = reduce(lambda a, b: apply("+", a, b), products, constant(0.0))
                return Value(type_, max(left.variability, right.variability), (), (total,))
            raise unsupported(span, "a product of matrices", "write it out with for-equations")
        if plain == "/" and right.shape:
            raise unsupported(span, "division by an array", "use the elementwise `./`")
    return elementwise(_operation(plain), type_, (left, right), f"`{symbol}`", span)


def _conditional(expression: ast.Conditional, scope: Scope, context: Context) -> Value:
    branches: list[tuple[Expr, Value]] = []
    variability = Variability.CONSTANT
    for condition, value in expression.branches:
        test = lower(condition, scope, context)
        expect(test, BOOLEAN, "the condition after `if`", condition)
        if test.is_constant and not test.scalar.value:
            continue
        variability = max(variability, test.variability)
        branches.append((test.scalar, lower(value, scope, context)))
        if test.is_constant:
            break
    else:
        branches.append((constant(1.0), lower(expression.otherwise, scope, context)))
    result = branches[-1][1]
    for choice, chosen in reversed(branches[:-1]):
        result = _choose(choice, chosen, result, expression)
    return Value(result.type, max(result.variability, variability), result.shape, result.elements)


def _choose(test: Expr, then: Value, otherwise: Value, expression: ast.Conditional) -> Value:
    same = then.type is otherwise.type
    if not same:
        expect(then, NUMBERS, "a branch of `if`", expression, "give all branches one type")
        expect(otherwise, NUMBERS, "a branch of `if`", expression, "give all branches one type")
    if then.shape != otherwise.shape:
        raise wrong_size(expression.span, "the branches of `if`", then.shape, otherwise.shape)
    type_ = then.type if same else Builtin.REAL
    return elementwise(lambda a, b: apply("if", test, a, b), type_, (then, otherwise), "`if`", expression.span)


def _array(expression: ast.ArrayConstructor, scope: Scope, context: Context) -> Value:
    if expression.iterators:
        values = [lower(expression.elements[0], scope, inner) for inner in iterate(expression.iterators, scope, context)]
    else:
        values = [lower(element, scope, context) for element in expression.elements]
    if not values:
        return Value(Builtin.REAL, Variability.CONSTANT, (0,), ())
    for value in values[1:]:
        if value.shape != values[0].shape:
            raise wrong_size(expression.span, "elements of an array", values[0].shape, value.shape)
    type_ = values[0].type if all(v.type is values[0].type for v in values) else Builtin.REAL
    elements = tuple(element for value in values for element in value.elements)
    return Value(type_, max(v.variability for v in values), (len(values), *values[0].shape), elements)


def iterate(iterators: tuple[ast.Iterator, ...], scope: Scope, context: Context) -> list[Context]:
    """The contexts of a loop's passes, the last iterator running fastest."""
    contexts = [context]
    for iterator in iterators:
        if iterator.range is None:
            raise unsupported(iterator.span, "an iterator without a range", "write `i in 1:n`")
        inner: list[Context] = []
        for outer in contexts:
            values = lower_structural(iterator.range, scope, outer, "the range of a loop")
            if len(values.shape) != 1:
                raise unsupported(iterator.span, "a loop over this", "loop over a vector or a range")
            for element in values.elements:
                inner.append(outer.with_iterator(iterator.name, Value(values.type, Variability.CONSTANT, (), (element,))))
        contexts = inner
    return contexts


def _range(expression: ast.Range, scope: Scope, context: Context) -> Value:
    what = "a range"
    start = lower_structural(expression.start, scope, context, what)
    stop = lower_structural(expression.stop, scope, context, what)
    step = number(1.0, Builtin.INTEGER) if expression.step is None else lower_structural(expression.step, scope, context, what)
    first, last, width = start.scalar.value, stop.scalar.value, step.scalar.value
    if width == 0:
        raise MosilaError(WRONG_SIZE.at(expression.span, what="a range with step 0", left="?", right="?"))
    count = max(0, int((last - first) / width + 1e-10) + 1) if (last - first) / width >= 0 else 0
    type_ = reduce(common_number, (start.type, step.type, stop.type))
    return Value(type_, Variability.CONSTANT, (count,), tuple(constant(first + k * width) for k in range(count)))


def _call(expression: ast.Call, scope: Scope, context: Context) -> Value:
    name = ".".join(part.name for part in expression.function.parts)
    handler = _SPECIAL.get(name)
    if handler is not None:
        return handler(expression, scope, context)
    if expression.named or expression.iterators:
        raise unsupported(expression.span, f"the call of `{name}` with named arguments or iterators")
    arguments = [lower(argument, scope, context) for argument in expression.arguments]
    for argument, value in zip(expression.arguments, arguments, strict=True):
        expect(value, NUMBERS, f"`{name}`", argument)
    if name in _ELEMENTARY:
        _count(expression, name, arguments, 1)
        return elementwise(_operation(name), Builtin.REAL, tuple(arguments), f"`{name}`", expression.span)
    if name in ("abs", "sign"):
        _count(expression, name, arguments, 1)
        type_ = Builtin.INTEGER if name == "sign" else arguments[0].type
        return elementwise(_operation(name), type_, tuple(arguments), f"`{name}`", expression.span)
    if name in ("atan2", "min", "max"):
        return _two_or_array(expression, name, arguments)
    if name in _EVENT_FUNCTIONS:
        return _event_function(expression, name, arguments, context)
    raise unsupported(expression.span, f"the function `{name}`", "use the built-in functions of the language reference")


def _two_or_array(expression: ast.Call, name: str, arguments: list[Value]) -> Value:
    if len(arguments) == 1 and arguments[0].shape and name != "atan2":
        total = reduce(lambda a, b: apply(name, a, b), arguments[0].elements)
        return Value(arguments[0].type, arguments[0].variability, (), (total,))
    _count(expression, name, arguments, 2)
    type_ = Builtin.REAL if name == "atan2" else common_number(arguments[0].type, arguments[1].type)
    return elementwise(_operation(name), type_, tuple(arguments), f"`{name}`", expression.span)


def _event_function(expression: ast.Call, name: str, arguments: list[Value], context: Context) -> Value:
    _count(expression, name, arguments, 1 if name in ("floor", "ceil", "integer") else 2)
    if context.events and any(a.variability is Variability.CONTINUOUS for a in arguments):
        raise unsupported(expression.span, f"`{name}` of a continuous value", "use it inside `noEvent` or in a when-clause")
    whole = name == "integer" or (name in ("div", "mod", "rem") and all(a.type is Builtin.INTEGER for a in arguments))
    type_ = Builtin.INTEGER if whole else Builtin.REAL
    return elementwise(_operation(name), type_, tuple(arguments), f"`{name}`", expression.span)


def _count(expression: ast.Call, name: str, arguments: list[Value], expected: int) -> None:
    if len(arguments) != expected:
        phrase = f"{expected} argument" + ("s" if expected > 1 else "")
        raise MosilaError(WRONG_ARGUMENTS.at(expression.span, function=name, expected=phrase, found=len(arguments)))


def _only_reference(expression: ast.Call, name: str) -> ast.Reference:
    if len(expression.arguments) != 1 or expression.named or expression.iterators:
        raise MosilaError(WRONG_ARGUMENTS.at(expression.span, function=name, expected="1 argument", found=len(expression.arguments)))
    argument = expression.arguments[0]
    if not isinstance(argument, ast.Reference):
        if name == "der":
            raise unsupported(argument.span, "`der` of an expression", "introduce a variable for it")
        text = expression_text(argument)
        raise MosilaError(NOT_A_VARIABLE.at(argument.span, name=text, what="an expression"))
    return argument


def _der(expression: ast.Call, scope: Scope, context: Context) -> Value:
    reference = _only_reference(expression, "der")
    value = scope.read(reference, DERIVATIVE, context)
    return expect(value, (Builtin.REAL,), "`der`", reference, "only a Real has a derivative")


def _pre(expression: ast.Call, scope: Scope, context: Context) -> Value:
    value = scope.read(_only_reference(expression, "pre"), PRE, context)
    return Value(value.type, min(value.variability, Variability.DISCRETE), value.shape, value.elements)


def _edge(expression: ast.Call, scope: Scope, context: Context) -> Value:
    reference = _only_reference(expression, "edge")
    now = expect(scope.read(reference, VALUE, context), BOOLEAN, "`edge`", reference)
    before = scope.read(reference, PRE, context)
    return elementwise(lambda a, b: apply("and", a, apply("not", b)), Builtin.BOOLEAN, (now, before), "`edge`", expression.span)


def _change(expression: ast.Call, scope: Scope, context: Context) -> Value:
    reference = _only_reference(expression, "change")
    now, before = scope.read(reference, VALUE, context), scope.read(reference, PRE, context)
    return elementwise(lambda a, b: apply("<>", a, b), Builtin.BOOLEAN, (now, before), "`change`", expression.span)


def _no_event(expression: ast.Call, scope: Scope, context: Context) -> Value:
    if len(expression.arguments) != 1:
        raise MosilaError(WRONG_ARGUMENTS.at(expression.span, function="noEvent", expected="1 argument", found=len(expression.arguments)))
    return lower(expression.arguments[0], scope, context.without_events())


def _sum(expression: ast.Call, scope: Scope, context: Context) -> Value:
    if expression.iterators:
        parts = [lower(expression.arguments[0], scope, inner) for inner in iterate(expression.iterators, scope, context)]
    else:
        parts = [lower(argument, scope, context) for argument in expression.arguments]
    for part in parts:
        expect(part, NUMBERS, "`sum`", expression.arguments[0])
    elements = [element for part in parts for element in part.elements]
    total = reduce(lambda a, b: apply("+", a, b), elements, constant(0.0))
    type_ = reduce(common_number, (p.type for p in parts), Builtin.INTEGER) if parts else Builtin.REAL
    return Value(type_, max((p.variability for p in parts), default=Variability.CONSTANT), (), (total,))


def _size(expression: ast.Call, scope: Scope, context: Context) -> Value:
    reference = expression.arguments[0] if expression.arguments else None
    if not isinstance(reference, ast.Reference):
        raise unsupported(expression.span, "`size` of an expression", "take the size of a variable")
    dimensions = scope.size(reference, context)
    if len(expression.arguments) == 1:
        return Value(Builtin.INTEGER, Variability.CONSTANT, (len(dimensions),), tuple(constant(float(d)) for d in dimensions))
    index = lower_integer(expression.arguments[1], scope, context, "the second argument of `size`")
    if not 1 <= index <= len(dimensions):
        raise MosilaError(WRONG_ARGUMENTS.at(expression.span, function="size", expected="a dimension of the array", found=index))
    return number(float(dimensions[index - 1]), Builtin.INTEGER)


def _filled(value: float) -> Callable[[ast.Call, Scope, Context], Value]:
    def handler(expression: ast.Call, scope: Scope, context: Context) -> Value:
        shape = tuple(lower_integer(a, scope, context, "an array dimension") for a in expression.arguments)
        return Value(Builtin.REAL, Variability.CONSTANT, shape, (constant(value),) * reduce(operator.mul, shape, 1))

    return handler


def _fill(expression: ast.Call, scope: Scope, context: Context) -> Value:
    if not expression.arguments:
        raise MosilaError(WRONG_ARGUMENTS.at(expression.span, function="fill", expected="a value and dimensions", found=0))
    value = lower(expression.arguments[0], scope, context)
    shape = tuple(lower_integer(a, scope, context, "an array dimension") for a in expression.arguments[1:])
    elements = value.elements * reduce(operator.mul, shape, 1)
    return Value(value.type, value.variability, (*shape, *value.shape), elements)


_SPECIAL: dict[str, Callable[[ast.Call, Scope, Context], Value]] = {
    "der": _der,
    "pre": _pre,
    "edge": _edge,
    "change": _change,
    "noEvent": _no_event,
    "sum": _sum,
    "size": _size,
    "zeros": _filled(0.0),
    "ones": _filled(1.0),
    "fill": _fill,
}
