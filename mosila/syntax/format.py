"""Syntax tree -> text: a whole file in one layout with its comments, or one expression on one line.

What is written parses back to the same tree, and the comments come in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from mosila.source import NOWHERE
from mosila.syntax import ast
from mosila.syntax.format_modifications import ModificationFormatter
from mosila.syntax.format_statements import StatementFormatter
from mosila.syntax.layout import Mark

_ENDLESS = 1_000_000_000


def format_definition(definition: ast.StoredDefinition) -> str:
    """A file as text in one layout."""
    formatter = FileFormatter(definition.comments)
    formatter.file(definition)
    return formatter.layout.text()


def expression_text(expression: ast.Expression) -> str:
    """An expression as Modelica text on one line."""
    formatter = ModificationFormatter((), width=_ENDLESS)
    formatter.expression(expression)
    return formatter.layout.text().removesuffix("\n")


def statement_text(statement: ast.Statement) -> str:
    """A statement as a modeller would write it."""
    formatter = FileFormatter((), width=_ENDLESS)
    formatter.item(statement)
    return formatter.layout.text().strip()


class FileFormatter(StatementFormatter):
    """Writes classes with their elements and sections, and files."""

    def file(self, definition: ast.StoredDefinition) -> None:
        """The whole file and the comments that follow its last class."""
        if definition.within is not None:
            self.begin_item(definition.within.span)
            self.write("within", " " if definition.within.parts else "")
            self.name(definition.within)
            self.end_item(definition.within.span)
        for top in definition.classes:
            self.begin_item(top.span)
            self.words(final=top.final)
            self.class_definition(top.definition)
            self.end_item(top.span)
        self.comment_lines(_ENDLESS, 1)

    def class_definition(self, definition: ast.ClassDefinition) -> None:
        """A class without its semicolon."""
        match definition.body:
            case ast.Composition() as composition:
                self.class_head(definition)
                self.write(definition.name)
                header = composition.header_extends
                if header is not None:
                    self.write(" ")
                    self._extends(header)
                    self.end_item(header.span)
            case ast.ClassExtends(modification=modification, composition=composition):
                self.class_head(definition)
                self.write("extends ", definition.name)
                self.modification_arguments(modification)
            case _:
                self.short_class(definition)
                return
        self.last_line = max(self.last_line or 0, definition.name_span.line)
        self._class_text(definition.description)
        self._composition(composition)
        self.close_block(definition.span)
        self.write(f"end {definition.name}")

    def _class_text(self, description: ast.Description | None) -> None:
        if description is not None:
            self.description(description)
            self.last_line = description.span.end_line

    def _composition(self, composition: ast.Composition) -> None:
        protected = False
        in_section = False
        parts: list[ast.Element | ast.Section] = [*composition.elements, *composition.sections]
        for part in sorted(parts, key=lambda each: each.span[1:3]):
            if isinstance(part, ast.Element):
                if in_section or part.protected != protected:
                    self.begin_word(part.span)
                    self.write("protected" if part.protected else "public")
                    protected, in_section = part.protected, False
                self.write(Mark.INDENT)
                self._element_line(part)
                self.write(Mark.DEDENT)
            else:
                in_section = True
                self._section(part)
        self.write(Mark.INDENT)
        if composition.external is not None:
            self.begin_item(composition.external.span)
            self._external(composition.external)
            self.end_item(composition.external.span)
        if composition.annotation is not None:
            self.begin_item(composition.annotation.span)
            self.annotation(composition.annotation)
            self.end_item(composition.annotation.span)
        self.write(Mark.DEDENT)

    def _element_line(self, element: ast.Element) -> None:
        self.begin_item(element.span)
        self._element(element)
        self.end_item(element.span)

    def _element(self, element: ast.Element) -> None:
        self.words(redeclare=element.redeclare, final=element.final, inner=element.inner, outer=element.outer)
        self.words(replaceable=element.replaceable)
        match element.item:
            case ast.Import() as clause:
                self._import(clause)
            case ast.Extends() as clause:
                self._extends(clause)
            case ast.ComponentClause() as clause:
                self.component_clause(clause)
            case ast.ClassDefinition() as definition:
                self.class_definition(definition)
        self.constraint(element.constraint)

    def _import(self, clause: ast.Import) -> None:
        self.write("import ", f"{clause.alias} = " if clause.alias else "")
        self.name(ast.Name(clause.name.parts, clause.name.is_global))
        self.write(".*" if clause.wildcard else f".{{{', '.join(clause.names)}}}" if clause.names else "")
        self.description(clause.description)

    def _extends(self, clause: ast.Extends) -> None:
        self.write("extends ")
        self.name(clause.name)
        self.modification_arguments(clause.modification)
        if clause.annotation is not None:
            self.description(ast.Description((), clause.annotation))

    def _section(self, section: ast.Section | ast.EquationSection | ast.AlgorithmSection) -> None:
        self.begin_item(section.span)
        self.last_line = section.span.line if section.span is not NOWHERE else None
        match section:
            case ast.EquationSection(equations=equations, initial=initial):
                self.words(initial=initial)
                self.write("equation")
                self.block(equations)
            case ast.AlgorithmSection(statements=statements, initial=initial):
                self.words(initial=initial)
                self.write("algorithm")
                self.block(statements)
            case ast.StatechartSection(items=items):
                self.write("statechart")
                self._chart_items(items)

    def _chart_items(self, items: Sequence[ast.ChartItem]) -> None:
        self.write(Mark.INDENT)
        for item in items:
            if isinstance(item, ast.EquationSection | ast.AlgorithmSection):
                self._section(item)
                continue
            self.begin_item(item.span)
            match item:
                case ast.StateClass():
                    self._state_class(item)
                case ast.Element():
                    self._element(item)
                case ast.Transition():
                    self.transition(item)
                case ast.EntryAction():
                    self.chart_action("entry", item)
                case ast.ExitAction():
                    self.chart_action("exit", item)
            self.end_item(item.span)
        self.write(Mark.DEDENT)

    def _state_class(self, state: ast.StateClass) -> None:
        self.write(f"state {state.name} extends ")
        self.name(state.base)
        self.modification_arguments(state.modification)
        self.description(state.description)
        self.write(";")
        self.last_line = state.base.span.end_line or None
        self._chart_items(state.items)
        self.close_block(state.span)
        self.write(f"end {state.name}")

    def _external(self, external: ast.External) -> None:
        self.write("external", f' "{external.language}"' if external.language is not None else "")
        if external.function is not None:
            self.write(" ")
            if external.result is not None:
                self.reference(external.result)
                self.write(" = ")
            self.write(external.function)
            self.bracketed("(", external.arguments, ")", self.expression, NOWHERE)
        if external.annotation is not None:
            self.description(ast.Description((), external.annotation))
