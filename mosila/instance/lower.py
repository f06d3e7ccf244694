"""Lowering of expressions: syntax -> typed values over slots, with relations pulled out as rows of their own."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Iterator as PythonIterator
from dataclasses import replace
from functools import partial
from math import floor

from mosila.diagnostics import MosilaError
from mosila.diagnostics.dynamic import MISPLACED_NEW
from mosila.diagnostics.types import BAD_RANGE, BAD_SUBSCRIPT, EQUAL_REALS, LARGE_INTEGER, NOT_PARAMETER, WRONG_SIZE, WRONG_TYPE
from mosila.instance.arithmetic import arithmetic, operation
from mosila.instance.builtins import BUILTIN_FUNCTIONS
from mosila.instance.concatenate import concatenate, promote
from mosila.instance.context import Context, Scope, unsupported
from mosila.instance.indexing import choose_element
from mosila.instance.joining import choose, stacked
from mosila.instance.plan import VALUE, Variability
from mosila.instance.structure_words import asks_nothing_else
from mosila.instance.value_checks import LARGEST_INTEGER, Guard, index_guard
from mosila.instance.values import (
    BOOLEAN,
    NUMBERS,
    Value,
    boolean,
    check_extent,
    common_type,
    elementwise,
    expect,
    integer,
    negate,
    number,
    stack,
    string,
    type_phrase,
    wrong_size,
)
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, RecordType, Shape
from mosila.source import Span
from mosila.symbolic.evaluate import evaluate
from mosila.symbolic.expression import CONSTANT, ELEMENT, OUTPUT, SLOT, Expr, apply, constant, postorder, slots_of
from mosila.syntax import ast
from mosila.syntax.format import expression_text

ORDERINGS = frozenset({"<", "<=", ">", ">="})


def lower(expression: ast.Expression, scope: Scope, context: Context) -> Value:
    """Translate an expression that has one value."""
    match expression:
        case ast.Literal(value=bool(truth)):
            return boolean(truth)
        case ast.Literal(value=int(whole)):
            if whole > LARGEST_INTEGER:
                raise MosilaError(LARGE_INTEGER.at(expression.span, text=expression_text(expression)))
            return integer(whole)
        case ast.Literal(value=float(real)):
            return number(real)
        case ast.Literal(value=str(written)):
            return string(written)
        case ast.Reference():
            return _reference(expression, scope, context)
        case ast.End() if (size := context.iterator("end")) is not None:
            return size
        case ast.Parenthesis(inner=inner):
            return lower(inner, scope, context)
        case ast.Unary():
            return _told_apart(_unary(expression, scope, context), expression)
        case ast.Binary():
            return _told_apart(_binary(expression, scope, context), expression)
        case ast.Chain():
            return _told_apart(_chain(expression, scope, context), expression)
        case ast.Conditional():
            return _conditional(expression, scope, context)
        case ast.Call():
            return _call(expression, scope, context)
        case ast.ArrayConstructor():
            return _array(expression, scope, context)
        case ast.Matrix(rows=rows):
            return _matrix(expression, rows, scope, context)
        case ast.Range():
            return _range(expression, scope, context)
        case ast.Selection():
            return _selection(expression, scope, context)
        case ast.New():
            raise MosilaError(MISPLACED_NEW.at(expression.span))
        case _:
            raise unsupported(expression.span, f"`{expression_text(expression)}` in an expression")


def _told_apart(value: Value, expression: ast.Expression) -> Value:
    """A value whose known Integers can be told from their neighbours."""
    if value.type is Builtin.INTEGER:
        for element in value.elements:
            if element.operator == CONSTANT and abs(element.value) > LARGEST_INTEGER:
                raise MosilaError(LARGE_INTEGER.at(expression.span, text=expression_text(expression)))
    return value


def lower_all(expression: ast.Expression, scope: Scope, context: Context) -> tuple[Value, ...]:
    """Translate an expression that may be a call with several outputs."""
    if isinstance(expression, ast.Call) and not is_builtin(expression, scope, context):
        return scope.call(expression, context)
    return (lower(expression, scope, context),)


def lower_integer(expression: ast.Expression, scope: Scope, context: Context, what: str) -> int:
    """The value of an Integer expression that must be known now."""
    value = lower_structural(expression, scope, context, what)
    expect(value, (Builtin.INTEGER,), what, expression)
    if value.shape:
        raise wrong_size(expression.span, what, (), value.shape)
    return int(value.number)


def lower_structural(expression: ast.Expression, scope: Scope, context: Context, what: str) -> Value:
    """The value of an expression that must be known now."""
    value = lower(expression, scope, context.known_now(what))
    if not value.is_constant:
        raise MosilaError(NOT_PARAMETER.at(expression.span, what=what, text=expression_text(expression)))
    return value


def _reference(expression: ast.Reference, scope: Scope, context: Context) -> Value:
    first = expression.parts[0]
    value = context.iterator(first.name) if not expression.is_global else None
    if value is None:
        return scope.read(expression, VALUE, context)
    for number_, part in enumerate(expression.parts):
        if number_:
            inner = value.field(part.name)
            if inner is None:
                return scope.read(expression, VALUE, context)
            value = inner
        if part.subscripts:
            value = subscripted(value, part.subscripts, part.name, scope, context)
    return value


def _unary(expression: ast.Unary, scope: Scope, context: Context) -> Value:
    operand = lower(expression.operand, scope, context)
    symbol = expression.operator
    if isinstance(operand.type, RecordType):
        found = scope.overload("not" if symbol == "not" else symbol.lstrip("."), (operand,), expression.span, context)
        if found is not None:
            return found
    if symbol == "not":
        expect(operand, BOOLEAN, "`not`", expression.operand)
        return elementwise(operation("not"), Builtin.BOOLEAN, (operand,), "`not`", expression.span)
    expect(operand, NUMBERS, f"`{symbol}`", expression.operand)
    return negate(operand) if symbol.endswith("-") else operand


def _binary(expression: ast.Binary, scope: Scope, context: Context) -> Value:
    left, right = lower(expression.left, scope, context), lower(expression.right, scope, context)
    overloaded = _overloaded(expression.operator, left, right, expression.span, scope, context)
    if overloaded is not None:
        return overloaded
    if expression.operator in ("^", ".^"):
        for side, value in ((expression.left, left), (expression.right, right)):
            expect(value, NUMBERS, f"`{expression.operator}`", side)
        return arithmetic(expression.operator, left, right, expression.span)
    return _relation(expression, left, right, scope, context)


def _overloaded(symbol: str, left: Value, right: Value, span: Span, scope: Scope, context: Context) -> Value | None:
    if isinstance(left.type, RecordType) or isinstance(right.type, RecordType):
        return scope.overload(symbol.lstrip("."), (left, right), span, context)
    return None


def _relation(expression: ast.Binary, left: Value, right: Value, scope: Scope, context: Context) -> Value:
    symbol = expression.operator
    comparable = common_type((left.type, right.type))
    if comparable is None or isinstance(comparable, RecordType):
        expected = type_phrase(left.type)
        text = expression_text(expression.right)
        found = type_phrase(right.type)
        advice = "compare values of one type"
        raise MosilaError(WRONG_TYPE.at(expression.span, what=f"`{symbol}`", expected=expected, text=text, found=found, advice=advice))
    if left.shape or right.shape:
        raise wrong_size(expression.span, f"`{symbol}` (compare elements)", left.shape, right.shape)
    variability = max(left.variability, right.variability)
    if comparable is Builtin.STRING:
        return _compare_texts(expression, left, right)
    if symbol in ORDERINGS and variability is Variability.CONTINUOUS and context.events:
        value = scope.relation(symbol, left.scalar, right.scalar, expression.span)
        return Value(Builtin.BOOLEAN, Variability.DISCRETE, (), (value,))
    if symbol not in ORDERINGS and variability is Variability.CONTINUOUS and comparable is Builtin.REAL and context.events:
        raise MosilaError(EQUAL_REALS.at(expression.span, operator=symbol, text=expression_text(expression)))
    return Value(Builtin.BOOLEAN, variability, (), (apply(symbol, left.scalar, right.scalar),))


def _compare_texts(expression: ast.Binary, left: Value, right: Value) -> Value:
    if not left.is_constant or not right.is_constant:
        raise unsupported(expression.span, "comparing Strings that are not known before the run")
    one, other = left.string, right.string
    results = {"==": one == other, "<>": one != other, "<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}
    return boolean(results[expression.operator])


def _chain(expression: ast.Chain, scope: Scope, context: Context) -> Value:
    result = lower(expression.first, scope, context)
    before = expression.first
    for symbol, operand in expression.rest:
        if symbol in ("and", "or") and scope.is_structural(result):
            result = _guarded(symbol, result, operand, expression, scope, context)
            before = operand
            continue
        right = lower(operand, scope, context)
        overloaded = _overloaded(symbol, result, right, expression.span, scope, context)
        if overloaded is not None:
            result = overloaded
        elif symbol in ("and", "or"):
            expect(result, BOOLEAN, f"`{symbol}`", before)
            expect(right, BOOLEAN, f"`{symbol}`", operand)
            if result.shape != right.shape:
                raise wrong_size(expression.span, f"`{symbol}`", result.shape, right.shape)
            result = elementwise(operation(symbol), Builtin.BOOLEAN, (result, right), f"`{symbol}`", expression.span)
        elif symbol == "+" and result.type is right.type is Builtin.STRING:
            result = _joined(result, right, expression)
        else:
            expect(result, NUMBERS, f"`{symbol}`", before)
            expect(right, NUMBERS, f"`{symbol}`", operand)
            result = arithmetic(symbol, result, right, expression.span)
        before = operand
    return result


def _guarded(symbol: str, left: Value, operand: ast.Expression, expression: ast.Chain, scope: Scope, context: Context) -> Value:
    """`a and b`, `a or b` where the structure decides a: if that settles it, what b reads need not be there."""
    if asks_nothing_else(operand):
        right = lower(operand, scope, context)
        expect(right, BOOLEAN, f"`{symbol}`", operand)
        return elementwise(operation(symbol), Builtin.BOOLEAN, (left, right), f"`{symbol}`", expression.span)

    def right_side() -> Value:
        value = lower(operand, scope, context)
        expect(value, BOOLEAN, f"`{symbol}`", operand)
        return value

    settled = lambda: boolean(symbol == "or")  # noqa: E731
    sides = (right_side, settled) if symbol == "and" else (settled, right_side)
    return scope.choose_by_structure(left.scalar, *sides, context, expression.span)


def _joined(left: Value, right: Value, expression: ast.Chain) -> Value:
    if not left.is_constant or not right.is_constant:
        raise unsupported(expression.span, "a String that is put together while the model runs", "use constant Strings")
    return string(left.string + right.string)


def _conditional(expression: ast.Conditional, scope: Scope, context: Context) -> Value:
    value = _joined_branches(expression, scope, context)
    return value if value is not None else _joined_branches(expression, scope, context, known=True) or number(0.0)


def _joined_branches(expression: ast.Conditional, scope: Scope, context: Context, known: bool = False) -> Value | None:
    """The value of an if-expression; None: its branches can only be told apart where their conditions are known now."""
    branches: list[tuple[Expr, Value]] = []
    variability = Variability.CONSTANT
    for place, (condition, value) in enumerate(expression.branches):
        test = lower(condition, scope, context)
        expect(test, BOOLEAN, "the condition after `if`", condition)
        if test.shape:
            raise wrong_size(condition.span, "the condition after `if`", (), test.shape)
        if known and test.variability <= Variability.PARAMETER:
            test = lower_structural(condition, scope, context, "a condition that decides a size or a String")
        if test.is_constant and not test.number:
            continue
        if scope.is_structural(test):
            rest = expression.branches[place + 1 :]
            other = replace(expression, branches=rest) if rest else expression.otherwise
            decided = scope.choose_by_structure(
                test.scalar,
                partial(lower, value, scope, context),
                partial(lower, other, scope, context),
                context,
                expression.span,
            )
            branches.append((constant(1.0), decided))
            break
        variability = max(variability, test.variability)
        branches.append((test.scalar, lower(value, scope, context)))
        if test.is_constant:
            break
    else:
        branches.append((constant(1.0), lower(expression.otherwise, scope, context)))
    result = branches[-1][1]
    differ = any(value.shape != result.shape or value.type is Builtin.STRING for _, value in branches[:-1])
    if differ and not known and variability <= Variability.PARAMETER:
        return None
    for choice, chosen in reversed(branches[:-1]):
        result = choose(choice, chosen, result, expression)
    return Value(result.type, max(result.variability, variability), result.shape, result.elements)


def _array(expression: ast.ArrayConstructor, scope: Scope, context: Context) -> Value:
    if expression.iterators:
        return comprehension(expression.elements[0], expression.iterators, scope, context)
    values = [lower(element, scope, context) for element in expression.elements]
    return stacked(values, expression)


def comprehension(element: ast.Expression, iterators: tuple[ast.Iterator, ...], scope: Scope, context: Context) -> Value:
    """`{element for i in r, j in s}`: the last iterator gives the first dimension."""
    *outer, last = iterators
    if outer:
        parts = [comprehension(element, tuple(outer), scope, inner) for inner in iterate((last,), scope, context, (element,))]
    else:
        parts = [lower(element, scope, inner) for inner in iterate((last,), scope, context, (element,))]
    return stacked(parts, element)


def _matrix(expression: ast.Matrix, rows: tuple[tuple[ast.Expression, ...], ...], scope: Scope, context: Context) -> Value:
    lowered = [[lower(element, scope, context) for element in row] for row in rows]
    dimensions = max(2, *(len(value.shape) for row in lowered for value in row))
    joined = [concatenate(2, [promote(value, dimensions) for value in row], expression.span) for row in lowered]
    return concatenate(1, joined, expression.span)


def iterate(
    iterators: tuple[ast.Iterator, ...], scope: Scope, context: Context, bodies: tuple[ast.Node, ...] = ()
) -> PythonIterator[Context]:
    """The contexts of a loop's passes, the last iterator running fastest."""
    if not iterators:
        yield context
        return
    iterator, *rest = iterators
    for element in loop_values(iterator, scope, context, bodies):
        yield from iterate(tuple(rest), scope, context.with_iterator(iterator.name, element), bodies)


