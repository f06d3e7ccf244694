"""A run whose structures are all new: what is kept of them is bounded, and what is read is the same."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mosila
from mosila.compiler import CompiledStructure
from mosila.instance.structure import Structure
from mosila.kept import Kept
from mosila.results import Result
from mosila.runtime.logs import StructureChange

ROAD = Path(__file__).parents[2] / "benchmarks" / "models" / "Road.mosila"
SWITCHES, KEPT = 12, 3


def drive() -> Result:
    model = mosila.load(ROAD, "Road")
    return model.simulate(stop=SWITCHES + 0.5, parameters={"n": 4}, interval=0.5, tolerance=1e-8)


def told(result: Result) -> list[StructureChange]:
    """The structure log but for what it took to compile."""
    return [replace(change, cache_hit=True, compile_seconds=0.0) for change in result.structures]


def values(result: Result) -> dict[str, np.ndarray]:
    return {name: result[name] for name in result.names}


def alive() -> int:
    gc.collect()
    return sum(isinstance(each, CompiledStructure) for each in gc.get_objects())


def test_structures_that_are_not_kept_are_derived_again_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = drive()
    monkeypatch.setattr("mosila.compiler.STRUCTURES_KEPT", KEPT)
    monkeypatch.setattr("mosila.runtime.execute.WAYS_KEPT", 1)
    before = alive()
    found = drive()
    assert alive() - before <= KEPT + 3  # and what the last step goes from and to
    assert told(found) == told(expected)
    assert len(found.segments) == SWITCHES + 1
    ours, theirs = values(found), values(expected)
    assert ours.keys() == theirs.keys()
    for name, column in ours.items():
        np.testing.assert_array_equal(column, theirs[name])
    assert alive() - before <= KEPT + 3


def test_a_large_structure_leaves_room_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mosila.compiler.VALUES_KEPT", 1)
    monkeypatch.setattr("mosila.runtime.execute.VALUES_KEPT", 1)
    before = alive()
    result = drive()
    assert alive() - before <= 4
    assert result.structures[-1].states == 2 * 4


PAIRS = st.frozensets(st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1)), max_size=5)


@given(st.frozensets(st.integers(0, 2**31 - 1), max_size=5), PAIRS, PAIRS, PAIRS, PAIRS, st.lists(st.integers(0, 9), max_size=3))
def test_a_structure_is_found_again_in_its_bytes(
    active: frozenset[int],
    attachments: frozenset[tuple[int, int]],
    wires: frozenset[tuple[int, int]],
    references: frozenset[tuple[int, int]],
    members: frozenset[tuple[int, int]],
    growth: list[int],
) -> None:
    structure = Structure(active, attachments, wires, references, members, tuple(growth))
    again = Structure.unpacked(structure.packed)
    assert again == structure
    assert again.packed == structure.packed
    assert structure.with_added(2**31, None).digest != structure.digest


def test_what_was_used_latest_is_kept() -> None:
    kept: Kept[str, int] = Kept(3, 10, lambda item: item)
    for key, size in (("a", 3), ("b", 3), ("c", 3)):
        kept.put(key, size)
    assert kept.get("a") == 3
    kept.put("d", 1)
    assert [key for key, _ in kept.items()] == ["c", "a", "d"]
    kept.put("e", 20)
    assert [key for key, _ in kept.items()] == ["e"]
    kept.put("f", 1)
    assert [key for key, _ in kept.items()] == ["f"]
