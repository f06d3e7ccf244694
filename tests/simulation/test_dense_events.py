"""Events that are too many, or lie closer together than numbers can tell: an error instead of a run without end or a stale value."""

from __future__ import annotations

from pathlib import Path

import pytest

import mosila


def load(body: str, tmp_path: Path) -> mosila.Model:
    path = tmp_path / "Dense.mo"
    path.write_text(f"model Part\n  {body}\nend Part;\nmodel Dense\n  Part part;\nend Dense;\n")
    return mosila.load(path, "Dense")


@pytest.mark.parametrize(
    ("body", "place", "message"),
    [
        (
            "Real n = floor(1e30 * (time + 1));",
            (2, 12),
            "at time 0 the events of `floor(1e30 * (time + 1))` are too dense: at 1e+30 steps of one cannot be told apart",
        ),
        (
            "Real n = mod(1e12 * (time + 1), 1e-9);",
            (2, 12),
            "at time 0 the events of `mod(1e12 * (time + 1), 1e-9)` are too dense: at 1e+21 steps of one cannot be told apart",
        ),
        (
            "Integer n = integer(1e10 * (time + 1));",
            (2, 15),
            "at time 0.0001 the events of `10000000000.0*(time + 1) >= pre(integer(1e10 * (time + 1))) + 1` are too dense: "
            "1000000 of them came within 0.0001 s",
        ),
        (
            "discrete Integer k(start = 0, fixed = true); equation when sample(0, 1e-17) then k = pre(k) + 1; end when;",
            (2, 62),
            "at time 9.99999e-12 the events of `sample(0, 1e-17)` are too dense: 1000000 of them came within 1e-11 s",
        ),
    ],
)
def test_events_that_cannot_be_told_apart(body: str, place: tuple[int, int], message: str, tmp_path: Path) -> None:
    with pytest.raises(mosila.MosilaError) as failure:
        load(body, tmp_path).simulate()
    (told,) = failure.value.diagnostics
    assert (told.code, told.message, told.path) == ("R043", message, ("part",))
    assert (told.span.line, told.span.column) == place


def test_many_events_that_can_be_told_apart_are_all_there(tmp_path: Path) -> None:
    result = load("Integer n = integer(1e5 * time); Real m = mod(9e15 * time, 9e10);", tmp_path).simulate(intervals=1)
    assert result.counts.events == 100_000
    assert result["part.n"][-1] == 100_000
    assert (abs(result["part.m"]) <= 9e10 + 2).all()  # numbers of this size are 1 apart