def loop_values(iterator: ast.Iterator, scope: Scope, context: Context, bodies: tuple[ast.Node, ...] = ()) -> list[Value]:
    """The elements of the vector that an iterator runs through, as literals."""
    if iterator.range is None:
        value = scope.implied_range(iterator.name, bodies, context, iterator.span)
    elif isinstance(iterator.range, ast.Reference) and (found := scope.range_of_type(iterator.range, context)) is not None:
        value = found
    else:
        value = lower(iterator.range, scope, context.known_now("the range of a loop"))
    if len(value.shape) != 1:
        span = iterator.range.span if iterator.range is not None else iterator.span
        raise MosilaError(BAD_RANGE.at(span, what=f"the range of `{iterator.name}` is no vector"))
    if not value.is_constant and not isinstance(value.type, RecordType):
        assert iterator.range is not None
        text = expression_text(iterator.range)
        raise MosilaError(NOT_PARAMETER.at(iterator.range.span, what="the range of a loop", text=text))
    return [item.with_variability(Variability.CONSTANT) for item in value.rows()]


def _range(expression: ast.Range, scope: Scope, context: Context) -> Value:
    what = "a range"
    if scope.can_index and expression.step is None and not context.structural:
        moving = _moving_range(expression, scope, context)
        if moving is not None:
            return moving
    start = lower_structural(expression.start, scope, context, what)
    stop = lower_structural(expression.stop, scope, context, what)
    step = integer(1) if expression.step is None else lower_structural(expression.step, scope, context, what)
    for part, written in ((start, expression.start), (stop, expression.stop), (step, expression.step or expression.start)):
        if part.shape or isinstance(part.type, RecordType) or part.type is Builtin.STRING:
            raise MosilaError(BAD_RANGE.at(written.span, what="a range runs between scalars"))
    if isinstance(start.type, EnumerationType) or start.type is Builtin.BOOLEAN:
        expect(stop, (start.type,), what, expression.stop)
        values = range(int(start.number), int(stop.number) + 1)
        return stack([number(float(k), start.type) for k in values], start.type)
    for part, written in ((start, expression.start), (stop, expression.stop)):
        expect(part, NUMBERS, what, written)
    first, last, width = start.number, stop.number, step.number
    if width == 0:
        raise MosilaError(BAD_RANGE.at(expression.span, what="a range with step 0 has no end"))
    count = max(0, floor((last - first) / width + 1e-10) + 1)
    check_extent((count,), expression.span)
    type_ = common_type((start.type, step.type, stop.type)) or Builtin.REAL
    return Value(type_, Variability.CONSTANT, (count,), tuple(constant(first + k * width) for k in range(count)))


