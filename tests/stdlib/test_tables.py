"""Tables as parameters and in CSV files."""

from __future__ import annotations

from pathlib import Path

import pytest

from mosila.diagnostics import MosilaError
from tests.running import limits, run_file
from tests.stdlib.examples import compare, run_example

MODEL = """
model Recorded
  Mosila.Blocks.Sources.CsvTable file(fileName="{name}", columns={{{column}}}, startTime={start});
  Real y = file.y[1];
end Recorded;
"""


def test_signals_from_a_file() -> None:
    """Pieces, the step, the ends, and the integral of it all."""
    compare(
        "Blocks.Examples.TablesOfFiles",
        [
            ("file.y[1]", 0.2, 1.0),
            ("file.y[1]", 1.0, 2.0),
            ("file.y[1]", 2.0, 3.0),
            ("file.y[1]", 3.0, 1.0),
            ("file.y[2]", 1.4, 10.0),
            ("file.y[2]", 1.6, 20.0),
            ("square.y", 2.5, 6.5),
            ("square.y", 4.0, 14.0),
            ("total.y", 4.0, 0.5 + 2.0 + 3.0 + 1.5),
        ],
    )
    assert limits(run_example("Blocks.Examples.TablesOfFiles"), "file.y[1]", 1.5) == pytest.approx((3.0, 5.0), abs=1e-12)


def run(folder: Path, content: str, name: str = "modelica://Recorded/data.csv", column: int = 2, start: float = 0.0) -> float:
    """The first output at 1 s of a table with this content, that lies beside the model."""
    (folder / "data.csv").write_text(content, encoding="utf-8")
    model = folder / "Recorded.mo"
    model.write_text(MODEL.format(name=name, column=column, start=start), encoding="utf-8")
    return float(run_file(model, stop=1.0)["y"][-1])


def test_a_file_lies_beside_its_model(tmp_path: Path) -> None:
    """An address with the name of the model, or a path."""
    assert run(tmp_path, "0;1\n2;5\n") == pytest.approx(3.0)
    assert run(tmp_path, "# tabs\nt\tx\n0\t1\n2\t6\n", name=str(tmp_path / "data.csv")) == pytest.approx(3.5)
    assert run(tmp_path, "\ufefft,x\r\n0,1\r\n\r\n2,7\r\n") == pytest.approx(4.0)


def test_rows_are_met_exactly_whatever_the_shift(tmp_path: Path) -> None:
    """The times of the rows plus the shift are no round numbers in the machine."""
    rows = "".join(f"{k / 10},{k}\n" for k in range(20))
    assert run(tmp_path, rows, start=0.1) == pytest.approx(9.0, abs=1e-9)
    assert run(tmp_path, rows, start=1e-3) == pytest.approx(9.99, abs=1e-9)


@pytest.mark.parametrize(
    ("content", "column", "message"),
    [
        ("t,x\n0,1\n1,x\n", 2, "line 3 is no row of numbers"),
        ("0,1\n1\n", 2, "line 2 has another number of columns"),
        ("1,1\n0,2\n", 2, "line 2 has a smaller first number"),
        ("t,x\n", 2, "no row of numbers"),
        ("0,1\n1,2\n", 3, "has 2 columns, there is no column 3"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, content: str, column: int, message: str) -> None:
    """With its name and line."""
    with pytest.raises(MosilaError, match=message):
        run(tmp_path, content, column=column)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """As an address and as a path."""
    with pytest.raises(MosilaError, match="L005"):
        run(tmp_path, "", name="modelica://Recorded/other.csv")
    with pytest.raises(MosilaError, match="cannot be read: No such file"):
        run(tmp_path, "", name=str(tmp_path / "other.csv"))
