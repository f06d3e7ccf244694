"""Classes in their surroundings: the text of a class, and what modifications on the way to it change in it.

A `Class` is a class symbol, the class around it and a modifier. Its elements are those it declares and inherits, with
redeclarations put in place, so that a name means in every text what the modifications around that text make of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import cached_property

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.instantiation import NOT_SUPPORTED
from mosila.diagnostics.modifiers import NOT_REPLACEABLE, VISIBILITY_CHANGED
from mosila.diagnostics.names import CYCLIC_EXTENDS, DUPLICATE_NAME, NOT_A_CLASS, UNKNOWN_CLASS, UNKNOWN_MODIFIER
from mosila.diagnostics.scoping import IMPORT_CLASH
from mosila.semantics.elements import ClassElement, ComponentElement, Element, Elements, Predefined
from mosila.semantics.modifiers import (
    EMPTY,
    Faults,
    Modifier,
    Redeclaration,
    broken_elements,
    from_arguments,
    from_modification,
    merge,
    redeclaration_key,
    redeclarations,
    without_broken,
)
from mosila.semantics.redeclare import redeclared_element
from mosila.semantics.suggest import suggestion
from mosila.semantics.symbols import ATTRIBUTES, BUILTIN_NAMES, Builtin, ClassPath, ClassSymbol
from mosila.semantics.types import PREDEFINED_ENUMERATIONS, EnumerationType
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.format import expression_text
from mosila.syntax.walk import says_same

__all__ = ["Class", "ClassElement", "ComponentElement", "Element", "Elements", "Predefined", "as_class"]

_PLAIN = ast.Element(ast.Import(ast.Name(())))


@dataclass(eq=False)
class Class:
    """A class in its surroundings; compared by identity."""

    root: Callable[[str], Class | None] = field(repr=False)
    symbol: ClassSymbol
    enclosing: Class | None
    modifier: Modifier = EMPTY
    extended: ClassElement | None = None
    """For `class extends`: what it adds to."""
    derived: Class | None = field(default=None, repr=False)
    """The class that this one is a base of."""
    _faults: Faults = field(default_factory=dict, init=False, repr=False)
    _found: dict[str, Element | Class | Builtin | EnumerationType | None] = field(default_factory=dict, init=False, repr=False)
    _specialised: dict[tuple[object, ...], Class] = field(default_factory=dict, init=False, repr=False)
    _is_open: bool = field(default=False, init=False, repr=False)
    _is_typing: bool = field(default=False, init=False, repr=False)

    @property
    def name(self) -> str:
        """The full name with dots, for people."""
        return self.symbol.name

    @property
    def restriction(self) -> str:
        """model, connector, record, package, function, type, block, class, operator, operator record, ..."""
        return self.symbol.definition.restriction

    @property
    def is_function(self) -> bool:
        """Whether it can be called."""
        return self.restriction.endswith("function")

    @property
    def is_record(self) -> bool:
        """Whether its objects are values."""
        return self.restriction.endswith("record")

    @property
    def is_partial(self) -> bool:
        """Whether it is incomplete on purpose, or a short name for a class that is."""
        definition = self.symbol.definition
        if definition.partial or not isinstance(definition.body, ast.ShortClass):
            return definition.partial
        return any(base.is_partial for base, _, _ in self.bases)

    def __repr__(self) -> str:
        return f"Class({self.name})"

    # --- lookup ---------------------------------------------------------------------------------------------------

    def member(self, name: str) -> Element | None:
        """An element of this class, its own or inherited."""
        found = self.own(name)
        if found is not None and not _is_overridable(found):
            return found
        if self._is_open and found is not None:
            return found
        if self._is_open:
            return None
        return self.elements.named.get(name) or self._in_folder(name)

    def own(self, name: str) -> Element | None:
        """An element written in this class, without looking at what it inherits."""
        return self._own.get(name) or self._in_folder(name)

    def member_class(self, name: str) -> Class | None:
        """A class inside this one."""
        found = self.member(name)
        return found.class_ if isinstance(found, ClassElement) else None

    def lookup(self, name: str) -> Element | Class | Builtin | EnumerationType | None:
        """What a simple name means in the text of this class."""
        if name not in self._found:
            found = self._lookup(name)
            if self._is_open:
                return found
            self._found[name] = found
        return self._found[name]

    def _lookup(self, name: str) -> Element | Class | Builtin | EnumerationType | None:
        here: Class | None = self
        while here is not None:
            found = here.member(name) or here.imported(name)
            if found is not None:
                return found
            if here.symbol.definition.name == name and here.enclosing is None:
                return here
            if here.symbol.definition.encapsulated:
                return _predefined(name)
            here = here.enclosing
        return _predefined(name) or self.root(name)

    def imported(self, name: str) -> Element | Class | None:
        """What an import clause of this class makes known under a name."""
        for clause in self.symbol.imports:
            parts = clause.name.parts
            if clause.wildcard or (name not in clause.names and (clause.names or (clause.alias or parts[-1]) != name)):
                continue
            found = self.find_from_top((*parts, name) if clause.names else parts)
            if found is not None:
                return found
        return self._imported_with_all(name)

    def _imported_with_all(self, name: str) -> Element | Class | None:
        """What the imports with `.*` make known under a name; at most one of them can."""
        found: dict[Span, tuple[Element, Span]] = {}
        for clause in self.symbol.imports:
            element = self.find_from_top((*clause.name.parts, name)) if clause.wildcard else None
            if element is not None and not isinstance(element, Class) and not element.protected:
                found.setdefault(element.span, (element, clause.span))
        if len(found) > 1:
            (_, first), (_, second), *_ = found.values()
            raise MosilaError(IMPORT_CLASH.at(second, name=name, related=[(first, "first here")]))
        return next((element for element, _ in found.values()), None)

    def imports_nothing(self, name: str) -> bool:
        """Whether an import clause of this class or of one around it gives a name to something that is not there."""
        here: Class | None = self
        while here is not None:
            for clause in here.symbol.imports:
                parts = clause.name.parts
                if not clause.wildcard and (name in clause.names or (not clause.names and (clause.alias or parts[-1]) == name)):
                    return here.find_from_top((*parts, name) if clause.names else parts) is None
            here = here.enclosing
        return False

    def find_from_top(self, path: ClassPath) -> Element | Class | None:
        """The element with that full name."""
        found: Element | Class | None = self.root(path[0])
        for part in path[1:]:
            inside = as_class(found)
            found = inside.member(part) if inside is not None else None
        return found

    def find_class(self, name: ast.Name, *, from_bases: bool = True) -> Class | Builtin | EnumerationType:
        """The class that a name means in the text of this class; an error if there is none."""
        first = name.parts[0]
        found: object = self.lookup(first) if from_bases and not name.is_global else self.find_first(name)
        for part in name.parts[1:]:
            inside = as_class(found)
            found = inside.member(part) if inside is not None else None
        type_ = found if isinstance(found, Builtin | EnumerationType) else as_class(found)
        if isinstance(found, ComponentElement):
            raise MosilaError(NOT_A_CLASS.at(name.span, name=".".join(name.parts), related=[(found.span, "declared here")]))
        if type_ is None and first == "Clock":
            raise MosilaError(NOT_SUPPORTED.at(name.span, construct="`Clock`", advice="use `when sample(start, interval) then`"))
        if type_ is None and self.imports_nothing(first):
            raise MosilaError  # the import is complained of where it is written
        if type_ is None:
            advice = suggestion(first, self.visible_names()) if len(name.parts) == 1 else ""
            raise MosilaError(UNKNOWN_CLASS.at(name.span, name=".".join(name.parts), scope=self.name, suggestion=advice))
        return type_

    def find_first(self, name: ast.Name) -> Element | Class | Builtin | EnumerationType | None:
        """What the first part of a name means in an extends clause, where inherited names do not count."""
        first = name.parts[0]
        if name.is_global:
            return self.root(first)
        return self.own(first) or self.imported(first) or self._around(first)

    def _around(self, name: str) -> Element | Class | Builtin | EnumerationType | None:
        if self.symbol.definition.encapsulated:
            return _predefined(name)
        return self.enclosing.lookup(name) if self.enclosing is not None else _predefined(name) or self.root(name)

    def visible_names(self) -> list[str]:
        """Names that could have been meant, for suggestions."""
        names: list[str] = [*BUILTIN_NAMES]
        here: Class | None = self
        while here is not None:
            names.extend(here._own)
            here = here.enclosing
        return names

    # --- elements -------------------------------------------------------------------------------------------------

    @cached_property
    def _own(self) -> dict[str, Element]:
        """The elements written in this class, with what the class's modifier says of them."""
        found: dict[str, Element] = {}
        for written in self.symbol.elements:
            match written.item:
                case ast.ComponentClause() as clause:
                    for declaration in clause.declarations:
                        self._add(found, self._component(written, clause, declaration))
                case ast.ClassDefinition(name=name, body=body) if not isinstance(body, ast.ClassExtends):
                    symbol = self.symbol.nested(name)
                    assert symbol is not None
                    element = ClassElement(name, self, written, symbol, self.modifier.inner(name), protected=written.protected)
                    self._add(found, self._changed(element))
        return found

    def _component(self, written: ast.Element, clause: ast.ComponentClause, declaration: ast.Declaration) -> ComponentElement:
        modifier = from_modification(declaration.modification, self, self._faults)
        if written.constraint is not None:
            modifier = merge(modifier, from_arguments(written.constraint.modification, self, self._faults), self._faults)
        if written.final:
            modifier = replace(modifier, final=True, named=declaration.span)
        element = ComponentElement(declaration.name, self, written, clause, declaration, modifier, written.protected)
        changed = self._changed(element)
        assert isinstance(changed, ComponentElement)
        return changed

    def _changed(self, element: Element) -> Element:
        """An element with what the class's modifier says of it; what does not fit leaves it as it is."""
        try:
            return redeclared_element(element, self.modifier.inner(element.name))
        except MosilaError as error:
            self._faults.update(dict.fromkeys(error.diagnostics))
            return element

    def _in_folder(self, name: str) -> ClassElement | None:
        """A class that has a file of its own in the folder of this package."""
        symbol = self.symbol.nested(name) if name not in self.symbol.own_classes else None
        if symbol is None:
            return None
        if name not in self._files:
            element = ClassElement(name, self, _PLAIN, symbol, self.modifier.inner(name))
            changed = self._changed(element)
            assert isinstance(changed, ClassElement)
            self._files[name] = changed
        return self._files[name]

    @cached_property
    def _files(self) -> dict[str, ClassElement]:
        return {}

    @cached_property
    def bases(self) -> tuple[tuple[Class, ast.Extends, bool], ...]:
        """The base classes with what this class and its modifier change in them, and whether they are protected."""
        found: list[tuple[Class, ast.Extends, bool]] = []
        body = self.symbol.definition.body
        redeclared, faults = self._redeclared_for_bases(), self._faults
        if isinstance(body, ast.ClassExtends) and self.extended is not None:
            clause = ast.Extends(ast.Name((self.extended.name,)), body.modification, span=body.span)
            modifier = merge(merge(self.modifier, redeclared, faults), from_arguments(body.modification, self, faults), faults)
            base = self.extended.class_
            found.append((self._as_base(base, merge(modifier, base.modifier, faults), clause), clause, False))
        for clause, protected in self.extends_clauses():
            base_or_type = self.find_base(clause)
            if isinstance(base_or_type, Class):
                own = from_arguments(clause.modification, self._clause_scope, faults)
                modifier = merge(merge(merge(self.modifier, redeclared, faults), own, faults), base_or_type.modifier, faults)
                found.append((self._as_base(base_or_type, modifier, clause), clause, protected))
        return tuple(found)

    @property
    def _clause_scope(self) -> Class:
        """Where the names in this class's short definition are looked up."""
        if isinstance(self.symbol.definition.body, ast.ShortClass) and self.enclosing is not None:
            return self.enclosing
        return self

    def find_base(self, clause: ast.Extends) -> Class | Builtin | EnumerationType:
        """The class that an extends clause of this class names."""
        if isinstance(self.symbol.definition.body, ast.ShortClass):
            if self.enclosing is not None:
                return self.enclosing.find_class(clause.name)
            first = clause.name.parts[0]
            if first != self.symbol.definition.name:
                return self.find_class(clause.name, from_bases=False)
        return self.find_class(clause.name, from_bases=False)

    def extends_clauses(self) -> Iterator[tuple[ast.Extends, bool]]:
        """The extends clauses as written, a short definition among them, and whether they are protected."""
        body = self.symbol.definition.body
        if isinstance(body, ast.ShortClass):
            yield ast.Extends(body.type, body.modification, span=body.span), False
        if isinstance(body, ast.Composition) and body.header_extends is not None:
            yield body.header_extends, False
        for element in self.symbol.elements:
            if isinstance(element.item, ast.Extends):
                yield element.item, element.protected

    def _redeclared_for_bases(self) -> Modifier:
        """The `redeclare` elements of this class, as a modifier of its bases."""
        nested: dict[str, Modifier] = {}
        for written in self.symbol.elements:
            if not written.redeclare:
                continue
            match written.item:
                case ast.ClassDefinition(name=name) as definition:
                    nested[name] = Modifier(redeclaration=self._redeclaration(definition, written), named=definition.name_span)
                case ast.ComponentClause() as clause:
                    for declaration in clause.declarations:
                        one = replace(clause, declarations=(declaration,))
                        modifier = from_modification(declaration.modification, self)
                        nested[declaration.name] = replace(
                            modifier, redeclaration=self._redeclaration(one, written), named=declaration.span
                        )
        return Modifier(nested=nested) if nested else EMPTY

    def _redeclaration(self, element: ast.ClassDefinition | ast.ComponentClause, written: ast.Element) -> Redeclaration:
        return Redeclaration(element, self, written.span, written.final, written.replaceable, written.constraint)

    def _as_base(self, base: Class, modifier: Modifier, clause: ast.Extends) -> Class:
        here: Class | None = self
        way = [base.name]
        while here is not None:
            way.append(here.name)
            if here.symbol is base.symbol:
                cycle = " -> ".join(reversed(way))
                raise MosilaError(CYCLIC_EXTENDS.at(clause.span, name=base.name, cycle=cycle))
            here = here.derived
        return Class(self.root, base.symbol, base.enclosing, modifier, base.extended, self)

    @cached_property
    def elements(self) -> Elements:
        """All that this class has, with its bases merged in."""
        self._is_open = True
        try:
            return self._merged()
        finally:
            self._is_open = False

    def _merged(self) -> Elements:
        named: dict[str, Element] = {}
        equations: list[tuple[ast.Equation, Class]] = []
        initial: list[tuple[ast.Equation, Class]] = []
        algorithms: list[tuple[ast.AlgorithmSection, Class]] = []
        charts: list[tuple[ast.StatechartSection, Class]] = []
        lineage = {self.symbol}
        external: tuple[ast.External, Class] | None = None
        for base, clause, protected in self.bases:
            inherited = base.elements
            self._faults.update(dict.fromkeys(inherited.faults))
            self._faults.update(dict.fromkeys(_unknown_modifiers(base, clause, self)))
            broken = list(broken_elements(clause.modification))
            gone = {each.name for each in broken if each.name is not None}
            self._faults.update(dict.fromkeys(_broken_nothing(broken, inherited, base)))
            for name, element in inherited.named.items():
                if name not in gone:
                    self._add(named, replace(element, protected=True) if protected else element, inherited=True)
            kept = without_broken(inherited.equations, broken)
            equations.extend(kept)
            initial.extend(inherited.initial_equations)
            algorithms.extend(inherited.algorithms)
            charts.extend(inherited.charts)
            lineage |= inherited.lineage
            external = external or inherited.external
        for name, element in self._own.items():
            if element.prefixes.redeclare and name in named:
                self._keep_visibility(element.prefixes.protected, element.span, named[name])
                continue
            self._add(named, element)
        for written in self.symbol.elements:
            if isinstance(written.item, ast.ClassDefinition) and isinstance(written.item.body, ast.ClassExtends):
                self._extend_class(named, written, written.item)
        composition = self.symbol.composition
        for section in composition.sections if composition is not None else ():
            match section:
                case ast.EquationSection(equations=texts, initial=is_initial):
                    (initial if is_initial else equations).extend((text, self) for text in texts)
                case ast.AlgorithmSection():
                    algorithms.append((section, self))
                case ast.StatechartSection():
                    charts.append((section, self))
        if composition is not None and composition.external is not None:
            external = (composition.external, self)
        return Elements(
            named,
            tuple(equations),
            tuple(initial),
            tuple(algorithms),
            tuple(charts),
            frozenset(lineage),
            external,
            tuple(self._faults),
        )

    def _keep_visibility(self, protected: bool, span: Span, old: Element) -> None:
        """A redeclared element stays public or protected."""
        if protected != old.protected:
            before, after = ("protected", "public") if old.protected else ("public", "protected")
            old = old.original or old
            fault = VISIBILITY_CHANGED.at(span, name=old.name, before=before, after=after, related=[(old.span, "declared here")])
            self._faults[fault] = None

    def _add(self, named: dict[str, Element], element: Element, inherited: bool = False) -> None:
        """Take in an element; of two that differ the first one stays."""
        known = named.get(element.name)
        if known is None:
            named[element.name] = element
        elif not _is_same(known, element):
            fault = DUPLICATE_NAME.at(element.span, name=element.name, scope=self.name, related=[(known.span, "first declared here")])
            self._faults[fault] = None
        elif inherited and isinstance(known, ComponentElement) and isinstance(element, ComponentElement):
            named[element.name] = replace(known, protected=known.protected and element.protected)

    def _extend_class(self, named: dict[str, Element], written: ast.Element, definition: ast.ClassDefinition) -> None:
        """`class extends Name`: the inherited class of that name with more in it."""
        known = named.get(definition.name)
        if written.redeclare and known is not None:
            self._keep_visibility(written.protected, definition.name_span, known)
            return  # put in place in the bases
        if not isinstance(known, ClassElement):
            raise MosilaError(
                UNKNOWN_CLASS.at(definition.name_span, name=definition.name, scope=f"the bases of {self.name}", suggestion="")
            )
        if not known.prefixes.replaceable:
            fault = NOT_REPLACEABLE.at(definition.name_span, name=definition.name, related=[(known.span, "declared here")])
            self._faults[fault] = None
        symbol = self.symbol.nested(definition.name)
        assert symbol is not None
        named[definition.name] = ClassElement(
            definition.name, self, written, symbol, self.modifier.inner(definition.name), known, written.protected
        )

    # --- types ----------------------------------------------------------------------------------------------------

    @cached_property
    def predefined(self) -> Predefined | None:
        """What this type is based on, or None for a class with elements of its own."""
        if self._is_typing:
            raise MosilaError(CYCLIC_EXTENDS.at(self.symbol.span, name=self.name, cycle=f"{self.name} -> {self.name}"))
        self._is_typing = True
        try:
            return self._based_on()
        finally:
            self._is_typing = False

    def _based_on(self) -> Predefined | None:
        body = self.symbol.definition.body
        if isinstance(body, ast.Enumeration):
            literals = tuple(each.name for each in body.literals or ())
            return Predefined(EnumerationType(self.name, literals), self.modifier, is_connector=self.restriction == "connector")
        for clause, _ in self.extends_clauses():
            if (
                isinstance(body, ast.Composition)
                and clause.name.parts[-1] not in BUILTIN_NAMES
                and self.restriction not in ("type", "connector")
            ):
                continue
            base = self.find_base(clause)
            found = Predefined(base) if not isinstance(base, Class) else base.predefined
            if found is not None:
                own = from_arguments(clause.modification, self._clause_scope)
                modifier = merge(merge(self.modifier, own), found.modifier)
                subscripts = tuple((s, self._clause_scope) for s in body.subscripts) if isinstance(body, ast.ShortClass) else ()
                causality = body.causality if isinstance(body, ast.ShortClass) and body.causality else found.causality
                is_connector = found.is_connector or self.restriction == "connector"
                return Predefined(found.type, modifier, (*subscripts, *found.subscripts), is_connector, causality)
        return None

    @cached_property
    def short_subscripts(self) -> tuple[tuple[ast.Expression, Class], ...]:
        """The dimensions that short definitions on the way add: `connector Pins = Pin[3]`."""
        body = self.symbol.definition.body
        if not isinstance(body, ast.ShortClass):
            return ()
        base = self.bases[0][0] if self.bases else None
        inner = base.short_subscripts if base is not None else ()
        return (*((subscript, self._clause_scope) for subscript in body.subscripts), *inner)

    @cached_property
    def outer_classes(self) -> tuple[str, ...]:
        """The classes in it that stand for `inner` ones around its objects."""
        return tuple(n for n, e in self.elements.named.items() if isinstance(e, ClassElement) and e.prefixes.outer)

    def inside(self, element: ClassElement) -> Class:
        """The class that an element of this one is."""
        return Class(self.root, element.symbol, self, element.modifier, element.inherited)

    def specialise(self, modifier: Modifier) -> Class:
        """This class with the redeclarations of a component's modifier in force."""
        kept = redeclarations(modifier)
        if kept is EMPTY:
            return self
        key = redeclaration_key(kept)
        if key not in self._specialised:
            self._specialised[key] = Class(self.root, self.symbol, self.enclosing, merge(kept, self.modifier), self.extended)
        return self._specialised[key]