def _moving_range(expression: ast.Range, scope: Scope, context: Context) -> Value | None:
    """`i:i + 2`: a range in a function that begins anywhere but always has the same length; None: it is not one."""
    start, stop = lower(expression.start, scope, context), lower(expression.stop, scope, context)
    if start.is_constant and stop.is_constant:
        return None
    if start.type is not Builtin.INTEGER or stop.type is not Builtin.INTEGER or start.shape or stop.shape:
        return None
    slots = {*slots_of(start.scalar), *slots_of(stop.scalar)}
    if any(node.operator in (ELEMENT, OUTPUT) for node in postorder((start.scalar, stop.scalar))):
        return None
    lengths = set()
    for seed in (3, 101, 10007):
        numbers = [float((seed * (index + 7)) % 997 + 1) for index in range(max(slots, default=0) + 1)]
        lengths.add(evaluate(stop.scalar, numbers) - evaluate(start.scalar, numbers) + 1)
    if len(lengths) > 1:
        return None
    elements = tuple(apply("+", start.scalar, constant(float(k))) for k in range(max(0, int(lengths.pop()))))
    return Value(Builtin.INTEGER, Variability.DISCRETE, (len(elements),), elements)


def _selection(expression: ast.Selection, scope: Scope, context: Context) -> Value:
    inner = expression.inner
    if isinstance(inner, ast.Tuple):
        raise unsupported(expression.span, "a subscript of an output list", "assign it first")
    value = lower(inner.inner, scope, context)
    if expression.subscripts:
        value = subscripted(value, expression.subscripts, expression_text(inner), scope, context)
    if expression.member is not None:
        found = value.field(expression.member)
        if found is None:
            raise unsupported(expression.span, f"`.{expression.member}` of this", "select from a record")
        value = found
    return value


