"""Typed values: the expressions that an expression of the source becomes, one for each scalar in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import prod

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import TOO_LARGE
from mosila.diagnostics.types import WRONG_SIZE, WRONG_TYPE
from mosila.instance.plan import Variability
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, RecordType, Shape, Type, type_name, type_width
from mosila.source import Span
from mosila.symbolic.expression import CONSTANT, TEXT, Expr, apply, constant, text
from mosila.syntax import ast
from mosila.syntax.format import expression_text

NUMBERS = (Builtin.REAL, Builtin.INTEGER)
BOOLEAN = (Builtin.BOOLEAN,)
MOST_ELEMENTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Value:
    """An expression of the source as scalars: elements in row-major order, of a record its fields one after the other."""

    type: Type
    variability: Variability
    shape: Shape
    elements: tuple[Expr, ...]

    @property
    def scalar(self) -> Expr:
        """The only element of a scalar."""
        return self.elements[0]

    @property
    def is_constant(self) -> bool:
        """Whether all elements are literals."""
        return all(element.operator in (CONSTANT, TEXT) for element in self.elements)

    @property
    def number(self) -> float:
        """The number that a constant scalar is."""
        return self.elements[0].value

    @property
    def string(self) -> str:
        """The text that a constant String is."""
        return str(self.elements[0].symbol)

    @property
    def count(self) -> int:
        """How many elements an array has."""
        return prod(self.shape)

    def item(self, number: int) -> Value:
        """An element of an array, counted from 0 in row-major order."""
        width = type_width(self.type)
        return Value(self.type, self.variability, (), self.elements[number * width : (number + 1) * width])

    def items(self) -> list[Value]:
        """All elements of an array, or the scalar itself."""
        return [self.item(k) for k in range(self.count)]

    def at(self, index: tuple[int, ...]) -> Value:
        """The element or sub-array at an index counted from 0."""
        rest = self.shape[len(index) :]
        width = prod(rest) * type_width(self.type)
        first = 0
        for place, size in zip(index, self.shape, strict=False):
            first = first * size + place
        return Value(self.type, self.variability, rest, self.elements[first * width : (first + 1) * width])

    def rows(self) -> list[Value]:
        """The elements along the first dimension."""
        return [self.at((k,)) for k in range(self.shape[0])]

    def field(self, name: str) -> Value | None:
        """A field of a record, of an array of records an array."""
        found = self.type.find(name) if isinstance(self.type, RecordType) else None
        if found is None:
            return None
        first, inner = found
        width = type_width(self.type)
        elements = tuple(e for k in range(self.count) for e in self.elements[k * width + first : k * width + first + inner.width])
        return Value(inner.type, self.variability, (*self.shape, *inner.shape), elements)

    def with_variability(self, variability: Variability) -> Value:
        """The same value, said to vary so often."""
        return replace(self, variability=variability)

    def reshaped(self, shape: Shape) -> Value:
        """The same elements in other dimensions."""
        return replace(self, shape=shape)


def stack(values: Iterable[Value], type_: Type | None = None) -> Value:
    """An array of values of one shape."""
    parts = list(values)
    if not parts:
        return Value(type_ or Builtin.REAL, Variability.CONSTANT, (0,), ())
    joined = type_ or common_type(part.type for part in parts) or parts[0].type
    elements = tuple(element for part in parts for element in part.elements)
    return Value(joined, max(part.variability for part in parts), (len(parts), *parts[0].shape), elements)


def common_type(types: Iterable[Type]) -> Type | None:
    """The type that values of all these types have, Integers counting as Reals where they must; None: there is none."""
    found: Type | None = None
    for type_ in types:
        if found is None or found == type_:
            found = type_
        elif found in NUMBERS and type_ in NUMBERS:
            found = Builtin.REAL
        else:
            return None
    return found


def wrong_size(span: Span, what: str, left: Shape, right: Shape) -> MosilaError:
    """The error of two sizes that do not fit."""
    return MosilaError(WRONG_SIZE.at(span, what=what, left=size_text(left), right=size_text(right)))


def number(value: float, type_: Type = Builtin.REAL) -> Value:
    """A literal."""
    return Value(type_, Variability.CONSTANT, (), (constant(value),))


def integer(value: int) -> Value:
    """A literal Integer."""
    return number(float(value), Builtin.INTEGER)


def string(value: str) -> Value:
    """A literal String."""
    return Value(Builtin.STRING, Variability.CONSTANT, (), (text(value),))


def boolean(value: bool) -> Value:
    """A literal Boolean."""
    return number(float(value), Builtin.BOOLEAN)


def type_phrase(type_: Type) -> str:
    """A type in a sentence."""
    if isinstance(type_, RecordType):
        return f"a record {type_.name}"
    if isinstance(type_, EnumerationType):
        return f"a value of {type_.name}"
    name = type_name(type_)
    return f"an {name}" if name[0] in "AEIOUaeiou" else f"a {name}"


def expect(value: Value, allowed: tuple[Type, ...], what: str, expression: ast.Expression, advice: str = "") -> Value:
    """The value itself if its type is among those allowed, else an error."""
    if value.type in allowed:
        return value
    expected = " or ".join(type_phrase(t) for t in allowed)
    raise MosilaError(
        WRONG_TYPE.at(
            expression.span,
            what=what,
            expected=expected,
            text=expression_text(expression),
            found=type_phrase(value.type),
            advice=advice or f"write {expected} here",
        )
    )


def assignable(target: Type, value: Type) -> bool:
    """Whether a value of one type can be given to a variable of another."""
    if target == value or (target is Builtin.REAL and value is Builtin.INTEGER):
        return True
    if isinstance(target, RecordType) and isinstance(value, RecordType):
        mine, others = {each.name: each for each in target.fields}, {each.name: each for each in value.fields}
        return mine.keys() == others.keys() and all(
            assignable(each.type, others[name].type) and each.shape == others[name].shape for name, each in mine.items()
        )
    if isinstance(target, EnumerationType) and isinstance(value, EnumerationType):
        return target.literals == value.literals
    return False


def arranged(target: Type, value: Value) -> Value:
    """A record value with its fields in the order of the target's; others as they are."""
    if not isinstance(target, RecordType) or not isinstance(value.type, RecordType) or value.type.fields == target.fields:
        return replace(value, type=target)
    elements: list[Expr] = []
    for item in value.items():
        for each in target.fields:
            inner = item.field(each.name)
            assert inner is not None
            elements.extend(arranged(each.type, inner).elements)
    return Value(target, value.variability, value.shape, tuple(elements))


