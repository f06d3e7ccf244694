"""Names in states: an expression or statement of a chart -> the same with variables and states of the chart written out.

A variable of a state is a component of the object; its name is the path of the state and its own, with dots, which no other
component can have. `in(state)` gets the whole path of the state. Everything else keeps its name and is the object's.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from mosila.charts.chart import Chart, StateVariable, find_states
from mosila.charts.expand import variable_name
from mosila.syntax import ast

N = TypeVar("N", bound=ast.Node)


class StateNames:
    """The variables of a chart's states, by path."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self._paths = {(*chart.states[v.state].path, variable_name(v.element)): self.component(v) for v in chart.variables}

    def component(self, variable: StateVariable) -> str:
        """The name of the component that a variable of a state is."""
        return ".".join((*self.chart.states[variable.state].path, variable_name(variable.element)))

    def written_out(self, node: N, scope: int | None) -> N:
        """The node as it stands in a state, or in no state."""
        written: N = self._node(node, scope, frozenset())
        return written

    def _node(self, node: Any, scope: int | None, hidden: frozenset[str]) -> Any:
        if isinstance(node, tuple):
            return tuple(self._node(each, scope, hidden) for each in node)
        if not isinstance(node, ast.Node):
            return node
        iterators: tuple[ast.Iterator, ...] = getattr(node, "iterators", ())
        inside = hidden | {each.name for each in iterators}
        if isinstance(node, ast.Call) and [part.name for part in node.function.parts] == ["in"]:
            return replace(node, arguments=tuple(self._state(each, scope) for each in node.arguments))
        changes = {each.name: getattr(node, each.name) for each in fields(node) if each.name != "span"}
        changed = {name: self._node(value, scope, inside) for name, value in changes.items()}
        made = replace(node, **changed) if changed != changes else node
        return self._reference(made, scope, hidden) if isinstance(made, ast.Reference) else made

    def _state(self, argument: ast.Expression, scope: int | None) -> ast.Expression:
        if not isinstance(argument, ast.Reference):
            return argument
        found = find_states(self.chart, tuple(part.name for part in argument.parts), scope)
        if len(found) != 1:
            return argument
        path = self.chart.states[found[0]].path
        return replace(argument, parts=tuple(ast.Part(name, span=argument.span) for name in path))

    def _reference(self, reference: ast.Reference, scope: int | None, hidden: frozenset[str]) -> ast.Reference:
        names = tuple(part.name for part in reference.parts)
        if reference.is_global or not self._paths or names[0] in hidden:
            return reference
        state: int | None = scope
        while True:
            base = self.chart.states[state].path if state is not None else ()
            for count in range(1 if base else 2, len(names) + 1):
                name = self._paths.get((*base, *names[:count]))
                if name is not None:
                    head = replace(reference.parts[count - 1], name=name)
                    return replace(reference, parts=(head, *reference.parts[count:]))
            if state is None:
                return reference
            state = self.chart.states[state].parent
