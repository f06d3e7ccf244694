"""Hand-over at a structural change: which value each state and held variable of the new structure begins with.

A variable that was active keeps its value, itself or through an alias; a value that an action gave goes first; what enters
takes up the value of what it joins, otherwise its last or its declared one. The choice depends on the two structures and on
what actions assigned, not on values, so it is an index table.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.structure import StructureCode
from mosila.dae.system import Aliases, SortedSystem
from mosila.dataclass import dataclass
from mosila.instance.plan import CELLS, DERIVATIVE, PRE

Positions = NDArray[np.int64]
STARTS_KEPT: Final = 16
DISAGREEMENT: Final = 100.0
"""By how many tolerances values may miss what the equations say without an impulse."""


class _Rank(IntEnum):
    """Where the value of variables that are equal comes from, the best first."""

    ASSIGNED = 0
    STRICT = 1
    """A declared value that is an equation by the rules of `.mo` files."""
    ACTIVE = 2
    FIXED = 3
    STATE = 4
    DECLARED = 5
    START = 6
    ATTACHED_DECLARED = 7
    ATTACHED_START = 8
    NONE = 9


@dataclass(frozen=True, slots=True, eq=False)
class HandOver:
    """`cells[3*targets] = signs * cells[3*sources]`; `rivals` are pairs of active variables that become one."""

    targets: Positions
    sources: Positions
    signs: NDArray[np.float64]
    is_carried: NDArray[np.bool_]
    """Whether the source was active before, or assigned by an action; otherwise the target is initialised."""
    is_tied: NDArray[np.bool_]
    """Whether the target is differentiated and no state: constraints determine it, and its value is a guess."""
    rivals: tuple[tuple[int, int, float], ...]
    """(first, second, sign): both were active and assigned by no action; first = sign * second holds already, or an impulse sees to it."""
    target_cells: Positions
    source_cells: Positions
    tied_sources: tuple[int, ...]
    kept: Positions
    """Variables that were active and begin a state or what is held, assigned by no action: their left limits count."""
    limits: tuple[Positions, Positions, NDArray[np.float64]]
    """Cells of pre-values that an entering variable has in common with one that was there: targets, sources, signs."""

    def apply(self, cells: NDArray[np.float64]) -> None:
        """Write the values into the cells of the targets."""
        cells[self.target_cells] = self.signs * cells[self.source_cells]
        targets, sources, signs = self.limits
        cells[targets] = signs * cells[sources]

    @property
    def may_jump(self) -> bool:
        """Whether values may meet that do not fit."""
        return bool(self.rivals or self.tied_sources)


_STARTS: Final[WeakKeyDictionary[StructureCode, dict[tuple[frozenset[int], frozenset[int]], HandOver]]] = WeakKeyDictionary()


def plan_hand_over(
    old_active: NDArray[np.bool_] | None,
    new: SortedSystem,
    assigned: Iterable[int],
    attached: NDArray[np.bool_],
    fixed: Iterable[int] = (),
    entering: NDArray[np.bool_] | None = None,
    settled: NDArray[np.bool_] | None = None,
) -> HandOver:
    """Choose a source for every state and held variable.

    `old_active` is None at the start; `attached` marks attached objects; `fixed` are variables with `fixed = true`; `entering` marks
    new and reset objects, `settled` what was a state or held before.
    """
    flat = new.dae.flat
    aliases = new.dae.aliases
    size = new.dae.base_size
    wanted = np.zeros(len(aliases.representative), dtype=np.bool_)
    tied = np.flatnonzero(aliases.differentiated & (aliases.derivative >= 0)).tolist()
    begun = {*new.states, *new.held}
    targets = np.array(sorted({*begun, *tied}), dtype=np.int64)
    targets = targets[targets < size]
    wanted[targets] = True
    members = np.flatnonzero((wanted[aliases.representative] & flat.active)[:size])
    is_assigned = np.zeros(size, dtype=np.bool_)
    is_assigned[list(assigned)] = True
    was_active = np.zeros(size, dtype=np.bool_) if old_active is None else old_active[:size]
    is_differentiated = np.zeros(size, dtype=np.bool_)
    is_differentiated[targets] = aliases.differentiated[targets]
    has_start = flat.attributes.has_start[:size]
    declared = [position for position, weak in flat.weak.items() if not weak.is_input]
    is_declared = np.zeros(size, dtype=np.bool_)
    is_declared[declared] = True
    rank = np.full(size, _Rank.NONE, dtype=np.int8)
    rank[has_start] = _Rank.ATTACHED_START
    rank[is_declared] = _Rank.ATTACHED_DECLARED
    rank[has_start & ~attached] = _Rank.START
    rank[is_declared & ~attached] = _Rank.DECLARED
    rank[is_differentiated & has_start] = _Rank.STATE
    rank[list(fixed)] = _Rank.FIXED
    rank[was_active] = _Rank.ACTIVE
    if entering is not None and settled is not None:
        # A new object's own state begins with its start value; what only followed it before joins it.
        own = _differentiated(new)[:size]
        joins = was_active & ~settled[:size] & ~own & _meets(aliases.representative[:size], entering[:size] & own & has_start)
        rank[joins] = _Rank.START
        rank[entering[:size] & flat.attributes.fixed[:size]] = _Rank.ASSIGNED
    rank[[position for position in declared if flat.weak[position].strict]] = _Rank.STRICT
    rank[is_assigned] = _Rank.ASSIGNED
    representative = aliases.representative[members]
    # Within a class: the best rank first; of equal ones the representative, then the lowest position.
    order = np.lexsort((members, members != representative, rank[members], representative))
    ordered = members[order]
    first = np.flatnonzero(np.diff(aliases.representative[ordered], prepend=-1))
    sources = ordered[first]
    signs = (aliases.sign[sources] * aliases.sign[targets]).astype(np.float64)
    rivals = _rivals(ordered, first, rank, aliases.sign) if old_active is not None else ()
    is_tied = np.array([target not in begun for target in targets.tolist()], dtype=np.bool_)
    tied_sources = tuple(sources[is_tied].tolist())
    limits = _limits(np.flatnonzero(flat.active[:size] & was_active), was_active, aliases)
    is_carried = np.isin(rank[sources], (_Rank.ASSIGNED, _Rank.ACTIVE))
    kept = ordered[rank[ordered] == _Rank.ACTIVE].astype(np.int64)
    return HandOver(targets, sources, signs, is_carried, is_tied, rivals, targets * CELLS, sources * CELLS, tied_sources, kept, limits)


def plan_start(code: StructureCode, assigned: Iterable[int], attached: NDArray[np.bool_], given: Iterable[int]) -> HandOver:
    """The hand-over with which a run begins in a structure, planned once for all runs; `given` are as `fixed`."""
    known = _STARTS.setdefault(code, {})
    key = (frozenset(assigned), frozenset(given))
    if key not in known:
        if len(known) >= STARTS_KEPT:
            known.clear()
        known[key] = plan_hand_over(None, code.system, key[0], attached, key[1])
    return known[key]


def _limits(staying: Positions, was_active: NDArray[np.bool_], aliases: Aliases) -> tuple[Positions, Positions, NDArray[np.float64]]:
    """One cell holds the pre-value of a class; where its variable enters, that of a member which was active goes on."""
    representative = aliases.representative[staying]
    entering = representative < len(was_active)
    entering[entering] = ~was_active[representative[entering]]
    targets, first = np.unique(representative[entering], return_index=True)
    sources = staying[entering][first]
    signs = (aliases.sign[sources] * aliases.sign[targets]).astype(np.float64)
    return CELLS * targets.astype(np.int64) + PRE, CELLS * sources + PRE, signs


Number = TypeVar("Number", float, NDArray[np.float64])


def disagree(own: Number, other: Number, nominal: Number, relative: float, absolute: float) -> Any:
    """Whether values differ by more than tolerances allow."""
    return abs(own - other) > DISAGREEMENT * (relative * np.maximum(abs(own), abs(other)) + absolute * nominal)


def settled_before(old: SortedSystem, size: int) -> NDArray[np.bool_]:
    """By position: whether it was a state or held, itself or through an alias."""
    known = np.zeros(len(old.dae.aliases.representative), dtype=np.bool_)
    known[[*old.states, *old.held]] = True
    found = np.zeros(size, dtype=np.bool_)
    own = (known[old.dae.aliases.representative] & old.dae.flat.active)[: min(size, old.dae.base_size)]
    found[: len(own)] = own
    return found


def _differentiated(system: SortedSystem) -> NDArray[np.bool_]:
    """By position: whether its derivative stands in an equation."""
    found = np.zeros(len(system.dae.aliases.representative), dtype=np.bool_)
    for group in system.dae.flat.equations:
        found[group.cells[group.cells % CELLS == DERIVATIVE] // CELLS] = True
    return found


def _meets(representative: NDArray[np.int32], chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By position: whether it is equal to one of the chosen ones."""
    is_met = np.zeros(int(representative.max(initial=0)) + 1, dtype=np.bool_)
    is_met[representative[chosen]] = True
    found: NDArray[np.bool_] = is_met[representative]
    return found


def _rivals(ordered: Positions, first: Positions, rank: NDArray[np.int8], sign: NDArray[np.int8]) -> tuple[tuple[int, int, float], ...]:
    """Of each class the variables that were active besides its source, where no action decides."""
    found: list[tuple[int, int, float]] = []
    counts = np.diff(np.append(first, len(ordered)))
    several = np.flatnonzero(counts > 1)
    for number in several.tolist():
        group = ordered[first[number] : first[number] + counts[number]]
        source = int(group[0])
        if rank[source] == _Rank.ACTIVE:
            found.extend((source, int(p), float(sign[source] * sign[p])) for p in group[1:].tolist() if rank[p] == _Rank.ACTIVE)
    return tuple(found)