def subscripted(
    value: Value, subscripts: tuple[ast.Expression, ...], name: str, scope: Scope, context: Context, outside: list[Guard] | None = None
) -> Value:
    """The elements of an array value that subscripts choose; a subscript that varies chooses with if-expressions.

    Where such a subscript names no element there is no value; who asks for the guards in `outside` sees to that.
    """
    if len(subscripts) > len(value.shape):
        raise MosilaError(
            WRONG_SIZE.at(subscripts[0].span, what=f"`{name}` has too many subscripts", left=len(value.shape), right=len(subscripts))
        )
    guards: list[Guard] = []
    chosen = _subscripted(value, list(subscripts), name, scope, context, guards)
    if len(subscripts) == 1 and all(e.operator == SLOT for e in value.elements) and all(e.operator == ELEMENT for e in chosen.elements):
        return chosen
    if outside is None:
        return _protected(chosen, guards)
    outside += guards
    return chosen


def _protected(value: Value, guards: Iterable[Guard]) -> Value:
    """The value where each index names something."""
    for guard in dict.fromkeys(guards):
        value = replace(value, elements=tuple(guard.protect(element) for element in value.elements))
    return value


def _subscripted(value: Value, subscripts: list[ast.Expression], name: str, scope: Scope, context: Context, guards: list[Guard]) -> Value:
    if not subscripts:
        return value
    subscript, *rest = subscripts
    size = value.shape[0]
    if isinstance(subscript, ast.Colon):
        return _restacked([_subscripted(row, rest, name, scope, context, guards) for row in value.rows()], value, rest)
    index = lower(subscript, scope, context.with_iterator("end", integer(size)))
    if not isinstance(index.type, EnumerationType):
        expect(index, (Builtin.INTEGER, Builtin.BOOLEAN), "a subscript", subscript)
    if not index.is_constant:
        return _chosen(value, index, subscript, rest, name, scope, context, guards)
    offset = 0 if index.type is Builtin.BOOLEAN else 1
    places = [int(e.value) - offset for e in index.elements]
    for place in places:
        if not 0 <= place < size:
            raise MosilaError(BAD_SUBSCRIPT.at(subscript.span, index=place + offset, name=name, size=size))
    parts = [_subscripted(value.at((place,)), rest, name, scope, context, guards) for place in places]
    return _restacked(parts, value, rest) if index.shape else parts[0]


