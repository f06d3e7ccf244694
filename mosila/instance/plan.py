"""Plans: what all objects of one class have in common, with places for numbers instead of variables.

A plan lays out everything an object owns in consecutive *positions*: its variables, then those of its components, then
its relations and auxiliary variables. An object is a plan and the position where it starts, so binding an equation to an
object is adding that number to the plan's integer tables; a thousand resistors are one plan and a thousand starts.

Each position has three *cells*: the value, its derivative, and its value before the event. The first positions are the
same in every program: time, whether this is the initial or the terminal instant, and the homotopy parameter.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum, IntEnum
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Chart
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.instance.checks import Assertion, Effect, Termination
from mosila.instance.conditional import Augmentation, Conditional
from mosila.semantics.symbols import ClassSymbol
from mosila.semantics.types import Type
from mosila.source import NOWHERE, Span
from mosila.symbolic.expression import Expr

IntArray: TypeAlias = NDArray[np.int32]

CELLS = 3
LARGEST_STEPPED: Final = 2.0**53
"""From here on numbers have no steps of one: what follows a value in such steps has no finite value."""
VALUE, DERIVATIVE, PRE = range(CELLS)
TIME_CELL = 0
TIME, INITIAL, TERMINAL, HOMOTOPY = range(4)
RESERVED = 4
"""How many positions are the same in every program."""


def cell(position: int, kind: int = VALUE) -> int:
    """The cell of a position."""
    return position * CELLS + kind


class Variability(IntEnum):
    """How often a value can change; the variability of an expression is the largest in it."""

    CONSTANT = 0
    PARAMETER = 1
    DISCRETE = 2
    CONTINUOUS = 3


class Role(Enum):
    """Why a position exists."""

    VARIABLE = "variable"
    RELATION = "relation"
    CONDITION = "condition"
    AUXILIARY = "auxiliary"
    GUARD = "guard"
    SAMPLE = "sample"
    DELAY = "delay"
    STATE = "state"
    TIMER = "timer"
    INDICATOR = "indicator"
    STREAM = "stream"
    REFERENCE = "reference"
    BRANCH = "branch"


class Link(IntEnum):
    """How a connector variable is joined."""

    POTENTIAL = 0
    FLOW = 1
    SUM = 2
    STREAM = 3


class StateSelect(IntEnum):
    """How much a variable is wanted as a state."""

    NEVER = -2
    AVOID = -1
    DEFAULT = 0
    PREFER = 1
    ALWAYS = 2


@dataclass(frozen=True, slots=True)
class Variable:
    """What is known of a variable without its object: type, variability, prefixes, where it is declared."""

    type: Type
    variability: Variability
    span: Span
    link: Link = Link.POTENTIAL
    is_event: bool = False
    role: Role = Role.VARIABLE
    unit: str = ""
    description: str = ""
    protected: bool = False
    causality: str = ""  # `input`, `output` or nothing
    is_final: bool = False
    in_connector: bool = False
    """Its type is a connector by itself, such as `connector RealInput = input Real`."""
    on_bus: bool = False
    """It is a variable of an expandable connector, which is input or output as its connections want it."""
    is_evaluated: bool = False
    """A parameter whose value equations may have in its place: `annotation(Evaluate = true)`."""


@dataclass(frozen=True, slots=True)
class Template:
    """The two sides of an equation (or relation, with its operator) over numbered slots; literals are in it as slots too."""

    left: Expr
    right: Expr
    operator: str = "="


class RowKind(Enum):
    """What a row of a plan is for.

    INITIAL rows hold at the start only. A SAMPLE row makes its target true at the times left, left + right, ...; a DELAY
    row gives its target the value of left as it was right seconds ago.
    """

    EQUATION = "equation"
    DISCRETE = "discrete equation"
    BINDING = "declared value"
    START = "start"
    FIXED = "fixed"
    NOMINAL = "nominal"
    MINIMUM = "min"
    MAXIMUM = "max"
    RELATION = "relation"
    INITIAL = "initial equation"
    SAMPLE = "sample"
    DELAY = "delay"
    STATE_SELECT = "stateSelect"


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one template: `cells[k, s]` is the cell of slot s in row k, from the object's start where `relative[s]`.

    `targets[k]` is the position the row speaks of (relative; -1 for an equation).
    """

    kind: RowKind
    template: Template
    cells: IntArray
    relative: NDArray[np.bool_]
    targets: IntArray
    spans: tuple[Span, ...]
    variability: Variability
    condition: Formula | None = None
    """Over indicators alone: the rows are there only in structures in which it holds."""
    branches: IntArray | None = None
    """Relative positions of the branches that rows belong to, -1 for none: a row holds while its branch is active."""
    switches: IntArray | None = None
    """Relative positions of the switches whose branches rows join, -1 for none: a row holds while its switch is not active."""


