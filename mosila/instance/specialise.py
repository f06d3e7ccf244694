"""Functions made for the sizes of their arguments: a class and arguments -> a `Function`, and the values of its call.

Inputs that decide sizes, and functions that are passed as arguments, are part of what a function is made for; all others
are inputs of the `Function`, one number for each scalar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import NO_ALGORITHM
from mosila.diagnostics.instantiation import IMPURE_CALL
from mosila.functions.definition import Definition
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.instance.calls import Argument, FindResource, FunctionCalls
from mosila.instance.context import Context, FunctionValue, Scope, unsupported
from mosila.instance.function_annotations import derivatives_of, is_impure, is_inlined_late
from mosila.instance.function_body import BodyLowering, lay_out
from mosila.instance.known_calls import KnownCall
from mosila.instance.names import element_type
from mosila.instance.needs_known import NeedsKnown
from mosila.instance.plan import Variability
from mosila.instance.values import Value
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType, Shape, Type, type_width
from mosila.symbolic.expression import TEXT, TEXTS, Expr, call, output
from mosila.syntax import ast
from mosila.syntax.format import expression_text


@dataclass(frozen=True, slots=True, eq=False)
class Specialised:
    """A function for certain arguments, and the types and shapes of its outputs."""

    function: Function
    outputs: tuple[tuple[Type, Shape], ...]

    def check(self) -> None:
        """Find out what the function does, so that what is wrong with it is found too."""
        _ = self.function.definition


Key = tuple[object, ...]
MOST_CALLS = 100


class Specialiser:
    """Keeps the functions that a program has needed."""

    def __init__(self, find_resource: FindResource) -> None:
        self.calls = FunctionCalls(self.values, self.effect, find_resource)
        self.check: Callable[[Class], None] = lambda class_: None
        """Sees whether the text of a class keeps the rules."""
        self._made: dict[Key, Specialised] = {}
        self._structural: dict[Class, frozenset[str]] = {}
        self._needs_known = NeedsKnown()
        self._open: list[Class] = []

    def functions(self) -> Iterator[Specialised]:
        """All functions needed so far, and those that they call."""
        seen = 0
        while seen < len(self._made):
            for made in list(self._made.values())[seen:]:
                seen += 1
                yield made

    def values(self, class_: Class, given: dict[str, Argument], written: ast.Call, scope: Scope, context: Context) -> tuple[Value, ...]:
        """The outputs of a function for given arguments."""
        if self._needs_known(class_) and all(argument.function is None for argument in given.values()):
            return self._known_values(class_, given, written, scope, context)
        made, called, variability = self.called(class_, given, written, scope, context)
        scalars = [output(called, k) for k in range(made.function.outputs)]
        return tuple(self._outputs(made, scalars, variability))

    def _known_values(
        self, class_: Class, given: dict[str, Argument], written: ast.Call, scope: Scope, context: Context
    ) -> tuple[Value, ...]:
        """The outputs of a function that can only be carried out when its arguments are known."""
        self.check(class_)
        values: dict[str, Value] = {}
        variability = Variability.CONSTANT
        for name, argument in given.items():
            value = argument.value
            assert value is not None
            variability = max(variability, min(value.variability, Variability.PARAMETER))
            if not value.is_constant:
                what = f"the input `{name}` of {class_.name}, which makes Strings or arrays of any size,"
                value = self.calls.known_argument(class_, name, written, scope, context.known_now(what))
            values[name] = value
        if len(self._open) > MOST_CALLS:
            raise unsupported(written.span, f"{class_.name} within itself so often", "use a loop")
        self._open.append(class_)
        try:
            outputs = KnownCall(self.calls, class_, values, written.span).outputs()
        finally:
            self._open.pop()
        return tuple(value.with_variability(variability) for value in outputs)

    def called(
        self, class_: Class, given: dict[str, Argument], written: ast.Call, scope: Scope, context: Context
    ) -> tuple[Specialised, Expr, Variability]:
        """The function for given arguments, its call, and how often that can change."""
        fixed = self.structural_inputs(class_)
        known: dict[str, Argument] = {}
        for name, argument in given.items():
            value = argument.value
            if name in fixed and value is not None and not value.is_constant:
                value = self._known(class_, name, written, scope, context)
            known[name] = argument if value is argument.value else Argument(value)
        made = self.specialise(class_, known, fixed, written)
        numbers: list[Expr] = []
        texts: list[Expr] = []
        variability = Variability.CONSTANT
        for name, argument in known.items():
            if name in fixed:
                continue
            parts = [argument.value] if argument.value is not None else [v for _, v in argument.function.given] if argument.function else []
            for value in parts:
                assert value is not None
                variability = max(variability, value.variability)
                numbers += [e for e in value.elements if e.operator not in TEXTS]
                texts += [e for e in value.elements if e.operator in TEXTS]
        if not made.function.signature.is_pure and not context.structural:
            if context.pure:
                raise MosilaError(IMPURE_CALL.at(written.span, name=class_.name))
            variability = max(variability, Variability.PARAMETER if context.once else Variability.DISCRETE)
        return made, call(made.function, (*numbers, *texts)), variability

    def effect(self, class_: Class, given: dict[str, Argument], written: ast.Call, scope: Scope, context: Context) -> Expr:
        """A call that is made for what it does, not for its outputs."""
        return self.called(class_, given, written, scope, context)[1]

    def _outputs(self, made: Specialised, scalars: list[Expr], variability: Variability) -> Iterator[Value]:
        first = 0
        for type_, shape in made.outputs:
            width = type_width(type_)
            for size in shape:
                width *= size
            yield Value(type_, variability, shape, tuple(scalars[first : first + width]))
            first += width

    def _known(self, class_: Class, name: str, written: ast.Call, scope: Scope, context: Context) -> Value:
        """The value of an argument that decides sizes."""
        what = f"the input `{name}` of {class_.name}, which decides a size,"
        value = self.calls.known_argument(class_, name, written, scope, context.known_now(what))
        if not value.is_constant:
            raise unsupported(written.span, f"a size in {class_.name} that varies while the model runs", "make it a parameter")
        return value

    def specialise(self, class_: Class, given: dict[str, Argument], fixed: frozenset[str], written: ast.Call) -> Specialised:
        """The function for such arguments, made once."""
        key: Key = (class_, *(_key(name, argument, name in fixed) for name, argument in given.items()))
        if key not in self._made:
            self.check(class_)
            self._made[key] = self._make(class_, given, fixed, written)
        return self._made[key]

    def _make(self, class_: Class, given: dict[str, Argument], fixed: frozenset[str], written: ast.Call) -> Specialised:
        elements = class_.elements
        if not elements.algorithms and elements.external is None and not elements.equations and _computes_nothing(class_):
            raise MosilaError(NO_ALGORITHM.at(written.span, name=class_.name))
        storage = lay_out(self.calls, class_, given, fixed, written)
        outputs = tuple((storage.types[name], storage.shapes[name]) for name in self.calls.outputs(class_))
        if any(_has_text(type_) for type_, _ in outputs):
            raise unsupported(written.span, f"the function {class_.name}, which returns a String", "use constant Strings")
        signature = Signature(
            name=class_.name,
            inputs=storage.inputs,
            outputs=storage.outputs,
            texts=storage.texts,
            discrete=frozenset(slot for slot in storage.discrete if slot < storage.inputs + storage.outputs),
            is_pure=not is_impure(class_),
            span=class_.symbol.span,
        )

        def define() -> Definition:
            derivatives = derivatives_of(self, class_, given, storage)
            return BodyLowering(self.calls, class_, storage, given).definition(derivatives, is_inlined_late(class_))

        return Specialised(Function(signature, define), outputs)

    def structural_inputs(self, class_: Class) -> frozenset[str]:
        """The inputs that decide about sizes in a function."""
        if class_ not in self._structural:
            inputs = self.calls.inputs(class_)
            names: set[str] = set()
            for element in class_.elements.named.values():
                if isinstance(element, ComponentElement):
                    for subscript, _ in element_type(element).subscripts:
                        names |= _read_names(subscript)
            for _ in range(len(inputs) + len(names)):  # through local variables that sizes are computed from
                more = {
                    read
                    for name in names
                    if isinstance(local := class_.elements.named.get(name), ComponentElement) and local.modifier.value is not None
                    for read in _read_names(local.modifier.value)
                }
                if more <= names:
                    break
                names |= more
            scalar = {name for name, each in inputs.items() if not element_type(each).subscripts}
            self._structural[class_] = frozenset(name for name in names & scalar if _decides(inputs[name]))
        return self._structural[class_]


def _computes_nothing(class_: Class) -> bool:
    """Whether no output of a function has a declared value."""
    outputs = (each for each in class_.elements.named.values() if isinstance(each, ComponentElement) and each.clause.causality == "output")
    return all(each.modifier.value is None and not each.modifier.nested for each in outputs)


def _decides(element: ComponentElement) -> bool:
    return element_type(element).type in (Builtin.INTEGER, Builtin.BOOLEAN)


def _has_text(type_: Type) -> bool:
    return type_ is Builtin.STRING or (isinstance(type_, RecordType) and any(_has_text(each.type) for each in type_.fields))


def _key(name: str, argument: Argument, is_fixed: bool) -> Key:
    if argument.function is not None:
        return (name, _function_key(argument.function))
    value = argument.value
    assert value is not None
    if is_fixed:
        return (name, value.type, value.elements)
    texts = tuple(e.symbol if e.operator == TEXT else None for e in value.elements if e.operator in TEXTS)
    return (name, value.type, value.shape, len(texts))


def _function_key(function: FunctionValue) -> Key:
    return (function.class_, *((name, value.type, value.shape) for name, value in function.given))


def _read_names(node: object) -> set[str]:
    """The first names of all references in an expression, but not those whose size alone is asked for."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, ast.Call) and expression_text(here.function) in ("size", "ndims"):
            waiting.extend(here.arguments[1:])
        elif isinstance(here, ast.Reference):
            found.add(here.parts[0].name)
            waiting.extend(part.subscripts for part in here.parts)
        elif isinstance(here, ast.Node):
            waiting.extend(getattr(here, each.name) for each in fields(here) if each.name != "span")
    return found
