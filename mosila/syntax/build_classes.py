"""Children of a grammar rule -> classes, elements and modifications, and the whole file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.parse import WRONG_END_NAME
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.build_expressions import Children
from mosila.syntax.build_statements import StatementBuilder

Named = tuple[str, Span]


class WrongEnd(NamedTuple):
    """A class or state (`what`) whose `end` bears another name."""

    name: Named
    end: Named
    what: str

    def diagnostic(self) -> Diagnostic:
        """What to say about it."""
        (name, place), (found, end) = self.name, self.end
        return WRONG_END_NAME.at(end, related=[(place, f"{self.what} `{name}` begins here")], found=found, what=self.what, expected=name)


class TreeBuilder(StatementBuilder):
    """Builds the syntax tree of a file; an `end` with another name is kept until it is known what it was meant to close."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong_ends: list[WrongEnd] = []

    def all_diagnostics(self) -> list[Diagnostic]:
        """What was found wrong while building, once the file has been read."""
        return self.diagnostics + [each.diagnostic() for each in self.wrong_ends]

    def stored_definition(self, children: Children, span: Span) -> ast.StoredDefinition:
        """The whole file."""
        return ast.StoredDefinition(children[0], tuple(children[1:]), span=span)

    def within_clause(self, children: Children, span: Span) -> ast.Name:
        """`within A.B;`; an empty name for `within;`."""
        return children[0] or ast.Name((), span=span)

    def stored_class(self, children: Children, span: Span) -> ast.TopLevelClass:
        """A class of the file."""
        return ast.TopLevelClass(children[1], final=children[0] is not None, span=span)

    # --- classes ---

    def class_definition(self, children: Children, span: Span) -> ast.ClassDefinition:
        """A class with its prefixes."""
        encapsulated, prefixes, (name, body, description) = children
        return self._class(encapsulated, prefixes, name, body, description, span)

    def short_class_definition(self, children: Children, span: Span) -> ast.ClassDefinition:
        """A short class in a redeclaration."""
        prefixes, (name, body, description) = children
        return self._class(None, prefixes, name, body, description, span)

    def _class(self, encapsulated: str | None, prefixes: Any, name: Named, body: Any, description: Any, span: Span) -> ast.ClassDefinition:
        partial, words = prefixes
        purity = words[0] if words[0] in ("pure", "impure") else ""
        expandable = words[0] == "expandable"
        return ast.ClassDefinition(
            name[0],
            " ".join(words[1:] if purity or expandable else words),
            body,
            description,
            partial=partial is not None,
            encapsulated=encapsulated is not None,
            expandable=expandable,
            purity=purity,
            name_span=name[1],
            span=span,
        )

    def class_prefixes(self, children: Children, span: Span) -> Children:
        """`partial` and the words of the restriction."""
        return children

    def restriction(self, children: Children, span: Span) -> Children:
        """`model`, `operator record`, `impure function`, ..."""
        return children

    def class_name(self, children: Children, span: Span) -> Named:
        """The name that opens a class."""
        return children[0], span

    def end_name(self, children: Children, span: Span) -> Named:
        """The name that closes it."""
        return children[0], span

    def _check_end(self, name: Named, end: Named, what: str) -> None:
        if name[0] != end[0]:
            self.wrong_ends.append(WrongEnd(name, end, what))

    def long_class(self, children: Children, span: Span) -> tuple[Any, ...]:
        """`Name ... end Name`; an `extends` on the line of the name is the header form."""
        name, text, composition, end = children
        self._check_end(name, end, "class")
        first = composition.elements[0] if composition.elements else None
        if text is None and first is not None and isinstance(first.item, ast.Extends) and first.span.line == name[1].line:
            composition = replace(composition, elements=composition.elements[1:], header_extends=first.item)
        return name, composition, text

    def class_extends(self, children: Children, span: Span) -> tuple[Any, ...]:
        """`extends Name(...) ... end Name`."""
        name, modification, text, composition, end = children
        self._check_end(name, end, "class")
        return name, ast.ClassExtends(modification, composition, span=span), text

    def short_class(self, children: Children, span: Span) -> tuple[Any, ...]:
        """`Name = T[n](...)`."""
        name, causality, type_name, subscripts, modification, description = children
        return name, ast.ShortClass(type_name, subscripts or (), modification, causality or "", span=span), description

    def enumeration(self, children: Children, span: Span) -> tuple[Any, ...]:
        """`Name = enumeration(a, b)`."""
        name, literals, description = children
        return name, ast.Enumeration(None if literals is _ANY else literals or (), span=span), description

    def enumeration_literals(self, children: Children, span: Span) -> tuple[ast.EnumerationLiteral, ...]:
        """`a, b`."""
        return tuple(children)

    def enumeration_literal(self, children: Children, span: Span) -> ast.EnumerationLiteral:
        """`a "text"`."""
        return ast.EnumerationLiteral(children[0], children[1], span=span)

    def any_enumeration(self, children: Children, span: Span) -> object:
        """`:` for the literals."""
        return _ANY

    def derivative_class(self, children: Children, span: Span) -> tuple[Any, ...]:
        """`Name = der(f, x)`."""
        name, function, *inputs, description = children
        return name, ast.DerivativeClass(function, tuple(inputs), span=span), description

    def state_class(self, children: Children, span: Span) -> ast.StateClass:
        """`state Name extends Base; ... end Name`."""
        name, base, modification, text, *items, end = children
        self._check_end(name, end, "state")
        return ast.StateClass(name[0], base, modification, tuple(items), text, span=span)

    def composition(self, children: Children, span: Span) -> ast.Composition:
        """The body of a long class: elements and sections, each in their order."""
        *parts, external, annotation = children
        elements: list[ast.Element] = []
        sections: list[ast.Section] = []
        for part in parts:
            match part:
                case ast.Element():
                    elements.append(part)
                case list():
                    elements += part
                case _:
                    sections.append(part)
        return ast.Composition(tuple(elements), tuple(sections), external, annotation, span=span)

    def class_annotation(self, children: Children, span: Span) -> ast.ClassModification:
        """The annotation of a class."""
        return ast.ClassModification(children[0].arguments, span=span)

    def annotation(self, children: Children, span: Span) -> ast.ClassModification:
        """`annotation(...)`."""
        return ast.ClassModification(children[0].arguments, span=span)

    def public_section(self, children: Children, span: Span) -> Children:
        """The elements behind `public`."""
        return children

    def protected_section(self, children: Children, span: Span) -> Children:
        """The elements behind `protected`."""
        return [replace(element, protected=True) for element in children]

    def external_clause(self, children: Children, span: Span) -> ast.External:
        """`external "C" y = f(x)`."""
        language, call, annotation = children
        result, function, arguments = call or (None, None, None)
        return ast.External(language and language[1:-1], result, function, arguments or (), annotation, span=span)

    def external_call(self, children: Children, span: Span) -> Children:
        """`y = f(x)`: result, function and arguments."""
        return children

    # --- elements ---

    def plain_element(self, children: Children, span: Span) -> ast.Element:
        """`import ...` or `extends ...`."""
        return ast.Element(children[0], span=span)

    def element(self, children: Children, span: Span) -> ast.Element:
        """A component clause or class with its prefixes."""
        redeclare, final, inner, outer, item = children
        return ast.Element(
            item, redeclare=redeclare is not None, final=final is not None, inner=inner is not None, outer=outer is not None, span=span
        )

    def replaceable_element(self, children: Children, span: Span) -> ast.Element:
        """`replaceable ... constrainedby ...`."""
        return replace(self.element(children[:-1], span), replaceable=True, constraint=children[-1])

    def import_alias(self, children: Children, span: Span) -> ast.Import:
        """`import X = A.B`."""
        return ast.Import(children[1], alias=children[0], description=children[2], span=span)

    def import_class(self, children: Children, span: Span) -> ast.Import:
        """`import A.B`."""
        return ast.Import(ast.Name(tuple(children[:-1]), span=span), description=children[-1], span=span)

    def import_all(self, children: Children, span: Span) -> ast.Import:
        """`import A.*`."""
        return ast.Import(ast.Name(tuple(children[:-1]), span=span), wildcard=True, description=children[-1], span=span)

    def import_some(self, children: Children, span: Span) -> ast.Import:
        """`import A.{b, c}`."""
        return ast.Import(ast.Name(tuple(children[:-2]), span=span), names=children[-2], description=children[-1], span=span)

    def import_names(self, children: Children, span: Span) -> tuple[str, ...]:
        """`b, c`."""
        return tuple(children)

    def extends_clause(self, children: Children, span: Span) -> ast.Extends:
        """`extends A(...)`."""
        return ast.Extends(children[0], children[1], children[2], span=span)

    def break_element(self, children: Children, span: Span) -> ast.BreakElement:
        """`break name`."""
        return ast.BreakElement(children[0], span=span)

    def break_connect(self, children: Children, span: Span) -> ast.BreakElement:
        """`break connect(a, b)`."""
        return ast.BreakElement(None, children[0], span=span)

    def constraining_clause(self, children: Children, span: Span) -> ast.ConstrainedBy:
        """`constrainedby A(...)`."""
        return ast.ConstrainedBy(children[0], children[1], span=span)

    def constraining_comment(self, children: Children, span: Span) -> ast.ConstrainedBy:
        """`constrainedby A(...)` with a description."""
        return ast.ConstrainedBy(children[0], children[1], children[2], span=span)

    def component_clause(self, children: Children, span: Span) -> ast.ComponentClause:
        """`flow parameter input T[n] a, b`."""
        connection, variability, causality, type_name, subscripts, *declarations = children
        return ast.ComponentClause(
            type_name, tuple(declarations), subscripts or (), connection or "", variability or "", causality or "", span=span
        )

    def event_clause(self, children: Children, span: Span) -> ast.ComponentClause:
        """`event` before a component clause."""
        clause: ast.ComponentClause = children[0]
        return replace(clause, event=True, span=span)

    def dynamic_clause(self, children: Children, span: Span) -> ast.ComponentClause:
        """`dynamic` before a component clause."""
        clause: ast.ComponentClause = children[0]
        return replace(clause, dynamic=True, span=span)

    def component_declaration(self, children: Children, span: Span) -> ast.Declaration:
        """`a[n](...) = e if c`."""
        name, subscripts, modification, condition, description = children
        return ast.Declaration(name, subscripts or (), modification, condition, description, span=span)

    def short_component_clause(self, children: Children, span: Span) -> ast.ComponentClause:
        """`T a(...)` in a redeclaration."""
        connection, variability, causality, type_name, declaration = children
        return ast.ComponentClause(type_name, (declaration,), (), connection or "", variability or "", causality or "", span=span)

    def short_declaration(self, children: Children, span: Span) -> ast.Declaration:
        """`a[n](...) = e`."""
        name, subscripts, modification, description = children
        return ast.Declaration(name, subscripts or (), modification, None, description, span=span)

    # --- modifications ---

    def modification(self, children: Children, span: Span) -> ast.Modification:
        """`(...)`, `= e` or both."""
        arguments = children[0] if isinstance(children[0], ast.ClassModification) else None
        if len(children) == 1 and arguments is not None:
            return ast.Modification(arguments, span=span)
        operator, value = children[-1]
        if value == "break":
            return ast.Modification(arguments, None, operator, is_break=True, span=span)
        return ast.Modification(arguments, value, operator, span=span)

    def modification_value(self, children: Children, span: Span) -> Children:
        """`= e` or `:= e`."""
        return children

    def class_modification(self, children: Children, span: Span) -> ast.ClassModification:
        """`(a = 1, b(c = 2))`."""
        return ast.ClassModification(() if children == [None] else tuple(children), span=span)

    def inheritance_modification(self, children: Children, span: Span) -> ast.ClassModification:
        """The modifiers of an extends clause."""
        return self.class_modification(children, span)

    def element_modification(self, children: Children, span: Span) -> ast.ElementModification:
        """`each final a.b(...) = e`."""
        each, final, name, modification, text = children
        return ast.ElementModification(name, modification, text, each=each is not None, final=final is not None, span=span)

    def element_replaceable(self, children: Children, span: Span) -> ast.ElementRedeclaration:
        """`replaceable ...` among modifiers."""
        each, final, element, constraint = children
        return ast.ElementRedeclaration(
            element, each=each is not None, final=final is not None, replaceable=True, constraint=constraint, span=span
        )

    def element_redeclaration(self, children: Children, span: Span) -> ast.ElementRedeclaration:
        """`redeclare ...` among modifiers."""
        each, final, replaceable, element, *constraint = children
        return ast.ElementRedeclaration(
            element,
            redeclare=True,
            each=each is not None,
            final=final is not None,
            replaceable=replaceable is not None,
            constraint=constraint[0] if constraint else None,
            span=span,
        )

    def description(self, children: Children, span: Span) -> ast.Description:
        """A string and an annotation behind something."""
        strings: tuple[str, ...] = ()
        annotation = None
        for child in children:
            if isinstance(child, ast.Description):
                strings = child.strings
            else:
                annotation = child
        return ast.Description(strings, annotation, span=span)

    def string_comment(self, children: Children, span: Span) -> ast.Description:
        """`"text" + "text"`."""
        return ast.Description(tuple(text[1:-1] for text in children), span=span)


_ANY = object()