@dataclass(frozen=True, slots=True)
class Reinit:
    """`reinit(state, value)` when a condition becomes true: relative positions, and where it is written."""

    condition: int
    state: int
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Connection:
    """`connect(left, right)`: relative positions of the connectors, what they are, and whether each is the class's own."""

    left: int
    right: int
    left_end: Plan | Variable
    right_end: Plan | Variable
    left_outside: bool
    right_outside: bool
    left_path: tuple[str, ...]
    right_path: tuple[str, ...]
    span: Span
    left_protected: bool = False
    right_protected: bool = False


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream variable of a connector, the flow that carries it, and its value if the flow comes in: relative positions."""

    position: int
    flow: int
    incoming: int


@dataclass(frozen=True, slots=True)
class Component:
    """A named part of a plan: a variable (or array of them) or objects of another plan, from `offset` on."""

    name: str
    offset: int
    dimensions: tuple[int, ...]
    content: Plan | Variable
    declared_in: ClassSymbol
    span: Span
    is_reference: bool = False
    """An `outer` component: its positions stand for those of the `inner` one."""
    protected: bool = False
    is_final: bool = False
    condition: bool = True
    """False: a conditional component that is not there; it has no positions."""
    is_conditional: bool = False
    """Declared with `if`: only connections may use it."""
    visible: frozenset[str] | None = None
    """The names in it that can be used; None: all."""
    finals: tuple[tuple[str, ...], ...] = ()
    """The paths of what is in it and made final by its declaration."""
    refers: ClassSymbol | None = None
    """A `dynamic` reference or collection: the class of the objects it may hold. Its position holds no number."""
    is_collection: bool = False

    def element_name(self, number: int) -> str:
        """The name of an element, counted from 0, with its indices."""
        if not self.dimensions:
            return self.name
        index = np.unravel_index(number, self.dimensions)
        return f"{self.name}[{','.join(str(int(i) + 1) for i in index)}]"

    @property
    def count(self) -> int:
        """How many elements."""
        return int(np.prod(self.dimensions, dtype=np.int64)) if self.dimensions else 1

    @property
    def stride(self) -> int:
        """Positions of one element."""
        return self.content.size if isinstance(self.content, Plan) else 1


def inner_name(name: str) -> str:
    """What the inner side of a component that is both inner and outer is called."""
    return f"{name} (inner)"


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression evaluated by itself (guard, action, duration): over slots bound to cells like those of `Rows`."""

    expression: Expr
    cells: IntArray
    relative: NDArray[np.bool_]
    type: Type


