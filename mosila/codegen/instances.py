"""Instances of forms, as arrays: equations with the cells they read -> groups of equal ones in an order of choice.

Instances of one list (assignments, residuals, ...) are numbered by the caller. No instance is a Python object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.forms import Bits, Form
from mosila.codegen.tables import Group, Reals
from mosila.dae.patterns import patterns_of
from mosila.dataclass import dataclass
from mosila.instance.plan import IntArray

Numbers = NDArray[np.int64]


def distinct(values: Numbers) -> Numbers:
    """The values that occur, sorted; `np.unique` without further results loads the package of masked arrays."""
    ordered = np.sort(values)
    keep = np.ones(len(ordered), dtype=np.bool_)
    keep[1:] = ordered[1:] != ordered[:-1]
    found: Numbers = ordered[keep]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Rows of coefficients and cells, of any length."""

    rowptr: Numbers
    cells: Numbers
    coef: Reals

    def chosen(self, rows: Numbers) -> Sums:
        """The rows in this order."""
        lengths = np.diff(self.rowptr)[rows]
        rowptr = np.concatenate(([0], np.cumsum(lengths)))
        places = np.repeat(self.rowptr[rows] - rowptr[:-1], lengths) + np.arange(rowptr[-1])
        return Sums(rowptr, self.cells[places], self.coef[places])


@dataclass(frozen=True, slots=True, eq=False)
class Portion:
    """Instances of one form, or sums, that will be one group: their numbers, the cells that they read, their key."""

    form: Form | None
    numbers: Numbers
    cells: Numbers
    sums: Sums | None
    key: tuple[int, ...]

    def group(self, index: IntArray, first: int, partial_first: int = 0, with_partials: bool = True) -> Group:
        """The group, with places in w by cell in `index`."""
        n = len(self.numbers)
        if self.form is None or self.sums is not None:
            assert self.sums is not None
            rowptr = self.sums.rowptr.astype(np.int32)
            return Group("", n, first, index[self.sums.cells], rowptr=rowptr, coef=self.sums.coef, partial_first=partial_first)
        shape = self.form.shape
        active = self.form.active if with_partials else ()
        return Group(
            value=shape.name,
            n=n,
            first=first,
            ix=index[self.cells],
            width=shape.width,
            outputs=len(shape.exprs),
            partial=self.form.partial.name if active else "",
            active=np.array(active, dtype=np.int32),
            partial_first=partial_first,
        )


@dataclass(slots=True)
class _Bucket:
    numbers: list[Numbers] = field(default_factory=list)
    cells: list[Numbers] = field(default_factory=list)


class Instances:
    """The instances of one list, in any order of adding."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, tuple[int, ...]], tuple[Form, _Bucket]] = {}
        self._sums: list[tuple[Numbers, Sums]] = []
        self._portions: tuple[Portion, ...] | None = None
        self._reads: tuple[Numbers, Numbers] | None = None

    def add(self, form: Form, numbers: Numbers, cells: Numbers) -> None:
        """Instances of a form that read these cells, a row for each."""
        if len(numbers):
            bucket = self._buckets.setdefault((form.shape.name, form.active), (form, _Bucket()))[1]
            bucket.numbers.append(numbers)
            bucket.cells.append(cells)
            self._portions = self._reads = None

    def add_sums(self, numbers: Numbers, sums: Sums) -> None:
        """Sums, one for each number."""
        if len(numbers):
            self._sums.append((numbers, sums))
            self._portions = self._reads = None

    def portions(self) -> tuple[Portion, ...]:
        """All instances by form, sums last, in an order that depends on their shapes alone."""
        if self._portions is None:
            self._portions = tuple(self._joined())
        return self._portions

    def _joined(self) -> Iterator[Portion]:
        for _, (form, bucket) in sorted(self._buckets.items(), key=lambda item: item[0]):
            yield Portion(form, np.concatenate(bucket.numbers), np.concatenate(bucket.cells), None, ())
        if self._sums:
            lengths = np.concatenate([np.diff(sums.rowptr) for _, sums in self._sums])
            joined = Sums(
                np.concatenate(([0], np.cumsum(lengths))),
                np.concatenate([sums.cells for _, sums in self._sums]),
                np.concatenate([sums.coef for _, sums in self._sums]),
            )
            yield Portion(None, np.concatenate([numbers for numbers, _ in self._sums]), joined.cells, joined, ())

    def reads(self) -> tuple[Numbers, Numbers]:
        """Pairs (number of an instance, cell that it reads)."""
        if self._reads is not None:
            return self._reads
        numbers, cells = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for portion in self.portions():
            lengths = portion.cells.shape[1] if portion.sums is None else np.diff(portion.sums.rowptr)
            numbers.append(np.repeat(portion.numbers, lengths))
            cells.append(portion.cells.ravel())
        self._reads = np.concatenate(numbers), np.concatenate(cells)
        return self._reads

    def grouped(self, *keys: Numbers) -> list[Portion]:
        """The instances by keys (arrays over their numbers), then by form, then by number."""
        found: list[tuple[tuple[int, ...], int, Portion]] = []
        for place, portion in enumerate(self.portions()):
            columns = [key[portion.numbers] for key in keys]
            order = np.lexsort((portion.numbers, *reversed(columns)))
            table = np.stack([column[order] for column in columns], axis=1) if columns else np.zeros((len(order), 0), dtype=np.int64)
            cuts = np.flatnonzero((table[1:] != table[:-1]).any(axis=1)) + 1
            for rows in np.split(order, cuts):
                key = tuple(int(column[rows[0]]) for column in columns)
                sums = portion.sums.chosen(rows) if portion.sums is not None else None
                cells = portion.cells[rows] if sums is None else sums.cells
                found.append((key, place, Portion(portion.form, portion.numbers[rows], cells, sums, key)))
        found.sort(key=lambda item: item[:2])
        return [portion for _, _, portion in found]


def add_by_pattern(
    instances: Instances, numbers: Numbers, cells: Numbers, bits: Sequence[NDArray[np.bool_]], form: Callable[..., Form]
) -> None:
    """Adds rows of one template; `form` makes the form of a pattern, one tuple of bits by slot from each of `bits`."""
    first, inverse = patterns_of(bits)
    for kind, example in enumerate(first.tolist()):
        patterns: list[Bits] = [tuple(part[example].tolist()) for part in bits]
        found = form(*patterns)
        mask = slice(None) if len(first) == 1 else inverse == kind
        instances.add(found, numbers[mask], cells[mask][:, list(found.slots)])
