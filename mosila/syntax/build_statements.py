"""Children of a grammar rule -> equations, statements and statechart items."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mosila.diagnostics.parse import BAD_TARGET, CONNECT_IN_ALGORITHM, NOT_AN_EQUATION
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.build_expressions import Children, ExpressionBuilder


class StatementBuilder(ExpressionBuilder):
    """Builds equations and statements; `connect` statements wait until an action that holds them is complete."""

    def __init__(self) -> None:
        super().__init__()
        self.connects: list[Span] = []

    def equations(self, children: Children, span: Span) -> tuple[ast.Equation, ...]:
        """The equations of a branch or loop."""
        return tuple(children)

    def statements(self, children: Children, span: Span) -> tuple[ast.Statement, ...]:
        """The statements of a branch or loop."""
        return tuple(children)

    def equation(self, children: Children, span: Span) -> ast.Equation:
        """An equation with the description behind it."""
        equation: ast.Equation = children[0]
        return equation if children[1] is None else replace(equation, description=children[1], span=span)

    def statement(self, children: Children, span: Span) -> ast.Statement:
        """A statement with the description behind it."""
        statement: ast.Statement = children[0]
        return statement if children[1] is None else replace(statement, description=children[1], span=span)

    def equality(self, children: Children, span: Span) -> ast.Equality:
        """`left = right`."""
        return ast.Equality(children[0], children[1], span=span)

    def call_equation(self, children: Children, span: Span) -> ast.CallEquation:
        """A call that stands alone; any other expression there is reported."""
        call = children[0]
        if not isinstance(call, ast.Call):
            is_comparison = isinstance(call, ast.Binary) and call.operator == "=="
            self.diagnostics.append(NOT_AN_EQUATION.at(span, hint="`=`, not `==`" if is_comparison else "`left = right`"))
            call = ast.Call(ast.Reference((ast.Part("assert", span=span),), span=span), (call,), span=span)
        return ast.CallEquation(call, span=span)

    def connect_equation(self, children: Children, span: Span) -> ast.Connect:
        """`connect(a, b)` among equations."""
        return ast.Connect(children[0], children[1], span=span)

    def if_equation(self, children: Children, span: Span) -> ast.IfEquation:
        """`if ... end if` among equations."""
        return ast.IfEquation(_pairs(children[:-1]), children[-1] or (), span=span)

    def for_equation(self, children: Children, span: Span) -> ast.ForEquation:
        """`for ... end for` among equations."""
        return ast.ForEquation(children[0], children[1], span=span)

    def when_equation(self, children: Children, span: Span) -> ast.WhenEquation:
        """`when ... end when` among equations."""
        return ast.WhenEquation(_pairs(children), span=span)

    def assignment(self, children: Children, span: Span) -> ast.Assignment:
        """`x := e`."""
        return ast.Assignment(children[0], children[1], span=span)

    def call_statement(self, children: Children, span: Span) -> ast.CallStatement:
        """`f(a)`, `body.add(boost)`."""
        return ast.CallStatement(self.call(children, span), span=span)

    def connect_statement(self, children: Children, span: Span) -> ast.CallStatement:
        """`connect(a, b)` among statements: a call, noted until it is known whether an action holds it."""
        self.connects.append(span)
        return ast.CallStatement(self.built_in_call(["connect", (tuple(children), (), ())], span), span=span)

    def multiple_assignment(self, children: Children, span: Span) -> ast.MultipleAssignment:
        """`(a, , b) := f(x)`; what cannot be assigned is reported."""
        *targets, function, arguments = children
        for target in targets:
            if target is not None and not isinstance(target, ast.Reference):
                self.diagnostics.append(BAD_TARGET.at(target.span))
        call = self.call([function, arguments], function.span.to(span))
        return ast.MultipleAssignment(() if targets == [None] else tuple(targets), call, span=span)

    def break_statement(self, children: Children, span: Span) -> ast.Break:
        """`break`."""
        return ast.Break(span=span)

    def return_statement(self, children: Children, span: Span) -> ast.Return:
        """`return`."""
        return ast.Return(span=span)

    def if_statement(self, children: Children, span: Span) -> ast.IfStatement:
        """`if ... end if` among statements."""
        return ast.IfStatement(_pairs(children[:-1]), children[-1] or (), span=span)

    def for_statement(self, children: Children, span: Span) -> ast.ForStatement:
        """`for ... end for` among statements."""
        return ast.ForStatement(children[0], children[1], span=span)

    def while_statement(self, children: Children, span: Span) -> ast.WhileStatement:
        """`while ... end while`."""
        return ast.WhileStatement(children[0], children[1], span=span)

    def when_statement(self, children: Children, span: Span) -> ast.WhenStatement:
        """`when ... end when` among statements."""
        return ast.WhenStatement(_pairs(children), span=span)

    def equation_section(self, children: Children, span: Span) -> ast.EquationSection:
        """`[initial] equation ...`."""
        return ast.EquationSection(tuple(children[1:]), initial=children[0] is not None, span=span)

    def algorithm_section(self, children: Children, span: Span) -> ast.AlgorithmSection:
        """`[initial] algorithm ...`; a `connect` in it is reported."""
        self.diagnostics += [CONNECT_IN_ALGORITHM.at(each) for each in self.connects]
        self.connects.clear()
        return ast.AlgorithmSection(tuple(children[1:]), initial=children[0] is not None, span=span)

    def statechart_section(self, children: Children, span: Span) -> ast.StatechartSection:
        """`statechart ...`."""
        return ast.StatechartSection(tuple(children), span=span)

    def transition(self, children: Children, span: Span) -> ast.Transition:
        """`transition a -> b ... end transition`."""
        name, source, target, events, guard, priority, action, description = children
        return ast.Transition(name, source, target, events or (), guard, priority, action or (), description, span=span)

    def transition_name(self, children: Children, span: Span) -> str:
        """`name :` before the source of a transition."""
        return str(children[0])

    def events(self, children: Children, span: Span) -> tuple[ast.Expression, ...]:
        """`event e1, e2`."""
        return tuple(children)

    def action(self, children: Children, span: Span) -> tuple[ast.Statement, ...]:
        """`action ...`: here `connect` may stand."""
        self.connects.clear()
        return tuple(children)

    def entry_action(self, children: Children, span: Span) -> ast.EntryAction:
        """`entry action ... end entry`."""
        return ast.EntryAction(children[0], span=span)

    def exit_action(self, children: Children, span: Span) -> ast.ExitAction:
        """`exit action ... end exit`."""
        return ast.ExitAction(children[0], span=span)


def _pairs(children: Children) -> tuple[tuple[Any, Any], ...]:
    return tuple(zip(children[::2], children[1::2], strict=True))
