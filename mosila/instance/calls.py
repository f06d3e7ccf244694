"""Calls: which function or constructor a call means, and its arguments put to its inputs."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import AMBIGUOUS_OPERATOR, NOT_CALLABLE, WRONG_CALL
from mosila.diagnostics.types import BAD_SUBSCRIPT, WRONG_ARGUMENTS, WRONG_TYPE
from mosila.instance.context import Context, FunctionValue, Scope, unsupported
from mosila.instance.find_function import find_function
from mosila.instance.graph import graph_operator, not_supported
from mosila.instance.lower import lower
from mosila.instance.names import ClassScope, Constants, ElementType, dimension, element_type
from mosila.instance.plan import VALUE, Variability
from mosila.instance.value_checks import protected_literal
from mosila.instance.values import Value, arranged, assignable, expect, stack, type_phrase, wrong_size
from mosila.semantics.classes import Class, ComponentElement, as_class
from mosila.semantics.modifiers import Modifier
from mosila.semantics.suggest import suggestion
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, Field, RecordType, Shape
from mosila.source import Span
from mosila.symbolic.expression import Expr
from mosila.syntax import ast
from mosila.syntax.format import expression_text


@dataclass(frozen=True, slots=True)
class Argument:
    """What an input of a function is given: a value, or a function with some of its inputs filled in."""

    value: Value | None = None
    function: FunctionValue | None = None


class GivenScope(ClassScope):
    """The names of a class some of whose components have values: fields of a record, inputs of a function."""

    def __init__(self, constants: Constants, class_: Class, values: dict[str, Value]) -> None:
        super().__init__(constants, class_)
        self.values = values

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """A component that has a value, or a constant."""
        first = reference.parts[0].name
        if kind == VALUE and first in self.values and not reference.is_global and context.scope.symbol in self.class_.elements.lineage:
            from_here = ast.Reference(reference.parts, span=reference.span)
            return lower(from_here, self, context.with_iterator(first, self.values[first]))
        return super().read(reference, kind, context)

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of a component that has a value."""
        first = reference.parts[0].name
        return self.values[first].shape if len(reference.parts) == 1 and first in self.values else None


Specialise = Callable[["Class", dict[str, Argument], ast.Call, Scope, Context], tuple[Value, ...]]

Effect = Callable[["Class", dict[str, Argument], ast.Call, Scope, Context], Expr]

FindResource = Callable[[str], Path | None]
"""The file or folder that a `modelica://` address means."""


