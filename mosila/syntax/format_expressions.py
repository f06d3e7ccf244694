"""Expressions -> pieces of text, with the comments that stand inside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from mosila.source import NOWHERE, Span
from mosila.syntax import ast
from mosila.syntax.layout import WIDTH, Layout, Mark

_TIGHT = frozenset(("*", "/", "^"))
_Item = TypeVar("_Item", bound=ast.Node)


class ExpressionFormatter:
    """Writes expressions; comments come out where the text passes their place in the source."""

    def __init__(self, comments: Sequence[ast.Comment], width: int = WIDTH) -> None:
        self.layout = Layout(width=width)
        self.comments = sorted(((each.span, each.text) for each in comments), key=lambda each: each[0][1:3])
        self.next_comment = 0
        self.last_line: int | None = None

    def write(self, *pieces: str | Mark) -> None:
        """Append text and marks."""
        self.layout.add(*pieces)

    def pending(self, line: int, column: int) -> Iterable[tuple[Span, str]]:
        """The comments before a place that are not yet written, each counted as written when given out."""
        while self.next_comment < len(self.comments):
            span, text = self.comments[self.next_comment]
            if (span.line, span.column) >= (line, column):
                return
            self.next_comment += 1
            yield span, text

    def comments_before(self, span: Span) -> None:
        """Write, inside a line, the comments that stand before a span."""
        if span is not NOWHERE:
            self._inline(span.line, span.column)

    def comments_within(self, span: Span) -> None:
        """Write, inside a line, the comments that stand before the end of a span."""
        if span is not NOWHERE:
            self._inline(span.end_line, span.end_column)

    def _inline(self, line: int, column: int) -> None:
        for _, text in self.pending(line, column):
            self.write("" if self.layout.ends_with_space else " ", text, Mark.LINE if text.startswith("//") else " ")

    def separated(self, items: Sequence[_Item], write_item: Callable[[_Item], None], separator: str = ",") -> None:
        """Write items with a separator and a possible break between them."""
        for index, item in enumerate(items):
            if index:
                self.write(separator)
                self.comments_before(item.span)
                self.write(Mark.SPACE_OR_LINE)
            write_item(item)

    def bracketed(self, opening: str, items: Sequence[_Item], closing: str, write_item: Callable[[_Item], None], span: Span) -> None:
        """Write items in brackets, filling lines."""
        self.write(Mark.FILL, opening, Mark.INDENT)
        self.separated(items, write_item)
        self.comments_within(span)
        self.write(Mark.DEDENT, closing, Mark.CLOSE)

    def name(self, name: ast.Name) -> None:
        """`A.B.C`."""
        self.comments_before(name.span)
        self.write(("." if name.is_global else "") + ".".join(name.parts))

    def subscripts(self, subscripts: Sequence[ast.Expression]) -> None:
        """`[i, j]`, or nothing."""
        if subscripts:
            self.bracketed("[", subscripts, "]", self.expression, NOWHERE)

    def reference(self, reference: ast.Reference) -> None:
        """`a.b[1].c`."""
        self.comments_before(reference.span)
        for index, part in enumerate(reference.parts):
            self.write("." if index or reference.is_global else "", part.name)
            self.subscripts(part.subscripts)

    def expression(self, expression: ast.Expression) -> None:
        """Any expression."""
        self.comments_before(expression.span)
        match expression:
            case ast.Literal(value=str(), text=text):
                self.write(f'"{text}"')
            case ast.Literal(text=text):
                self.write(text)
            case ast.Colon():
                self.write(":")
            case ast.End():
                self.write("end")
            case ast.Reference():
                self.reference(expression)
            case ast.Unary(operator=operator, operand=operand):
                self.write(operator + (" " if operator == "not" else ""))
                self.expression(operand)
            case ast.Binary() | ast.Chain():
                self._operators(expression)
            case ast.Range(start=start, step=step, stop=stop):
                for index, bound in enumerate(each for each in (start, step, stop) if each is not None):
                    self.write(":" if index else "")
                    self.expression(bound)
            case ast.Conditional():
                self._conditional(expression)
            case ast.Call():
                self.call(expression)
            case ast.PartialApplication(function=function, named=named):
                self.write("function ")
                self.name(function)
                self.bracketed("(", named, ")", self._named, expression.span)
            case ast.New():
                self._new(expression)
            case _:
                self._brackets(expression)

    def _brackets(self, expression: ast.ArrayConstructor | ast.Matrix | ast.Parenthesis | ast.Tuple | ast.Selection) -> None:
        match expression:
            case ast.ArrayConstructor(elements=elements, iterators=iterators) if iterators:
                self.write("{")
                self._iterated(elements[0], iterators)
                self.comments_within(expression.span)
                self.write("}")
            case ast.ArrayConstructor(elements=elements):
                self.bracketed("{", elements, "}", self.expression, expression.span)
            case ast.Matrix(rows=rows):
                self.write(Mark.FILL, "[", Mark.INDENT)
                for index, row in enumerate(rows):
                    self.write(*((";", Mark.SPACE_OR_LINE) if index else ()))
                    self.separated(row, self.expression)
                self.comments_within(expression.span)
                self.write(Mark.DEDENT, "]", Mark.CLOSE)
            case ast.Parenthesis(inner=inner):
                self.write("(")
                self.expression(inner)
                self.comments_within(expression.span)
                self.write(")")
            case ast.Tuple(elements=elements):
                self.outputs(elements)
                self.comments_within(expression.span)
            case ast.Selection(inner=inner, subscripts=subscripts, member=member):
                self._brackets(inner)
                self.subscripts(subscripts)
                self.write(f".{member}" if member is not None else "")

    def outputs(self, elements: Sequence[ast.Expression | None]) -> None:
        """`(a, , b)`."""
        self.write("(")
        for index, element in enumerate(elements):
            self.write(", " if index else "")
            if element is not None:
                self.expression(element)
        self.write(")")

    def _operators(self, expression: ast.Binary | ast.Chain) -> None:
        match expression:
            case ast.Binary(operator=operator, left=first, right=right):
                rest: tuple[tuple[str, ast.Expression], ...] = ((operator, right),)
            case ast.Chain(first=first, rest=rest):
                pass
        self.write(Mark.FILL)
        self.expression(first)
        self.write(Mark.INDENT)
        for operator, operand in rest:
            if operator in _TIGHT:
                self.write(operator)
            else:
                self.write(Mark.SPACE_OR_LINE, operator, " ")
            self.expression(operand)
        self.write(Mark.DEDENT, Mark.CLOSE)

    def _conditional(self, expression: ast.Conditional) -> None:
        self.write(Mark.FILL)
        for index, (condition, value) in enumerate(expression.branches):
            self.write(*((Mark.SPACE_OR_LINE, "else") if index else ()), "if ")
            self.expression(condition)
            self.write(" then ")
            self.expression(value)
        self.write(Mark.SPACE_OR_LINE, "else ")
        self.expression(expression.otherwise)
        self.write(Mark.CLOSE)

    def call(self, call: ast.Call) -> None:
        """`f(a, name = b)` or a reduction."""
        self.reference(call.function)
        if call.iterators:
            self.write("(")
            self._iterated(call.arguments[0], call.iterators)
            self.comments_within(call.span)
            self.write(")")
            return
        self.bracketed("(", (*call.arguments, *call.named), ")", self._argument, call.span)

    def _argument(self, argument: ast.Expression | ast.NamedArgument) -> None:
        if isinstance(argument, ast.NamedArgument):
            self._named(argument)
        else:
            self.expression(argument)

    def _named(self, argument: ast.NamedArgument) -> None:
        self.comments_before(argument.span)
        self.write(f"{argument.name}=")
        self.expression(argument.value)

    def _iterated(self, value: ast.Expression, iterators: Sequence[ast.Iterator]) -> None:
        self.expression(value)
        self.write(" for ")
        self.iterators(iterators)

    def iterators(self, iterators: Sequence[ast.Iterator]) -> None:
        """`i in 1:3, j in 1:4`."""
        for index, iterator in enumerate(iterators):
            self.write(", " if index else "")
            self.comments_before(iterator.span)
            self.write(iterator.name)
            if iterator.range is not None:
                self.write(" in ")
                self.expression(iterator.range)

    def _new(self, expression: ast.New) -> None:
        self.write("new ")
        self.name(expression.name)
        self.modification_arguments(expression.modification)

    def modification_arguments(self, modification: ast.ClassModification | None) -> None:
        """The arguments of a modification in parentheses; `format_modifications.py` knows them."""
        raise NotImplementedError
