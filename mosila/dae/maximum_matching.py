"""A maximum matching of a bipartite graph, whichever: adjacency lists -> partners, in time that grows almost linearly.

What has one neighbour left takes it (R. M. Karp and M. Sipser, "Maximum matching in sparse random graphs", FOCS 1981);
the rest is found along shortest augmenting paths (J. E. Hopcroft and R. M. Karp, "An n^(5/2) algorithm for maximum matchings
in bipartite graphs", SIAM Journal on Computing 2, 1973).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

FREE: Final = -1
_UNREACHED: Final = -1


def complete(adjacency: Sequence[Sequence[int]], backward: Sequence[Sequence[int]], mates: list[int], partners: list[int]) -> None:
    """Extends the partners of the left side (`mates`) and of the right side (`partners`) to a maximum matching."""
    _match_by_degree(adjacency, backward, mates, partners)
    while _augment_shortest(adjacency, mates, partners):
        pass


def _match_by_degree(adjacency: Sequence[Sequence[int]], backward: Sequence[Sequence[int]], mates: list[int], partners: list[int]) -> None:
    """Pairs what has only one free neighbour, then the next vertex in order, until no two free neighbours are left."""
    sides = (adjacency, backward)
    matches = (mates, partners)
    degrees = tuple(
        [sum(other[v] == FREE for v in vertices) for vertices in side] for side, other in zip(sides, (partners, mates), strict=True)
    )
    single = deque((side, vertex) for side in (0, 1) for vertex, degree in enumerate(degrees[side]) if degree == 1)

    def pair(side: int, vertex: int) -> None:
        other = 1 - side
        partner = next(candidate for candidate in sides[side][vertex] if matches[other][candidate] == FREE)
        matches[side][vertex], matches[other][partner] = partner, vertex
        for here, taken in ((side, vertex), (other, partner)):
            for neighbour in sides[here][taken]:
                degrees[1 - here][neighbour] -= 1
                if degrees[1 - here][neighbour] == 1:
                    single.append((1 - here, neighbour))

    for start in range(len(adjacency)):
        while single:
            side, vertex = single.popleft()
            if matches[side][vertex] == FREE and degrees[side][vertex] > 0:
                pair(side, vertex)
        if mates[start] == FREE and degrees[0][start] > 0:
            pair(0, start)


def _augment_shortest(adjacency: Sequence[Sequence[int]], mates: list[int], partners: list[int]) -> bool:
    """Flips a maximal set of disjoint shortest augmenting paths; false if there is none."""
    layers = _layers(adjacency, mates, partners)
    if layers is None:
        return False
    places = [0] * len(adjacency)
    for start, mate in enumerate(mates):
        if mate == FREE and layers[start] == 0:
            _descend(start, adjacency, mates, partners, layers, places)
    return True


def _layers(adjacency: Sequence[Sequence[int]], mates: list[int], partners: list[int]) -> list[int] | None:
    """How many matched edges lie between each left vertex and a free one; None if no free right vertex is in reach."""
    layers = [_UNREACHED] * len(adjacency)
    front = [left for left, mate in enumerate(mates) if mate == FREE]
    for left in front:
        layers[left] = 0
    depth = 0
    found = False
    while front and not found:
        depth += 1
        following = []
        for left in front:
            for right in adjacency[left]:
                partner = partners[right]
                if partner == FREE:
                    found = True
                elif layers[partner] == _UNREACHED:
                    layers[partner] = depth
                    following.append(partner)
        front = following
    return layers if found else None


def _descend(
    start: int, adjacency: Sequence[Sequence[int]], mates: list[int], partners: list[int], layers: list[int], places: list[int]
) -> None:
    """Follows the layers from a free vertex and flips the path if it ends at a free one; places passed are not tried again."""
    path = [start]
    while path:
        left = path[-1]
        neighbours = adjacency[left]
        if places[left] == len(neighbours):
            path.pop()
            continue
        right = neighbours[places[left]]
        places[left] += 1
        partner = partners[right]
        if partner == FREE:
            flip(path, right, mates, partners)
            return
        if layers[partner] == layers[left] + 1:
            path.append(partner)


def flip(path: Sequence[int], right: int, mates: list[int], partners: list[int]) -> None:
    """Gives each left vertex of an augmenting path the old partner of the one after it, and the last one `right`."""
    for left in reversed(path):
        previous = mates[left]
        mates[left], partners[right] = right, left
        right = previous