def as_class(found: object) -> Class | None:
    """The class that a lookup found, or None where it found something else."""
    if isinstance(found, ClassElement):
        return found.class_
    return found if isinstance(found, Class) else None


def _is_overridable(element: Element) -> bool:
    """Whether what a class writes may stand behind what it inherits: a redeclaration, which is found there in full."""
    return element.prefixes.redeclare


def _predefined(name: str) -> Builtin | EnumerationType | None:
    return BUILTIN_NAMES.get(name) or PREDEFINED_ENUMERATIONS.get(name)


def _is_same(known: Element, element: Element) -> bool:
    """Whether two elements of one name are the same declaration, reached on two ways, or equal ones."""
    match known, element:
        case ComponentElement(), ComponentElement():
            one, other = known.declaration, element.declaration
            clauses = replace(known.clause, declarations=()), replace(element.clause, declarations=())
            written = says_same((one.subscripts, one.condition), (other.subscripts, other.condition))
            return written and says_same(*clauses) and _modify_alike(known.modifier, element.modifier)
        case ClassElement(), ClassElement():
            return says_same(known.symbol.definition, element.symbol.definition)
    return False


def _modify_alike(one: Modifier, other: Modifier) -> bool:
    """Whether two modifiers say the same."""
    if one.is_break != other.is_break or not says_same(one.value, other.value) or one.nested.keys() != other.nested.keys():
        return False
    return all(_modify_alike(inner, other.nested[name]) for name, inner in one.nested.items())


