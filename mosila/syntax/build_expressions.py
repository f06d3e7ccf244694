"""Children of a grammar rule -> expression nodes. A method's name is the name of its rule or alternative in the grammar."""

from __future__ import annotations

from typing import Any

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.parse import POSITIONAL_AFTER_NAMED
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.strings import unescape

Children = list[Any]


class ExpressionBuilder:
    """Builds expressions; problems that do not stop the parser are put into `diagnostics`."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def real(self, children: Children, span: Span) -> ast.Literal:
        """`1.5e3`."""
        return ast.Literal(float(children[0]), children[0], span=span)

    def integer(self, children: Children, span: Span) -> ast.Literal:
        """`42`; digits beyond any use become a real number."""
        text = children[0]
        return ast.Literal(int(text) if len(text) < 4000 else float(text), text, span=span)

    def string(self, children: Children, span: Span) -> ast.Literal:
        """`"text"`."""
        text = children[0][1:-1]
        return ast.Literal(unescape(text), text, span=span)

    def true(self, children: Children, span: Span) -> ast.Literal:
        """`true`."""
        return ast.Literal(True, "true", span=span)

    def false(self, children: Children, span: Span) -> ast.Literal:
        """`false`."""
        return ast.Literal(False, "false", span=span)

    def colon(self, children: Children, span: Span) -> ast.Colon:
        """`:` as a subscript."""
        return ast.Colon(span=span)

    def end_value(self, children: Children, span: Span) -> ast.End:
        """`end` in a subscript."""
        return ast.End(span=span)

    def conditional(self, children: Children, span: Span) -> ast.Conditional:
        """`if c then a elseif d then b else e`."""
        pairs = tuple(zip(children[:-1:2], children[1:-1:2], strict=True))
        return ast.Conditional(pairs, children[-1], span=span)

    def range(self, children: Children, span: Span) -> ast.Range:
        """`a:b` or `a:step:b`."""
        step = children[1] if len(children) == 3 else None
        return ast.Range(children[0], step, children[-1], span=span)

    def chain(self, children: Children, span: Span) -> ast.Chain:
        """`a + b - c`: operators of one precedence."""
        return ast.Chain(children[0], tuple(zip(children[1::2], children[2::2], strict=True)), span=span)

    def unary(self, children: Children, span: Span) -> ast.Unary:
        """`-a`, `not a`."""
        return ast.Unary(children[0], children[1], span=span)

    def binary(self, children: Children, span: Span) -> ast.Binary:
        """`a < b`, `a ^ b`."""
        return ast.Binary(children[1], children[0], children[2], span=span)

    def name(self, children: Children, span: Span) -> ast.Name:
        """`A.B`."""
        return ast.Name(tuple(children), span=span)

    def global_name(self, children: Children, span: Span) -> ast.Name:
        """`.A.B`."""
        return ast.Name(tuple(children), is_global=True, span=span)

    def part(self, children: Children, span: Span) -> ast.Part:
        """`a[i]`."""
        return ast.Part(children[0], children[1] or (), span=span)

    def component_reference(self, children: Children, span: Span) -> ast.Reference:
        """`a.b[i]`."""
        return ast.Reference(tuple(children), span=span)

    def global_reference(self, children: Children, span: Span) -> ast.Reference:
        """`.a.b[i]`."""
        return ast.Reference(tuple(children), is_global=True, span=span)

    def array_subscripts(self, children: Children, span: Span) -> tuple[ast.Expression, ...]:
        """`[i, :]`."""
        return tuple(children)

    def expression_list(self, children: Children, span: Span) -> tuple[ast.Expression, ...]:
        """`a, b, c`."""
        return tuple(children)

    def output(self, children: Children, span: Span) -> ast.Expression | None:
        """One place of an output list; None where it is empty."""
        result: ast.Expression | None = children[0]
        return result

    def parenthesis(self, children: Children, span: Span) -> ast.Parenthesis | ast.Tuple:
        """`(a)`, or an output list `(a, , b)`."""
        if len(children) == 1 and children[0] is not None:
            return ast.Parenthesis(children[0], span=span)
        return ast.Tuple(() if children == [None] else tuple(children), span=span)

    def indexed_parenthesis(self, children: Children, span: Span) -> ast.Selection:
        """`(a)[i]`."""
        return ast.Selection(self.parenthesis(children[:-1], span), subscripts=children[-1], span=span)

    def member_of_parenthesis(self, children: Children, span: Span) -> ast.Selection:
        """`(a).b`."""
        return ast.Selection(self.parenthesis(children[:-1], span), member=children[-1], span=span)

    def matrix(self, children: Children, span: Span) -> ast.Matrix:
        """`[a, b; c, d]`."""
        return ast.Matrix(tuple(children), span=span)

    def array(self, children: Children, span: Span) -> ast.ArrayConstructor:
        """`{a, b}`."""
        return ast.ArrayConstructor(children[0] or (), span=span)

    def array_comprehension(self, children: Children, span: Span) -> ast.ArrayConstructor:
        """`{a for i in r}`."""
        return ast.ArrayConstructor((children[0],), children[1], span=span)

    def call(self, children: Children, span: Span) -> ast.Call:
        """`f(a, b = c)`."""
        function, (arguments, named, iterators) = children
        return ast.Call(function, arguments, named, iterators, span=span)

    def built_in_call(self, children: Children, span: Span) -> ast.Call:
        """A call of a function whose name is a keyword: `der(x)`, `initial()`."""
        word, rest = children
        place = span._replace(end_line=span.line, end_column=span.column + len(word))
        return self.call([ast.Reference((ast.Part(word, span=place),), span=place), rest], span)

    def state_test(self, children: Children, span: Span) -> ast.Call:
        """`in(state)`."""
        return self.built_in_call(["in", children[0]], span)

    def new_object(self, children: Children, span: Span) -> ast.New:
        """`new C(mods)`."""
        return ast.New(children[0], children[1], span=span)

    def call_arguments(self, children: Children, span: Span) -> tuple[Any, Any, Any]:
        """The arguments in parentheses: those by position, those by name, no iterators."""
        arguments: list[ast.Expression] = []
        named: list[ast.NamedArgument] = []
        for child in children:
            if child is None:
                continue
            if isinstance(child, ast.NamedArgument):
                named.append(child)
                continue
            if named:
                self.diagnostics.append(POSITIONAL_AFTER_NAMED.at(child.span))
            arguments.append(child)
        return tuple(arguments), tuple(named), ()

    def reduction_arguments(self, children: Children, span: Span) -> tuple[Any, Any, Any]:
        """`(a for i in r)`."""
        return (children[0],), (), children[1]

    def named_argument(self, children: Children, span: Span) -> ast.NamedArgument:
        """`name = value`."""
        return ast.NamedArgument(children[0], children[1], span=span)

    def partial_application(self, children: Children, span: Span) -> ast.PartialApplication:
        """`function f(a = 1)`."""
        return ast.PartialApplication(children[0], tuple(child for child in children[1:] if child is not None), span=span)

    def for_indices(self, children: Children, span: Span) -> tuple[ast.Iterator, ...]:
        """`i in r, j in s`."""
        return tuple(children)

    def for_index(self, children: Children, span: Span) -> ast.Iterator:
        """`i in r`, or `i` alone."""
        return ast.Iterator(children[0], children[1], span=span)
