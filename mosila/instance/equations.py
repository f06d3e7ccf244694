"""Lowering of equations: syntax -> rows, reinits and connections of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import CONNECT_SUM, CONNECTORS_DIFFER, NOT_A_CONNECTOR
from mosila.diagnostics.instantiation import BAD_WHEN
from mosila.diagnostics.types import NOT_PARAMETER, WRONG_ARGUMENTS
from mosila.instance.lower import BOOLEAN, Context, iterate, lower, lower_structural, unsupported
from mosila.instance.plan import PRE, Connection, Link, Plan, Reinit, Role, Variability, Variable, cell
from mosila.instance.references import Found, ReferenceScope
from mosila.instance.rows import RowCollector
from mosila.instance.values import NUMBERS, Value, expect, wrong_size
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.source import Span
from mosila.symbolic.expression import Expr, apply, constant
from mosila.syntax import ast
from mosila.syntax.format import expression_text


def lower_equations(equations: Sequence[tuple[ast.Equation, ClassSymbol]], scope: ReferenceScope, rows: RowCollector) -> list[Connection]:
    """Write the rows of all equations of a class; its connections are returned."""
    lowering = _Lowering(scope, rows)
    for equation, symbol in equations:
        lowering.equation(equation, Context(symbol))
    return lowering.connections


@dataclass(slots=True)
class _When:
    """What the branches of one when-clause give to each variable, in order."""

    values: dict[int, list[tuple[Expr, Expr, Span]]] = field(default_factory=dict)


@dataclass(slots=True)
class _Lowering:
    scope: ReferenceScope
    rows: RowCollector
    connections: list[Connection] = field(default_factory=list)

    def equation(self, equation: ast.Equation, context: Context) -> None:
        """Lower one equation."""
        match equation:
            case ast.Equality():
                for left, right, discrete in self.sides(equation, context):
                    self.rows.add_equation(left, right, equation.span, discrete)
            case ast.ForEquation(iterators=iterators, body=body):
                for inner in iterate(iterators, self.scope, context):
                    for part in body:
                        self.equation(part, inner)
            case ast.IfEquation():
                self.if_equation(equation, context)
            case ast.WhenEquation():
                self.when(equation, context)
            case ast.Connect():
                self.connect(equation, context)
            case ast.CallEquation(call=call):
                name = ".".join(p.name for p in call.function.parts)
                if name == "reinit":
                    what = "`reinit` stands outside a when-clause"
                    raise MosilaError(BAD_WHEN.at(equation.span, what=what, advice="write `when condition then reinit(...)`"))
                raise unsupported(equation.span, f"`{name}(...)` as an equation", "leave it out")

    def sides(self, equation: ast.Equality, context: Context) -> list[tuple[Expr, Expr, bool]]:
        """The scalar equations of an equality, each with whether it is discrete."""
        left, right = lower(equation.left, self.scope, context), lower(equation.right, self.scope, context)
        _check_sides(equation, left, right)
        discrete = Builtin.REAL not in (left.type, right.type) or max(left.variability, right.variability) <= Variability.DISCRETE
        count = max(len(left.elements), len(right.elements))
        pairs = zip(_spread(left, count), _spread(right, count), strict=True)
        return [(a, b, discrete) for a, b in pairs]

    def if_equation(self, equation: ast.IfEquation, context: Context) -> None:
        """Take the branch that parameters choose, or join the branches into if-expressions."""
        branches: list[tuple[Expr | None, tuple[ast.Equation, ...]]] = []
        for condition, body in equation.branches:
            test = lower(condition, self.scope, context)
            expect(test, BOOLEAN, "the condition after `if`", condition)
            if test.variability <= Variability.PARAMETER:
                chosen = lower_structural(condition, self.scope, context, "the condition of an if-equation")
                if not chosen.scalar.value:
                    continue
                branches.append((None, body))
                break
            branches.append((test.scalar, body))
        else:
            branches.append((None, equation.otherwise))
        if len(branches) == 1:
            for part in branches[0][1]:
                self.equation(part, context)
            return
        self.join_branches(equation, branches, context)

    def join_branches(
        self, equation: ast.IfEquation, branches: list[tuple[Expr | None, tuple[ast.Equation, ...]]], context: Context
    ) -> None:
        """One equation for each place in the branches, which must have as many equations each."""
        lowered = [self.flat_sides(body, context) for _, body in branches]
        if any(len(part) != len(lowered[0]) for part in lowered):
            counts = ", ".join(str(len(part)) for part in lowered)
            construct = f"an if-equation whose branches have different numbers of equations ({counts})"
            raise unsupported(equation.span, construct, "give all branches as many equations")
        for place in range(len(lowered[0])):
            parts = [branch[place] for branch in lowered]
            tests = [test for test, _ in branches[:-1] if test is not None]
            same_left = all(part[0] is parts[0][0] for part in parts)
            values = [right if same_left else apply("-", left, right) for left, right, _, _ in parts]
            joined = values[-1]
            for test, value in zip(reversed(tests), reversed(values[:-1]), strict=True):
                joined = apply("if", test, value, joined)
            left = parts[0][0] if same_left else constant(0.0)
            self.rows.add_equation(left, joined, parts[0][3], any(part[2] for part in parts))

    def flat_sides(self, body: Iterable[ast.Equation], context: Context) -> list[tuple[Expr, Expr, bool, Span]]:
        """The scalar equations of a branch."""
        found: list[tuple[Expr, Expr, bool, Span]] = []
        for part in body:
            match part:
                case ast.Equality():
                    found.extend((a, b, discrete, part.span) for a, b, discrete in self.sides(part, context))
                case ast.ForEquation(iterators=iterators, body=inner_body):
                    for inner in iterate(iterators, self.scope, context):
                        found.extend(self.flat_sides(inner_body, inner))
                case _:
                    raise unsupported(part.span, "this kind of equation under a condition that varies", "use if-expressions")
        return found

    def when(self, equation: ast.WhenEquation, context: Context) -> None:
        """A when-clause becomes Boolean conditions and discrete equations that look at their rise."""
        collected = _When()
        for condition, body in equation.branches:
            fires, position = self.condition(condition, context)
            for part in body:
                self.when_part(part, fires, position, collected, context)
        for position, choices in collected.values.items():
            target, before = self.rows.read(cell(position)), self.rows.read(cell(position, PRE))
            value = reduce(lambda rest, choice: apply("if", choice[0], choice[1], rest), choices[::-1], before)
            self.rows.add_equation(target, value, choices[0][2], discrete=True)

    def condition(self, condition: ast.Expression, context: Context) -> tuple[Expr, int]:
        """The expression that is true in the instant in which a condition rises, and the position of the condition."""
        value = lower(condition, self.scope, context)
        expect(value, BOOLEAN, "the condition after `when`", condition)
        position = self.rows.new_position(Role.CONDITION, Builtin.BOOLEAN, Variability.DISCRETE, condition.span)
        if len(value.elements) > 1:
            raise unsupported(condition.span, "a when-clause with a vector of conditions", "join them with `or`")
        self.rows.add_equation(self.rows.read(cell(position)), value.scalar, condition.span, discrete=True)
        now, before = self.rows.read(cell(position)), self.rows.read(cell(position, PRE))
        return apply("and", now, apply("not", before)), position

    def when_part(self, part: ast.Equation, fires: Expr, condition: int, collected: _When, context: Context) -> None:
        """One equation inside a when-clause."""
        match part:
            case ast.Equality(left=ast.Reference() as target, right=value):
                found = self.scope.find(target, context)
                _settable(found, target)
                lowered = lower(value, self.scope, context)
                _check_sides(part, lower(target, self.scope, context), lowered)
                for position, element in zip(found.positions, _spread(lowered, len(found.positions)), strict=True):
                    collected.values.setdefault(position, []).append((fires, element, part.span))
            case ast.CallEquation(call=call) if [p.name for p in call.function.parts] == ["reinit"]:
                self.reinit(call, condition, context)
            case _:
                what = "only `variable = expression` and `reinit` are supported in a when-clause"
                raise unsupported(part.span, "this equation in a when-clause", what)

    def reinit(self, call: ast.Call, condition: int, context: Context) -> None:
        """`reinit(x, e)`: the value becomes an auxiliary variable, read when the condition rises."""
        if len(call.arguments) != 2 or not isinstance(call.arguments[0], ast.Reference):
            raise MosilaError(
                WRONG_ARGUMENTS.at(call.span, function="reinit", expected="a state and its new value", found=len(call.arguments))
            )
        found = self.scope.find(call.arguments[0], context)
        variable = found.component.content
        if not isinstance(variable, Variable) or variable.variability is not Variability.CONTINUOUS or found.shape:
            what = f"`{expression_text(call.arguments[0])}` is not a scalar continuous variable"
            raise MosilaError(BAD_WHEN.at(call.span, what=what, advice="reinit a variable that is differentiated"))
        value = lower(call.arguments[1], self.scope, context)
        expect(value, NUMBERS, "`reinit`", call.arguments[1])
        auxiliary = self.rows.new_position(Role.AUXILIARY, Builtin.REAL, Variability.CONTINUOUS, call.span)
        self.rows.add_equation(self.rows.read(cell(auxiliary)), value.scalar, call.span, discrete=False)
        self.rows.reinits.append(Reinit(condition, found.positions[0], auxiliary, call.span))

    def connect(self, equation: ast.Connect, context: Context) -> None:
        """`connect(a, b)`, element by element for arrays."""
        left, right = self.connector(equation.left, context), self.connector(equation.right, context)
        if left.shape != right.shape:
            raise wrong_size(equation.span, "`connect`", left.shape, right.shape)
        for a, b in zip(left.positions, right.positions, strict=True):
            self.connections.append(
                Connection(
                    left=a,
                    right=b,
                    left_plan=_plan(left),
                    right_plan=_plan(right),
                    left_outside=len(left.path) == 1,
                    right_outside=len(right.path) == 1,
                    left_path=left.path,
                    right_path=right.path,
                    span=equation.span,
                )
            )
        if _plan(left) is not _plan(right):
            names = (expression_text(equation.left), expression_text(equation.right))
            _check_connectors(_plan(left), _plan(right), equation.span, names)

    def connector(self, reference: ast.Reference, context: Context) -> Found:
        """The connector that a reference names."""
        found = self.scope.find(reference, context)
        content = found.component.content
        if not isinstance(content, Plan) or not content.is_connector:
            raise MosilaError(NOT_A_CONNECTOR.at(reference.span, name=expression_text(reference)))
        for component in content.components.values():
            if isinstance(component.content, Variable) and component.content.link is Link.SUM:
                raise MosilaError(CONNECT_SUM.at(reference.span, name=expression_text(reference)))
        return found


def _plan(found: Found) -> Plan:
    assert isinstance(found.component.content, Plan)
    return found.component.content


def _settable(found: Found, target: ast.Reference) -> Variable:
    variable = found.component.content
    if not isinstance(variable, Variable) or variable.variability <= Variability.PARAMETER:
        what = f"`{expression_text(target)}` cannot be set by an equation"
        raise MosilaError(BAD_WHEN.at(target.span, what=what, advice="set a discrete variable"))
    if variable.variability is Variability.CONTINUOUS:
        what = f"`{expression_text(target)}` is continuous; a when-clause sets discrete variables"
        raise MosilaError(BAD_WHEN.at(target.span, what=what, advice="declare it `discrete`, or use reinit for a state"))
    return variable


def _check_sides(equation: ast.Equality, left: Value, right: Value) -> None:
    if left.type not in NUMBERS or right.type not in NUMBERS:
        allowed = NUMBERS if left.type in NUMBERS else (left.type,)
        expect(right, allowed, "an equation", equation.right, "make both sides one type")
    if left.type is Builtin.INTEGER and right.type is Builtin.REAL and not left.is_constant:
        expect(right, (Builtin.INTEGER,), "an equation for an Integer", equation.right, "use integer(...)")
    if left.shape != right.shape:
        raise wrong_size(equation.span, "an equation", left.shape, right.shape)
    if max(left.variability, right.variability) <= Variability.PARAMETER:
        raise MosilaError(
            NOT_PARAMETER.at(equation.span, what="an equation between parameters is a check and", text=expression_text(equation.left))
        )


def _spread(value: Value, count: int) -> tuple[Expr, ...]:
    return value.elements if value.shape else value.elements * count


def _check_connectors(left: Plan, right: Plan, span: Span, names: tuple[str, str]) -> None:
    def refuse(why: str) -> None:
        raise MosilaError(CONNECTORS_DIFFER.at(span, why=why, left=names[0], right=names[1]))

    if left is right:
        return
    if list(left.components) != list(right.components):
        refuse("they have different variables")
    for name, component in left.components.items():
        other = right.components[name]
        a, b = component.content, other.content
        if isinstance(a, Variable) and isinstance(b, Variable):
            if a.link is not b.link or a.type is not b.type or component.dimensions != other.dimensions:
                refuse(f"`{name}` differs in type, size or prefix")
        elif isinstance(a, Plan) and isinstance(b, Plan):
            _check_connectors(a, b, span, names)
        else:
            refuse(f"`{name}` is a variable in one and a connector in the other")
