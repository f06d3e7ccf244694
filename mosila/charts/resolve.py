"""The parts of a transition as written -> what they mean: its two states, its events and timers, its priority."""

from __future__ import annotations

from mosila.charts.expand import Draft
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.structure import EVENT_FORM, NOT_SIBLINGS, PARALLEL_TRANSITION, PRIORITY_FORM, UNKNOWN_STATE
from mosila.semantics.suggest import suggestion
from mosila.syntax import ast


class TransitionResolver:
    """Resolves transitions against the drafts of all states; mistakes are added to `findings`."""

    def __init__(self, drafts: list[Draft], findings: dict[Diagnostic, None]) -> None:
        self.drafts = drafts
        self.findings = findings

    def ends(self, scope: Draft, item: ast.Transition) -> tuple[Draft, Draft] | None:
        """Source and target of a transition written in `scope`, None after a mistake."""
        source, target = self._find(scope, item.source), self._find(scope, item.target)
        if source is None or target is None:
            for reference, found, other in ((item.source, source, item.target), (item.target, target, item.source)):
                if found is None and _names(reference)[0] not in scope.failed:
                    self._report_missing(scope, reference, other)
            return None
        if source.parent is not target.parent:
            where = source.parent.title if source.parent is not None else "the charts of the class"
            self._report_not_siblings(item.target, item.source, where)
            return None
        parent = source.parent
        if parent is None or (parent.is_and and source is not target):
            reason = f"{parent.title} is an AndState" if parent is not None else "each is a chart of its own"
            self.findings[PARALLEL_TRANSITION.at(item.span, source=source.name, target=target.name, reason=reason)] = None
            return None
        return source, target

    def _find(self, scope: Draft, reference: ast.Reference) -> Draft | None:
        found: Draft | None = scope
        for part in reference.parts:
            found = found.child(part.name) if found is not None and not part.subscripts else None
        return found

    def _report_missing(self, scope: Draft, reference: ast.Reference, other: ast.Reference) -> None:
        """Tell a state that is elsewhere in the chart from one that is nowhere."""
        names = _names(reference)
        if any(d.path[-len(names) :] == names for d in self.drafts):
            self._report_not_siblings(reference, other, scope.title)
            return
        near = suggestion(names[-1], [c.name for c in scope.children])
        self.findings[UNKNOWN_STATE.at(reference.span, name=".".join(names), composite=scope.title, suggestion=near)] = None

    def _report_not_siblings(self, target: ast.Reference, source: ast.Reference, composite: str) -> None:
        names = ".".join(_names(target)), ".".join(_names(source))
        self.findings[NOT_SIBLINGS.at(target.span, composite=composite, target=names[0], source=names[1])] = None

    def triggers(self, item: ast.Transition) -> tuple[list[ast.Expression], list[ast.Expression]]:
        """The event variables, and the T of each `after(T)`."""
        events: list[ast.Expression] = []
        durations: list[ast.Expression] = []
        for event in item.events:
            match event:
                case ast.Reference():
                    events.append(event)
                case ast.Call(function=ast.Reference(parts=(ast.Part(name="after"),)), arguments=(duration,), named=(), iterators=()):
                    durations.append(duration)
                case ast.Call(function=function):
                    self.findings[EVENT_FORM.at(event.span, what=f"{'.'.join(_names(function))}(...)")] = None
                case _:
                    self.findings[EVENT_FORM.at(event.span, what="an expression")] = None
        return events, durations

    def priority(self, item: ast.Transition) -> int | None:
        """The priority as a number, None if there is none."""
        match item.priority:
            case None:
                return None
            case ast.Literal(value=int() as value) if not isinstance(value, bool):
                return value
            case ast.Unary(operator="-", operand=ast.Literal(value=int() as value)) if not isinstance(value, bool):
                return -value
            case wrong:
                self.findings[PRIORITY_FORM.at(wrong.span)] = None
                return None


def _names(reference: ast.Reference) -> tuple[str, ...]:
    return tuple(part.name for part in reference.parts)
