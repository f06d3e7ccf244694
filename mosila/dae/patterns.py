"""Lines of small tables: patterns of bits -> an example of each kind, and the kind of each line; lines that repeat a number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mosila.dae.rows import Numbers

_WORD = 64
_NARROW = 8


def patterns_of(parts: Sequence[NDArray[np.bool_]]) -> tuple[Numbers, Numbers]:
    """Of lines that the parts make up side by side: the place of the first line of each kind, and for each line its kind.

    Kinds are numbered in the order of their first lines.
    """
    count = len(parts[0])
    kinds = np.zeros(count, dtype=np.int64)
    if not count:
        return kinds, kinds
    for part in parts:
        for first in range(0, part.shape[1], _WORD):
            packed = np.packbits(part[:, first : first + _WORD], axis=1)
            words = np.zeros((count, 8), dtype=np.uint8)
            words[:, : packed.shape[1]] = packed
            kinds = _renumbered(kinds, words.view(np.int64).ravel())
    if not kinds.any():
        return np.zeros(1, dtype=np.int64), kinds
    first_lines = np.empty(int(kinds.max()) + 1, dtype=np.int64)
    first_lines[kinds[::-1]] = np.arange(count)[::-1]
    order = np.argsort(first_lines)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return first_lines[order], rank[kinds]


def _renumbered(kinds: Numbers, words: Numbers) -> Numbers:
    """Numbers that tell pairs (kind, word) apart."""
    if (words == words[0]).all():
        return kinds
    inverse: Numbers = np.unique(words, return_inverse=True)[1].astype(np.int64)
    if kinds.any():
        inverse = np.unique(kinds * (int(inverse.max()) + 1) + inverse, return_inverse=True)[1].astype(np.int64)
    return inverse


def with_repetitions(table: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """For each line whether a number stands in it twice."""
    width = table.shape[1]
    if width > _NARROW:
        ordered = np.sort(table, axis=1)
        found: NDArray[np.bool_] = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        return found
    found = np.zeros(len(table), dtype=np.bool_)
    for first, second in combinations(np.ascontiguousarray(table.T), 2):
        found |= first == second
    return found
