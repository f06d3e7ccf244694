"""`%%mosila` in IPython: a cell becomes a model; errors have a caret and no traceback."""

from __future__ import annotations

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.testing.globalipapp import start_ipython

CELL = "model Decay\n  Real x(start=1, fixed=true);\nequation\n  der(x) = -x;\nend Decay;\n"


@pytest.fixture(scope="module")
def shell() -> InteractiveShell:
    found = start_ipython() or InteractiveShell.instance()
    found.run_line_magic("load_ext", "mosila")
    return found


def test_a_cell_becomes_a_model(shell: InteractiveShell) -> None:
    assert shell.run_cell(f"%%mosila decay\n{CELL}").success
    assert shell.run_cell("end = decay.simulate(stop=1.0)['x'][-1]").success
    assert shell.user_ns["end"] == pytest.approx(0.36788, rel=1e-4)
    assert shell.run_cell(f"%%mosila\n{CELL}model Other\nend Other;\n").success is False
    assert shell.run_cell(f"%%mosila two Decay\n{CELL}model Other\nend Other;\n").success
    assert shell.user_ns["two"].name == "Decay"


def test_errors_show_a_caret_and_no_traceback(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_cell("%%mosila\nmodel A\n  Real x = y;\nend A;\n")
    said = "".join(capsys.readouterr())
    assert "error[N001]" in said or "error[N" in said
    assert "  Real x = y;" in said
    assert "^" in said
    assert "Traceback" not in said
