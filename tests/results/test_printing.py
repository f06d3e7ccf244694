"""What is printed about a run: the structure log, the summary, the JSON object; and stopwatch and options behind it."""

import json
import time

import pytest

from mosila.diagnostics.diagnostic import MosilaError
from mosila.options import SimulationOptions, make_options
from mosila.results import StructureChange
from mosila.results.structure_log import describe_change
from mosila.results.summary import as_json, summarise
from mosila.timings import Stopwatch
from tests.results.fakes import two_structures


def test_a_new_structure_in_one_line() -> None:
    change = StructureChange(
        time=0.509683996,
        structure=2,
        transitions=("fall -> brake",),
        added=("boost",),
        states=3,
        compile_seconds=0.0431,
        held=(("m", 1.0),),
    )
    assert describe_change(change) == ("t = 0.509683996: fall -> brake; + boost; 3 states; structure 2 (new, compiled in 43 ms); holds m")


def test_a_known_structure_is_a_lookup_and_from_the_cache_is_said() -> None:
    assert describe_change(StructureChange(time=1.0, structure=1, removed=("boost",), states=1, known=True)) == (
        "t = 1: - boost; 1 state; structure 1 (known)"
    )
    assert "kernel from the cache" in describe_change(StructureChange(time=0.0, structure=1, cache_hit=True))


def test_values_and_impulses_on_request() -> None:
    change = StructureChange(
        time=5.0, structure=2, index=2, impulses=(("w1", 0.335),), carried=(("w2", 1.5),), active_states=("clutch.engaged",)
    )
    text = describe_change(change, with_values=True)
    assert "index 2" in text
    assert "impulse on w1 0.335" in text
    assert "    in clutch.engaged\n    carried      w2 = 1.5" in text


def test_json_has_the_promised_fields() -> None:
    found = json.loads(as_json(two_structures()))
    assert list(found) == ["model", "timings", "steps", "events", "structures", "variables", "states", "cache", "stop_reason", "settings"]
    assert list(found["timings"]) == ["parse", "flatten", "analyse", "emit", "compile", "initialise", "integrate", "write"]
    assert found["timings"]["compile"] == 0.5
    assert (found["model"], found["steps"], found["structures"], found["cache"]) == ("Demo.System", 12, 2, "miss")


def test_the_summary_has_counts_and_last_values() -> None:
    text = summarise(two_structures(), with_values=True)
    assert text.startswith("Demo.System: time 0 to 2, stop time reached\n")
    assert "2 structures, 1 structural change" in text
    assert text.endswith("body.v = 1 m/s")


def test_a_stage_inside_another_stops_the_outer_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 1.0, 5.0, 7.0, 7.0])
    monkeypatch.setattr(time, "perf_counter", lambda: next(now))
    watch = Stopwatch()
    with watch.stage("flatten"), watch.stage("compile"):
        pass
    timings = watch.read()
    assert (timings.flatten, timings.compile, timings.total) == (1.0 + 2.0, 4.0, 7.0)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"start": 2.0, "stop": 1.0}, "the run starts at 2.0"),
        ({"tolerance": 0.0}, "must lie between 1e-14, about the precision of numbers, and 1"),
        ({"absolute_tolerance": -1.0}, "must be positive"),
        ({"intervals": 0}, "at least one"),
        ({"stop": float("nan")}, "finite"),
    ],
)
def test_options_with_which_no_run_is_possible(values: dict[str, float], words: str) -> None:
    with pytest.raises(MosilaError, match=words):
        make_options(**values)


def test_what_the_user_gave_wins_over_the_annotation() -> None:
    options = make_options(stop=3.0, tolerance=None).with_annotation({"stop": 10.0, "tolerance": 1e-9})
    assert (options.stop, options.tolerance) == (3.0, 1e-9)
    assert [options.origin(name) for name in ("stop", "tolerance", "start")] == ["given", "annotation", "default"]


def test_the_output_grid_ends_exactly() -> None:
    grid = SimulationOptions(start=0.1, stop=0.7, intervals=3).grid()
    assert len(grid) == 4
    assert (grid[0], grid[-1]) == (0.1, 0.7)
