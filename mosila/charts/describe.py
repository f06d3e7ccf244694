"""A chart as text: a Mermaid state diagram for people, plain data for programs."""

from __future__ import annotations

from typing import Any

from mosila.charts.chart import Chart, History, Kind, State, Transition
from mosila.syntax.format import expression_text, statement_text


def mermaid(chart: Chart) -> str:
    """The chart as a Mermaid state diagram; states are named by number and labelled by name."""
    lines = ["stateDiagram-v2"]
    for root in chart.roots:
        _write_state(chart, chart.states[root], "    ", lines)
    return "\n".join(lines) + "\n"


def _write_state(chart: Chart, state: State, indent: str, lines: list[str]) -> None:
    title = state.name or "chart"
    if state.kind is Kind.SIMPLE:
        lines.append(f'{indent}state "{title}" as s{state.number}')
        return
    lines.append(f'{indent}state "{title}" as s{state.number} {{')
    inside = indent + "    "
    for place, child in enumerate(state.children):
        if state.kind is Kind.AND and place:
            lines.append(f"{inside}--")
        _write_state(chart, chart.states[child], inside, lines)
    if state.initial is not None:
        lines.append(f"{inside}[*] --> s{state.initial}")
    for transition in chart.transitions:
        if transition.source in state.children:
            label = _label(chart, transition)
            lines.append(f"{inside}s{transition.source} --> s{transition.target}" + (f" : {label}" if label else ""))
    lines += [f"{inside}s{child} --> [*]" for child in state.children if chart.states[child].is_final]
    lines.append(f"{indent}}}")
    if state.history is not History.NONE:
        lines.append(f"{indent}note right of s{state.number} : {state.history.value} history")


def _label(chart: Chart, transition: Transition) -> str:
    """`name: events [guard] / n`, without what would end a label."""
    name = transition.name + ":" if "->" not in transition.name else ""
    guard = f"[{expression_text(chart.guards[transition.guard])}]" if transition.guard is not None else ""
    priority = f"priority {transition.priority}" if transition.priority is not None else ""
    words = (name, ", ".join(_triggers(chart, transition)), guard, priority)
    return " ".join(word for word in words if word).removesuffix(":").replace(";", ",").replace('"', "'")


def _triggers(chart: Chart, transition: Transition) -> list[str]:
    events = [expression_text(chart.events[event]) for event in transition.events]
    return events + [f"after({expression_text(chart.durations[timer])})" for timer in transition.timers]


def chart_data(chart: Chart) -> dict[str, Any]:
    """States and transitions by number, what is written in them as text."""
    return {"roots": list(chart.roots), "states": [_state(chart, s) for s in chart.states], "transitions": _transitions(chart)}


def _state(chart: Chart, state: State) -> dict[str, Any]:
    return {
        "number": state.number,
        "path": list(state.path),
        "kind": state.kind.value,
        "parent": state.parent,
        "children": list(state.children),
        "initial": state.initial,
        "final": state.is_final,
        "history": state.history.value,
        "entry": _action(chart, state.entry),
        "exit": _action(chart, state.exit),
    }


def _transitions(chart: Chart) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "source": each.source,
            "target": each.target,
            "events": _triggers(chart, each),
            "guard": expression_text(chart.guards[each.guard]) if each.guard is not None else None,
            "priority": each.priority,
            "action": _action(chart, each.action),
        }
        for each in chart.transitions
    ]


def _action(chart: Chart, action: int | None) -> list[str]:
    return [] if action is None else [statement_text(statement) for statement in chart.actions[action]]
