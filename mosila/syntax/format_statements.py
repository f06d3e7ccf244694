"""Equations, statements and statechart items -> lines of text; comments keep their place between them."""

from __future__ import annotations

from collections.abc import Sequence

from mosila.source import NOWHERE, Span
from mosila.syntax import ast
from mosila.syntax.format_modifications import ModificationFormatter
from mosila.syntax.layout import Mark

_Branches = Sequence[tuple[ast.Expression, Sequence[ast.Equation | ast.Statement]]]


class StatementFormatter(ModificationFormatter):
    """Writes items, one a line; blank lines of the source stay, one at most."""

    def begin_item(self, span: Span) -> None:
        """Start the line of an item: first the comments before it, those on the line of the item before at its end."""
        if span is NOWHERE:
            self.write(Mark.LINE)
            return
        self.comment_lines(span.line, span.column)
        self._start_line(span.line)

    def end_item(self, span: Span) -> None:
        """Close an item with its semicolon."""
        self.write(";")
        if span is not NOWHERE:
            self.last_line = span.end_line

    def begin_word(self, before: Span) -> None:
        """Start the line of a word that has no place of its own, given the place of what follows it."""
        if before is not NOWHERE:
            while self.next_comment < len(self.comments):
                span, text = self.comments[self.next_comment]
                if span.line != self.last_line or (span.line, span.column) >= (before.line, before.column):
                    break
                self.next_comment += 1
                self._trail(span, text)
        self.write(Mark.LINE)
        self.last_line = None

    def close_block(self, span: Span) -> None:
        """Write the comments that remain before the end of a block, and start the line of its `end`."""
        if span is not NOWHERE:
            self.write(Mark.INDENT)
            self.comment_lines(span.end_line, span.end_column)
            self.write(Mark.DEDENT)
        self.write(Mark.LINE)

    def comment_lines(self, line: int, column: int) -> None:
        """Write the comments before a place on lines of their own, those on the line of the item before at its end."""
        for span, text in self.pending(line, column):
            if span.line == self.last_line:
                self._trail(span, text)
                continue
            self._start_line(span.line)
            self.write(text)
            self.last_line = span.end_line

    def _trail(self, span: Span, text: str) -> None:
        self.write(" ", text)
        if text.startswith("//"):
            self.write(Mark.LINE)
        self.last_line = span.end_line

    def _start_line(self, line: int) -> None:
        self.write(Mark.BLANK if self.last_line is not None and line > self.last_line + 1 else Mark.LINE)

    def block(self, items: Sequence[ast.Equation | ast.Statement]) -> None:
        """Indented equations or statements."""
        self.write(Mark.INDENT)
        for item in items:
            self.begin_item(item.span)
            self.item(item)
            self.end_item(item.span)
        self.write(Mark.DEDENT)

    def item(self, item: ast.Equation | ast.Statement) -> None:
        """An equation or a statement, without its semicolon."""
        match item:
            case ast.Equality(left=left, right=right):
                self._sides(left, "=", right)
            case ast.Assignment(target=left, value=right):
                self._sides(left, ":=", right)
            case ast.MultipleAssignment(targets=targets, value=call):
                self.outputs(targets)
                self.write(" := ")
                self.call(call)
            case ast.Connect():
                self.connect(item)
            case ast.CallEquation(call=call) | ast.CallStatement(call=call):
                self.call(call)
            case ast.Break():
                self.write("break")
            case ast.Return():
                self.write("return")
            case ast.IfEquation(branches=branches, otherwise=otherwise) | ast.IfStatement(branches=branches, otherwise=otherwise):
                self._branches(("if", "elseif", "then"), branches, item.span)
                self._otherwise(otherwise)
                self._end("if", item.span)
            case ast.WhenEquation(branches=branches) | ast.WhenStatement(branches=branches):
                self._branches(("when", "elsewhen", "then"), branches, item.span)
                self._end("when", item.span)
            case ast.WhileStatement(condition=condition, body=body):
                self._branches(("while", "", "loop"), ((condition, body),), item.span)
                self._end("while", item.span)
            case ast.ForEquation(iterators=iterators, body=body) | ast.ForStatement(iterators=iterators, body=body):
                self.write("for ")
                self.iterators(iterators)
                self.write(" loop")
                self.last_line = _last_line(iterators[-1].span)
                self.block(body)
                self._end("for", item.span)
        self.description(item.description)

    def _sides(self, left: ast.Expression, operator: str, right: ast.Expression) -> None:
        self.write(Mark.FILL)
        self.expression(left)
        self.write(f" {operator}", Mark.INDENT, Mark.SPACE_OR_LINE)
        self.expression(right)
        self.write(Mark.DEDENT, Mark.CLOSE)

    def _branches(self, words: tuple[str, str, str], branches: _Branches, span: Span) -> None:
        first, later, then = words
        for index, (condition, body) in enumerate(branches):
            if index:
                self.begin_item(condition.span)
            self.write(later if index else first, " ")
            self.expression(condition)
            self.write(f" {then}")
            self.last_line = _last_line(condition.span)
            self.block(body)

    def _otherwise(self, body: Sequence[ast.Equation | ast.Statement]) -> None:
        if body:
            self.begin_word(body[0].span)
            self.write("else")
            self.block(body)

    def _end(self, word: str, span: Span) -> None:
        self.close_block(span)
        self.write(f"end {word}")

    def transition(self, transition: ast.Transition) -> None:
        """A transition, on one line if it has no actions and fits."""
        self.write("transition ", f"{transition.name} : " if transition.name else "")
        self.reference(transition.source)
        self.write(" -> ")
        self.reference(transition.target)
        self.write(Mark.FILL, Mark.INDENT)
        if transition.events:
            self.write(Mark.SPACE_OR_LINE, "event ")
            self.separated(transition.events, self.expression)
        for word, value in (("guard", transition.guard), ("priority", transition.priority)):
            if value is not None:
                self.write(Mark.SPACE_OR_LINE, f"{word} ")
                self.expression(value)
        self.write(Mark.DEDENT, Mark.CLOSE)
        if transition.actions:
            self.write(" action")
            self.last_line = transition.actions[0].span.line - 1
            self.block(transition.actions)
            self._end("transition", transition.span)
        else:
            self.comments_within(transition.span)
            self.write(" end transition")
        self.description(transition.description)

    def chart_action(self, word: str, action: ast.EntryAction | ast.ExitAction) -> None:
        """`entry action … end entry` or the same with `exit`."""
        self.write(f"{word} action")
        self.last_line = action.span.line
        self.block(action.actions)
        self._end(word, action.span)


def _last_line(span: Span) -> int | None:
    return None if span is NOWHERE else span.end_line
