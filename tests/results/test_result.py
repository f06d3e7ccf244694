"""One time axis over all segments, absent values, names that are not there."""

import sys

import numpy as np
import pytest

from mosila.diagnostics.diagnostic import MosilaError
from mosila.results import Result, UnknownVariableError, Variable
from tests.results.fakes import segment, two_structures


def test_time_has_both_limits_of_a_structural_change() -> None:
    result = two_structures()
    assert result.time.tolist() == [0.0, 0.5, 1.0, 1.0, 2.0]
    assert result["body.v"].tolist() == [0.0, -1.0, -2.0, 2.0, 1.0]
    assert result["time"].tolist() == result.time.tolist()


def test_a_variable_is_absent_while_its_object_is_inactive() -> None:
    values = two_structures()["boost.m"]
    assert np.isnan(values[:3]).all()
    assert values[3:].tolist() == [100.0, 1 / 3]


def test_names_keep_the_order_of_declaration() -> None:
    assert two_structures().names == ("body.s", "body.v", "n", "on", "boost.m")


def test_an_unknown_name_gets_the_closest_one() -> None:
    result = two_structures()
    with pytest.raises(KeyError, match="no variable 'body.w'; did you mean 'body.v'"):
        result["body.w"]
    with pytest.raises(UnknownVariableError) as caught:
        result["zzzzzzzz"]
    assert "did you mean" not in str(caught.value)
    assert "body.v" in result
    assert "body.w" not in result


def test_segments_without_rows_and_results_without_segments() -> None:
    result = Result(model="M", variables=(Variable("x"),), segments=(segment(1, [], x=[]), segment(2, [0.0], x=[1.0])))
    assert result["x"].tolist() == [1.0]
    nothing = Result(model="M", variables=(Variable("x"),), segments=())
    assert nothing.time.size == nothing["x"].size == nothing.row_kinds.size == 0


def test_blocks_are_bounded_and_complete() -> None:
    count = 1000
    one = segment(1, np.arange(count), x=np.arange(count) * 2.0, y=np.arange(count) * 3.0)
    result = Result(model="M", variables=(Variable("x"), Variable("y")), segments=(one,))
    blocks = list(result.blocks(("x", "y"), cells=90))
    assert max(values.size + times.size for times, values in blocks) <= 90
    assert np.concatenate([values for _, values in blocks])[:, 1].tolist() == (np.arange(count) * 3.0).tolist()
    assert one.reader.largest_request <= 90  # type: ignore[attr-defined]


def test_values_at_a_time() -> None:
    result = two_structures()
    assert result.at("body.v", 0.25) == -0.5
    assert (result.at("body.v", 1.0), result.at("body.v", 1.0, side="left")) == (2.0, -2.0)
    assert (result.at("body.v", 0.0, side="left"), result.at("body.v", 2.0)) == (0.0, 1.0)
    for time in (-0.1, 2.1):
        with pytest.raises(MosilaError, match=r"X126.*from 0 to 2"):
            result.at("body.v", time)


def test_data_frames_and_datasets() -> None:
    result = two_structures()
    frame = result.to_pandas()
    assert list(frame.columns) == list(result.names)
    assert frame.index.tolist() == result.time.tolist()
    assert frame.attrs["units"]["body.v"] == "m/s"
    dataset = result.to_xarray(["body.v"])
    assert list(dataset) == ["body.v"]
    assert dataset["body.v"].attrs == {"units": "m/s"}
    assert dataset["time"].values.tolist() == result.time.tolist()


@pytest.mark.parametrize("package", ["pandas", "xarray"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MosilaError, match=rf"X104.*pip install 'mosila\[{package}\]'"):
        getattr(two_structures(), f"to_{package}")()


def test_a_result_at_a_prompt_is_one_line() -> None:
    result = two_structures()
    assert repr(result).startswith("<result of ")
    assert "time 0 to 2, 5 variables, 5 rows" in repr(result)
    assert repr(result.segments[1]) == "<segment in structure 2: time 1 to 2, 2 rows>"
