"""Modifications, descriptions, declarations and short classes -> pieces of text."""

from __future__ import annotations

from mosila.syntax import ast
from mosila.syntax.format_expressions import ExpressionFormatter
from mosila.syntax.layout import Mark


class ModificationFormatter(ExpressionFormatter):
    """Writes what stands in the parentheses and behind the names of declarations."""

    def modification_arguments(self, modification: ast.ClassModification | None) -> None:
        """`(a=1, redeclare B b)`, or nothing."""
        if modification is not None:
            self.bracketed("(", modification.arguments, ")", self._argument_of_modification, modification.span)

    def _argument_of_modification(self, argument: ast.Argument) -> None:
        self.comments_before(argument.span)
        match argument:
            case ast.ElementModification():
                self.words(each=argument.each, final=argument.final)
                self.name(argument.name)
                self.modification(argument.modification, "")
                self.strings(argument.description)
            case ast.ElementRedeclaration(element=element):
                self.words(redeclare=argument.redeclare, each=argument.each, final=argument.final, replaceable=argument.replaceable)
                if isinstance(element, ast.ComponentClause):
                    self.component_clause(element)
                else:
                    self.short_class(element)
                self.constraint(argument.constraint)
            case ast.BreakElement(name=name, connect=connect):
                self.write("break ", name or "")
                if connect is not None:
                    self.connect(connect)

    def words(self, **flags: bool) -> None:
        """The prefixes that are set, in the order of the arguments."""
        self.write(*(f"{word} " for word, is_set in flags.items() if is_set))

    def modification(self, modification: ast.Modification | None, space: str = " ") -> None:
        """What follows a name: `(…) = e`."""
        if modification is None:
            return
        self.modification_arguments(modification.arguments)
        if modification.is_break:
            self.write(f"{space}{modification.operator}{space}break")
        elif modification.value is not None:
            self.write(f"{space}{modification.operator}{space}")
            self.expression(modification.value)

    def connect(self, connect: ast.Connect) -> None:
        """`connect(a, b)`."""
        self.write("connect(")
        self.reference(connect.left)
        self.write(", ")
        self.reference(connect.right)
        self.write(")")

    def strings(self, description: ast.Description | None) -> None:
        """The text of a description, in quotes."""
        if description is not None:
            self.comments_before(description.span)
            for index, text in enumerate(description.strings):
                self.write(*((" +",) if index else ()), " ", f'"{text}"')

    def description(self, description: ast.Description | None) -> None:
        """A description with its annotation."""
        if description is None:
            return
        self.write(Mark.FILL, Mark.INDENT)
        self.comments_before(description.span)
        for index, text in enumerate(description.strings):
            self.write(*((" +",) if index else ()), Mark.SPACE_OR_LINE, f'"{text}"')
        if description.annotation is not None:
            self.write(Mark.SPACE_OR_LINE)
            self.annotation(description.annotation)
        self.write(Mark.DEDENT, Mark.CLOSE)

    def annotation(self, annotation: ast.ClassModification) -> None:
        """`annotation(…)`."""
        self.comments_before(annotation.span)
        self.write("annotation")
        self.modification_arguments(annotation)

    def constraint(self, constraint: ast.ConstrainedBy | None) -> None:
        """` constrainedby A(…) "text"`, or nothing."""
        if constraint is not None:
            self.comments_before(constraint.span)
            self.write(" constrainedby ")
            self.name(constraint.name)
            self.modification_arguments(constraint.modification)
            self.description(constraint.description)

    def component_clause(self, clause: ast.ComponentClause) -> None:
        """`flow parameter input T[n] a, b`."""
        self.words(dynamic=clause.dynamic, event=clause.event)
        for prefix in (clause.connection, clause.variability, clause.causality):
            self.write(f"{prefix} " if prefix else "")
        self.name(clause.type)
        self.subscripts(clause.subscripts)
        self.write(" ", Mark.FILL, Mark.INDENT)
        self.separated(clause.declarations, self._declaration)
        self.write(Mark.DEDENT, Mark.CLOSE)

    def _declaration(self, declaration: ast.Declaration) -> None:
        self.comments_before(declaration.span)
        self.write(declaration.name)
        self.subscripts(declaration.subscripts)
        self.modification(declaration.modification)
        if declaration.condition is not None:
            self.write(" if ")
            self.expression(declaration.condition)
        self.description(declaration.description)

    def class_head(self, definition: ast.ClassDefinition) -> None:
        """Prefixes and restriction of a class: `encapsulated partial model `."""
        self.words(encapsulated=definition.encapsulated, partial=definition.partial)
        self.words(**{definition.purity or "pure": bool(definition.purity)}, expandable=definition.expandable)
        self.write(f"{definition.restriction} ")

    def short_class(self, definition: ast.ClassDefinition) -> None:
        """`type A = B(…)`, an enumeration or a derivative."""
        self.class_head(definition)
        self.write(definition.name, " = ")
        match definition.body:
            case ast.ShortClass(type=type_name, subscripts=subscripts, modification=modification, causality=causality):
                self.write(f"{causality} " if causality else "")
                self.name(type_name)
                self.subscripts(subscripts)
                self.modification_arguments(modification)
            case ast.Enumeration(literals=None):
                self.write("enumeration(:)")
            case ast.Enumeration(literals=tuple(literals), span=span):
                self.write("enumeration")
                self.bracketed("(", literals, ")", self._literal, span)
            case ast.DerivativeClass(function=function, inputs=inputs):
                self.write("der(")
                self.name(function)
                self.write("".join(f", {each}" for each in inputs), ")")
            case _:
                raise TypeError("a long class is no short class")
        self.description(definition.description)

    def _literal(self, literal: ast.EnumerationLiteral) -> None:
        self.comments_before(literal.span)
        self.write(literal.name)
        self.description(literal.description)