def _broken_nothing(broken: list[ast.BreakElement], inherited: Elements, base: Class) -> Iterator[Diagnostic]:
    """The `break` arguments that name nothing of the base."""
    for each in broken:
        if each.name is not None and each.name not in inherited.named:
            advice = suggestion(each.name, inherited.named)
            yield UNKNOWN_MODIFIER.at(each.span, scope=base.name, name=each.name, suggestion=advice)
        if each.connect is not None and len(without_broken(inherited.equations, [each])) == len(inherited.equations):
            yield UNKNOWN_MODIFIER.at(each.span, scope=base.name, name=_connect_text(each.connect), suggestion="")


def _connect_text(connect: ast.Connect) -> str:
    return f"connect({expression_text(connect.left)}, {expression_text(connect.right)})"


def _unknown_modifiers(base: Class, clause: ast.Extends, scope: Class) -> Iterator[Diagnostic]:
    """The modifiers of an extends clause that name nothing."""
    attributes = base.predefined
    for name, modifier in from_arguments(clause.modification, scope, {}).nested.items():
        known = name in base.elements.named
        if attributes is not None:
            type_ = attributes.type if isinstance(attributes.type, Builtin) else Builtin.ENUMERATION
            known = known or name in ATTRIBUTES[type_]
        if not known:
            advice = suggestion(name, base.elements.named)
            yield UNKNOWN_MODIFIER.at(modifier.named, scope=base.name, name=name, suggestion=advice)
