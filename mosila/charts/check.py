"""Checks of a chart as a whole: initial states, markings without effect, unreachable states, transitions that can conflict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from mosila.charts.chart import Chart, Kind, State, Transition
from mosila.charts.expand import FLAGS, Draft, variable_name
from mosila.charts.scope import PREDEFINED
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.structure import (
    DUPLICATE_NAME,
    NO_INITIAL_STATE,
    POSSIBLE_CONFLICT,
    SEVERAL_INITIAL_STATES,
    UNREACHABLE_STATE,
    WITHOUT_EFFECT,
)
from mosila.source import Span


def check_drafts(drafts: Sequence[Draft]) -> Iterator[Diagnostic]:
    """Names, initial states and markings of the outermost names (first) and of the roots with all that is in them."""
    top, *pending = drafts
    yield from _check_names(top)
    while pending:
        draft = pending.pop(0)
        pending[:0] = draft.children
        if draft.name:
            yield from _check_names(draft)
        yield from _check_initial(draft)
        yield from _check_markings(draft)


def _check_names(draft: Draft) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    named = [(c.name, c.span) for c in draft.children]
    named += [(variable_name(e), e.span) for e, _ in draft.variables]
    named += [(t.name, t.span) for t in draft.transitions if t.name is not None]
    for name, span in named:
        if name in seen or name in PREDEFINED:
            related = [(seen[name], "first declared here")] if name in seen else []
            reason = f": `{name}` is predefined" if name in PREDEFINED else ""
            yield DUPLICATE_NAME.at(span, related=related, name=name, scope=draft.title, reason=reason)
        seen.setdefault(name, span)


def _check_initial(draft: Draft) -> Iterator[Diagnostic]:
    initial = [c for c in draft.children if c.flags.get("isInitial")]
    if draft.is_and or not draft.children:
        return
    if not initial and not draft.failed:
        candidates = _listed(draft.children)
        yield NO_INITIAL_STATE.at(draft.span, composite=draft.title, candidates=candidates, first=draft.children[0].name)
    elif len(initial) > 1:
        related = [(c.span, "initial") for c in initial]
        yield SEVERAL_INITIAL_STATES.at(initial[1].span, related=related, composite=draft.title, candidates=_listed(initial))


def _check_markings(draft: Draft) -> Iterator[Diagnostic]:
    parent = draft.parent
    for name in FLAGS:
        if not draft.flags.get(name):
            continue
        reason = ""
        if name in ("history", "deepHistory"):
            if not draft.children:
                reason = "it has no sub-states"
            elif draft.is_and and name == "history":
                reason = "all sub-states of an AndState are active; `deepHistory=true` resumes what is in them"
            elif parent is None:
                reason = "the root of a chart is never left"
        elif parent is None:
            reason = "the root of a chart is always active"
        elif parent.is_and:
            reason = f"all sub-states of {parent.title}, an AndState, are active together"
        if reason:
            yield WITHOUT_EFFECT.at(draft.span, name=name, state=draft.title, reason=reason)


def _listed(drafts: Sequence[Draft]) -> str:
    return ", ".join(f"`{d.name}`" for d in drafts)


def check_chart(chart: Chart) -> Iterator[Diagnostic]:
    """Unreachable states and possible conflicts."""
    reported: list[State] = []
    for state in chart.states:
        if state.kind is Kind.XOR and state.initial is not None:
            reached = _reachable(chart, state.initial)
            for child in state.children:
                inner = chart.states[child]
                if child not in reached and not any(chart.contains(r.number, child) for r in reported):
                    reported.append(inner)
                    yield UNREACHABLE_STATE.at(inner.span, state=f"state {'.'.join(inner.path)}")
        for first, second in combinations(state.outgoing, 2):
            one, other = chart.transitions[first], chart.transitions[second]
            if one.priority == other.priority and _can_conflict(chart, one, other):
                related = [(one.span, "the other transition")]
                title = f"state {'.'.join(state.path)}"
                yield POSSIBLE_CONFLICT.at(other.span, related=related, first=one.name, second=other.name, state=title)


def _reachable(chart: Chart, initial: int) -> set[int]:
    reached = {initial}
    pending = [initial]
    while pending:
        for number in chart.states[pending.pop()].outgoing:
            target = chart.transitions[number].target
            if target not in reached:
                reached.add(target)
                pending.append(target)
    return reached


def _can_conflict(chart: Chart, one: Transition, other: Transition) -> bool:
    """Whether both wait for the same, and one guard holds whenever the other does."""
    if one.guard is not None and other.guard is not None and chart.guards[one.guard] != chart.guards[other.guard]:
        return False
    if one.is_eventless or other.is_eventless:
        return one.is_eventless and other.is_eventless
    events = {chart.events[e] for e in one.events}
    return any(chart.events[e] in events for e in other.events)
