"""CSV files: exact numbers, kinds, empty cells, quoting, and never half a file."""

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mosila.diagnostics.diagnostic import MosilaError
from mosila.results import Result, Variable
from mosila.results.csv_file import write_csv
from mosila.results.files import read_result
from mosila.results.replace_file import check_writable, replacing
from tests.results.fakes import segment, two_structures


def test_the_whole_file(tmp_path: Path) -> None:
    write_csv(two_structures(), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes().decode() == (
        "time,body.s,body.v,n,on,boost.m\n"
        "0.0,1.0,0.0,0,false,\n"
        "0.5,0.30000000000000004,-1.0,0,false,\n"
        "1.0,0.0,-2.0,0,false,\n"
        "1.0,0.0,2.0,1,true,100.0\n"
        "2.0,1e-300,1.0,1,true,0.3333333333333333\n"
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == ["out.csv", "out.csv.json"]


@given(values=st.lists(st.floats(allow_nan=False), min_size=1, max_size=20))
def test_numbers_read_back_to_the_same_bits(tmp_path_factory: pytest.TempPathFactory, values: list[float]) -> None:
    path = tmp_path_factory.mktemp("csv") / "out.csv"
    write_csv(Result(model="M", variables=(Variable("x"),), segments=(segment(1, values, x=values),)), path)
    with open(path, newline="") as stream:
        read = [float(row["x"]) for row in csv.DictReader(stream)]
    assert np.array(read).tobytes() == np.array(values).tobytes()


def test_names_with_commas_and_quotes_are_quoted(tmp_path: Path) -> None:
    names = ("a[1,2]", "'odd \"name\"'", "plain")
    columns = segment(1, [0.0])
    columns.reader.columns = {name: np.array([float(k)]) for k, name in enumerate(names)}  # type: ignore[attr-defined]
    write_csv(Result(model="M", variables=tuple(map(Variable, names)), segments=(columns,)), tmp_path / "out.csv")
    with open(tmp_path / "out.csv", newline="") as stream:
        header, row = csv.reader(stream)
    assert header == ["time", *names]
    assert row == ["0.0", "0.0", "1.0", "2.0"]


def test_a_failure_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as stream:
        stream.write("half")
        raise ZeroDivisionError
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.csv"]


def test_a_full_disk_is_one_clear_error() -> None:
    with pytest.raises(MosilaError, match=r"X103.*cannot write /dev/full: no space left"):
        write_csv(two_structures(), "/dev/full")


def test_outputs_are_checked_before_the_run(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.csv")
    check_writable("/dev/null")
    with pytest.raises(MosilaError, match="there is no folder"):
        check_writable(tmp_path / "missing" / "out.csv")
    with pytest.raises(MosilaError, match="it is a directory"):
        check_writable(tmp_path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("time,x,x\n0,1,2\n", "line 1 names the column `x` more than once"),
        ("time,x\n0,1\n\n1\n", "line 4 has 1 cells, but line 1 names 2 columns"),
        ("time,x\n0,1,2\n", "line 2 has 3 cells, but line 1 names 2 columns"),
        ("Dear reader\nno numbers here\n", "line 2: `no numbers here` is no number"),
        ("time,x\n1,1\n0,2\n", "its times must not fall, but row 2 has time 0 after 1"),
        ("time,x\n0,1\n,2\n", "row 2 has no time"),
        ("time,x\n0,\xff\n", "it is no text in UTF-8"),
        ('time,x\n0,"' + "1" * 200_000 + '"\n', "it is no CSV: field larger than field limit (131072)"),
    ],
)
def test_what_is_no_result_is_told_with_line_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(MosilaError) as failure:
        read_result(path)
    (told,) = failure.value.diagnostics
    assert (told.code, told.message) == ("X127", f"{path} is no result that can be read: {reason}")


def test_a_last_line_without_an_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.csv"
    for text, codes in (("time,x\n0,1\n1,2", ["X139"]), ("time,x\n0,1\n1,2\n", []), ("time,x\r\n0,1\r\n", []), ("time,x", ["X139"])):
        path.write_bytes(text.encode())
        assert [each.code for each in read_result(path).warnings] == codes
