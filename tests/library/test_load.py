"""Models that are part of libraries or use them: given as a file, a folder, or by their full names."""

from __future__ import annotations

from pathlib import Path

import pytest

from mosila.cli.main import main
from mosila.diagnostics import MosilaError
from mosila.experiment.load import load_model
from tests.library.packages import model, package, write

TREE = {
    "Lib/package.mo": package("Lib", body="  model Inside\n    extends Base;\n  end Inside;\n"),
    "Lib/Base.mo": model("Base", "Lib", "  parameter Real k = 3;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = k;\n"),
    "Lib/Examples/package.mo": package("Examples", "Lib"),
    "Lib/Examples/Run.mo": model("Run", "Lib.Examples", "  extends Base(k = 5);\n"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MODELICAPATH", raising=False)
    return write(tmp_path, TREE)


@pytest.mark.parametrize(
    ("path", "wanted", "name"),
    [
        ("Lib/Examples/Run.mo", None, "Lib.Examples.Run"),
        ("Lib/Examples/Run.mo", "Run", "Lib.Examples.Run"),
        ("Lib/Examples/Run.mo", "Lib.Base", "Lib.Base"),
        ("Lib/package.mo", "Inside", "Lib.Inside"),
        ("Lib/package.mo", "Examples.Run", "Lib.Examples.Run"),
        ("Lib", "Lib.Examples.Run", "Lib.Examples.Run"),
        ("Lib/Examples", "Run", "Lib.Examples.Run"),
        ("Lib.Examples.Run", None, "Lib.Examples.Run"),
        ("Lib.Inside", None, "Lib.Inside"),
    ],
)
def test_a_model_of_a_library_is_found(path: str, wanted: str | None, name: str, folder: Path) -> None:
    loaded = load_model(path, wanted)
    assert loaded.name == loaded.model.name == name
    assert loaded.model.span.path == {"Lib.Base": "Lib/Base.mo", "Lib.Inside": "Lib/package.mo"}.get(name, "Lib/Examples/Run.mo")


def test_from_inside_the_library(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "Lib" / "Examples")
    for path in ("Run.mo", "../Examples/Run.mo", "."):
        loaded = load_model(path, "Run")
        assert loaded.name == "Lib.Examples.Run"
        assert loaded.model.span.path == "Run.mo"
        assert loaded.table.find_path(("Lib", "Base")) is not None


def test_a_library_beside_the_file_or_in_modelicapath(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = model("Mine", None, "  Lib.Base base(k = 2);\n")
    write(folder, {"Mine.mo": text, "elsewhere/Mine.mo": text})
    assert main(["simulate", "Mine.mo", "--stop", "1"]) == 0
    assert "base.x = 2\n" in capsys.readouterr().out
    assert main(["simulate", "elsewhere/Mine.mo"]) == 1
    assert "elsewhere/Mine.mo:2:3: error[N001]" in capsys.readouterr().err
    monkeypatch.setenv("MODELICAPATH", str(folder))
    assert main(["simulate", "elsewhere/Mine.mo", "--stop", "1"]) == 0
    assert "base.x = 2\n" in capsys.readouterr().out
    monkeypatch.chdir(folder / "elsewhere")
    assert main(["simulate", "Mine.mo", "Lib.Examples.Run"]) == 0
    assert main(["simulate", "Lib.Examples.Run"]) == 0
    assert capsys.readouterr().out.count("  x = 5\n") == 2


def test_a_file_counts_more_than_a_library(folder: Path) -> None:
    write(folder, {"Mine.mo": package("Lib", body="  model Base\n    Real y = time;\n  end Base;\n")})
    assert load_model("Mine.mo", "Lib.Base").model.span.path == "Mine.mo"


def test_a_neighbour_is_found(folder: Path) -> None:
    write(folder, {"A.mo": model("A", None, "  B b;\n"), "B.mosila": model("B")})
    assert load_model("A.mo", "B").model.span.path == "B.mosila"


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("Lib/Examples/Run.mo", model("Run", "Lib"), "L001"),
        ("Lib/Examples/Run.mo", model("Run"), "L001"),
        ("Lib/Examples/Run.mo", model("Ran", "Lib.Examples"), "L002"),
        ("Lib/package.mo", package("Lib") + model("Another"), "L002"),
    ],
)
def test_a_file_that_does_not_fit_its_place(file: str, text: str, code: str, folder: Path) -> None:
    write(folder, {file: text})
    with pytest.raises(MosilaError) as error:
        load_model("Lib/Examples/Run.mo", None)
    assert [each.code for each in error.value.diagnostics] == [code]
    assert error.value.diagnostics[0].span.path == file


def test_a_part_of_a_library_without_the_rest_stands_alone(folder: Path) -> None:
    (folder / "Lib" / "package.mo").unlink()
    assert load_model("Lib/Examples/Run.mo", None).name == "Lib.Examples.Run"


@pytest.mark.parametrize("name", ["Lib.Nothing", "Nothing", "Lib/Nothing.mo"])
def test_what_is_neither_file_nor_class(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", name]) == 2
    assert f"error[X102] cannot read {name}: no such file or directory" in capsys.readouterr().err


def test_a_folder_that_is_no_package(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    assert main(["simulate", "empty"]) == 2
    assert "error[X102] cannot read empty: is a directory" in capsys.readouterr().err


def test_check_walks_through_a_package(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, {"Lib/Broken.mo": "within Lib;\nmodel Broken\n  Real x = ;\nend Broken;\n", "Lib/Resources/Demo.mo": model("Demo")})
    models = ["Lib.Inside", "Lib.Base", "Lib.Examples.Run"]
    for path in (".", "Lib", "Lib/package.mo"):
        assert main(["check", path]) == 1
        said = capsys.readouterr()
        assert [line.split(":")[0] for line in said.out.splitlines()] == [*models, "4 models"]
        assert said.err.startswith("Lib/Broken.mo:3:12: error[P001]")
    monkeypatch.setenv("MODELICAPATH", str(folder))
    monkeypatch.chdir("/")
    assert main(["check", "Lib.Examples"]) == 0
    assert capsys.readouterr().out.startswith("Lib.Examples.Run: ")


def test_check_names_a_class_as_its_file_does(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, {"Single.mo": package("Single", body="  model A\n    Real x = time;\n  end A;\n")})
    assert main(["check", "Single.mo"]) == 0
    assert capsys.readouterr().out.startswith("Single.A: ")
