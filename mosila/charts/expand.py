"""State classes -> state instances: every instance gets its own copy of what its class and the bases of that hold.

Input are the scopes of a class's statechart sections, output is a tree of drafts, to be numbered and frozen by `build`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from mosila.charts.chart import Kind
from mosila.charts.scope import Scopes, StateScope
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.structure import (
    EQUATION_IN_STATE,
    NOT_A_TRUTH_VALUE,
    NOT_ALLOWED_IN_STATE,
    SECOND_INSTANCE,
    UNKNOWN_MODIFIER,
)
from mosila.semantics.suggest import suggestion
from mosila.source import NOWHERE, Span
from mosila.syntax import ast

FLAGS = ("isInitial", "isFinal", "history", "deepHistory")
DISCRETE_TYPES = frozenset({"Boolean", "Integer", "String"})


@dataclass(frozen=True, slots=True)
class Given:
    """One value that a modifier gives: to the element at `path`, its names to be resolved in `scope`."""

    path: tuple[str, ...]
    value: ast.Expression
    scope: Draft | None
    span: Span


@dataclass(slots=True, eq=False)
class Draft:
    """A state instance under construction; the nameless one holds the instances that stand directly in a section."""

    name: str
    parent: Draft | None
    span: Span
    is_and: bool = False
    children: list[Draft] = field(default_factory=list)
    flags: dict[str, bool] = field(default_factory=dict)
    entry: list[ast.EntryAction] = field(default_factory=list)
    exit: list[ast.ExitAction] = field(default_factory=list)
    transitions: list[ast.Transition] = field(default_factory=list)
    variables: list[tuple[ast.Element, list[Given]]] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    """Names whose declaration is wrong, so that what follows from it is not reported as well."""
    number: int = -1

    @property
    def path(self) -> tuple[str, ...]:
        """The names from the root to here."""
        if not self.name:
            return ()
        return (*self.parent.path, self.name) if self.parent is not None else (self.name,)

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"state {'.'.join(self.path)}" if self.name else "the statechart section"

    def child(self, name: str) -> Draft | None:
        """The direct sub-state of a name."""
        return next((c for c in self.children if c.name == name), None)


def flatten_modification(modification: ast.Modification | None, scope: Draft | None, errors: dict[Diagnostic, None]) -> list[Given]:
    """The values that `(a = 1, b(c = 2)) = 3` gives, by path."""
    if modification is None:
        return []
    result = _flatten_arguments(modification.arguments, scope, errors)
    if modification.value is not None:
        result.append(Given((), modification.value, scope, modification.value.span))
    return result


def _flatten_arguments(arguments: ast.ClassModification | None, scope: Draft | None, errors: dict[Diagnostic, None]) -> list[Given]:
    result: list[Given] = []
    for argument in arguments.arguments if arguments is not None else ():
        if not isinstance(argument, ast.ElementModification):
            what = "`redeclare`" if isinstance(argument, ast.ElementRedeclaration) else "`break`"
            advice = "write a state class of its own"
            errors[NOT_ALLOWED_IN_STATE.at(argument.span, what=what, scope="a modifier of a state", advice=advice)] = None
            continue
        for given in flatten_modification(argument.modification, scope, errors):
            result.append(replace(given, path=(*argument.name.parts, *given.path), span=argument.name.span))
    return result


class Expander:
    """Makes instances of state classes; mistakes are added to the scopes' `errors`."""

    def __init__(self, scopes: Scopes, is_discrete_type: Callable[[ast.Name], bool] | None) -> None:
        self.scopes = scopes
        self.errors = scopes.errors
        self.is_discrete_type = is_discrete_type

    def root(self, scope: StateScope) -> Draft:
        """The only instance of a state class that stands directly in a section."""
        assert scope.definition is not None
        draft = Draft(scope.definition.name, None, scope.definition.span)
        self._fill(draft, scope, [], [])
        return draft

    def instances(self, clause: ast.ComponentClause, scope: StateScope, parent: Draft, outer: list[Given], chain: list[StateScope]) -> bool:
        """Add the states that a component clause declares; False if its type is no state class."""
        found = self.scopes.find(clause.type, scope)
        if found is None:
            return False
        if prefix := _prefix(clause):
            self.refuse(clause.span, f"`{prefix}` before a state", parent.title, "leave it out")
        for declaration in clause.declarations:
            parent.failed.add(declaration.name)
            if declaration.subscripts or clause.subscripts:
                self.refuse(declaration.span, "an array of states", parent.title, "declare them one by one, each with its own name")
            elif declaration.condition is not None:
                self.refuse(declaration.span, "a state with a condition", parent.title, "give the transitions to it a guard")
            elif isinstance(found, StateScope) and found.is_root and found not in chain:
                name = found.definition.name if found.definition is not None else ""
                self.errors[SECOND_INSTANCE.at(clause.type.span, name=name, instance=declaration.name)] = None
            elif found in chain:
                assert isinstance(found, StateScope)
                self.scopes.report_recursion([*chain, found])
            else:
                parent.failed.remove(declaration.name)
                given = flatten_modification(declaration.modification, parent, self.errors)
                given += [replace(g, path=g.path[1:]) for g in outer if g.path[:1] == (declaration.name,)]
                child = Draft(declaration.name, parent, declaration.span)
                parent.children.append(child)
                self._fill(child, found, given, chain)
        return True

    def refuse(self, span: Span, what: str, scope: str, advice: str) -> None:
        """Say that something cannot stand in a statechart."""
        self.errors[NOT_ALLOWED_IN_STATE.at(span, what=what, scope=scope, advice=advice)] = None

    def refuse_outermost(self, clause: ast.ComponentClause) -> None:
        """Say that what a clause in a section declares is no state."""
        if clause.variability or clause.type.parts == ("Real",) or self._is_discrete(clause.type):
            self.refuse(clause.span, "a variable", "a statechart section", "declare it in the class itself, or in a state")
        else:
            self.scopes.report_unknown(clause.type, self.scopes.top, "declare the state class")

    def _fill(self, draft: Draft, found: StateScope | Kind, outer: list[Given], chain: list[StateScope]) -> None:
        if isinstance(found, Kind):
            draft.is_and = found is Kind.AND
            self._apply_flags(draft, outer)
            return
        chain = [*chain, found]
        body = self.scopes.body(found)
        draft.is_and = body.kind is Kind.AND
        given = [g for m in body.modifications for g in _flatten_arguments(m, draft, self.errors)] + outer
        for item, scope in body.items:
            self._add_item(draft, item, scope, given, chain)
        self._apply_flags(draft, given)

    def _add_item(self, draft: Draft, item: ast.ChartItem, scope: StateScope, given: list[Given], chain: list[StateScope]) -> None:
        match item:
            case ast.StateClass():
                pass
            case ast.Transition():
                draft.transitions.append(item)
            case ast.EntryAction():
                draft.entry.append(item)
            case ast.ExitAction():
                draft.exit.append(item)
            case ast.EquationSection() | ast.AlgorithmSection():
                what = "equations" if isinstance(item, ast.EquationSection) else "an algorithm"
                error = EQUATION_IN_STATE.at(item.span, state=draft.title, what=what, name=".".join(draft.path))
                self.errors[error] = None
            case ast.Element(item=ast.ComponentClause() as clause):
                if not self.instances(clause, scope, draft, given, chain):
                    self._add_variables(draft, item, scope, given)
            case ast.Element():
                what = {ast.Import: "an import", ast.Extends: "an extends clause"}.get(type(item.item), "a class")
                self.refuse(item.span, what, draft.title, "write it in the class that the statechart belongs to")

    def _add_variables(self, draft: Draft, element: ast.Element, scope: StateScope, given: list[Given]) -> None:
        clause = element.item
        assert isinstance(clause, ast.ComponentClause)
        if clause.dynamic or clause.connection or clause.causality:
            prefix = "dynamic" if clause.dynamic else clause.connection or clause.causality
            self.refuse(clause.span, f"a variable with the prefix `{prefix}`", draft.title, "declare it in the class itself")
            return
        if not clause.variability and not self._is_discrete(clause.type):
            if clause.type.parts == ("Real",):
                advice = "write `discrete Real` or `parameter Real`, or declare it in the class itself"
                self.refuse(clause.span, "a continuous variable", draft.title, advice)
            else:
                advice = "declare the state class, or write `discrete` or `parameter` before a variable"
                draft.failed.update(d.name for d in clause.declarations)
                self.scopes.report_unknown(clause.type, scope, advice)
            return
        for declaration in clause.declarations:
            single = replace(element, item=replace(clause, declarations=(declaration,)))
            own = [replace(g, path=g.path[1:]) for g in given if g.path[:1] == (declaration.name,)]
            draft.variables.append((single, own))

    def _is_discrete(self, type_name: ast.Name) -> bool:
        if len(type_name.parts) == 1 and type_name.parts[0] in DISCRETE_TYPES:
            return True
        return self.is_discrete_type is not None and self.is_discrete_type(type_name)

    def _apply_flags(self, draft: Draft, given: Sequence[Given]) -> None:
        names = {c.name for c in draft.children} | {variable_name(e) for e, _ in draft.variables} | draft.failed
        for entry in given:
            name = entry.path[0] if entry.path else "="
            if name in FLAGS:
                value = entry.value
                if len(entry.path) == 1 and isinstance(value, ast.Literal) and isinstance(value.value, bool):
                    draft.flags[name] = value.value
                else:
                    self._fail(draft, NOT_A_TRUTH_VALUE.at(entry.value.span, name=name))
            elif name not in names:
                candidates = ", ".join(f"`{c}`" for c in (*FLAGS, *sorted(names)))
                near = suggestion(name, [*FLAGS, *sorted(names)])
                self._fail(draft, UNKNOWN_MODIFIER.at(entry.span, state=draft.title, name=name, candidates=candidates, suggestion=near))

    def _fail(self, draft: Draft, error: Diagnostic) -> None:
        """A mistake in the modifiers of a state, so that its parent does not know which state is initial."""
        self.errors[error] = None
        if draft.parent is not None:
            draft.parent.failed.add(draft.name)


