"""When each assignment is evaluated: reads of assignments -> level, range, and how it depends on time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.forms import is_affine
from mosila.codegen.instances import Instances, Numbers, Portion
from mosila.codegen.layout import ROLES, TIME, UNKNOWN, Roles
from mosila.dataclass import dataclass

STATIC_RANGE, RESIDUAL_RANGE, ROOT_RANGE, EVENT_RANGE, CHECKED_RANGE, RESULT_RANGE = range(6)
FIXED, LINEAR, TIMED, FREE = range(4)
"""Between events: fixed; linear in time; a function of time; depends on unknowns."""


ROUNDS = 60
"""Longer chains are followed one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Schedule:
    """By assignment: its level within all assignments, its range, and how it moves between events."""

    level: Numbers
    range: Numbers
    motion: Numbers
    base: Numbers
    """By cell: how it moves if no assignment computes it."""


def producers(roles: Roles, targets: Numbers) -> Numbers:
    """By cell: the number of the assignment that computes it, or -1."""
    found = np.full(len(roles.cell), -1, dtype=np.int64)
    found[targets] = np.arange(len(targets))
    return found


def levels(count: int, consumers: Numbers, sources: Numbers) -> Numbers:
    """Length of the longest chain before each of `count` instances, where all sources come before their consumers."""
    return _spread(np.zeros(count, dtype=np.int64), sources, consumers, 1)


def _spread(values: Numbers, here: Numbers, there: Numbers, step: int = 0) -> Numbers:
    """The least values, not below those given, of which each one at `there` is that at `here` and a step at least.

    All pairs lead to larger numbers, or all to smaller ones.
    """
    for _ in range(ROUNDS):
        grows = np.flatnonzero(values[here] + step > values[there])
        if not len(grows):
            return values
        np.maximum.at(values, there[grows], values[here[grows]] + step)
    order = np.argsort(here if here[0] < there[0] else -here, kind="stable")
    found = values.tolist()
    for first, second in zip(here[order].tolist(), there[order].tolist(), strict=True):
        found[second] = max(found[second], found[first] + step)
    return np.array(found, dtype=np.int64)


def make_schedule(assignments: Instances, roles: Roles, targets: Numbers, needed: Iterable[tuple[int, Numbers]]) -> Schedule:
    """The schedule of assignments given in order; `needed` has (range, cells read there)."""
    count = len(targets)
    producer = producers(roles, targets)
    numbers, cells = assignments.reads()
    source = producer[cells]
    inner = source >= 0
    consumers, sources = numbers[inner], source[inner]
    if (sources >= consumers).any():
        raise ValueError("an assignment reads what a later one computes")
    base = base_motion(roles)
    motion = _motion(count, numbers, base[cells], consumers, sources)
    ranges = np.full(count, RESULT_RANGE, dtype=np.int64)
    for number, read in needed:
        used = producer[read]
        used = used[used >= 0]
        ranges[used] = np.minimum(ranges[used], number)
    ranges = np.where(motion == FIXED, STATIC_RANGE, -_spread(-ranges, consumers, sources))
    return Schedule(levels(count, consumers, sources), ranges, motion, base)


def base_motion(roles: Roles) -> NDArray[np.int64]:
    """How each cell that no assignment computes moves between events."""
    by_role = np.full(len(ROLES), FIXED, dtype=np.int64)
    by_role[TIME] = LINEAR
    by_role[list(UNKNOWN)] = FREE
    found: NDArray[np.int64] = by_role[roles.role]
    return found


def _motion(count: int, numbers: Numbers, read: Numbers, consumers: Numbers, sources: Numbers) -> Numbers:
    """Fixed, a function of time, or free; what is linear in time is not told apart here."""
    motion = np.zeros(count, dtype=np.int64)
    np.maximum.at(motion, numbers, np.where(read == LINEAR, TIMED, read))
    return _spread(motion, sources, consumers)


def cell_motion(assignments: Instances, targets: Numbers, schedule: Schedule) -> Numbers:
    """How every cell moves between events, what is linear in time told apart."""
    motion = schedule.base.copy()
    motion[targets] = schedule.motion
    timed = schedule.motion == TIMED
    if timed.any():
        keep = np.where(timed, 0, 1).astype(np.int64)
        for portion in assignments.grouped(keep, schedule.level):
            if portion.key[0] == 0:
                motion[targets[portion.numbers]] = portion_motion(portion, motion)
    return motion


def portion_motion(portion: Portion, motion: Numbers) -> Numbers:
    """How the values of instances move, from how what they read moves."""
    if portion.sums is not None:
        sums = np.zeros(len(portion.numbers), dtype=np.int64)
        np.maximum.at(sums, np.repeat(np.arange(len(sums)), np.diff(portion.sums.rowptr)), motion[portion.cells])
        return sums
    assert portion.form is not None
    read = motion[portion.cells]
    found = np.asarray(read.max(axis=1, initial=FIXED), dtype=np.int64)
    patterns, inverse = np.unique(read == LINEAR, axis=0, return_inverse=True)
    for place, pattern in enumerate(patterns):
        if not is_affine(portion.form, frozenset(np.flatnonzero(pattern).tolist())):
            rows = (inverse.ravel() == place) & (found == LINEAR)
            found[rows] = TIMED
    return found
