"""C functions of equation shapes: expressions over slots -> a loop over an index table.

The text depends on the expressions alone. Compile with -ffp-contract=off where results shall agree to the bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mosila.codegen.c_formulas import ROW, Formulas, Storage
from mosila.codegen.c_placement import BODY, place
from mosila.dataclass import dataclass
from mosila.symbolic.expression import CALL, CONSTANT, ONE, ZERO, Expr, callee_of, postorder, slots_of

PRELUDE: Final = """\
#include <math.h>
#include <stdint.h>

static inline double mos_sign(double x) { return (double)((x > 0) - (x < 0)); }
static inline double mos_min(double x, double y) { return y < x ? y : x; }
static inline double mos_max(double x, double y) { return y > x ? y : x; }
static inline double mos_square(double x) { return x * x; }
static inline double mos_cube(double x) { return x * x * x; }
static inline double mos_div(double x, double y) { return trunc(x / y); }
static inline double mos_mod(double x, double y) { return x - floor(x / y) * y; }
static inline double mos_rem(double x, double y) { return x - trunc(x / y) * y; }

/* The past of delayed expressions, whose address stands in front of w. */
typedef struct mos_past mos_past;
struct mos_past {
    double (*value)(const mos_past *, double, double, double, double);
    double (*gain)(const mos_past *, double, double, double);
    double (*rate)(const mos_past *, double, double, double, double);
};
static inline const mos_past *mos_past_of(const double *w) {
    const mos_past *past;
    __builtin_memcpy(&past, w - 1, sizeof past);
    return past;
}
#define mos_delay(w, ...) (mos_past_of(w)->value(mos_past_of(w), __VA_ARGS__))
#define mos_delay_gain(w, ...) (mos_past_of(w)->gain(mos_past_of(w), __VA_ARGS__))
#define mos_delay_rate(w, ...) (mos_past_of(w)->rate(mos_past_of(w), __VA_ARGS__))
"""

_COMMENT_LIMIT: Final = 500


def c_function(name: str, exprs: Sequence[Expr], width: int, comments: Sequence[str]) -> str:
    """The function of a shape: for each row of `width` indices the values of the expressions, `comments` above them."""
    for expression in exprs:
        if any(index >= width for index in slots_of(expression)):
            raise ValueError(f"{name}: a slot beyond the {width} of a row")
    lines = [
        f"void {name}(int32_t n, const int32_t *ix, const double *w, double *out)",
        "{",
        f"    for (int32_t k = 0; k < n; k++, ix += {width}, out += {len(exprs)}) {{",
        *Statements(exprs).row(comments),
        "    }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def c_comment(text: str) -> str:
    """Text that cannot end the comment it stands in."""
    one_line = " ".join(text.split())
    if len(one_line) > _COMMENT_LIMIT:
        one_line = one_line[:_COMMENT_LIMIT] + "..."
    return "/* " + one_line.replace("*/", "* /").replace("/*", "/ *") + " */"


def indented(level: int, text: str) -> str:
    """A line of C at a level of nesting."""
    return "    " * level + text


@dataclass(frozen=True, slots=True)
class _Store:
    """To do: a temporary in its region."""

    node: Expr
    region: int
    level: int


@dataclass(frozen=True, slots=True)
class _Assign:
    """To do: a branch's value for the temporary of its condition."""

    name: str
    value: Expr
    region: int
    level: int


