"""Bodies of functions: variables as ranges of slots, statements over them."""

from __future__ import annotations

from dataclasses import field
from math import prod

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import BAD_FUNCTION
from mosila.functions.definition import Body, Definition, Derivative, Statement
from mosila.instance.calls import Argument, FunctionCalls, GivenScope
from mosila.instance.context import Context, FunctionValue, unsupported
from mosila.instance.external import builtin_call, lower_external
from mosila.instance.lower import lower
from mosila.instance.names import dimension, element_type
from mosila.instance.plan import Variability
from mosila.instance.statements import StatementLowering, StatementScope
from mosila.instance.uninitialised import uninitialised
from mosila.instance.values import Value, wrong_size
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.modifiers import Modifier
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType, Shape, Type, type_width
from mosila.symbolic.expression import Expr, slot, text_input
from mosila.syntax import ast
from mosila.syntax.walk import calls_in, references_in


@dataclass(slots=True)
class Storage:
    """Where the variables of a function are: inputs first, then outputs, then locals; texts are apart."""

    class_: Class
    values: dict[str, Value] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    functions: dict[str, FunctionValue] = field(default_factory=dict)
    discrete: set[int] = field(default_factory=set)
    slots: int = 0
    inputs: int = 0
    outputs: int = 0
    texts: int = 0

    def add(self, name: str, type_: Type, shape: Shape) -> Value:
        """A new variable."""
        elements: list[Expr] = []
        for _ in range(prod(shape)):
            elements += self._scalars(type_)
        value = Value(type_, Variability.CONTINUOUS, shape, tuple(elements))
        self.values[name], self.types[name], self.shapes[name] = value, type_, shape
        return value

    def _scalars(self, type_: Type) -> list[Expr]:
        if isinstance(type_, RecordType):
            return [e for each in type_.fields for _ in range(prod(each.shape)) for e in self._scalars(each.type)]
        if type_ is Builtin.STRING:
            self.texts += 1
            return [text_input(self.texts - 1)]
        if type_ is not Builtin.REAL:
            self.discrete.add(self.slots)
        self.slots += 1
        return [slot(self.slots - 1)]

    def temporary(self, count: int = 1) -> int:
        """The first of some new slots."""
        first = self.slots
        self.slots += count
        return first


def lay_out(calls: FunctionCalls, class_: Class, given: dict[str, Argument], fixed: frozenset[str], written: ast.Call) -> Storage:
    """Places for the inputs and outputs of a function whose arguments are known."""
    storage = Storage(class_)
    for name, argument in given.items():
        if argument.function is not None:
            bound = tuple((n, storage.add(f"{name} {n}", v.type, v.shape)) for n, v in argument.function.given)
            storage.functions[name] = FunctionValue(argument.function.class_, bound)
            continue
        value = argument.value
        assert value is not None
        if name in fixed:
            storage.values[name], storage.types[name], storage.shapes[name] = value, value.type, value.shape
        else:
            storage.add(name, value.type, value.shape)
    _check_sizes(calls, storage, given, written)
    storage.inputs = storage.slots
    for element in calls.outputs(class_).values():
        _declare(calls, storage, element)
    storage.outputs = storage.slots - storage.inputs
    return storage


def _check_sizes(calls: FunctionCalls, storage: Storage, given: dict[str, Argument], written: ast.Call) -> None:
    """Refuse arguments of other sizes than their inputs are declared with."""
    scope = GivenScope(calls.constants, storage.class_, storage.values)
    for name, element in calls.inputs(storage.class_).items():
        value = given[name].value
        for axis, (subscript, owner) in enumerate(element_type(element).subscripts):
            if value is None or isinstance(subscript, ast.Colon) or not _is_known(subscript, storage):
                continue
            size = dimension(subscript, scope, Context(owner))
            if axis < len(value.shape) and size != value.shape[axis]:
                wanted = (*value.shape[:axis], size, *value.shape[axis + 1 :])
                raise wrong_size(written.span, f"the input `{name}` of {storage.class_.name}", wanted, value.shape)


def _is_known(subscript: ast.Expression, storage: Storage) -> bool:
    """Whether the size that a subscript asks for does not depend on numbers that are inputs."""
    names = {name for reference in references_in(subscript) if (name := reference.parts[0].name) in storage.values}
    sized = {reference.parts[0].name for call in calls_in(subscript, "size") for reference in references_in(call.arguments[:1])}
    return all(storage.values[name].is_constant or name in sized for name in names)


