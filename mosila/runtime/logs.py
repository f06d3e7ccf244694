"""What happened during a run: its events, and its structural changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

from mosila.dataclass import dataclass

NamedValue = tuple[str, float]
NamedValues = Sequence[NamedValue]


class LateNames(Sequence[NamedValue]):
    """Values whose names are made when they are read: thousands of them would take longer than the run."""

    def __init__(self, name: Callable[[int], str], positions: Sequence[int], values: Sequence[float]) -> None:
        self._name, self._positions, self._values = name, positions, values

    @cached_property
    def _named(self) -> tuple[NamedValue, ...]:
        return tuple((self._name(position), value) for position, value in zip(self._positions, self._values, strict=True))

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, place: int) -> NamedValue: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[NamedValue, ...]: ...

    def __getitem__(self, place: int | slice) -> NamedValue | tuple[NamedValue, ...]:
        return self._named[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._named == tuple(other)

    def __hash__(self) -> int:
        return hash(self._named)

    def __repr__(self) -> str:
        return repr(self._named)

    def __reduce__(self) -> tuple[type[tuple[NamedValue, ...]], tuple[tuple[NamedValue, ...]]]:
        return tuple, (self._named,)


@dataclass(frozen=True, slots=True)
class Event:
    """One instant at which something discrete happened, and what brought it about, in the model's words."""

    time: float
    causes: tuple[str, ...] = ()
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class ChartStep:
    """One step of the statecharts: the transitions that were taken, and the innermost states that are active after it."""

    time: float
    transitions: tuple[str, ...] = ()
    active_states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureChange:
    """One step from structure to structure; the first one is the start of the run.

    `structure` numbers structures from 1 in the order of their first visit. `known` says that this one was visited
    before, so that nothing was derived. `cache_hit` says that no C compiler ran. `states` counts differentiated variables.
    """

    time: float
    structure: int
    causes: tuple[str, ...] = ()
    """The relations that crossed, with the values of their sides."""
    transitions: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    active_states: tuple[str, ...] = ()
    states: int = 0
    index: int = 0
    carried: NamedValues = ()
    solved: NamedValues = ()
    initialised: NamedValues = ()
    held: NamedValues = ()
    impulses: NamedValues = ()
    known: bool = False
    cache_hit: bool = False
    compile_seconds: float = 0.0
