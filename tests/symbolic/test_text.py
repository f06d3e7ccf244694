"""Expressions as text: minimal parentheses that still mean the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from mosila.symbolic import Expr, apply, constant, evaluate, expression_text, slot
from tests.symbolic.trees import Tree, to_expression, trees

A, B, C = (slot(index) for index in range(3))
NAMES = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (apply("-", A, apply("-", B, C)), "a - (b - c)"),
        (apply("-", apply("-", A, B), C), "a - b - c"),
        (apply("+", A, apply("+", B, C)), "a + (b + c)"),
        (apply("/", A, apply("*", B, C)), "a/(b*c)"),
        (apply("*", apply("/", A, B), C), "a/b*c"),
        (apply("*", apply("neg", A), B), "(-a)*b"),
        (apply("neg", apply("*", A, B)), "-a*b"),
        (apply("neg", apply("+", A, B)), "-(a + b)"),
        (apply("^", apply("^", A, B), C), "(a^b)^c"),
        (apply("^", constant(-2), A), "(-2)^a"),
        (apply("^", A, constant(-1)), "a^(-1)"),
        (apply("+", A, constant(-3)), "a - 3"),
        (apply("*", A, constant(0.1)), "a*0.1"),
        (apply("not", apply("<", A, B)), "not a < b"),
        (apply("not", apply("and", A, B)), "not (a and b)"),
        (apply("and", apply("or", A, B), C), "(a or b) and c"),
        (apply("or", apply("and", A, B), C), "a and b or c"),
        (apply("if", apply(">", A, B), A, apply("if", apply(">", B, C), B, C)), "if a > b then a elseif b > c then b else c"),
        (apply("+", apply("if", apply(">", A, B), A, B), C), "(if a > b then a else b) + c"),
        (apply("max", apply("+", A, B), C), "max(a + b, c)"),
    ],
)
def test_minimal_parentheses(expression: Expr, text: str) -> None:
    assert expression_text(expression, NAMES) == text


def test_literals_read_back_exactly() -> None:
    for value in (0.1, 1 / 3, 1e300, 5e-324, 123456789.0, 1e22):
        assert float(expression_text(constant(value), ())) == value


def test_text_can_be_cut_off() -> None:
    assert expression_text(apply("+", A, B, C), NAMES, limit=5) == "a + b..."


class _Parser:
    """Modelica's grammar of expressions, by recursive descent, to tuples."""

    def __init__(self, text: str) -> None:
        self.tokens = [*re.findall(r"\d+\.?\d*(?:e[-+]?\d+)?|\w+|<=|>=|<>|==|.", text.replace(" ", "\x00")), "end"]
        self.tokens = [token for token in self.tokens if token != "\0"]

    def take(self, *wanted: str) -> str | None:
        return self.tokens.pop(0) if self.tokens[0] in wanted else None

    def expression(self) -> Tree:
        return self.choice() if self.take("if") else self.left_to_right(self.conjunction, "or")

    def choice(self) -> Tree:
        condition = self.expression()
        assert self.take("then")
        chosen = self.expression()
        if self.take("elseif"):
            return ("if", condition, chosen, self.choice())
        assert self.take("else")
        return ("if", condition, chosen, self.expression())

    def left_to_right(self, operand: Callable[[], Tree], *operators: str) -> Tree:
        tree = operand()
        while operator := self.take(*operators):
            tree = (operator, tree, operand())
        return tree

    def conjunction(self) -> Tree:
        return self.left_to_right(self.negation, "and")

    def negation(self) -> Tree:
        return ("not", self.relation()) if self.take("not") else self.relation()

    def relation(self) -> Tree:
        left = self.sum()
        operator = self.take("<", "<=", ">", ">=", "==", "<>")
        return (operator, left, self.sum()) if operator else left

    def sum(self) -> Tree:
        tree: Tree = ("neg", self.term()) if self.take("-") else self.term()
        while operator := self.take("+", "-"):
            tree = (operator, tree, self.term())
        return tree

    def term(self) -> Tree:
        return self.left_to_right(self.factor, "*", "/")

    def factor(self) -> Tree:
        base = self.primary()
        return ("^", base, self.primary()) if self.take("^") else base

    def primary(self) -> Tree:
        if self.take("("):
            inner = self.expression()
            assert self.take(")")
            return inner
        token = self.tokens.pop(0)
        if self.take("("):
            arguments = [self.expression()]
            while self.take(","):
                arguments.append(self.expression())
            assert self.take(")")
            return (token, *arguments)
        return ("slot", NAMES.index(token)) if token in NAMES else ("constant", float(token))


@settings(max_examples=300)
@given(trees)
def test_text_means_the_expression(tree: Tree) -> None:
    expression = to_expression(tree)
    parser = _Parser(expression_text(expression, NAMES))
    parsed = to_expression(parser.expression())
    assert parser.tokens == ["end"]
    for values in ([0.3, -1.5, 2.0], [-2.0, 0.75, 0.0], [3.0, 3.0, 1.0]):
        try:
            expected = evaluate(expression, values)
        except (ZeroDivisionError, ValueError):
            continue
        assert evaluate(parsed, values) == expected
