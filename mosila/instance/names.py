"""Names that need no object: constants of classes and packages, literals of enumerations, classes as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.names import NOT_A_VARIABLE, NOT_CONSTANT, UNKNOWN_NAME
from mosila.diagnostics.program import PARAMETER_CYCLE
from mosila.diagnostics.types import NO_VALUE, NOT_PARAMETER, WRONG_SIZE, WRONG_TYPE
from mosila.diagnostics.variability import CONSTANT_WITHOUT_VALUE
from mosila.instance.context import Context, FunctionValue, Scope, unsupported
from mosila.instance.lower import lower_integer, lower_structural, subscripted
from mosila.instance.plan import VALUE, RowKind, Variability
from mosila.instance.value_checks import Guard
from mosila.instance.values import Value, arranged, assignable, boolean, number, stack, type_phrase, wrong_size
from mosila.semantics.access import refuse_access, refuse_partial
from mosila.semantics.classes import Class, ClassElement, ComponentElement, Predefined, as_class
from mosila.semantics.modifiers import EMPTY, Modifier, merge
from mosila.semantics.prefixes import short_causality
from mosila.semantics.suggest import suggestion
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.semantics.types import EnumerationType, Field, RecordType, Shape, Type
from mosila.source import Span
from mosila.symbolic.expression import Expr
from mosila.syntax import ast
from mosila.syntax.format import expression_text

Lowered = Callable[[ast.Call, Scope, Context], tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class ElementType:
    """The type of a component: predefined, enumeration or class; attributes of the type; dimensions as written."""

    type: Builtin | EnumerationType | Class
    modifier: Modifier
    subscripts: tuple[tuple[ast.Expression, Class], ...]
    is_connector: bool = False
    causality: str = ""


def element_type(element: ComponentElement) -> ElementType:
    """What the declaration of a component says of its type."""
    clause = element.clause
    found = element.owner.find_class(clause.type)
    written = tuple((s, element.owner) for s in (*element.declaration.subscripts, *clause.subscripts))
    if isinstance(found, Class):
        predefined = found.predefined
        if predefined is None:
            return ElementType(found, EMPTY, (*written, *found.short_subscripts), causality=short_causality(found))
    else:
        predefined = Predefined(found)
    subscripts = (*written, *predefined.subscripts)
    return ElementType(predefined.type, predefined.modifier, subscripts, predefined.is_connector, predefined.causality)


@dataclass(eq=False)
class Constants:
    """Values of constants and types of records, kept for a whole program."""

    call: Lowered
    values: dict[int, Value] = field(default_factory=dict)
    records: dict[Class, RecordType] = field(default_factory=dict)
    class_of: dict[ClassSymbol, Class] = field(default_factory=dict)
    """The records met so far, by definition."""
    kept: list[object] = field(default_factory=list)
    open: list[ComponentElement] = field(default_factory=list)

    def value(self, element: ComponentElement, span: Span) -> Value:
        """The value of a constant."""
        key = id(element)
        if key not in self.values:
            if any(each is element for each in self.open):
                cycle = " <- ".join(each.name for each in (*self.open, element))
                raise MosilaError(PARAMETER_CYCLE.at(element.span, name=element.name, cycle=cycle))
            self.open.append(element)
            try:
                self.values[key] = self._value(element, element.modifier, span)
            finally:
                self.open.pop()
            self.kept.append(element)
        return self.values[key]

    def _value(self, element: ComponentElement, modifier: Modifier, span: Span) -> Value:
        declared = element_type(element)
        scope = ClassScope(self, element.owner)
        if modifier.value is not None:
            context = Context(modifier.scope or element.owner)
            value = lower_structural(modifier.value, scope, context, f"the constant `{element.name}`")
            return self._fitted(element, declared, value, modifier, span)
        if isinstance(declared.type, Class) and declared.type.is_record and not declared.subscripts:
            return self._record(declared.type, modifier, span)
        if element.is_constant:
            raise MosilaError(CONSTANT_WITHOUT_VALUE.at(element.span, name=element.name))
        raise MosilaError(NO_VALUE.at(span, what="this", name=element.name))

    def _record(self, class_: Class, modifier: Modifier, span: Span) -> Value:
        """A record from the values of its fields."""
        type_ = self.record_type(class_)
        elements: list[Expr] = []
        for each in type_.fields:
            inner = class_.elements.named[each.name]
            assert isinstance(inner, ComponentElement)
            elements.extend(self._value(inner, merge(modifier.inner(each.name), inner.modifier), span).elements)
        return Value(type_, Variability.CONSTANT, (), tuple(elements))

    def _fitted(self, element: ComponentElement, declared: ElementType, value: Value, modifier: Modifier, span: Span) -> Value:
        type_ = self.type_of(declared.type, element.span)
        assert modifier.value is not None
        if not assignable(type_, value.type) and not (value.count == 0 and value.shape):
            raise MosilaError(
                WRONG_TYPE.at(
                    modifier.span,
                    what=f"`{element.name}`",
                    expected=type_phrase(type_),
                    text=expression_text(modifier.value),
                    found=type_phrase(value.type),
                    advice=f"write {type_phrase(type_)} here",
                )
            )
        if len(value.shape) != len(declared.subscripts) and value.shape:
            raise wrong_size(modifier.span, f"`{element.name}`", (0,) * len(declared.subscripts), value.shape)
        return arranged(type_, value)

    def type_of(self, type_: Builtin | EnumerationType | Class, span: Span) -> Type:
        """A type of values; a class that is no record has none."""
        if not isinstance(type_, Class):
            return type_
        return self.record_type(type_)

    def record_type(self, class_: Class) -> RecordType:
        """The fields of a record."""
        if class_ not in self.records:
            fields: list[Field] = []
            for element in class_.elements.named.values():
                if isinstance(element, ComponentElement):
                    declared = element_type(element)
                    shape = self.shape(element, declared)
                    fields.append(Field(element.name, self.type_of(declared.type, element.span), shape))
            self.class_of[class_.symbol] = class_
            self.records[class_] = RecordType(class_.name, tuple(fields), class_.symbol)
        return self.records[class_]

    def shape(self, element: ComponentElement, declared: ElementType) -> Shape:
        """The dimensions of a component that needs no object."""
        sizes: list[int] = []
        for axis, (subscript, owner) in enumerate(declared.subscripts):
            if isinstance(subscript, ast.Colon):
                value = self.value(element, element.span)
                sizes.append(value.shape[axis])
            else:
                sizes.append(dimension(subscript, ClassScope(self, owner), Context(owner)))
        return tuple(sizes)


def dimension(subscript: ast.Expression, scope: Scope, context: Context) -> int:
    """The size that a subscript in a declaration gives: a number, an enumeration or Boolean."""
    if isinstance(subscript, ast.Reference) and (values := scope.range_of_type(subscript, context)) is not None:
        return values.count
    size = lower_integer(subscript, scope, context, "an array dimension")
    if size < 0:
        raise MosilaError(WRONG_SIZE.at(subscript.span, what="a negative dimension", left=size, right="at least 0"))
    return size


def enumeration_literal(type_: EnumerationType, part: ast.Part) -> Value:
    """A literal of an enumeration."""
    if part.name not in type_.literals:
        advice = suggestion(part.name, type_.literals)
        raise MosilaError(UNKNOWN_NAME.at(part.span, name=part.name, scope=f"the enumeration {type_.name}", suggestion=advice))
    return number(float(type_.literals.index(part.name) + 1), type_)


class ClassScope:
    """The names of a class without an object: constants, and what is called."""

    def __init__(self, constants: Constants, class_: Class) -> None:
        self.constants = constants
        self.class_ = class_

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """A constant or a literal of an enumeration."""
        value = self.find_constant(reference, context)
        if kind != VALUE:
            what = "a constant, which has no derivative and no value before an event"
            raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=expression_text(reference), what=what))
        return value

    def find_constant(self, reference: ast.Reference, context: Context) -> Value:
        """The value of a name that needs no object."""
        first = reference.parts[0]
        found: object = context.scope.root(first.name) if reference.is_global else context.scope.lookup(first.name)
        place = 0
        while True:
            part = reference.parts[place]
            if found is None:
                raise self.unknown(reference, place, context)
            if isinstance(found, ComponentElement):
                return self._constant(found, reference, place, context)
            if place + 1 == len(reference.parts):
                what = f"the class {expression_text(reference)}" if not isinstance(found, Builtin) else "a type"
                raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=expression_text(reference), what=what))
            if isinstance(found, EnumerationType):
                return enumeration_literal(found, reference.parts[place + 1])
            class_ = as_class(found)
            if class_ is None or part.subscripts:
                raise self.unknown(reference, place, context)
            place += 1
            following = class_.member(reference.parts[place].name)
            if following is None and (predefined := class_.predefined) is not None and isinstance(predefined.type, EnumerationType):
                return enumeration_literal(predefined.type, reference.parts[place])
            if following is not None:
                refuse_access(class_, following, reference.parts[place].span)
                if isinstance(following, ComponentElement):
                    refuse_partial(class_, found, following.name, context.scope, reference.span)
            found = following

    def _constant(self, element: ComponentElement, reference: ast.Reference, place: int, context: Context) -> Value:
        if not element.is_constant and element.owner.restriction == "package" and _is_around(element.owner, context.scope):
            raise MosilaError  # the package was complained of already
        if not element.is_constant:
            raise MosilaError(
                NOT_CONSTANT.at(reference.span, name=element.name, scope=element.owner.name, related=[(element.span, "declared here")])
            )
        value = self.constants.value(element, reference.span)
        return selected(value, reference, place, self, context)

    def unknown(self, reference: ast.Reference, place: int, context: Context) -> MosilaError:
        """The error of a name that is not there."""
        part = reference.parts[place]
        if place == 0 and context.scope.imports_nothing(part.name):
            return MosilaError()  # the import was complained of already
        if place == 0:
            scope, candidates = context.scope.name, [*context.scope.elements.named, *context.scope.visible_names(), "time"]
        else:
            before = context.scope.find_class(ast.Name(tuple(p.name for p in reference.parts[:place]), span=reference.span))
            scope = before.name if isinstance(before, Class) else str(before)
            candidates = list(before.elements.named) if isinstance(before, Class) else []
        return MosilaError(UNKNOWN_NAME.at(part.span, name=part.name, scope=scope, suggestion=suggestion(part.name, candidates)))

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of a constant."""
        return None

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """Constants make no events."""
        raise MosilaError(NOT_PARAMETER.at(span, what="the value of a constant", text=relation))

    def timed(self, kind: RowKind, left: Expr, right: Expr, span: Span) -> Expr:
        """Constants know no time."""
        raise MosilaError(NOT_PARAMETER.at(span, what="the value of a constant", text=kind.value))

    def event_function(self, name: str, operands: tuple[Expr, ...], span: Span) -> Expr:
        """Constants make no events."""
        raise MosilaError(NOT_PARAMETER.at(span, what="the value of a constant", text=name))

    def derivative(self, expression: Expr, span: Span) -> Expr:
        """Constants do not move."""
        raise MosilaError(NOT_PARAMETER.at(span, what="the value of a constant", text="der"))

    def reserved(self, position: int) -> Expr:
        """Constants know no instant."""
        raise MosilaError(NOT_PARAMETER.at(self.class_.symbol.span, what="the value of a constant", text="initial()"))

    def call(self, call: ast.Call, context: Context) -> tuple[Value, ...]:
        """All outputs of a call."""
        return self.constants.call(call, self, context)

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, context: Context) -> Value | None:
        """What an operator of operator records gives."""
        return None

    def is_shadowed(self, name: str, context: Context) -> bool:
        """Whether a name of a built-in function means something else here."""
        found = context.scope.lookup(name)
        return isinstance(found, ClassElement | Class)

    def special(self, call: ast.Call, name: str, context: Context) -> Value:
        """Nothing is connected to a constant."""
        raise unsupported(call.span, f"`{name}` here", "use it in an equation")

    def range_of_type(self, reference: ast.Reference, context: Context) -> Value | None:
        """All values of an enumeration or of Boolean."""
        return range_of_type(reference, context)

    @property
    def can_index(self) -> bool:
        """Whether slots can be chosen by a number that is not known yet."""
        return False

    def function_value(self, reference: ast.Reference, context: Context) -> FunctionValue | None:
        """A function that was passed as an argument."""
        return None

    def reduction(self, call: ast.Call, name: str, context: Context) -> Value | None:
        """A constant is no collection."""
        return None

    def collection_size(self, call: ast.Call, context: Context) -> Value | None:
        """A constant is no collection."""
        return None

    def is_structural(self, value: Value) -> bool:
        """Constants do not follow the structure."""
        return False

    def choose_by_structure(
        self, test: Expr, then: Callable[[], Value], otherwise: Callable[[], Value], context: Context, span: Span
    ) -> Value:
        """Nothing here follows the structure."""
        raise unsupported(span, "a choice by structure here", "use it in an equation")

    def implied_range(self, name: str, bodies: tuple[ast.Node, ...], context: Context, span: Span) -> Value:
        """The range of an iterator that has none."""
        raise unsupported(span, "an iterator without a range here", "write `i in 1:n`")