def _restacked(parts: list[Value], value: Value, rest: list[ast.Expression]) -> Value:
    if parts:
        return stack(parts, value.type)
    return Value(value.type, value.variability, (0, *value.shape[1 + len(rest) :]), ())


def _chosen(
    value: Value,
    index: Value,
    subscript: ast.Expression,
    rest: list[ast.Expression],
    name: str,
    scope: Scope,
    context: Context,
    guards: list[Guard],
) -> Value:
    """An element whose number varies: one if-expression for each scalar of it."""
    if index.shape:
        parts = []
        for item in index.items():
            own: list[Guard] = []
            parts.append(_protected(_chosen(value, item, subscript, rest, name, scope, context, own), own))
        return stack(parts, value.type)
    offset = 0 if index.type is Builtin.BOOLEAN else 1
    rows = [_subscripted(row, rest, name, scope, context, guards) for row in value.rows()]
    guards.append(index_guard(index.scalar, offset, len(rows), name, subscript.span))
    if scope.can_index and rows:
        place = apply("-", index.scalar, constant(float(offset)))
        columns = zip(*(row.elements for row in rows), strict=True)
        chosen = tuple(choose_element(list(column), place) for column in columns)
        return Value(value.type, max(value.variability, index.variability), rows[0].shape, chosen)
    result = rows[-1]
    variability = max(value.variability, index.variability)
    for number_ in range(len(rows) - 2, -1, -1):
        test = apply("==", index.scalar, constant(float(number_ + offset)))
        elements = tuple(apply("if", test, a, b) for a, b in zip(rows[number_].elements, result.elements, strict=True))
        result = Value(value.type, variability, result.shape, elements)
    return result.with_variability(variability)


