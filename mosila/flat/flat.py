"""The flat model of one structure: what is to be solved, with cells of the address space in place of names."""

from __future__ import annotations

from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.instance.checks import Assertion, Effect, Termination
from mosila.instance.plan import IntArray, Template
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.source import Span

CAUSALITIES = ("", "input", "output")


@dataclass(frozen=True, slots=True, eq=False)
class EquationGroup:
    """Equal equations with different variables: `cells[k, s]` is the cell of slot s in equation k."""

    template: Template
    cells: IntArray
    spans: tuple[Span, ...]
    owners: IntArray
    """First positions of the objects that the equations belong to."""
    discrete: bool = False
    switches: IntArray | None = None
    """The switches whose branches the equations join, -1 for none."""

    def __len__(self) -> int:
        return len(self.cells)

    def chosen(self, mask: NDArray[np.bool_]) -> EquationGroup:
        """Some of the equations."""
        spans = tuple(span for span, wanted in zip(self.spans, mask.tolist(), strict=True) if wanted)
        return replace(self, cells=self.cells[mask], spans=spans, owners=self.owners[mask])


@dataclass(frozen=True, slots=True, eq=False)
class RelationGroup:
    """Equal relations; `targets` are the positions that hold their values."""

    template: Template
    cells: IntArray
    targets: IntArray
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sum:
    """`sum of coefficients * variables = 0`: the balance at a connection set or at a port with attached objects."""

    positions: tuple[int, ...]
    coefficients: tuple[float, ...]
    span: Span
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class Equal:
    """Two variables made equal by a connection or an attachment; the first is the base's where there is one."""

    first: int
    second: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ActiveReinit:
    """`reinit` of an active object, in absolute positions."""

    condition: int
    state: int
    value: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TimedGroup:
    """Equal `sample` or `delay` rows: `targets` are the positions that hold their values, sides as in `RowKind`."""

    template: Template
    cells: IntArray
    targets: IntArray
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ActiveAssertion:
    """An assertion of the active object that starts at `owner`."""

    owner: int
    assertion: Assertion


@dataclass(frozen=True, slots=True, eq=False)
class ActiveEffect:
    """A call for its effect, of the active object that starts at `owner`."""

    owner: int
    effect: Effect


@dataclass(frozen=True, slots=True, eq=False)
class ActiveTermination:
    """A termination of the active object that starts at `owner`."""

    owner: int
    termination: Termination


@dataclass(frozen=True, slots=True, eq=False)
class Weak:
    """A declared value of a continuous or discrete variable: a start, and the value if nothing determines the variable."""

    position: int
    span: Span
    strict: bool
    """Written in a `.mo` file: if something else determines the variable, that is an error."""
    is_input: bool = False
    """An input of the model itself, which comes from outside."""
    is_outside: bool = False
    """A variable of a component's own port that may be given by what is connected or attached there."""


@dataclass(frozen=True, slots=True, eq=False)
class Attributes:
    """Facts about every position, as arrays over the address space (codes are places in `TYPES` and `ROLES`)."""

    type: NDArray[np.int8]
    variability: NDArray[np.int8]
    link: NDArray[np.int8]
    role: NDArray[np.int8]
    in_connector: NDArray[np.bool_]
    nominal: NDArray[np.float64]
    has_start: NDArray[np.bool_]
    state_select: NDArray[np.int8]
    fixed: NDArray[np.bool_]
    """Start values that must hold; of a parameter: it has its value from the start, and is not computed at initialisation."""
    causality: NDArray[np.int8]
    """Places in `CAUSALITIES`."""
    literal: dict[int, float]
    """Values of the cells that hold literals."""
    unit: dict[str, list[IntArray]] = field(default_factory=dict)
    """The positions of the variables with each unit."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatModel:
    """Everything that holds in one structure."""

    tree: InstanceTree
    structure: Structure
    attributes: Attributes
    active: NDArray[np.bool_]
    """By position: whether the object it belongs to is active."""
    equations: tuple[EquationGroup, ...]
    equalities: tuple[Equal, ...]
    sums: tuple[Sum, ...]
    zero_sums: tuple[int, ...]
    """`sum` variables without attachments: zero unless an equation determines them."""
    relations: tuple[RelationGroup, ...]
    reinits: tuple[ActiveReinit, ...]
    weak: dict[int, Weak]
    initial_equations: tuple[EquationGroup, ...] = ()
    samples: tuple[TimedGroup, ...] = ()
    delays: tuple[TimedGroup, ...] = ()
    assertions: tuple[ActiveAssertion, ...] = ()
    terminations: tuple[ActiveTermination, ...] = ()
    effects: tuple[ActiveEffect, ...] = ()
    open_signals: tuple[int, ...] = ()
    """Variables on expandable connectors of the model itself that are read in it and have no source in it."""
