"""What happened during a run: its events, and its structural changes."""

from __future__ import annotations

from dataclasses import dataclass

NamedValues = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One instant at which something discrete happened, and what brought it about, in the model's words."""

    time: float
    causes: tuple[str, ...] = ()
    rounds: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureChange:
    """One step from structure to structure; the first one is the start of the run.

    `structure` numbers structures from 1 in the order of their first visit. `known` says that this one was visited
    before, so that nothing was derived. `cache_hit` says that no C compiler ran. `states` counts differentiated variables.
    """

    time: float
    structure: int
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