class Statements:
    """The C statements that compute some expressions: temporaries where they are first needed, then the values."""

    def __init__(self, exprs: Sequence[Expr], storage: Storage = ROW, level: int = 2) -> None:
        self.exprs = exprs
        self.level = level
        self.placement = place(exprs)
        self.formulas = Formulas(self.placement, storage)

    def row(self, comments: Sequence[str]) -> Iterator[str]:
        """Every output with its comment and the temporaries it is the first to need; the stores come last.

        `out` may point into `w`: a store between two loads would make the compiler load again. After a call that failed there is
        no value, even where what it gave only decides between others.
        """
        results = []
        calls = any(node.operator == CALL for node in postorder(self.exprs))
        if calls:
            yield indented(self.level, "int failed = 0;")
        for position, (expression, temporaries) in enumerate(zip(self.exprs, self.first_needed(), strict=True)):
            if position < len(comments) and comments[position]:
                yield indented(self.level, c_comment(comments[position]))
            yield from self.statements([_Store(node, BODY, self.level) for node in temporaries])
            text = self.text(expression)
            if len(self.exprs) > 1 and expression.operator != CONSTANT and not self.placement.is_stored(expression, BODY):
                yield indented(self.level, f"const double r{position} = {text};")
                text = f"r{position}"
            results.append(indented(self.level, f"out[{position}] = {f'failed ? NAN : {text}' if calls else text};"))
        yield from results

    def temporaries(self) -> Iterator[str]:
        """All temporaries that the expressions need."""
        yield from self.statements([_Store(node, BODY, self.level) for node in self.placement.temporaries[BODY]])

    def text(self, expression: Expr, truth: bool = False) -> str:
        """One of the expressions, once its temporaries are there."""
        return self.formulas.text(expression, BODY, truth)

    def call_name(self, called: Expr) -> str:
        """The array that holds the outputs of a call which is one of the expressions."""
        return self.formulas.names[called, self.placement.home(called, BODY)]

    def first_needed(self) -> list[list[Expr]]:
        """For each output the temporaries of the loop body that no output before it needs."""
        groups: list[list[Expr]] = [[] for _ in self.exprs]
        seen: set[Expr] = set()
        position = 0
        for node in postorder(self.exprs):
            while self.exprs[position] in seen:
                position += 1
            seen.add(node)
            if (node, BODY) in self.placement.stored:
                groups[position].append(node)
        return groups

    def statements(self, todo: Sequence[_Store | _Assign | str]) -> Iterator[str]:
        """The lines that compute temporaries, conditions with their own temporaries as blocks."""
        stack = list(reversed(todo))
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                yield item
            elif isinstance(item, _Assign):
                yield indented(item.level, f"{item.name} = {self.formulas.text(item.value, item.region)};")
            else:
                name = f"c{len(self.formulas.names)}"
                if item.node.operator == CALL:
                    yield from self.call(name, item)
                elif self.placement.has_statements(item.region, item.node):
                    stack.extend(reversed(list(self.block(name, item))))
                else:
                    yield indented(item.level, f"const double {name} = {self.formulas.text(item.node, item.region)};")
                self.formulas.names[item.node, item.region] = name

    def call(self, name: str, item: _Store) -> Iterator[str]:
        """A call: its numbers and texts as arrays, its outputs in an array of the temporary's name."""
        callee = callee_of(item.node)
        texts = [self.formulas.text(operand, item.region) for operand in item.node.operands]
        numbers, strings = texts[: callee.inputs], texts[callee.inputs :]
        if numbers:
            yield indented(item.level, f"const double a{name}[] = {{{', '.join(numbers)}}};")
        if strings:
            yield indented(item.level, f"const char *const s{name}[] = {{{', '.join(strings)}}};")
        yield indented(item.level, f"double {name}[{max(callee.outputs, 1)}] = {{0}};")
        called = f"{callee.key}({f'a{name}' if numbers else 'NULL'}, {f's{name}' if strings else 'NULL'}, {name})"
        if self.formulas.storage.reporting:
            yield indented(item.level, f"status = status || {called};")
        elif numbers:
            yield indented(item.level, f"if (mos_known(a{name}, {len(numbers)})) failed |= {called};")
            yield indented(item.level, f"else mos_unknown({name}, {callee.outputs});")
        else:
            yield indented(item.level, f"failed |= {called};")

    def block(self, name: str, item: _Store) -> Iterator[_Store | _Assign | str]:
        """`if`, `and` or `or` as a statement."""
        node, region, level = item.node, item.region, item.level
        chosen, other = {"if": (1, 2), "and": (1, None), "or": (None, 1)}[node.operator]
        yield indented(level, f"double {name};")
        yield indented(level, f"if ({self.formulas.text(node.operands[0], region, truth=True)}) {{")
        yield from self.branch(name, item, chosen, ONE)
        yield indented(level, "} else {")
        yield from self.branch(name, item, other, ZERO)
        yield indented(level, "}")

    def branch(self, name: str, item: _Store, operand: int | None, settled: Expr) -> Iterator[_Store | _Assign]:
        """What stands in one branch: the operand, or the truth value that needs none."""
        if operand is None:
            yield _Assign(name, settled, item.region, item.level + 1)
            return
        region = self.placement.branch(item.region, item.node, operand)
        for temporary in self.placement.temporaries[region]:
            yield _Store(temporary, region, item.level + 1)
        yield _Assign(name, item.node.operands[operand], region, item.level + 1)
