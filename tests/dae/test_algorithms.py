"""Matching, blocks, decomposition and Pantelides on random graphs, against brute force and scipy."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

from mosila.dae.blocks import find_blocks
from mosila.dae.decomposition import overdetermined, underdetermined
from mosila.dae.matching import exchange, exchangeable, match, match_columns
from mosila.dae.maximum_matching import FREE
from mosila.dae.pantelides import NONE, differentiations
from mosila.dae.tearing import tear

Graph = tuple[list[list[int]], int]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    columns = draw(st.integers(1, most))
    row = st.sets(st.integers(0, columns - 1), max_size=4).map(sorted)
    return draw(st.lists(row, max_size=most)), columns


def matrix(rows: list[list[int]], columns: int) -> csr_matrix:
    dense = np.zeros((len(rows), columns))
    for row, members in enumerate(rows):
        dense[row, members] = 1
    return csr_matrix(dense)


def size(rows: list[list[int]], columns: int) -> int:
    return int((maximum_bipartite_matching(matrix(rows, columns), perm_type="column") != -1).sum()) if rows else 0


def is_consistent(rows: list[list[int]], column_of_row: list[int], row_of_column: list[int]) -> bool:
    pairs = [(row, column) for row, column in enumerate(column_of_row) if column != FREE]
    back = [(row, column) for column, row in enumerate(row_of_column) if row != FREE]
    return sorted(pairs) == sorted(back) and all(column in rows[row] for row, column in pairs)


@given(graphs())
def test_a_matching_is_maximum(graph: Graph) -> None:
    rows, columns = graph
    found = match(rows, columns)
    assert is_consistent(rows, found.column_of_row, found.row_of_column)
    assert len(rows) - len(found.free_rows) == size(rows, columns)


@given(graphs(), st.data())
def test_a_matching_grows_from_an_older_one(graph: Graph, data: st.DataObject) -> None:
    rows, columns = graph
    older = match(data.draw(st.lists(st.sets(st.integers(0, columns - 1)).map(sorted), max_size=9)), columns)
    kept = [row if row < len(rows) else FREE for row in older.row_of_column]
    found = match(rows, columns, row_of_column=kept)
    assert is_consistent(rows, found.column_of_row, found.row_of_column)
    assert len(rows) - len(found.free_rows) == size(rows, columns)


@given(graphs(), st.randoms(use_true_random=False))
def test_earlier_rows_are_served_first(graph: Graph, random: object) -> None:
    rows, columns = graph
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    found = match(rows, columns, order)
    taken: list[int] = []
    for row in order:
        if size([rows[other] for other in [*taken, row]], columns) == len(taken) + 1:
            taken.append(row)
    assert sorted(taken) == [row for row, column in enumerate(found.column_of_row) if column != FREE]


@given(graphs(), st.data())
def test_columns_go_free_from_the_end_of_the_priority(graph: Graph, data: st.DataObject) -> None:
    rows, columns = graph
    priority = data.draw(st.permutations(range(columns)))
    found = match_columns(rows, columns, priority)
    assert is_consistent(rows, found.column_of_row, found.row_of_column)
    taken: list[int] = []
    for column in priority:
        chosen = {*taken, column}
        if size([sorted(chosen & set(row)) for row in rows], columns) == len(chosen):
            taken.append(column)
    assert sorted(taken) == [column for column, row in enumerate(found.row_of_column) if row != FREE]


@given(graphs(6))
def test_exchangeable_columns_are_those_that_other_maximum_matchings_leave_free(graph: Graph) -> None:
    rows, columns = graph
    found = match_columns(rows, columns, range(columns))
    used = {column for column, row in enumerate(found.row_of_column) if row != FREE}
    for free in found.free_columns:
        expected = [
            column for column in used if size([sorted((used - {column} | {free}) & set(row)) for row in rows], columns) == len(used)
        ]
        assert list(exchangeable(rows, found, free)) == expected
        for column in expected:
            other = exchange(rows, found, free, column)
            assert is_consistent(rows, other.column_of_row, other.row_of_column)
            assert set(other.free_columns) == set(found.free_columns) - {free} | {column}


@given(graphs(12))
def test_blocks_are_strong_components_in_order(graph: Graph) -> None:
    rows, columns = graph
    row_of_column = match(rows, columns).row_of_column
    blocks = find_blocks(rows, row_of_column)
    place = {row: number for number, block in enumerate(blocks) for row in block}
    assert sorted(place) == list(range(len(rows)))
    reads = np.zeros((len(rows), len(rows)))
    for row, members in enumerate(rows):
        for column in members:
            other = row_of_column[column]
            if other != FREE:
                assert place[other] <= place[row]
                reads[row, other] = 1
    if rows:
        count, labels = connected_components(csr_matrix(reads), directed=True, connection="strong")
        assert len(blocks) == count
        assert all(len(set(labels[block])) == 1 for block in blocks)


def test_a_chain_of_any_length_needs_no_recursion() -> None:
    count = 100_000
    rows = [[0], *([k - 1, k] for k in range(1, count))]
    assert find_blocks(rows[::-1], list(range(count))[::-1]) == [[count - 1 - k] for k in range(count)]
    ring = [[k, (k + 1) % count] for k in range(count)]
    assert find_blocks(ring, list(range(count))) == [list(range(count))]


@given(graphs())
def test_the_parts_at_fault_hold_all_free_rows_and_columns_of_any_matching(graph: Graph) -> None:
    rows, columns = graph
    found = match(rows, columns)
    over, under = overdetermined(rows, found), underdetermined(rows, found)
    total = size(rows, columns)
    removable = [row for row in range(len(rows)) if size(rows[:row] + rows[row + 1 :], columns) == total]
    assert sorted(row for part in over for row in part.rows) == removable
    spare = [column for column in range(columns) if size([[c for c in row if c != column] for row in rows], columns) == total]
    assert sorted(column for part in under for column in part.columns) == spare
    assert sum(part.excess for part in over) == len(found.free_rows)
    assert sum(part.excess for part in under) == len(found.free_columns)
    assert all(part.excess > 0 for part in over + under)


@given(graphs())
def test_parts_at_fault_are_separate(graph: Graph) -> None:
    rows, columns = graph
    over = overdetermined(rows, match(rows, columns))
    for first, second in combinations(over, 2):
        assert not set(first.columns) & set(second.columns)


def test_a_pendulum_is_differentiated_as_pantelides_says() -> None:
    x, y, u, v, force, dx, dy, du, dv = range(9)
    rows = [[dx, u], [dy, v], [du, force, x], [dv, force, y], [x, y]]
    derivative_of = [dx, dy, du, dv, NONE, NONE, NONE, NONE, NONE]
    assert differentiations(rows, derivative_of) == [1, 1, 0, 0, 2]


def test_index_one_needs_no_differentiation() -> None:
    x, z, dx = range(3)
    assert differentiations([[dx, z], [z, x]], [dx, NONE, NONE]) == [0, 0]


def test_what_no_differentiation_helps_is_singular() -> None:
    x, dx, z = range(3)
    assert differentiations([[x], [dx], [z]], [dx, NONE, NONE]) is None


def signature_offsets(rows: list[list[int]], variable: list[int], order: list[int]) -> list[int] | None:
    """The canonical offsets of the signature method (J. D. Pryce, 2001), by brute force over all transversals."""
    count = len(rows)
    sigma = [[max((order[c] for c in row if variable[c] == j), default=-99) for j in range(count)] for row in rows]
    best = max(permutations(range(count)), key=lambda p: sum(sigma[i][p[i]] for i in range(count)))
    if sum(sigma[i][best[i]] for i in range(count)) < -50:
        return None
    offsets = [0] * count
    for _ in range(count * count + 1):
        highest = [max(sigma[i][j] + offsets[i] for i in range(count)) for j in range(count)]
        offsets = [highest[best[i]] - sigma[i][best[i]] for i in range(count)]
    return offsets


@settings(max_examples=300)
@given(st.integers(1, 5), st.data())
def test_differentiations_are_the_offsets_of_the_signature_method(count: int, data: st.DataObject) -> None:
    """Column j is variable j, column count + j its derivative; every variable counts as one that may be differentiated."""
    rows = [sorted(data.draw(st.sets(st.integers(0, 2 * count - 1), max_size=3))) for _ in range(count)]
    used = {column for row in rows for column in row}
    derivative_of = [count + j if count + j in used else NONE for j in range(count)] + [NONE] * count
    variable = [column % count for column in range(2 * count)]
    order = [column // count for column in range(2 * count)]
    expected = signature_offsets(rows, variable, order)
    if all(any(variable[c] == j for c in used) for j in range(count)) or expected is None:
        assert differentiations(rows, derivative_of) == expected


@given(st.integers(1, 8), st.data())
def test_what_is_torn_can_be_computed_in_order(count: int, data: st.DataObject) -> None:
    """Every column is guessed or follows from a row whose other columns are known; rows left over are as many as guesses."""
    rows = [sorted({row, *data.draw(st.lists(st.integers(0, count - 1), max_size=3))}) for row in range(count)]
    solvable = [frozenset(data.draw(st.sets(st.sampled_from(columns)))) for columns in rows]
    torn = tear(rows, solvable)
    known = set(torn.guessed)
    for row, column in torn.solved:
        assert column in solvable[row]
        assert set(rows[row]) - {column} <= known
        known.add(column)
    assert known == set(range(count))
    assert sorted([*torn.residual, *(row for row, _ in torn.solved)]) == list(range(count))
    assert len(torn.residual) == len(torn.guessed)


def test_a_ring_is_torn_at_one_place() -> None:
    rows = [[k, (k + 1) % 50] for k in range(50)]
    torn = tear(rows, [frozenset(row) for row in rows])
    assert len(torn.guessed) == 1
