"""`mosila check`: one model, all models of a package or folder, components by themselves, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mosila.cli import check_command
from mosila.cli.main import main
from tests.cli.program import LANDING, write_clock

RIGHT = "model Right\n  Real x = 1;\nend Right;\n"
UNKNOWN = "model Unknown\n  Real x = y;\nend Unknown;\n"
SHORT = "model Short\n  Real x;\n  Real y;\nequation\n  x = 1;\nend Short;\n"
PIN = "connector Pin\n  Real v;\n  flow Real i;\nend Pin;\n"
RESISTOR = "model Resistor\n  Pin p, n;\nequation\n  p.v - n.v = 2 * p.i;\n  0 = p.i + n.i;\nend Resistor;\n"
SWITCH = """
model Gap "No current"
  Real i;
equation
  i = 0;
end Gap;

model Wire "No voltage"
  Real v;
equation
  v = 0;
end Wire;

model Switch
  Pin p, n;
  Gap gap(i = p.i);
  Wire wire(v = p.v - n.v);
equation
  p.i + n.i = 0;
statechart
  state Chart extends State;
    State start(isInitial = true), open, closed;
    transition start -> open action add(gap); end transition;
    transition open -> closed event after(1) action remove(gap); add(wire); end transition;
  end Chart;
end Switch;
"""


def write(folder: Path, name: str, *texts: str) -> Path:
    file = folder / name
    file.write_text("".join(texts), encoding="utf-8")
    return file


def check(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["check", *map(str, words), "--output-format", "concise"])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_right_model_is_one_line_with_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "Clock: 1 variable, 1 equation, 1 state, 1 structure seen\n"
    assert check(capsys, write_clock(tmp_path)) == (0, line, "")
    assert check(capsys, write_clock(tmp_path), "-q") == (0, "", "")


def test_all_structures_of_a_chart_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    line = "System: 9 variables, 8 equations, 2 states, 1 kept at its value, 3 structures seen\n"
    assert check(capsys, LANDING, "System") == (0, line, "")


def test_a_component_counts_as_connected_in_all_its_structures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A short circuit between two pins has a solution when something is connected to them."""
    file = write(tmp_path, "Switch.mosila", PIN, SWITCH)
    line = "Switch: 5 variables, 5 equations, 0 states, 2 structures seen\n"
    assert check(capsys, file, "Switch") == (0, line, "")


def test_a_wrong_model_is_its_diagnostics_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "Short.mo", SHORT)
    code, output, messages = check(capsys, file)
    assert (code, output) == (1, "")
    assert messages.startswith(f"{file}:3:8: error[B001] nothing determines `y`")


def test_several_candidates_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "Two.mo", RIGHT, UNKNOWN)
    code, _, messages = check(capsys, file)
    assert code == 2
    assert "Right, Unknown" in messages
    assert check(capsys, file, "Right")[0] == 0
    assert check(capsys, file, "Unknown")[0] == 1


def test_the_end_of_a_name_is_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "P.mo", "package P\npackage Q\n", RIGHT, "end Q;\n", UNKNOWN, "end P;\n")
    assert check(capsys, file, "Right")[:2] == (0, "P.Q.Right: 1 variable, 0 equations, 0 states, 1 kept at its value, 1 structure seen\n")


def test_all_models_of_a_package_are_checked_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = ("package P\n", RIGHT, UNKNOWN, SHORT, "partial model Base\nend Base;\n", PIN, RESISTOR, "end P;\n")
    code, output, messages = check(capsys, write(tmp_path, "P.mo", *texts))
    assert code == 1
    assert [line.partition(":")[::2] for line in output.splitlines()] == [
        ("P.Right", " 1 variable, 0 equations, 0 states, 1 kept at its value, 1 structure seen"),
        ("P.Unknown", " wrong"),
        ("P.Short", " wrong"),
        ("P.Resistor", " 4 variables, 4 equations, 0 states, 1 structure seen"),
        ("4 models", " 2 right, 2 wrong"),
    ]
    assert [line.split()[1] for line in messages.splitlines()] == ["error[N002]", "error[B001]"]


def test_an_error_that_several_models_share_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = ("package P\n", UNKNOWN, "model A = Unknown;\nmodel B\n  extends Unknown;\nend B;\nend P;\n")
    code, output, messages = check(capsys, write(tmp_path, "P.mo", *texts))
    assert code == 1
    assert output.endswith("3 models: 0 right, 3 wrong\n")
    assert len(messages.splitlines()) == 1


