"""Plans: what all objects of one class have in common, with places for numbers instead of variables.

A plan lays out everything an object owns in consecutive *positions*: its variables, then those of its components, then
its relations and auxiliary variables. An object is a plan and the position where it starts, so binding an equation to an
object is adding that number to the plan's integer tables; a thousand resistors are one plan and a thousand starts.

Each position has three *cells*: the value, its derivative, and its value before the event. Position 0 is time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Chart
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.source import Span
from mosila.symbolic.expression import Expr

IntArray: TypeAlias = NDArray[np.int32]

CELLS = 3
VALUE, DERIVATIVE, PRE = range(CELLS)
TIME_CELL = 0


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


class Link(IntEnum):
    """How a connector variable is joined."""

    POTENTIAL = 0
    FLOW = 1
    SUM = 2


@dataclass(frozen=True, slots=True)
class Variable:
    """What is known of a variable without its object: type, variability, prefixes, where it is declared."""

    type: Builtin
    variability: Variability
    span: Span
    link: Link = Link.POTENTIAL
    is_event: bool = False
    role: Role = Role.VARIABLE
    unit: str = ""
    description: str = ""
    protected: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """The two sides of an equation (or relation, with its operator) over numbered slots; literals are in it as slots too."""

    left: Expr
    right: Expr
    operator: str = "="


class RowKind(Enum):
    """What a row of a plan is for."""

    EQUATION = "equation"
    DISCRETE = "discrete equation"
    BINDING = "declared value"
    START = "start"
    FIXED = "fixed"
    NOMINAL = "nominal"
    MINIMUM = "min"
    MAXIMUM = "max"
    RELATION = "relation"


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


@dataclass(frozen=True, slots=True)
class Reinit:
    """`reinit(state, value)` when a condition becomes true: relative positions, and where it is written."""

    condition: int
    state: int
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Connection:
    """`connect(left, right)`: relative positions of the connectors, their plans, and whether each is the class's own."""

    left: int
    right: int
    left_plan: Plan
    right_plan: Plan
    left_outside: bool
    right_outside: bool
    left_path: tuple[str, ...]
    right_path: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Component:
    """A named part of a plan: a variable (or array of them) or objects of another plan, from `offset` on."""

    name: str
    offset: int
    dimensions: tuple[int, ...]
    content: Plan | Variable
    declared_in: ClassSymbol
    span: Span

    @property
    def count(self) -> int:
        """How many elements."""
        return int(np.prod(self.dimensions, dtype=np.int64)) if self.dimensions else 1

    @property
    def stride(self) -> int:
        """Positions of one element."""
        return self.content.size if isinstance(self.content, Plan) else 1


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression evaluated by itself (guard, action, duration): over slots bound to cells like those of `Rows`."""

    expression: Expr
    cells: IntArray
    relative: NDArray[np.bool_]
    type: Builtin


@dataclass(frozen=True, slots=True)
class Assign:
    """Action `target := value`."""

    target: int
    value: Formula
    span: Span


@dataclass(frozen=True, slots=True)
class Attach:
    """Action `base.add(object)` or `add(object)` (base None)."""

    base: int | None
    object: int
    base_plan: Plan | None
    object_plan: Plan
    span: Span


@dataclass(frozen=True, slots=True)
class Detach:
    """Action `base.remove(object)` or `remove(object)` (base None)."""

    base: int | None
    object: int
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """Action `if ... then ... elseif ... else ... end if`."""

    branches: tuple[tuple[Formula, tuple[Action, ...]], ...]
    otherwise: tuple[Action, ...]


Action: TypeAlias = Assign | Attach | Detach | Choose


@dataclass(frozen=True, slots=True)
class ChartEvent:
    """An event source: a relative position, and whether it fires on becoming true (else on any change)."""

    position: int
    on_rise: bool


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
    chart: ChartPlan | None = None
    behaviours: tuple[int, ...] = field(default=())
    """Relative positions of the objects that actions of this class add."""

    @property
    def is_connector(self) -> bool:
        """Whether objects of this plan can be connected."""
        return self.symbol.definition.restriction.split()[-1] == "connector"
