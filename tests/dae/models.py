"""Flat models from a few lines of text: declarations and equations -> FlatModel, without the front end.

Names may have dots; equations are written as in Python, with `der(x)`, `pre(x)`, `time` and `when_true if condition else other`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from mosila.flat.flat import Attributes, Equal, EquationGroup, FlatModel, RelationGroup, Sum, Weak
from mosila.flat.program import ROLES, TYPES
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, RESERVED, VALUE, Link, Role, Template, Variability, Variable
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.symbolic import Expr, apply, canonical, constant, slot

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
KINDS = {"der": DERIVATIVE, "pre": PRE}


@dataclass
class FakeTree:
    """What a derivation asks of an object tree."""

    names: list[str]
    spans: list[Span]
    start: int = 1

    @property
    def size(self) -> int:
        return len(self.names)

    def variable_name(self, position: int) -> str:
        return self.names[position]

    def object_path(self, position: int) -> tuple[str, ...]:
        return self.variable_path(position)[:-1]

    def variable_path(self, position: int) -> tuple[str, ...]:
        return tuple(self.names[position].split("."))

    def variables(self) -> Iterator[tuple[tuple[str, ...], int, Variable]]:
        for position in range(1, self.size):
            yield self.variable_path(position), position, Variable(Builtin.REAL, Variability.CONTINUOUS, self.spans[position])


@dataclass
class Declared:
    """A variable of a model under construction."""

    name: str
    variability: Variability
    link: Link
    in_connector: bool
    active: bool
    role: Role
    span: Span


@dataclass
class Model:
    """Collects declarations and equations; each gets a line of its own in the file `name`."""

    name: str = "model.mosila"
    declared: list[Declared] = field(default_factory=list)
    weak: dict[int, Weak] = field(default_factory=dict)
    groups: dict[tuple[Template, bool], list[tuple[list[int], Span]]] = field(default_factory=dict)
    equalities: list[Equal] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    zero_sums: list[int] = field(default_factory=list)
    relations: list[tuple[Template, list[int], int, Span]] = field(default_factory=list)
    line: int = 0
    position_of: dict[str, int] = field(default_factory=lambda: {"time": 0})

    def span(self) -> Span:
        self.line += 1
        return Span(self.name, self.line, 1, self.line, 9)

    def real(
        self,
        *names: str,
        value: bool = False,
        variability: Variability = Variability.CONTINUOUS,
        link: Link = Link.POTENTIAL,
        in_connector: bool = False,
        active: bool = True,
        role: Role = Role.VARIABLE,
        zero_sum: bool = False,
    ) -> None:
        """Declare variables; `value`: with a declared value."""
        for name in names:
            position = len(self.declared) + RESERVED
            self.position_of[name] = position
            span = self.span()
            self.declared.append(Declared(name, variability, link, in_connector, active, role, span))
            if value:
                self.weak[position] = Weak(position, span, strict=not self.name.endswith(".mosila"))
            if zero_sum:
                self.zero_sums.append(position)

    def parameter(self, *names: str) -> None:
        self.real(*names, variability=Variability.PARAMETER)

    def discrete(self, *names: str, role: Role = Role.VARIABLE) -> None:
        self.real(*names, variability=Variability.DISCRETE, role=role)

    def equation(self, *texts: str, discrete: bool = False) -> None:
        for text in texts:
            left, right = text.split("=", 1)
            template, cells = self._bind(left, right, "=")
            self.groups.setdefault((template, discrete), []).append((cells, self.span()))

    def relation(self, target: str, left: str, operator: str, right: str) -> None:
        template, cells = self._bind(left, right, operator)
        self.relations.append((template, cells, self.position_of[target], self.span()))

    def equal(self, first: str, second: str) -> None:
        self.equalities.append(Equal(self.position_of[first], self.position_of[second], self.span()))

    def balance(self, *terms: str) -> None:
        """A sum that is zero, of terms `a` and `-a`."""
        positions = tuple(self.position_of[term.lstrip("-")] for term in terms)
        coefficients = tuple(-1.0 if term.startswith("-") else 1.0 for term in terms)
        self.sums.append(Sum(positions, coefficients, self.span(), "balance"))

    def flat(self) -> FlatModel:
        size = len(self.declared) + RESERVED
        variables = self.declared

        def column(first: object, values: list[object], dtype: type) -> np.ndarray:
            return np.array([first] * RESERVED + values, dtype=dtype)

        attributes = Attributes(
            type=np.full(size, TYPES.index(Builtin.REAL), dtype=np.int8),
            variability=column(Variability.CONTINUOUS, [v.variability for v in variables], np.int8),
            link=column(0, [v.link for v in variables], np.int8),
            role=column(-1, [ROLES.index(v.role) for v in variables], np.int8),
            in_connector=column(False, [v.in_connector for v in variables], np.bool_),
            nominal=np.ones(size),
            has_start=np.zeros(size, dtype=np.bool_),
            state_select=np.zeros(size, dtype=np.int8),
            fixed=np.zeros(size, dtype=np.bool_),
            causality=np.zeros(size, dtype=np.int8),
            literal={},
        )
        equations = tuple(
            EquationGroup(
                template,
                np.array([cells for cells, _ in lines], dtype=np.int32).reshape(len(lines), -1),
                tuple(span for _, span in lines),
                np.zeros(len(lines), dtype=np.int32),
                discrete,
            )
            for (template, discrete), lines in self.groups.items()
        )
        relations = tuple(
            RelationGroup(template, np.array([cells], dtype=np.int32), np.array([target], dtype=np.int32), (span,))
            for template, cells, target, span in self.relations
        )
        names = ["time"] * RESERVED + [v.name for v in variables]
        spans = [self.span()] * RESERVED + [v.span for v in variables]
        return FlatModel(
            tree=cast(InstanceTree, FakeTree(names, spans)),
            structure=Structure(),
            attributes=attributes,
            active=column(True, [v.active for v in variables], np.bool_),
            equations=equations,
            equalities=tuple(self.equalities),
            sums=tuple(self.sums),
            zero_sums=tuple(self.zero_sums),
            relations=relations,
            reinits=(),
            weak=self.weak,
        )

    def _bind(self, left: str, right: str, operator: str) -> tuple[Template, list[int]]:
        cells: list[int] = []
        sides = [self._lower(ast.parse(side.strip(), mode="eval").body, cells) for side in (left, right)]
        shaped, order = canonical(sides)
        return Template(shaped[0], shaped[1], operator), [cells[old] for old in order]

    def _lower(self, node: ast.expr, cells: list[int]) -> Expr:
        match node:
            case ast.Constant(value=value):
                return constant(float(value))
            case ast.Name() | ast.Attribute():
                return self._read(ast.unparse(node), VALUE, cells)
            case ast.Call(func=ast.Name(id=function), args=[argument]) if function in KINDS:
                return self._read(ast.unparse(argument), KINDS[function], cells)
            case ast.Call(func=ast.Name(id=function), args=arguments):
                return apply(function, *(self._lower(argument, cells) for argument in arguments))
            case ast.BinOp(left=left, op=op, right=right):
                return apply(BINARY[type(op)], self._lower(left, cells), self._lower(right, cells))
            case ast.BoolOp(op=op, values=values):
                return apply("and" if isinstance(op, ast.And) else "or", *(self._lower(value, cells) for value in values))
            case ast.UnaryOp(op=op, operand=operand):
                return apply("neg" if isinstance(op, ast.USub) else "not", self._lower(operand, cells))
            case ast.IfExp(test=test, body=body, orelse=other):
                return apply("if", *(self._lower(part, cells) for part in (test, body, other)))
        raise ValueError(ast.unparse(node))

    def _read(self, name: str, kind: int, cells: list[int]) -> Expr:
        number = self.position_of[name] * CELLS + kind
        if number not in cells:
            cells.append(number)
        return slot(cells.index(number))