def _is_around(outer: Class, inner: Class) -> bool:
    here: Class | None = inner
    while here is not None:
        if here.symbol is outer.symbol:
            return True
        here = here.enclosing
    return False


def range_of_type(reference: ast.Reference, context: Context) -> Value | None:
    """All values of the enumeration (or Boolean) that a reference names, or None."""
    if any(part.subscripts for part in reference.parts) or context.iterator(reference.parts[0].name) is not None:
        return None
    found: object = context.scope.root(reference.parts[0].name) if reference.is_global else context.scope.lookup(reference.parts[0].name)
    for part in reference.parts[1:]:
        class_ = as_class(found)
        found = class_.member(part.name) if class_ is not None else None
    type_: object = found
    class_ = as_class(found)
    if class_ is not None and class_.predefined is not None:
        type_ = class_.predefined.type
    if isinstance(type_, EnumerationType):
        return stack([number(float(k + 1), type_) for k in range(len(type_.literals))], type_)
    if type_ is Builtin.BOOLEAN:
        return stack([boolean(False), boolean(True)])
    return None


def selected(
    value: Value, reference: ast.Reference, place: int, scope: Scope, context: Context, outside: list[Guard] | None = None
) -> Value:
    """The part of a value that the rest of a reference names, from the subscripts of `place` on."""
    for number_, part in enumerate(reference.parts[place:]):
        if number_:
            inner = value.field(part.name)
            if inner is None:
                fields = [each.name for each in value.type.fields] if isinstance(value.type, RecordType) else []
                advice = suggestion(part.name, fields)
                raise MosilaError(UNKNOWN_NAME.at(part.span, name=part.name, scope=type_phrase(value.type), suggestion=advice))
            value = inner
        if part.subscripts:
            value = subscripted(value, part.subscripts, part.name, scope, context, outside)
    return value
