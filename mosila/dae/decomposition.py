"""The parts of a system that has too many or too few equations: a maximum matching -> the rows and columns at fault.

A. L. Dulmage and N. S. Mendelsohn, "Coverings of bipartite graphs", Canadian Journal of Mathematics 10, 1958.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mosila.dae.matching import Matching, alternating, transpose
from mosila.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Rows and columns that belong together, and how many of one kind are too many."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    excess: int


def overdetermined(rows: Sequence[Sequence[int]], matching: Matching, starts: Iterable[int] | None = None) -> list[Part]:
    """The connected parts with more rows than columns, from the free rows on (or from `starts`, free rows too)."""
    free = list(matching.free_rows if starts is None else starts)
    reached, _ = alternating(rows, matching.row_of_column.tolist(), free)
    return [Part(own, other, len(own) - len(other)) for own, other in _connected(rows, sorted(reached))]


def underdetermined(rows: Sequence[Sequence[int]], matching: Matching, starts: Iterable[int] | None = None) -> list[Part]:
    """The connected parts with more columns than rows, from the free columns on (or from `starts`, free columns too)."""
    free = list(matching.free_columns if starts is None else starts)
    adjacency = transpose(rows, len(matching.row_of_column))
    reached, _ = alternating(adjacency, matching.column_of_row.tolist(), free)
    return [Part(other, own, len(own) - len(other)) for own, other in _connected(adjacency, sorted(reached))]


def _connected(adjacency: Sequence[Sequence[int]], members: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The connected components that the members and all their neighbours form, each as (members, neighbours)."""
    touching: dict[int, list[int]] = {}
    for member in members:
        for neighbour in adjacency[member]:
            touching.setdefault(neighbour, []).append(member)
    seen: set[int] = set()
    passed: set[int] = set()
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for start in members:
        if start in seen:
            continue
        seen.add(start)
        own, others = [start], []
        for member in own:
            for neighbour in adjacency[member]:
                if neighbour in passed:
                    continue
                passed.add(neighbour)
                others.append(neighbour)
                fresh = [other for other in touching[neighbour] if other not in seen]
                seen.update(fresh)
                own.extend(dict.fromkeys(fresh))
        found.append((tuple(sorted(own)), tuple(sorted(others))))
    return found