def _declare(calls: FunctionCalls, storage: Storage, element: ComponentElement) -> None:
    """A place for an output or a local variable."""
    declared = element_type(element)
    scope = GivenScope(calls.constants, storage.class_, storage.values)
    shape: list[int] = []
    for axis, (subscript, owner) in enumerate(declared.subscripts):
        if isinstance(subscript, ast.Colon):
            value = element.modifier.value
            if value is None:
                construct = f"`{element.name}[:]` in {storage.class_.name}, whose size is found while it runs"
                raise unsupported(element.span, construct, "give it a size")
            found = lower(value, scope, Context(element.modifier.scope or element.owner, events=False))
            shape.append(found.shape[axis])
        else:
            shape.append(dimension(subscript, scope, Context(owner)))
    if isinstance(declared.type, Class) and not declared.type.is_record:
        what = f"`{element.name}` is a component of class {declared.type.name}"
        raise MosilaError(BAD_FUNCTION.at(element.span, what=what, advice="functions have variables and records only"))
    storage.add(element.name, calls.constants.type_of(declared.type, element.span), tuple(shape))


class BodyLowering:
    """Makes the definition of a function."""

    def __init__(self, calls: FunctionCalls, class_: Class, storage: Storage, given: dict[str, Argument]) -> None:
        self.calls = calls
        self.class_ = class_
        self.storage = storage
        self.given = given

    def definition(self, derivatives: tuple[Derivative, ...], is_inlined_late: bool) -> Definition:
        """What the function does."""
        elements = self.class_.elements
        if elements.equations or elements.initial_equations:
            equation = (*elements.equations, *elements.initial_equations)[0][0]
            what = f"the function {self.class_.name} has equations"
            raise MosilaError(BAD_FUNCTION.at(equation.span, what=what, advice="write `algorithm` and assignments"))
        if len(elements.algorithms) > 1:
            what = f"the function {self.class_.name} has several algorithm sections"
            raise MosilaError(BAD_FUNCTION.at(elements.algorithms[1][0].span, what=what, advice="write one"))
        outputs = self.calls.outputs(self.class_)
        local = {
            name: each
            for name, each in elements.named.items()
            if isinstance(each, ComponentElement) and name not in self.given and name not in outputs
        }
        if faults := tuple(uninitialised(self.class_, outputs.values(), local.values())):
            raise MosilaError(*faults)
        scope = StatementScope(self.calls, self.class_, self.storage)
        statements = StatementLowering(scope)
        body: list[Body] = []
        for element in outputs.values():
            body.append(self._initial(element, statements))
        for element in local.values():
            if element.is_constant and element.modifier.value is not None:
                self.storage.values[element.name] = self.calls.constants.value(element, element.span)
                continue
            _declare(self.calls, self.storage, element)
            body.append(self._initial(element, statements))
        pure = self.class_.symbol.definition.purity == "pure"  # a function that is not marked may be impure through what it calls
        for section, owner in elements.algorithms:
            body.append(statements.body(section.statements, Context(owner, events=False, pure=pure)))
        external = None
        if elements.external is not None and elements.external[0].language == "builtin":
            call, result = builtin_call(self.calls, self.class_, elements.external[0])
            context = Context(elements.external[1], events=False, pure=pure)
            body.append(statements.assignment(result, call, context, Context(self.class_), call.span))
        elif elements.external is not None:
            external = lower_external(self.calls, self.class_, self.storage, elements.external, scope)
        return Definition(
            slots=self.storage.slots,
            body=tuple(statement for part in body for statement in part),
            external=external,
            discrete=frozenset(self.storage.discrete),
            derivatives=derivatives,
            is_inlined_late=is_inlined_late,
        )

    def _initial(self, element: ComponentElement, statements: StatementLowering) -> Body:
        """The value that a variable is declared with."""
        target = ast.Reference((ast.Part(element.name, span=element.span),), span=element.span)
        return self._declared(element, target, element.modifier, statements)

    def _declared(self, element: ComponentElement, target: ast.Reference, modifier: Modifier, statements: StatementLowering) -> Body:
        """The values that a modifier gives to a variable, or to the fields of a record: `output Complex c(re = x, im = y)`."""
        made: list[Statement] = []
        if modifier.value is not None:
            context = Context(modifier.scope or element.owner, events=False)
            made += statements.assignment(target, modifier.value, context, Context(self.class_), element.span)
        for name, inner in modifier.nested.items() if isinstance(self.storage.types[element.name], RecordType) else ():
            field = ast.Reference((*target.parts, ast.Part(name, span=element.span)), span=element.span)
            made += self._declared(element, field, inner, statements)
        return tuple(made)


def storage_width(type_: Type, shape: Shape) -> int:
    """How many scalars a variable holds."""
    return prod(shape) * type_width(type_)
