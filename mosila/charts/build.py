"""Statechart sections of one class -> its chart: instances expanded, transitions resolved, everything numbered and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mosila.charts.chart import Chart, History, Kind, Modifier, State, StateVariable, Timer, Transition, find_states
from mosila.charts.check import check_chart, check_drafts
from mosila.charts.expand import Draft, expand_sections
from mosila.charts.resolve import TransitionResolver
from mosila.charts.scope import Scopes
from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.structure import AMBIGUOUS_STATE, UNKNOWN_TESTED_STATE, UNUSED_STATE_CLASS
from mosila.semantics.suggest import suggestion
from mosila.source import Span
from mosila.syntax import ast


def build_chart(sections: Sequence[ast.StatechartSection], is_discrete_type: Callable[[ast.Name], bool] | None = None) -> Chart:
    """The chart of a class from its sections, those of its bases first; errors are raised together, else warnings kept in the chart.

    `is_discrete_type` tells of types other than Boolean, Integer and String whether their variables are discrete.
    """
    findings: dict[Diagnostic, None] = {}
    scopes = Scopes(sections, findings)
    roots, top = expand_sections(sections, scopes, is_discrete_type)
    drafts = [draft for root in roots for draft in _preorder(root)]
    for number, draft in enumerate(drafts):
        draft.number = number
    chart = _Freezer(drafts, findings).freeze(roots, top)
    findings.update(dict.fromkeys((*check_drafts([top, *roots]), *check_chart(chart))))
    for scope in scopes.all():
        if scope.definition is not None and not scope.is_root and scope not in scopes.used:
            name = scope.definition.name
            findings[UNUSED_STATE_CLASS.at(scope.definition.span, name=name, instance=name[0].lower() + name[1:])] = None
    ordered = tuple(sorted(findings, key=lambda d: (d.span, d.code, d.message)))
    if errors := [d for d in ordered if d.severity is Severity.ERROR]:
        raise MosilaError(*errors)
    return replace(chart, warnings=ordered)


def resolve_state(chart: Chart, reference: ast.Reference, scope: int | None = None, owner: str = "the class") -> int:
    """The state that `in(reference)` means, or a located error; `owner` is what messages call the class."""
    parts = tuple(part.name for part in reference.parts)
    found = find_states(chart, parts, scope)
    if len(found) == 1:
        return found[0]
    name = ".".join(parts)
    paths = [".".join(chart.states[f].path) for f in found]
    if not found:
        near = suggestion(name, [".".join(s.path) for s in chart.states] + [s.name for s in chart.states])
        raise MosilaError(UNKNOWN_TESTED_STATE.at(reference.span, name=name, scope=owner, suggestion=near))
    candidates = ", ".join(f"`{p}`" for p in paths)
    raise MosilaError(AMBIGUOUS_STATE.at(reference.span, name=name, candidates=candidates, example=paths[0]))


def _preorder(draft: Draft) -> Iterator[Draft]:
    yield draft
    for child in draft.children:
        yield from _preorder(child)


class _Freezer:
    """Fills the tables of a chart from numbered drafts."""

    def __init__(self, drafts: list[Draft], findings: dict[Diagnostic, None]) -> None:
        self.drafts = drafts
        self.findings = findings
        self.transitions: list[Transition] = []
        self.timers: list[Timer] = []
        self.events: list[tuple[ast.Expression, int | None]] = []
        self.guards: list[tuple[ast.Expression, int | None]] = []
        self.durations: list[tuple[ast.Expression, int | None]] = []
        self.actions: list[tuple[tuple[ast.Statement, ...], int | None, Span]] = []

    def freeze(self, roots: list[Draft], top: Draft) -> Chart:
        """The chart, without what could not be resolved."""
        bodies = [(self._add_body(d.entry, d.number), self._add_body(d.exit, d.number)) for d in self.drafts]
        resolver = TransitionResolver(self.drafts, self.findings)
        for draft in (*self.drafts, top):
            for item in draft.transitions:
                ends = resolver.ends(draft, item)
                if ends is not None:
                    self._add_transition(item, draft.number if draft is not top else None, *ends, resolver)
        states: list[State] = []
        for draft, (entry, exit_) in reversed(list(zip(self.drafts, bodies, strict=True))):
            states.insert(0, self._state(draft, entry, exit_, states))
        return Chart(
            states=tuple(states),
            roots=tuple(r.number for r in roots),
            transitions=tuple(self.transitions),
            timers=tuple(self.timers),
            events=tuple(e for e, _ in self.events),
            event_scopes=tuple(s for _, s in self.events),
            guards=tuple(g for g, _ in self.guards),
            guard_scopes=tuple(s for _, s in self.guards),
            durations=tuple(d for d, _ in self.durations),
            duration_scopes=tuple(s for _, s in self.durations),
            actions=tuple(a for a, _, _ in self.actions),
            action_scopes=tuple(s for _, s, _ in self.actions),
            action_spans=tuple(span for _, _, span in self.actions),
            variables=tuple(v for d in self.drafts for v in _variables(d)),
        )

    def _add_body(self, bodies: Sequence[ast.EntryAction | ast.ExitAction], scope: int) -> int | None:
        statements = tuple(s for body in bodies for s in body.actions)
        return self._add_action(statements, scope, bodies[0].span) if bodies and statements else None

    def _add_action(self, statements: tuple[ast.Statement, ...], scope: int | None, span: Span) -> int:
        self.actions.append((statements, scope, span))
        return len(self.actions) - 1

    def _add_transition(self, item: ast.Transition, scope: int | None, source: Draft, target: Draft, resolver: TransitionResolver) -> None:
        number = len(self.transitions)
        events, durations = resolver.triggers(item)
        timers = range(len(self.timers), len(self.timers) + len(durations))
        self.timers += [Timer(number=t, state=source.number, transition=number) for t in timers]
        self.durations += [(d, scope) for d in durations]
        first_event = len(self.events)
        self.events += [(e, scope) for e in events]
        if item.guard is not None:
            self.guards.append((item.guard, scope))
        self.transitions.append(
            Transition(
                number=number,
                name=item.name if item.name is not None else f"{source.name} -> {target.name}",
                source=source.number,
                target=target.number,
                events=tuple(range(first_event, len(self.events))),
                timers=tuple(timers),
                guard=len(self.guards) - 1 if item.guard is not None else None,
                priority=resolver.priority(item),
                action=self._add_action(item.actions, scope, item.span) if item.actions else None,
                span=item.span,
            )
        )

    def _state(self, draft: Draft, entry: int | None, exit_: int | None, later: list[State]) -> State:
        """The state of a draft; `later` holds the states numbered after it."""
        first = draft.number + 1
        children = [later[c.number - first] for c in draft.children]
        kind = Kind.SIMPLE if not children else Kind.AND if draft.is_and else Kind.XOR
        initial = [c.number for c in draft.children if c.flags.get("isInitial")]
        own = [t for t in self.transitions if t.source == draft.number]
        finals = [c.is_final for c in children] if kind is Kind.XOR else [c.completes for c in children]
        return State(
            number=draft.number,
            name=draft.name,
            path=draft.path,
            kind=kind,
            parent=draft.parent.number if draft.parent is not None else None,
            last=children[-1].last if children else draft.number,
            children=tuple(c.number for c in children),
            initial=initial[0] if initial and kind is Kind.XOR else None,
            is_final=draft.flags.get("isFinal", False),
            history=_history(draft),
            remembers=kind is Kind.XOR and _remembers(draft),
            completes=any(finals),
            entry=entry,
            exit=exit_,
            outgoing=tuple(t.number for t in sorted(own, key=lambda t: (t.priority is None, t.priority or 0, t.number))),
            timers=tuple(t.number for t in self.timers if t.state == draft.number),
            span=draft.span,
        )


def _history(draft: Draft) -> History:
    if draft.flags.get("deepHistory"):
        return History.DEEP
    return History.SHALLOW if draft.flags.get("history") else History.NONE


def _remembers(draft: Draft) -> bool:
    outer = draft.parent
    while outer is not None:
        if _history(outer) is History.DEEP:
            return True
        outer = outer.parent
    return _history(draft) is not History.NONE


def _variables(draft: Draft) -> Iterator[StateVariable]:
    for element, given in draft.variables:
        modifiers = tuple(Modifier(path=g.path, value=g.value, scope=g.scope.number if g.scope is not None else None) for g in given)
        yield StateVariable(state=draft.number, element=element, modifiers=modifiers)
