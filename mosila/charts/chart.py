"""The statechart of one class as frozen tables, and the configuration it is in.

Everything is numbered: states in pre-order (a parent before its children, regions as declared), transitions as declared,
and events, guards, timers and actions each in a table of their own that keeps the syntax for the stages that compile it.
A step needs numbers only, so the same tables can be run in C.
"""

from __future__ import annotations

from enum import Enum

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.source import NOWHERE, Span
from mosila.syntax import ast


class Kind(Enum):
    """How the sub-states of a state are active: it has none, exactly one is, all are."""

    SIMPLE = "simple"
    XOR = "xor"
    AND = "and"


class History(Enum):
    """Where a composite that is entered again resumes: at the start, in its last sub-state, in all that was active."""

    NONE = "none"
    SHALLOW = "shallow"
    DEEP = "deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A state instance; `path` leads from the chart's root to it, and its whole subtree is numbered `number` to `last`."""

    number: int
    name: str
    path: tuple[str, ...]
    kind: Kind
    parent: int | None
    last: int
    children: tuple[int, ...] = ()
    initial: int | None = None
    is_final: bool = False
    history: History = History.NONE
    remembers: bool = False
    """Whether the last active sub-state is kept on exit: for its own history or for that of a deep ancestor."""
    completes: bool = False
    """Whether eventless transitions wait for final sub-states."""
    entry: int | None = None
    exit: int | None = None
    outgoing: tuple[int, ...] = ()
    """Transitions from here in the order in which they are considered: by priority, then as declared."""
    timers: tuple[int, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """An arrow between two sub-states of one composite; smaller `priority` goes first, None goes last."""

    number: int
    name: str
    """As written, or `source -> target`."""
    source: int
    target: int
    events: tuple[int, ...] = ()
    timers: tuple[int, ...] = ()
    guard: int | None = None
    priority: int | None = None
    action: int | None = None
    span: Span = NOWHERE

    @property
    def is_eventless(self) -> bool:
        """Whether it fires without waiting for an event or a timer."""
        return not self.events and not self.timers


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """`after(T)` of one transition: started when the state is entered, stopped when it is left."""

    number: int
    state: int
    transition: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A modifier of a variable of a state: `path` is empty for the binding, else the attribute; `scope` is where names resolve."""

    path: tuple[str, ...]
    value: ast.Expression
    scope: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateVariable:
    """A parameter or discrete variable of a state: an element with one declaration, and its modifiers, the strongest last."""

    state: int
    element: ast.Element
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The chart of a class; several roots are parallel. `*_scopes` name the state in which an entry's names resolve first.

    A scope of None is the class itself. Equal entries of the side tables are not merged.
    """

    states: tuple[State, ...] = ()
    roots: tuple[int, ...] = ()
    transitions: tuple[Transition, ...] = ()
    timers: tuple[Timer, ...] = ()
    events: tuple[ast.Expression, ...] = ()
    event_scopes: tuple[int | None, ...] = ()
    guards: tuple[ast.Expression, ...] = ()
    guard_scopes: tuple[int | None, ...] = ()
    durations: tuple[ast.Expression, ...] = ()
    """The T of each timer's `after(T)`, evaluated on entry, after the entry action of the timer's state."""
    duration_scopes: tuple[int | None, ...] = ()
    actions: tuple[tuple[ast.Statement, ...], ...] = ()
    action_scopes: tuple[int | None, ...] = ()
    action_spans: tuple[Span, ...] = ()
    variables: tuple[StateVariable, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()

    def contains(self, outer: int, inner: int) -> bool:
        """Whether `inner` is `outer` or lies in it."""
        return outer <= inner <= self.states[outer].last

    def label(self, transition: int) -> str:
        """The name of a transition with the path of the composite it belongs to, for logs."""
        arrow = self.transitions[transition]
        return ".".join((*self.states[arrow.source].path[:-1], arrow.name))


@dataclass(frozen=True, slots=True)
class Configuration:
    """Where a chart is: active states in ascending order, and (composite, last sub-state) pairs that history remembers."""

    active: tuple[int, ...] = ()
    history: tuple[tuple[int, int], ...] = ()

    @property
    def is_entered(self) -> bool:
        """Whether the chart has been started."""
        return bool(self.active)


RESTING = Configuration()
"""A chart that has not been started, or was reset."""


def find_states(chart: Chart, parts: tuple[str, ...], scope: int | None = None) -> tuple[int, ...]:
    """All states that a name may mean: from `scope` outwards the first that holds it, a full path, else any path that ends so."""
    state = scope
    while state is not None:
        within = chart.states[state]
        found = tuple(s.number for s in chart.states[state : within.last + 1] if s.path == (*within.path, *parts))
        if found:
            return found
        state = within.parent
    whole = tuple(s.number for s in chart.states if s.path and s.path == parts)
    return whole or tuple(s.number for s in chart.states if parts and s.path[-len(parts) :] == parts)


def find_state(chart: Chart, parts: tuple[str, ...], scope: int | None = None) -> int | None:
    """The state that `in(parts)` means, None where there is none or more than one."""
    found = find_states(chart, parts, scope)
    return found[0] if len(found) == 1 else None
