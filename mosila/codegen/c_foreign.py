"""C text that calls foreign code: an external function -> how its arguments are made, the call, its results."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from mosila.codegen.c_expressions import Statements, indented
from mosila.codegen.c_formulas import Storage, c_string
from mosila.functions.external import ArrayArgument, External, ExternalArgument, Kind, OutputArgument, TextArgument, ValueArgument
from mosila.functions.signature import Defined
from mosila.symbolic.expression import TEXT_INPUT

FORTRAN: Final = "FORTRAN 77"
LANGUAGES: Final = ("C", FORTRAN)


def foreign_call(function: Defined, storage: Storage, key: str) -> Iterator[str]:
    """The lines that call the foreign code of a function."""
    external = function.definition.external
    assert external is not None
    call = _Call(external, storage)
    result = external.result
    yield "    {"
    yield from call.temporaries
    yield from (indented(2, line) for line in call.before)
    if result is not None:
        yield indented(2, f"{'void *' if result.kind is Kind.OBJECT else f'{result.kind.value} '}result;")
    yield indented(2, "mos_foreign call;")
    yield indented(2, "if (status) goto failed;")
    yield indented(2, f"mos_begin_foreign(&call, {c_string(key)}, {c_string(function.name)});")
    yield indented(2, "if (setjmp(call.jump)) { mos_end_foreign(&call); status = 1; goto failed; }")
    name = f"{external.c_name}_" if external.language == FORTRAN else external.c_name
    arguments = ", ".join((*call.arguments, *call.lengths))
    yield indented(2, f"{'result = ' if result is not None else ''}{name}({arguments});")
    yield indented(2, "mos_end_foreign(&call);")
    yield from (indented(2, line) for line in call.after)
    if result is not None:
        value = f"mos_keep_object(result, {_destroyer(key)}, {c_string(function.name)})" if result.kind is Kind.OBJECT else "result"
        yield indented(2, f"{storage.value(result.slot)} = {value};")
    yield "    }"


def foreign_declarations(function: Defined) -> Iterator[str]:
    """The prototype of foreign code that no include declares, and the function that ends an external object."""
    external = function.definition.external
    assert external is not None
    if not external.origin.includes:
        result = "void" if external.result is None else external.result.kind.value
        types = [_type(external, argument) for argument in external.arguments]
        lengths = ["size_t" for argument in external.arguments if isinstance(argument, TextArgument) and external.language == FORTRAN]
        name = f"{external.c_name}_" if external.language == FORTRAN else external.c_name
        yield f"extern {result} {name}({', '.join((*types, *lengths)) or 'void'});"
        if external.destructor:
            yield f"extern void {external.destructor}(void *);"
    if external.result is not None and external.result.kind is Kind.OBJECT:
        end = f"{external.destructor}(object);" if external.destructor else "(void)object;"
        yield f"static void {_destroyer(function.key)}(void *object) {{ {end} }}"


def _destroyer(key: str) -> str:
    return f"{key}_destroy"


def _type(external: External, argument: ExternalArgument) -> str:
    match argument:
        case TextArgument():
            return "const char *"
        case ValueArgument(kind=kind):
            by_address = external.language == FORTRAN and kind is not Kind.OBJECT
            return f"{'int' if kind is Kind.SIZE else kind.value} *" if by_address else kind.value
        case ArrayArgument(kind=kind, is_output=is_output):
            return f"{'' if is_output else 'const '}{kind.value} *"
        case OutputArgument(kind=kind):
            return f"{kind.value} *"


class _Call:
    """Collects the arguments of one call, and what has to be done before and after it."""

    def __init__(self, external: External, storage: Storage) -> None:
        self.storage = storage
        self.is_fortran = external.language == FORTRAN
        self.values = Statements(tuple(each.value for each in external.arguments if isinstance(each, ValueArgument)), storage, 2)
        self.temporaries = list(self.values.temporaries())
        self.arguments: list[str] = []
        self.lengths: list[str] = []
        self.before: list[str] = []
        self.after: list[str] = []
        for place, argument in enumerate(external.arguments):
            self.pass_on(f"p{place}", argument)

    def pass_on(self, name: str, argument: ExternalArgument) -> None:
        """One more argument; `name` is free for it."""
        match argument:
            case TextArgument(value=value):
                text = f"s[{int(value.value)}]" if value.operator == TEXT_INPUT else c_string(str(value.symbol))
                self.arguments.append(f"(char *){text}" if self.is_fortran else text)
                if self.is_fortran:
                    self.lengths.append(f"strlen({text})")
            case ValueArgument(kind=kind, value=value):
                self.pass_value(name, kind, self.values.text(value))
            case OutputArgument(kind=Kind.REAL, slot=slot):
                self.arguments.append(f"&{self.storage.value(slot)}")
            case OutputArgument(kind=kind, slot=slot):
                self.before.append(f"{kind.value} {name} = 0;")
                self.arguments.append(f"&{name}")
                self.after.append(f"{self.storage.value(slot)} = (double){name};")
            case ArrayArgument():
                self.pass_array(name, argument)

    def pass_value(self, name: str, kind: Kind, text: str) -> None:
        """A number by value, for FORTRAN 77 by address."""
        if kind is Kind.OBJECT:
            self.before.append(f"void *{name} = mos_object({text}, {self.storage.reporting});")
            self.arguments.append(name)
        elif self.is_fortran:
            c_type = "int" if kind is Kind.SIZE else kind.value
            self.before.append(f"{c_type} {name} = ({c_type})({text});")
            self.arguments.append(f"&{name}")
        else:
            self.arguments.append(text if kind is Kind.REAL else f"({kind.value})({text})")

    def pass_array(self, name: str, argument: ArrayArgument) -> None:
        """An array as it stands, or a copy of it where its numbers or their order are other ones."""
        if argument.count == 0:
            self.arguments.append("NULL")
            return
        address = self.storage.address(argument.first)
        is_turned = self.is_fortran and sum(size != 1 for size in argument.sizes) > 1
        if argument.kind is Kind.REAL and not is_turned:
            self.arguments.append(address if argument.is_output else f"(double *)({address})")
            return
        places = _columns_first(argument.sizes) if is_turned else None
        place = f"{name}_order[k]" if places else "k"
        if places:
            self.before.append(f"static const int {name}_order[] = {{{', '.join(map(str, places))}}};")
        every = f"for (int k = 0; k < {argument.count}; k++)"
        self.before.append(f"{argument.kind.value} {name}[{argument.count}];")
        self.before.append(f"{every} {name}[k] = ({argument.kind.value})({address})[{place}];")
        self.arguments.append(name)
        if argument.is_output:
            self.after.append(f"{every} ({address})[{place}] = (double){name}[k];")


def _columns_first(sizes: tuple[int, ...]) -> list[int]:
    """For each place in FORTRAN's order, the place in the order row by row."""
    strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
    places = [0]
    for size, stride in zip(sizes, strides, strict=True):
        places = [base + step * stride for step in range(size) for base in places]
    return places