def test_a_folder_is_all_its_files_and_a_bad_file_hides_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deeper").mkdir()
    write(tmp_path, "A.mo", "model A\n  Real x = ;\nend A;\n")
    write(tmp_path / "deeper", "Right.mo", RIGHT)
    code, output, messages = check(capsys, tmp_path)
    assert code == 1
    assert output.splitlines()[1:] == ["2 models: 1 right, 1 wrong"]
    assert "A.mo:2:12: error[P001]" in messages


def test_a_package_in_a_folder_is_checked_with_all_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = tmp_path / "Lib"
    (library / "Inner").mkdir(parents=True)
    write(library, "package.mo", "package Lib\n  constant Real k = 2;\n", PIN, "end Lib;\n")
    write(library, "Resistor.mo", "within Lib;\n", RESISTOR)
    write(library, "Broken.mo", "within Lib;\nmodel Broken\n  Real x = ;\nend Broken;\n")
    write(library / "Inner", "package.mo", "within Lib;\npackage Inner\nend Inner;\n")
    write(library / "Inner", "Uses.mo", "within Lib.Inner;\nmodel Uses\n  Real x = k * time;\nend Uses;\n")
    for place in (tmp_path, library, library / "package.mo"):
        code, output, messages = check(capsys, place)
        assert code == 1
        assert sorted(line.partition(",")[0] for line in output.splitlines()) == [
            "3 models: 2 right",
            "Lib.Inner.Uses: 1 variable",
            "Lib.Resistor: 4 variables",
        ]
        assert "Broken.mo:3:12: error[P001]" in messages


def test_inputs_of_a_component_are_given_outside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gain = "block Gain\n  input Real u;\n  input Real k = 2;\n  output Real y = k * u;\nend Gain;\n"
    assert check(capsys, write(tmp_path, "Gain.mo", gain))[0] == 0
    twice = gain.replace("end Gain", "equation\n  u = 3;\nend Gain")
    assert check(capsys, write(tmp_path, "Twice.mo", twice))[0] == 1


def test_a_connector_of_its_own_is_left_open_only_in_a_component(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(capsys, write(tmp_path, "R.mo", PIN, RESISTOR))[0] == 0
    experiment = RESISTOR.replace("end Resistor", "  annotation(experiment(StopTime = 1));\nend Resistor")
    code, _, messages = check(capsys, write(tmp_path, "E.mo", PIN, experiment))
    assert code == 1
    assert "error[B00" in messages


def test_a_component_with_too_few_equations_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, messages = check(capsys, write(tmp_path, "R.mo", PIN, RESISTOR.replace("  0 = p.i + n.i;\n", "")))
    assert code == 1
    assert "error[B001]" in messages


def test_a_fault_of_the_program_ends_only_its_own_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(table: object, model: object) -> object:
        raise RecursionError("too deep")

    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(check_command, "check_class", fail)
    code, output, messages = check(capsys, write(tmp_path, "P.mo", "package P\n", RIGHT, UNKNOWN, "end P;\n"))
    assert code == 2
    assert output == "P.Right: wrong\nP.Unknown: wrong\n2 models: 0 right, 2 wrong\n"
    assert messages.count("error[X001] a fault in mosila itself (RecursionError: too deep)") == 2
    assert "Traceback" not in messages


def test_messages_as_json_are_one_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "P.mo", "package P\n", UNKNOWN, SHORT, "end P;\n")
    assert main(["check", str(file), "--output-format", "json"]) == 1
    assert [each["code"] for each in json.loads(capsys.readouterr().err)] == ["N002", "B001"]


def test_all_models_of_a_package_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = RIGHT + UNKNOWN
    file = tmp_path / "Shop.mo"
    file.write_text(
        f"package Shop\n{RIGHT}package Inner\n{inner}partial model Half\n  Real x;\nend Half;\nend Inner;\nend Shop;\n", "utf-8"
    )
    assert main(["check", str(file), "Shop.Inner", "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("Shop.Inner.Right: 1 variable")
    assert out.splitlines()[1:] == ["Shop.Inner.Unknown: wrong", "2 models: 1 right, 1 wrong"]
    assert "N002" in err


def test_a_partial_model_is_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "Half.mo"
    file.write_text("partial model Half\n  Real x;\n  Real y = 2 * x;\nend Half;\n", "utf-8")
    assert main(["check", str(file), "Half"]) == 0
    assert capsys.readouterr().out == "Half: 2 variables; partial, so its equations are not counted\n"