def is_builtin(expression: ast.Call, scope: Scope, context: Context) -> bool:
    """Whether a call means a built-in function."""
    function = expression.function
    if len(function.parts) != 1 or function.parts[0].subscripts:
        return False
    name = function.parts[0].name
    return name in BUILTIN_FUNCTIONS and (function.is_global or not scope.is_shadowed(name, context))


def _call(expression: ast.Call, scope: Scope, context: Context) -> Value:
    if is_builtin(expression, scope, context):
        return BUILTIN_FUNCTIONS[expression.function.parts[0].name](expression, Lowering(scope, context))
    outputs = scope.call(expression, context)
    if not outputs:
        raise unsupported(expression.span, "a function without outputs in an expression", "call it as an equation")
    return outputs[0]


class Lowering:
    """What built-in functions use to translate their arguments."""

    def __init__(self, scope: Scope, context: Context) -> None:
        self.scope = scope
        self.context = context

    def value(self, expression: ast.Expression, *, events: bool = True, pure: bool = False) -> Value:
        """The value of an argument; with `pure`, impure functions in it count as pure ones."""
        context = self.context.with_impure() if pure else self.context
        return lower(expression, self.scope, context if events else context.without_events())

    def known(self, expression: ast.Expression, what: str) -> Value:
        """The value of an argument that must be known now."""
        return lower_structural(expression, self.scope, self.context, what)

    def size(self, expression: ast.Expression, what: str) -> int:
        """The value of an Integer argument that must be known now."""
        return lower_integer(expression, self.scope, self.context, what)

    def passes(self, expression: ast.Call) -> list[Value]:
        """The values of a reduction's argument for all passes of its iterators."""
        argument = expression.arguments[0]
        contexts = iterate(expression.iterators, self.scope, self.context, (argument,))
        return [lower(argument, self.scope, inner) for inner in contexts]

    def comprehension(self, expression: ast.Call) -> Value:
        """`array(e for i in r)`."""
        return comprehension(expression.arguments[0], expression.iterators, self.scope, self.context)

    def dimensions(self, expression: ast.Expression) -> Shape:
        """The dimensions of an argument, without reading it where it is a component."""
        if isinstance(expression, ast.Reference) and self.context.iterator(expression.parts[0].name) is None:
            found = self.scope.size(expression, self.context)
            if found is not None:
                return found
        return lower(expression, self.scope, self.context).shape
