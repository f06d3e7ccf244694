"""C text of functions: statements over slots -> one C function, `int fn_...(numbers, texts, outputs)`.

It returns 0, or 1 after trouble: then all outputs are NaN and the report (mosila_functions.h) says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

from mosila.codegen.c_expressions import Statements, c_comment, indented
from mosila.codegen.c_foreign import foreign_call
from mosila.codegen.c_formulas import Storage, c_string
from mosila.functions.content import called_functions
from mosila.functions.definition import (
    Assign,
    AssignCall,
    AssignElement,
    Body,
    Break,
    Check,
    For,
    If,
    Return,
    Statement,
    While,
    all_expressions,
    statements,
)
from mosila.functions.external import ArrayArgument
from mosila.functions.signature import Defined
from mosila.symbolic.expression import CALL, CONSTANT, ELEMENT, Callee, Expr, callee_of, element_range, postorder

HEADER: Final = '#include "mosila_functions.h"\n'
LARGEST_ON_STACK: Final = 16_384
FRAME_BYTES: Final = 512  # of any call, beside its numbers


def called_by(roots: Iterable[Expr]) -> tuple[Defined, ...]:
    """The functions that expressions call, and those that these call, sorted by their names in C, each once."""
    found: dict[Callee, None] = {}
    todo = list(called_functions(tuple(roots)))
    while todo:
        function = cast(Defined, todo.pop())
        if function not in found:
            found[function] = None
            todo.extend(_callees(function))
    by_key = {function.key: cast(Defined, function) for function in found}
    return tuple(by_key[key] for key in sorted(by_key))


def prototype(function: Defined) -> str:
    """The first line of a function."""
    return f"int {function.key}(const double *restrict x, const char *const *s, double *restrict y)"


def c_functions(functions: Iterable[Defined]) -> str:
    """The text of functions; foreign ones are declared only, they are in libraries of their own."""
    chosen = list(functions)
    lines = [f"{'static ' if f.definition.external is None else ''}{prototype(f)};" for f in chosen]
    texts = [c_function_text(function) for function in chosen if function.definition.external is None]
    return "\n".join((*lines, "", *(f"static {text}" for text in texts)))


def c_function_text(function: Defined) -> str:
    """The text of one function."""
    return "\n".join(_Writer(function).lines()) + "\n"


def _callees(function: Defined) -> list[Callee]:
    return list(called_functions(all_expressions(function.definition)))


def _is_recursive(function: Defined) -> bool:
    seen: set[Callee] = set()
    todo = _callees(function)
    while todo:
        callee = todo.pop()
        if callee is function:
            return True
        if callee not in seen:
            seen.add(callee)
            todo.extend(_callees(cast(Defined, callee)))
    return False


class _Locals:
    """Where slots are: locals that are chosen by an index in an array `v`, other locals by themselves."""

    def __init__(self, function: Defined) -> None:
        definition = function.definition
        self.n = function.inputs
        self.end = function.inputs + function.outputs
        self.slots = definition.slots
        indexed = sorted(set(self._indexed(function)))
        self.offsets: dict[int, int] = {}
        for first, count in indexed:
            if first < 0 or first + count > self.slots or self._section(first) != self._section(first + count - 1):
                raise ValueError(f"{function.name}: an array from slot {first} to {first + count - 1}")
            if first >= self.end:
                self.offsets.update((slot, -1) for slot in range(first, first + count))
        self.offsets = {slot: offset for offset, slot in enumerate(sorted(self.offsets))}

    def _indexed(self, function: Defined) -> Iterator[tuple[int, int]]:
        for statement in statements(function.definition.body):
            if isinstance(statement, AssignElement):
                yield statement.first, statement.count
        for node in postorder(all_expressions(function.definition)):
            if node.operator == ELEMENT:
                yield element_range(node)
        external = function.definition.external
        if external is not None:
            yield from ((each.first, each.count) for each in external.arguments if isinstance(each, ArrayArgument) and each.count)

    def _section(self, slot: int) -> int:
        return 0 if slot < self.n else 1 if slot < self.end else 2

    def value(self, slot: int) -> str:
        """The C text of a slot."""
        if slot < self.n:
            return f"x[{slot}]"
        if slot < self.end:
            return f"y[{slot - self.n}]"
        return f"v[{self.offsets[slot]}]" if slot in self.offsets else f"v{slot}"

    def address(self, slot: int) -> str:
        """The C text of the address of the first of several slots."""
        if slot < self.n:
            return f"x + {slot}"
        return f"y + {slot - self.n}" if slot < self.end else f"v + {self.offsets[slot]}"

    def declarations(self) -> Iterator[str]:
        """All locals, which hold 0 at first."""
        size = len(self.offsets)
        if size > LARGEST_ON_STACK:
            yield f"double *v = calloc({size}, sizeof *v);"
        elif size:
            yield f"double v[{size}] = {{0}};"
        single = [f"v{slot} = 0.0" for slot in range(self.end, self.slots) if slot not in self.offsets]
        for begin in range(0, len(single), 10):
            yield f"double {', '.join(single[begin : begin + 10])};"

    @property
    def is_on_heap(self) -> bool:
        """Whether the array of locals has to be freed."""
        return len(self.offsets) > LARGEST_ON_STACK


class _Writer:
    """Writes one function."""

    def __init__(self, function: Defined) -> None:
        self.function = function
        self.locals = _Locals(function)
        self.place = -1
        self.loops = 0

    def lines(self) -> Iterator[str]:
        function, definition = self.function, self.function.definition
        recursive = _is_recursive(function)
        frame = 8 * (definition.slots + sum(self._call_numbers())) + FRAME_BYTES
        yield c_comment(function.name)
        yield prototype(function)
        yield "{"
        yield "    int status = 0;"
        yield from (f"    {line}" for line in self.locals.declarations())
        if function.outputs:
            yield f"    for (int k = 0; k < {function.outputs}; k++) y[k] = 0.0;"
        if self.locals.is_on_heap:
            yield "    if (!v) { mos_unknown(y, " + f"{function.outputs}); return 1; }}"
        if recursive:
            yield f"    if (mos_too_deep({c_string(function.key)}, {frame})) {{ mos_unknown(y, {function.outputs}); return 1; }}"
        yield from self.body(definition.body, 1)
        if definition.external is not None:
            storage = self.storage()
            yield from foreign_call(function, storage, function.key)
        yield "    goto done;"
        yield "failed:"
        yield f"    mos_unknown(y, {function.outputs});"
        yield "    status = 1;"
        yield "done:"
        if recursive:
            yield f"    mos_back({frame});"
        if self.locals.is_on_heap:
            yield "    free(v);"
        yield "    return status;"
        yield "}"

    def _call_numbers(self) -> Iterator[int]:
        """How many numbers the calls of each statement need."""
        for node in postorder(all_expressions(self.function.definition)):
            if node.operator == CALL:
                yield len(node.operands) + callee_of(node).outputs

    def storage(self) -> Storage:
        """Where slots are, and how the present statement reports trouble."""
        return Storage(self.locals.value, self.locals.address, f"&status, {self.where()}")

    def where(self) -> str:
        return f"{c_string(self.function.key)}, {self.place}"

    def target(self, slot: int) -> str:
        """A slot that is assigned."""
        if slot < self.function.inputs:
            raise ValueError(f"{self.function.name}: an input is assigned")
        return self.locals.value(slot)

    def body(self, body: Body, level: int) -> Iterator[str]:
        """Statements one after the other."""
        for statement in body:
            self.place += 1
            yield from self.statement(statement, level)

    def statement(self, statement: Statement, level: int) -> Iterator[str]:
        match statement:
            case Assign(slot=slot, value=value):
                made = Statements((value,), self.storage(), level + 1)
                lines = list(made.temporaries())
                yield from self.enclosed(lines, [f"{self.target(slot)} = {made.text(value)};", *self.watch((value,))], level)
            case AssignElement():
                yield from self.assign_element(statement, level)
            case AssignCall(targets=targets, call=called):
                made = Statements((called,), self.storage(), level + 1)
                lines = list(made.temporaries())
                name = made.call_name(called)
                stores = [f"{self.target(t)} = {name}[{k}];" for k, t in enumerate(targets) if t is not None]
                yield from self.enclosed(lines, ["if (status) goto failed;", *stores], level)
            case If(branches=branches, otherwise=otherwise):
                yield from self.choice(branches, otherwise, level)
            case For():
                yield from self.loop(statement, level)
            case While(condition=condition, body=body):
                yield from self.repeat(condition, body, level)
            case Break():
                yield indented(level, "break;")
            case Return():
                yield indented(level, "goto done;")
            case Check():
                yield from self.check(statement, level)

    def watch(self, exprs: tuple[Expr, ...]) -> list[str]:
        """What may fail ends the function."""
        if any(node.operator in (CALL, ELEMENT) for node in postorder(exprs)):
            return ["if (status) goto failed;"]
        return []

    def enclosed(self, temporaries: list[str], lines: list[str], level: int) -> Iterator[str]:
        """Lines in a block of their own if they have temporaries."""
        if not temporaries:
            yield from (indented(level, line) for line in lines)
            return
        yield indented(level, "{")
        yield from temporaries
        yield from (indented(level + 1, line) for line in lines)
        yield indented(level, "}")

    def assign_element(self, statement: AssignElement, level: int) -> Iterator[str]:
        self.target(statement.first)
        made = Statements((statement.index, statement.value), self.storage(), level + 1)
        lines = [
            *made.temporaries(),
            indented(level + 1, f"const double value = {made.text(statement.value)};"),
            indented(level + 1, f"const int index = mos_index({made.text(statement.index)}, {statement.count}, &status, {self.where()});"),
        ]
        yield from self.enclosed(lines, ["if (status) goto failed;", f"({self.locals.address(statement.first)})[index] = value;"], level)

    def choice(self, branches: tuple[tuple[Expr, Body], ...], otherwise: Body, level: int) -> Iterator[str]:
        """Conditions are found one after the other, each only where those before do not hold."""
        (condition, body), *rest = branches
        made = Statements((condition,), self.storage(), level + 1)
        yield indented(level, "{")
        yield from made.temporaries()
        test = made.text(condition, truth=True)
        if watch := self.watch((condition,)):
            yield indented(level + 1, f"const int holds = {test};")
            yield from (indented(level + 1, line) for line in watch)
            test = "holds"
        yield indented(level + 1, f"if ({test}) {{")
        yield from self.body(body, level + 2)
        if rest or otherwise:
            yield indented(level + 1, "} else {")
            yield from self.choice(tuple(rest), otherwise, level + 2) if rest else self.body(otherwise, level + 2)
        yield indented(level + 1, "}")
        yield indented(level, "}")

    def loop(self, loop: For, level: int) -> Iterator[str]:
        bounds = (loop.first, loop.step, loop.last)
        made = Statements(bounds, self.storage(), level + 1)
        self.loops += 1
        k, where = f"k{self.loops}", self.where()
        yield indented(level, "{")
        yield from made.temporaries()
        first, step, last = (made.text(bound) for bound in bounds)
        yield indented(level + 1, f"const double first{k} = {first}, step{k} = {step}, last{k} = {last};")
        yield indented(level + 1, f"const double count{k} = floor((last{k} - first{k}) / step{k} + 1e-10) + 1.0;")
        yield from (indented(level + 1, line) for line in self.watch(bounds))
        if not all(bound.operator == CONSTANT for bound in bounds) or loop.step.value == 0:
            trouble = f"mos_trouble(MOS_ENDLESS, {where}, {c_string('a loop has too many rounds')})"
            yield indented(level + 1, f"if (!(count{k} < MOS_REPEAT)) {{ status = {trouble}; goto failed; }}")
        yield indented(level + 1, f"for (int {k} = 0; {k} < count{k}; {k}++) {{")
        yield indented(level + 2, f"{self.target(loop.slot)} = first{k} + {k} * step{k};")
        yield from self.body(loop.body, level + 2)
        yield indented(level + 1, "}")
        yield indented(level, "}")

    def repeat(self, condition: Expr, body: Body, level: int) -> Iterator[str]:
        made = Statements((condition,), self.storage(), level + 1)
        self.loops += 1
        k, where = f"k{self.loops}", self.where()
        yield indented(level, f"for (int {k} = 0;; {k}++) {{")
        yield from made.temporaries()
        yield indented(level + 1, f"const int holds = {made.text(condition, truth=True)};")
        yield from (indented(level + 1, line) for line in self.watch((condition,)))
        yield indented(level + 1, "if (!holds) break;")
        trouble = f"mos_trouble(MOS_ENDLESS, {where}, {c_string('a loop has too many rounds')})"
        yield indented(level + 1, f"if ({k} == MOS_REPEAT) {{ status = {trouble}; goto failed; }}")
        yield from self.body(body, level + 1)
        yield indented(level, "}")

    def check(self, check: Check, level: int) -> Iterator[str]:
        made = Statements((check.condition,), self.storage(), level + 1)
        yield indented(level, "{")
        yield from made.temporaries()
        yield indented(level + 1, f"const int holds = {made.text(check.condition, truth=True)};")
        yield from (indented(level + 1, line) for line in self.watch((check.condition,)))
        yield indented(level + 1, "if (!holds) {")
        shown = tuple(piece for piece in check.message if isinstance(piece, Expr))
        message = Statements(shown, self.storage(), level + 2)
        yield from message.temporaries()
        text = "".join(piece.replace("%", "%%") if isinstance(piece, str) else "%.6g" for piece in check.message)
        arguments = ", ".join((self.where(), c_string(text), *(message.text(piece) for piece in shown)))
        if check.is_error:
            yield indented(level + 2, f"status = mos_trouble(MOS_ASSERTION, {arguments});")
            yield indented(level + 2, "goto failed;")
        else:
            yield indented(level + 2, f"mos_warn({arguments});")
            yield from (indented(level + 2, line) for line in self.watch(shown))
        yield indented(level + 1, "}")
        yield indented(level, "}")