def expand_sections(
    sections: Sequence[ast.StatechartSection], scopes: Scopes, is_discrete_type: Callable[[ast.Name], bool] | None
) -> tuple[list[Draft], Draft]:
    """The roots in order, and a draft that is no state but holds the outermost names and the transitions between them.

    State instances that stand directly in a section are the sub-states of a nameless root.
    """
    expander = Expander(scopes, is_discrete_type)
    roots: list[Draft] = []
    top = Draft("", None, NOWHERE)
    for section in sections:
        region = Draft("", None, section.span)
        for item in section.items:
            match item:
                case ast.StateClass():
                    if (scope := scopes.top.classes.get(item.name)) is not None and scope.definition is item:
                        roots.append(expander.root(scope))
                        top.children.append(roots[-1])
                case ast.Transition():
                    top.transitions.append(item)
                case ast.Element(item=ast.ComponentClause() as clause):
                    if not expander.instances(clause, scopes.top, region, [], []):
                        expander.refuse_outermost(clause)
                case _:
                    expander.refuse(item.span, "this", "a statechart section", "write it in a state, or in the class itself")
            if region.children and region not in roots:
                roots.append(region)
        top.children += region.children
        top.failed |= region.failed
    return roots, top


def variable_name(element: ast.Element) -> str:
    """The name of an element with one declaration."""
    assert isinstance(element.item, ast.ComponentClause)
    return element.item.declarations[0].name


def _prefix(clause: ast.ComponentClause) -> str:
    if clause.dynamic or clause.event:
        return "dynamic" if clause.dynamic else "event"
    return clause.variability or clause.connection or clause.causality
