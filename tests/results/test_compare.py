"""Tubes: what lies in them and what does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mosila.cli.main import main
from mosila.results import Result, Variable
from mosila.results.compare import compare_results
from mosila.results.files import write_result
from tests.results.fakes import segment, two_structures
from tests.running import EXAMPLES, run_file

TIME = np.linspace(0.0, 10.0, 1001)


def curve(time: np.ndarray, values: np.ndarray) -> Result:
    return Result(model="M", variables=(Variable("x"),), segments=(segment(1, time.tolist(), x=values),))


def excess(first: Result, second: Result, rtol: float) -> float:
    (found,) = compare_results(first, second, ["x"], rtol, 1e-9)
    return found.excess


def test_the_height_of_the_tube_is_relative_to_the_range() -> None:
    wave = curve(TIME, 5 + np.sin(TIME))
    assert excess(wave, curve(TIME, 5 + np.sin(TIME) + 0.0015), 1e-3) < 1
    assert excess(wave, curve(TIME, 5 + np.sin(TIME) + 0.02), 1e-3) > 1


def test_other_times_and_a_shifted_jump_are_no_difference() -> None:
    other = np.linspace(0.0, 10.0, 777)
    assert excess(curve(TIME, TIME), curve(other, other), 1e-6) < 1
    step = curve(np.array([0.0, 4.0, 4.0, 10.0]), np.array([0.0, 0.0, 1.0, 1.0]))
    assert excess(step, curve(np.array([0.0, 4.003, 4.003, 10.0]), np.array([0.0, 0.0, 1.0, 1.0])), 1e-3) < 1
    assert excess(step, curve(np.array([0.0, 4.1, 4.1, 10.0]), np.array([0.0, 0.0, 1.0, 1.0])), 1e-3) > 1


def test_a_shorter_run_and_a_missing_value_are_outside() -> None:
    assert excess(curve(TIME, TIME), curve(TIME[:500], TIME[:500]), 1e-3) == np.inf
    gap = TIME.copy()
    gap[300:400] = np.nan
    assert excess(curve(TIME, TIME), curve(TIME, gap), 1e-3) == np.inf
    assert excess(curve(TIME, gap), curve(TIME, TIME), 1e-3) == np.inf
    assert excess(curve(TIME, gap), curve(TIME, gap), 1e-3) < 1


def test_two_tolerances_of_the_landing_device_agree() -> None:
    path = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"
    fine, coarse = (run_file(path, "System", stop=22.0, tolerance=tolerance) for tolerance in (1e-9, 1e-6))
    assert not any(each.is_outside for each in compare_results(fine, coarse, fine.names, 1e-3, 1e-9))


def test_the_command_and_its_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_result(two_structures(), tmp_path / "a.csv")
    write_result(two_structures(), tmp_path / "b.mat")
    assert main(["compare", str(tmp_path / "a.csv"), str(tmp_path / "b.mat"), "--rtol", "1e-6"]) == 0
    assert capsys.readouterr().out == "5 of 5 variables agree (rtol 1e-06)\n"
    (tmp_path / "a.csv").write_text("time,body.s,body.v\n0,1,0\n2,7,1\n")
    assert main(["compare", str(tmp_path / "a.csv"), str(tmp_path / "b.mat")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 of 2 variables agree (rtol 0.001)"
    assert main(["compare", str(tmp_path / "a.csv"), str(tmp_path / "b.mat"), "--variables", "boost.m"]) == 2
    assert "X125" in capsys.readouterr().err
    assert main(["compare", str(tmp_path / "a.csv"), str(tmp_path / "b.mat"), "--rtol", "0"]) == 2


def test_the_plot_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_result(two_structures(), tmp_path / "a.h5")
    assert main(["plot", str(tmp_path / "a.h5"), "body.*", "-o", str(tmp_path / "a.svg")]) == 0
    assert b"<svg" in (tmp_path / "a.svg").read_bytes()
    assert main(["plot", str(tmp_path / "a.h5"), "-q"]) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert main(["plot", str(tmp_path / "a.h5"), "body.x"]) == 2
    assert "did you mean `body." in capsys.readouterr().err


def test_a_curve_that_is_zero_equals_itself() -> None:
    zero = curve(TIME, 0 * TIME)
    assert compare_results(zero, zero, ["x"], 1e-3, 0.0)[0].excess == 0
    assert compare_results(zero, curve(TIME, 0 * TIME + 1e-12), ["x"], 1e-3, 0.0)[0].is_outside


def test_runs_over_other_stretches_of_time_are_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, count in (("long.csv", 1001), ("short.csv", 301)):
        write_result(curve(TIME[:count], TIME[:count]), tmp_path / name)
    assert main(["compare", str(tmp_path / "long.csv"), str(tmp_path / "short.csv")]) == 1
    expected = "x: not the same stretch of time: the first result goes from 0 to 10, the second from 0 to 3"
    assert capsys.readouterr().out.splitlines()[0] == expected
    assert main(["compare", str(tmp_path / "short.csv"), str(tmp_path / "long.csv")]) == 1
    expected = "x: not the same stretch of time: the first result goes from 0 to 3, the second from 0 to 10"
    assert capsys.readouterr().out.splitlines()[0] == expected


def test_a_file_that_was_cut_off_does_not_agree_in_either_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    whole.write_text("time,x\n0,1\n1,0.5\n2,0.25\n")
    cut.write_text("time,x\n0,1\n1,0.")
    for first, second in ((whole, cut), (cut, whole)):
        assert main(["compare", str(first), str(second)]) == 1
        told = capsys.readouterr()
        assert told.out.splitlines()[-1] == "0 of 1 variables agree (rtol 0.001)"
        assert told.err.splitlines()[0] == (
            f"mosila: warning[X139] the last line of {cut} does not end as lines do: the file may have been cut off there"
        )