@dataclass(frozen=True, slots=True)
class Place:
    """A relative position that an action names: one of `positions`, in row-major order of `indices`, (number from 1, size) each."""

    positions: tuple[int, ...]
    indices: tuple[tuple[Formula, int], ...] = ()
    name: str = ""
    span: Span = NOWHERE
    refers: bool = False
    """What is meant is the object that the reference at the position holds."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Action `targets := values`: all values are computed before the first is assigned; without targets they are only computed."""

    targets: tuple[Place, ...]
    values: tuple[Formula, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Attach:
    """Action `base.add(object)` or `add(object)` (base None); the object may be a new one."""

    base: Place | None
    object: Place | Create
    reset: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Detach:
    """Action `base.remove(object)` or `remove(object)` (base None)."""

    base: Place | None
    object: Place
    span: Span


@dataclass(frozen=True, slots=True)
class Wire:
    """Action `connect(a, b)` or `disconnect(a, b)`: numbers in the plan's table of wires, several for arrays."""

    wires: tuple[int, ...]
    is_connected: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """Action `if ... then ... elseif ... else ... end if`."""

    branches: tuple[tuple[Formula, tuple[Action, ...]], ...]
    otherwise: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Action `for`: the variable at a relative position runs from first to last by step."""

    variable: int
    first: Formula
    step: Formula
    last: Formula
    body: tuple[Action, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Passes:
    """Action `for`, written out: one body for each pass."""

    bodies: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Action `while`."""

    condition: Formula
    body: tuple[Action, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Leave:
    """Action `break` (the innermost loop) or `return` (the action as a whole)."""

    everything: bool


@dataclass(frozen=True, slots=True)
class Require:
    """Action `assert(condition, message)`."""

    assertion: Assertion


@dataclass(frozen=True, slots=True)
class Create:
    """`new C(mods)`: the number of its kind among those of the program, and values for variables of the new object by path."""

    kind: int
    values: tuple[tuple[tuple[str, ...], Formula], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Point:
    """Action `reference := object`."""

    target: Place
    source: Place | Create
    span: Span


@dataclass(frozen=True, slots=True)
class Join:
    """Action `collection.add(object)`."""

    collection: Place
    source: Place | Create
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """Action `collection.remove(object)`."""

    collection: Place
    object: Place
    span: Span


@dataclass(frozen=True, slots=True)
class Visit:
    """Action `for c in collection`: the reference at the relative position `variable` runs through the members."""

    variable: int
    collection: Place
    body: tuple[Action, ...]
    span: Span


Action: TypeAlias = Assign | Attach | Detach | Wire | Choose | Count | Passes | Repeat | Leave | Require | Point | Join | Part | Visit


@dataclass(frozen=True, slots=True)
class ChartEvent:
    """An event source: a relative position, and whether it fires on becoming true (else on any change)."""

    position: int
    on_rise: bool


@dataclass(frozen=True, slots=True)
class ChartTimer:
    """Relative positions of the time at which a timer ends, and of the variable that says whether it has ended."""

    end: int
    has_ended: int


class Tells(Enum):
    """What an indicator says of an object, a reference or a collection."""

    ACTIVE = "active"
    ATTACHED = "attached"
    EMPTY = "isEmpty"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class Indicator:
    """A discrete variable at a relative position that follows the structure: `active(object)`, `isEmpty(reference)`, ..."""

    position: int
    tells: Tells
    object: int
    base: int | None = None
    refers: bool = False
    """`object` is the position of a reference to it."""
    base_refers: bool = False


@dataclass(frozen=True, slots=True)
class StandIn:
    """A position that stands for the variable at `path` of the object that the reference at a relative position holds.

    A reference in another object (`front.front`) has a stand-in too, on which others may be built.
    """

    position: int
    reference: int
    path: tuple[str, ...]
    name: str
    holder: str
    """What is written: all of it, and the reference alone."""
    span: Span


@dataclass(frozen=True, slots=True)
class Reduction:
    """`sum(term for c in collection)`: c is the reference at `variable`; the result, at `position`, is an unknown."""

    position: int
    operator: str
    collection: int
    variable: int
    term: Formula
    is_discrete: bool
    in_action: bool
    """It is computed when an action needs it, and is no equation."""
    span: Span
    only_if: Formula | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """A value at `position` that an action computes from one of two formulas; the other is not looked at."""

    position: int
    condition: Formula
    then: Formula
    otherwise: Formula


@dataclass(frozen=True, slots=True)
class ChartPlan:
    """A class's chart with guards, events and actions bound to positions; `guard_positions` hold the guards as variables.

    `guards` read the values of relations, which an instant keeps; `plain_guards` compare anew, for after an assignment.
    """

    chart: Chart
    guards: tuple[Formula, ...]
    plain_guards: tuple[Formula, ...]
    guard_positions: tuple[int, ...]
    events: tuple[ChartEvent, ...]
    actions: tuple[tuple[Action, ...], ...]
    durations: tuple[Formula, ...] = ()
    timers: tuple[ChartTimer, ...] = ()
    state_positions: tuple[int, ...] = ()
    """Relative positions of Boolean variables, one for each state: whether it is active."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The common part of all objects of a class; compared by identity."""

    symbol: ClassSymbol
    size: int
    components: dict[str, Component]
    auxiliaries: tuple[tuple[int, Variable], ...]
    rows: tuple[Rows, ...]
    reinits: tuple[Reinit, ...] = ()
    connections: tuple[Connection, ...] = ()
    augmentations: tuple[Augmentation, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    terminations: tuple[Termination, ...] = ()
    effects: tuple[Effect, ...] = ()
    chart: ChartPlan | None = None
    behaviours: tuple[int, ...] = field(default=())
    """Relative positions of the objects that actions of this class add."""
    inners: tuple[str, ...] = ()
    """Components that are `inner`."""
    wires: tuple[Connection, ...] = ()
    """Connections that actions make and undo."""
    indicators: tuple[Indicator, ...] = ()
    conditionals: tuple[Conditional, ...] = ()
    switches: tuple[int, ...] = ()
    """Relative positions of if-equations whose branches may not have one form: where they have not, the position is active."""
    streams: tuple[Stream, ...] = ()
    """Of a connector: its stream variables, those of connectors inside not counted."""
    warnings: tuple[Diagnostic, ...] = ()
    broken: frozenset[str] = frozenset()
    """Components that could not be made; they were complained of already."""
    stand_ins: tuple[StandIn, ...] = ()
    """Each behind those that it is built on."""
    reductions: tuple[Reduction, ...] = ()
    branches: tuple[Branch, ...] = ()
    conditional: tuple[tuple[int, Formula], ...] = ()
    """Relative positions that are there only where a condition over indicators holds."""

    def inner(self, name: str) -> Component | None:
        """The `inner` component of that name; one that is `outer` too has it apart."""
        for each in (inner_name(name), name):
            if each in self.inners:
                return self.components[each]
        return None

    @property
    def is_record(self) -> bool:
        """Whether objects of this plan are values."""
        return self.symbol.definition.restriction.endswith("record")

    @property
    def is_connector(self) -> bool:
        """Whether objects of this plan can be connected."""
        return self.symbol.definition.restriction.split()[-1] == "connector"

    @property
    def is_expandable(self) -> bool:
        """Whether connections bring variables onto objects of this plan."""
        return self.symbol.definition.expandable