class FunctionCalls:
    """Translates calls for a whole program."""

    def __init__(self, specialise: Specialise, effect: Effect, find_resource: FindResource) -> None:
        self.constants: Constants
        self.find_resource = find_resource
        self.specialise = specialise
        self._effect = effect

    def effects(self, call: ast.Call, scope: Scope, context: Context) -> tuple[Expr, ...]:
        """A call that stands alone, of a function; arrays where scalars are wanted call it for each element."""
        class_ = self.find(call.function, scope, context)
        if not class_.is_function or class_.symbol.definition.partial:
            raise MosilaError(NOT_CALLABLE.at(call.span, name=expression_text(call.function), what=f"a {class_.restriction}"))
        given = self.arguments(class_, call, scope, context)
        repeated = self._repeated(class_, given, call)
        each = [given] if repeated is None else [self._items(class_, given, number) for number in range(prod(repeated))]
        return tuple(self._effect(class_, chosen, call, scope, context) for chosen in each)

    def call(self, call: ast.Call, scope: Scope, context: Context) -> tuple[Value, ...]:
        """All outputs of a call."""
        if graph_operator(call):
            raise not_supported(graph_operator(call), call.span)
        class_ = self.find(call.function, scope, context)
        predefined = class_.predefined
        if predefined is not None and isinstance(predefined.type, EnumerationType):
            return (self._literal(predefined.type, call, scope, context),)
        if predefined is not None and predefined.type is Builtin.EXTERNAL:
            return self._construct_object(class_, call, scope, context)
        if class_.is_record:
            return (self.construct(class_, call, scope, context),)
        if class_.restriction == "operator" or class_.predefined is not None:
            raise MosilaError(NOT_CALLABLE.at(call.span, name=expression_text(call.function), what=f"a {class_.restriction}"))
        if not class_.is_function:
            return self._construct_object(class_, call, scope, context)
        return self.call_function(class_, call, scope, context)

    def call_function(self, class_: Class, call: ast.Call, scope: Scope, context: Context) -> tuple[Value, ...]:
        """All outputs of a function for the arguments of a call; arrays where scalars are wanted call it for each element."""
        if class_.is_partial:
            raise MosilaError(NOT_CALLABLE.at(call.span, name=class_.name, what="a partial function"))
        given = self.arguments(class_, call, scope, context)
        repeated = self._repeated(class_, given, call)
        if repeated is None:
            return self.specialise(class_, given, call, scope, context)
        if len(self.outputs(class_)) != 1:
            why = f"it has {len(self.outputs(class_))} outputs, and only a function with one can be called for each element of an array"
            raise self._wrong(class_, call, why)
        results: list[tuple[Value, ...]] = []
        for number in range(prod(repeated)):
            results.append(self.specialise(class_, self._items(class_, given, number), call, scope, context))
        outputs = [stack([result[k] for result in results]) for k in range(len(results[0]))]
        return tuple(value.reshaped((*repeated, *value.shape[1:])) for value in outputs)

    # --- which function -------------------------------------------------------------------------------------------

    def find(self, function: ast.Reference, scope: Scope, context: Context) -> Class:
        """The class that is called."""
        return find_function(function, context)

    # --- arguments ------------------------------------------------------------------------------------------------

    def inputs(self, class_: Class) -> dict[str, ComponentElement]:
        """The inputs of a function in order."""
        return _with_causality(class_, "input")

    def outputs(self, class_: Class) -> dict[str, ComponentElement]:
        """The outputs of a function in order."""
        return _with_causality(class_, "output")

    def arguments(self, class_: Class, call: ast.Call, scope: Scope, context: Context) -> dict[str, Argument]:
        """The inputs of a function with what a call gives them, defaults included."""
        inputs = self.inputs(class_)
        written = self._written(class_, call, tuple(inputs))
        given: dict[str, Argument] = {}
        values: dict[str, Value] = {}
        for name, element in inputs.items():
            if name in written:
                given[name] = self._argument(element, written[name], scope, context)
            elif element.modifier.value is not None:
                inner = GivenScope(self.constants, class_, values)
                value = lower(element.modifier.value, inner, Context(element.modifier.scope or class_, events=False))
                given[name] = Argument(value)
            else:
                raise self._wrong(class_, call, f"the input `{name}` is given no value")
            value_ = given[name].value
            if value_ is not None:
                values[name] = value_
        return {name: self._checked(class_, inputs[name], argument, call, values) for name, argument in given.items()}

    def known_argument(self, class_: Class, name: str, call: ast.Call, scope: Scope, context: Context) -> Value:
        """What a call gives one input, whose value must be known now."""
        inputs = self.inputs(class_)
        written = self._written(class_, call, tuple(inputs))
        if name in written:
            return lower(written[name], scope, context)
        default = inputs[name].modifier
        assert default.value is not None
        read = {each for each in inputs if each in written and _mentions(default.value, each)}
        values = {each: lower(written[each], scope, context) for each in sorted(read)}
        return lower(default.value, GivenScope(self.constants, class_, values), Context(default.scope or class_, events=False))

    def _written(self, class_: Class, call: ast.Call, names: tuple[str, ...]) -> dict[str, ast.Expression]:
        if call.iterators:
            raise self._wrong(class_, call, "a reduction needs one of sum, product, min, max, array")
        if len(call.arguments) > len(names):
            raise self._wrong(class_, call, f"it takes {len(names)} arguments, not {len(call.arguments)}")
        written = dict(zip(names, call.arguments, strict=False))
        for argument in call.named:
            if argument.name not in names:
                raise self._wrong(class_, call, f"it has no input `{argument.name}`{suggestion(argument.name, names).rstrip('?')}")
            if argument.name in written:
                raise self._wrong(class_, call, f"the input `{argument.name}` is given twice")
            written[argument.name] = argument.value
        return written

    def _argument(self, element: ComponentElement, written: ast.Expression, scope: Scope, context: Context) -> Argument:
        declared = element_type(element)
        if isinstance(declared.type, Class) and declared.type.is_function:
            return Argument(function=self._function_value(written, scope, context))
        return Argument(lower(written, scope, context))

    def _function_value(self, written: ast.Expression, scope: Scope, context: Context) -> FunctionValue:
        match written:
            case ast.PartialApplication(function=name, named=named):
                class_ = context.scope.find_class(name)
                if not isinstance(class_, Class):
                    raise MosilaError(NOT_CALLABLE.at(name.span, name=".".join(name.parts), what="a type"))
                return FunctionValue(class_, tuple((each.name, lower(each.value, scope, context)) for each in named))
            case ast.Reference():
                found = scope.function_value(written, context)
                return found if found is not None else FunctionValue(self.find(written, scope, context))
        raise unsupported(written.span, f"`{expression_text(written)}` as a function", "name a function")

    def _checked(self, class_: Class, element: ComponentElement, argument: Argument, call: ast.Call, values: dict[str, Value]) -> Argument:
        value = argument.value
        if value is None:
            return argument
        declared = element_type(element)
        type_ = self.constants.type_of(declared.type, element.span)
        if isinstance(type_, RecordType) and isinstance(value.type, RecordType) and assignable_record(type_, value.type):
            return Argument(value)
        if not assignable(type_, value.type) and not (value.shape and not value.count):
            raise MosilaError(
                WRONG_TYPE.at(
                    call.span,
                    what=f"the input `{element.name}` of {class_.name}",
                    expected=type_phrase(type_),
                    text=expression_text(call),
                    found=type_phrase(value.type),
                    advice="see the declaration of the function",
                )
            )
        return Argument(arranged(type_, value) if value.count else Value(type_, value.variability, value.shape, value.elements))

    def _repeated(self, class_: Class, given: dict[str, Argument], call: ast.Call) -> Shape | None:
        """The dimensions by which arguments exceed what the function takes; None: they fit."""
        extra: Shape | None = None
        for name, element in self.inputs(class_).items():
            value = given[name].value
            if value is None:
                continue
            wanted = len(element_type(element).subscripts)
            if len(value.shape) < wanted:
                raise self._wrong(class_, call, f"the input `{name}` needs {wanted} dimensions, not {len(value.shape)}")
            if len(value.shape) > wanted:
                more = value.shape[: len(value.shape) - wanted]
                if extra is not None and extra != more:
                    raise wrong_size(call.span, "arguments that a function is called with one by one", extra, more)
                extra = more
        return extra

    def _items(self, class_: Class, given: dict[str, Argument], number: int) -> dict[str, Argument]:
        return {name: self._item(class_, name, argument, number) for name, argument in given.items()}

    def _item(self, class_: Class, name: str, argument: Argument, number: int) -> Argument:
        value = argument.value
        if value is None:
            return argument
        wanted = len(element_type(self.inputs(class_)[name]).subscripts)
        if len(value.shape) == wanted:
            return argument
        outer = value.shape[: len(value.shape) - wanted]
        flat = value.reshaped((prod(outer), *value.shape[len(outer) :]))
        return Argument(flat.at((number,)))

    def _wrong(self, class_: Class, call: ast.Call, why: str) -> MosilaError:
        return MosilaError(WRONG_CALL.at(call.span, name=class_.name, why=why))

    # --- constructors ---------------------------------------------------------------------------------------------

    def construct(self, class_: Class, call: ast.Call, scope: Scope, context: Context) -> Value:
        """A record from the arguments of its constructor."""
        operator = class_.member_class("'constructor'")
        if operator is not None:
            return self._by_operator(operator, call, scope, context)
        fields = {n: e for n, e in class_.elements.named.items() if isinstance(e, ComponentElement)}
        settable = tuple(n for n, e in fields.items() if not e.protected and not (e.is_constant and e.modifier.final))
        written = self._written(class_, call, settable)
        values: dict[str, Value] = {}
        inner = GivenScope(self.constants, class_, values)
        for name, element in fields.items():
            if name in written:
                value = lower(written[name], scope, context)
            else:
                value = self._default(class_, element, element.modifier, inner, call)
            values[name] = self._field(element, element_type(element), value, class_, call, inner)
        elements: tuple[Expr, ...] = tuple(e for value in values.values() for e in value.elements)
        type_ = self._record_type(class_, values)
        variability = max((value.variability for value in values.values()), default=Variability.CONSTANT)
        return Value(type_, variability, (), elements)

    def _record_type(self, class_: Class, values: dict[str, Value]) -> RecordType:
        self.constants.class_of.setdefault(class_.symbol, class_)
        return RecordType(class_.name, tuple(Field(n, v.type, v.shape) for n, v in values.items()), class_.symbol)

    def _default(self, class_: Class, element: ComponentElement, modifier: Modifier, inner: GivenScope, call: ast.Call) -> Value:
        if modifier.value is not None:
            return lower(modifier.value, inner, Context(modifier.scope or class_, events=False))
        declared = element_type(element)
        if isinstance(declared.type, Class) and declared.type.is_record:
            nested = ast.Call(ast.Reference((ast.Part(declared.type.symbol.definition.name),)), span=call.span)
            fields = self.construct(declared.type.specialise(modifier), nested, inner, Context(class_))
            return fields
        start = modifier.inner("start")
        if start.value is not None:
            return lower(start.value, inner, Context(start.scope or class_, events=False))
        raise self._wrong(class_, call, f"the field `{element.name}` is given no value")

    def _field(self, element: ComponentElement, declared: ElementType, value: Value, class_: Class, call: ast.Call, scope: Scope) -> Value:
        type_ = self.constants.type_of(declared.type, element.span) if not isinstance(declared.type, Class) else value.type
        if not assignable(type_, value.type) and value.count:
            raise self._wrong(class_, call, f"`{element.name}` needs {type_phrase(type_)}, not {type_phrase(value.type)}")
        if len(value.shape) != len(declared.subscripts):
            raise wrong_size(call.span, f"the field `{element.name}`", (0,) * len(declared.subscripts), value.shape)
        for axis, (subscript, owner) in enumerate(declared.subscripts):
            if not isinstance(subscript, ast.Colon):
                size = dimension(subscript, scope, Context(owner))
                if size != value.shape[axis]:
                    raise wrong_size(call.span, f"the field `{element.name}`", (*value.shape[:axis], size), value.shape)
        return arranged(type_, value)

    def _literal(self, type_: EnumerationType, call: ast.Call, scope: Scope, context: Context) -> Value:
        """`E(i)`: the literal of an enumeration that has a number."""
        if len(call.arguments) != 1 or call.named:
            found = len(call.arguments) + len(call.named)
            raise MosilaError(WRONG_ARGUMENTS.at(call.span, function=expression_text(call.function), expected="one number", found=found))
        value = expect(lower(call.arguments[0], scope, context), (Builtin.INTEGER,), f"`{type_.name}`", call.arguments[0])
        if value.is_constant:
            for element in value.elements:
                if not 1 <= element.value <= len(type_.literals):
                    index, size = int(element.value), len(type_.literals)
                    raise MosilaError(BAD_SUBSCRIPT.at(call.span, index=index, name=type_.name, size=size))
            return Value(type_, value.variability, value.shape, value.elements)
        elements = tuple(protected_literal(element, type_.name, len(type_.literals), call.span) for element in value.elements)
        return Value(type_, value.variability, value.shape, elements)

    def _construct_object(self, class_: Class, call: ast.Call, scope: Scope, context: Context) -> tuple[Value, ...]:
        constructor = class_.member_class("constructor")
        if constructor is not None and constructor.is_function:
            return self.call_function(constructor, call, scope, context)
        raise MosilaError(NOT_CALLABLE.at(call.span, name=expression_text(call.function), what=f"a {class_.restriction}"))

    # --- operators of records -------------------------------------------------------------------------------------

    def _by_operator(self, operator: Class, call: ast.Call, scope: Scope, context: Context) -> Value:
        errors: list[MosilaError] = []
        found: list[tuple[Class, Value]] = []
        for function in self.operator_functions(operator):
            try:
                found.append((function, self.call_function(function, call, scope, context)[0]))
            except MosilaError as error:
                errors.append(error)
        exact = [each for each in found if self._is_exact(each[0], call, scope, context)]
        if len(exact) > 1:
            names = ", ".join(function.symbol.definition.name for function, _ in exact)
            raise MosilaError(AMBIGUOUS_OPERATOR.at(call.span, name=operator.name, functions=names))
        if found:
            return (exact or found)[0][1]
        raise errors[0] if errors else self._wrong(operator, call, "it has no functions")

    def _is_exact(self, function: Class, call: ast.Call, scope: Scope, context: Context) -> bool:
        """Whether the arguments of a call have the very types and dimensions of a function's inputs."""
        inputs = self.inputs(function)
        for name, written in self._written(function, call, tuple(inputs)).items():
            declared = element_type(inputs[name])
            value = self._argument(inputs[name], written, scope, context).value
            wanted = self.constants.type_of(declared.type, inputs[name].span)
            if value is not None and (value.type != wanted or len(value.shape) != len(declared.subscripts)):
                return False
        return True

    def operator_functions(self, operator: Class) -> list[Class]:
        """The functions of an operator; an operator function is its own."""
        if operator.is_function:
            return [operator]
        inside = [as_class(element) for element in operator.elements.named.values()]
        return [each for each in inside if each is not None and each.is_function]

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, scope: Scope, context: Context) -> Value | None:
        """What an operator of operator records gives; None: no operand is one."""
        known = self.constants.class_of
        symbols = [v.type.symbol for v in operands if isinstance(v.type, RecordType)]
        classes = [known[symbol] for symbol in symbols if symbol in known]
        if not classes or not any(each.restriction == "operator record" for each in classes):
            return None
        name = symbol if symbol.startswith("'") else f"'{symbol}'"
        for class_ in dict.fromkeys(classes):
            operator = class_.member_class(name)
            if operator is not None:
                functions = self.operator_functions(operator)
                for function in sorted(functions, key=lambda each: not self._takes_whole(each, operands)):
                    value = self._try(function, operands, span, scope, context)
                    if value is not None:
                        return value
        if symbol == "-" and len(operands) == 2:
            negated = self.overload("-", (operands[1],), span, scope, context)
            return None if negated is None else self.overload("+", (operands[0], negated), span, scope, context)
        return None

    def _takes_whole(self, function: Class, operands: tuple[Value, ...]) -> bool:
        """Whether operands have the dimensions of a function's inputs, so that it is not called for each of their elements."""
        wanted = [len(element_type(each).subscripts) for each in self.inputs(function).values()]
        return [len(each.shape) for each in operands] == wanted[: len(operands)]

    def _try(self, function: Class, operands: tuple[Value, ...], span: Span, scope: Scope, context: Context) -> Value | None:
        """The result of a function of an operator if it takes such operands, converting numbers where it must."""
        inputs = self.inputs(function)
        needed = [n for n, e in inputs.items() if e.modifier.value is None]
        if not len(needed) <= len(operands) <= len(inputs):
            return None
        names = [f"operand {k}" for k in range(len(operands))]
        call = ast.Call(
            ast.Reference((ast.Part(function.symbol.definition.name),), span=span),
            tuple(ast.Reference((ast.Part(name),), span=span) for name in names),
            span=span,
        )
        inner = context
        for name, element, operand in zip(names, inputs.values(), operands, strict=False):
            type_ = self.constants.type_of(element_type(element).type, element.span)
            if not assignable(type_, operand.type):
                converted = self._converted(type_, operand, span, scope, context)
                if converted is None:
                    return None
                operand = converted
            inner = inner.with_iterator(name, operand)
        outputs = self.call_function(function, call, scope, inner)
        return outputs[0] if outputs else None

    def _converted(self, type_: object, operand: Value, span: Span, scope: Scope, context: Context) -> Value | None:
        if not isinstance(type_, RecordType) or type_.symbol not in self.constants.class_of or isinstance(operand.type, RecordType):
            return None
        operator = self.constants.class_of[type_.symbol].member_class("'constructor'")
        for function in self.operator_functions(operator) if operator is not None else ():
            first = next(iter(self.inputs(function).values()), None)
            if first is not None and assignable(self.constants.type_of(element_type(first).type, first.span), operand.type):
                return self._try(function, (operand,), span, scope, context)
        return None


def assignable_record(target: RecordType, value: RecordType) -> bool:
    """Whether a record has all fields of another, whatever their sizes."""
    mine = {each.name: each for each in value.fields}
    return all(each.name in mine for each in target.fields)


def _mentions(expression: ast.Expression, name: str) -> bool:
    return name in expression_text(expression)


def _with_causality(class_: Class, causality: str) -> dict[str, ComponentElement]:
    return {
        name: element
        for name, element in class_.elements.named.items()
        if isinstance(element, ComponentElement)
        and not element.protected
        and (element.clause.causality or element_type(element).causality) == causality
    }