def elementwise(operation: Callable[..., Expr], type_: Type, values: tuple[Value, ...], what: str, span: Span) -> Value:
    """Apply an operation element by element; scalars go with every element of an array."""
    shape: Shape = ()
    for value in values:
        if value.shape:
            if shape and value.shape != shape:
                raise wrong_size(span, what, shape, value.shape)
            shape = value.shape
    count = prod(shape)
    columns = [v.elements if v.shape else v.elements * count for v in values]
    elements = tuple(operation(*operands) for operands in zip(*columns, strict=True))
    return Value(type_, max(v.variability for v in values), shape, elements)


def check_extent(shape: Shape, span: Span) -> Shape:
    """The shape again; a `MosilaError` if its elements would not fit into memory."""
    if prod(shape) > MOST_ELEMENTS:
        raise MosilaError(TOO_LARGE.at(span, count=f"{prod(shape):,}", most=f"{MOST_ELEMENTS:,}"))
    return shape


def size_text(shape: Shape) -> str:
    """A shape as the modeller writes it."""
    return "[" + ", ".join(map(str, shape)) + "]" if shape else "scalar"


def common_number(left: Type, right: Type) -> Builtin:
    """The type of an arithmetic result."""
    return Builtin.INTEGER if left is right is Builtin.INTEGER else Builtin.REAL


def negate(value: Value) -> Value:
    """The value with every element negated."""
    return replace(value, elements=tuple(apply("neg", e) for e in value.elements))
