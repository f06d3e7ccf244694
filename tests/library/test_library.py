"""Classes of libraries by their full names: where they are looked for, which version is taken, what is wrong with files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mosila.diagnostics import MosilaError
from mosila.library.annotations import Use
from mosila.library.library import Library
from mosila.library.locate import modelica_path, version_key
from mosila.source import NOWHERE
from tests.library.packages import found, model, package, write

TREE = {
    "Lib/package.mo": package("Lib", body="  model Inside\n  end Inside;\n"),
    "Lib/Part.mo": model("Part", "Lib"),
    "Lib/Sub/package.mo": package("Sub", "Lib"),
    "Lib/Sub/Deep.mosila": model("Deep", "Lib.Sub"),
    "Lib/Resources/table.txt": "1 2\n",
}


def version(number: str, *compatible: str) -> str:
    none_from = "".join(f', noneFromVersion="{each}"' for each in compatible)
    return f'  annotation(version="{number}"{f", conversion({none_from[2:]})" if compatible else ""});\n'


def wish(number: str) -> dict[str, Use]:
    return {"Lib": Use(number, NOWHERE)}


def code(error: pytest.ExceptionInfo[MosilaError]) -> str:
    (diagnostic,) = error.value.diagnostics
    return diagnostic.code


def test_folders_and_single_files(tmp_path: Path) -> None:
    write(tmp_path, TREE)
    write(tmp_path, {"Other.mo": package("Other", body="  model Inside\n  end Inside;\n")})
    library = Library([tmp_path])
    for name in ("Lib", "Lib.Part", "Lib.Sub", "Lib.Sub.Deep", "Other"):
        found(library, name)
    assert library(("Lib", "Part")) is library(("Lib", "Part"))
    for name in ("Nothing", "Lib.Nothing", "Lib.Part.Nothing", "Lib.Resources", "Lib.package", "Other.Nothing"):
        assert library(tuple(name.split("."))) is None, name
    # Classes inside of files are in their trees.
    assert library(("Lib", "Inside")) is None
    assert library(("Other", "Inside")) is None


def test_files_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    write(tmp_path, TREE)
    write(tmp_path, {"Lib/Broken.mo": "within Lib;\nmodel Broken\n  Real x = ;\nend Broken;\n"})
    library = Library([tmp_path])
    found(library, "Lib.Sub.Deep")
    with pytest.raises(MosilaError) as error:
        library(("Lib", "Broken"))
    assert code(error) == "P001"
    assert error.value.diagnostics[0].span.path == str(tmp_path / "Lib" / "Broken.mo")


def test_names_are_found_as_they_are_spelt(tmp_path: Path) -> None:
    write(tmp_path, TREE)
    library = Library([tmp_path])
    assert library(("lib",)) is None
    assert library(("Lib", "part")) is None


def test_contents_come_in_the_order_of_the_package(tmp_path: Path) -> None:
    write(tmp_path, TREE)
    library = Library([tmp_path])
    assert library.contents(("Lib",)) == ("Part", "Sub")
    write(tmp_path, {"Lib/package.order": "\ufeffInside\r\nSub\r\n\r\nsomeConstant\r\nPart\r\n", "Lib/Also.mo": model("Also", "Lib")})
    assert Library([tmp_path]).contents(("Lib",)) == ("Sub", "Part", "Also")
    for path in (("Lib", "Part"), ("Nothing",), ()):
        assert library.contents(path) == ()


def test_modelicapath(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write(tmp_path / "first", {"Lib.mo": package("Lib", body=version("1"))})
    second = write(tmp_path / "second", {"Lib.mo": package("Lib", body=version("2")), "More.mo": package("More")})
    monkeypatch.setenv("MODELICAPATH", os.pathsep.join((str(first), "", str(tmp_path / "missing"), str(second))))
    library = Library(modelica_path())
    assert found(library, "Lib").span.path == str(first / "Lib.mo")
    assert found(library, "More").span.path == str(second / "More.mo")
    monkeypatch.delenv("MODELICAPATH")
    assert [folder.name for folder in modelica_path()] == ["stdlib"]


@pytest.mark.parametrize(
    ("wanted", "taken"),
    [("", "Lib 10.0.0"), ("9.1.0", "Lib 9.1.0"), ("9.0.0", "Lib 9.1.0"), ("10.0.0", "Lib 10.0.0"), ("10.0.0 beta 1", "Lib 10.0.0 beta 1")],
)
def test_versions_in_names_of_folders(wanted: str, taken: str, tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "Lib 9.1.0/package.mo": package("Lib", body=version("9.1.0", "9.0.0")),
            "Lib 10.0.0/package.mo": package("Lib", body=version("10.0.0")),
            "Lib 10.0.0 beta 1/package.mo": package("Lib", body=version("10.0.0 beta 1")),
            "Library 11.0.0/package.mo": package("Library", body=version("11.0.0")),
        },
    )
    assert found(Library([tmp_path], wish(wanted)), "Lib").span.path == str(tmp_path / taken / "package.mo")


def test_a_folder_without_a_version_comes_first_and_may_tell_it_inside(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "Lib/package.mo": package("Lib", body=version("1.0")),
            "Lib 2.0.mo": package("Lib"),
        },
    )
    assert found(Library([tmp_path]), "Lib").span.path == str(tmp_path / "Lib" / "package.mo")
    assert found(Library([tmp_path], wish("1.0")), "Lib").span.path == str(tmp_path / "Lib" / "package.mo")
    assert found(Library([tmp_path], wish("2.0")), "Lib").span.path == str(tmp_path / "Lib 2.0.mo")
    with pytest.raises(MosilaError) as error:
        Library([tmp_path], wish("3.0"))(("Lib",))
    assert code(error) == "L003"
    assert "version 3.0; found: 1.0, 2.0" in str(error.value)
    assert Library([tmp_path / "Lib"], wish("3.0"))(("Lib",)) is None


def test_versions_are_ordered_by_their_numbers() -> None:
    versions = ["3.2", "3.2.1", "3.10", "4.0.0 beta 1", "4.0.0-rc.1", "4.0.0", "4.0.0+build", "4.0.1"]
    shuffled = versions[::-1]
    assert sorted(shuffled, key=version_key) == versions


def test_what_a_library_uses_is_taken_in_the_version_it_names(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "Top.mo": package("Top", body='  annotation(uses(Lib(version="1.0")));\n'),
            "Rival.mo": package("Rival", body='  annotation(uses(Lib(version="2.0")));\n'),
            "Lib 1.0.mo": package("Lib", body=version("1.0")),
            "Lib 2.0.mo": package("Lib", body=version("2.0")),
        },
    )
    library = Library([tmp_path])
    found(library, "Top")
    assert found(library, "Lib").span.path == str(tmp_path / "Lib 1.0.mo")
    with pytest.raises(MosilaError) as error:
        library(("Rival",))
    assert code(error) == "L003"
    assert "version 2.0; found: 1.0, in use already" in str(error.value)


@pytest.mark.parametrize("within", [None, "", "Lib.Sub", "lib"])
def test_within_must_fit_the_folder(within: str | None, tmp_path: Path) -> None:
    write(tmp_path, {**TREE, "Lib/Part.mo": model("Part", within)})
    with pytest.raises(MosilaError) as error:
        Library([tmp_path])(("Lib", "Part"))
    assert code(error) == "L001"
    assert "it lies in the folder of the package `Lib`" in str(error.value)


@pytest.mark.parametrize(
    "text", ["", "within Lib;\n", model("Pert", "Lib"), model("Part", "Lib") + model("Other"), model("Other", "Lib") + model("Part")]
)
def test_a_file_defines_the_class_that_its_name_says(text: str, tmp_path: Path) -> None:
    write(tmp_path, {**TREE, "Lib/Part.mo": text})
    with pytest.raises(MosilaError) as error:
        Library([tmp_path])(("Lib", "Part"))
    assert code(error) == "L002"


def test_a_single_file_beside_a_model_need_not_be_a_library(tmp_path: Path) -> None:
    write(tmp_path, {"Several.mo": model("Several") + model("More"), "Another.mo": model("Renamed"), "Member.mo": model("Member", "Lib")})
    library = Library([tmp_path])
    for name in ("Several", "Another", "Member"):
        assert library((name,)) is None


@pytest.mark.parametrize("twin", ["Lib/Part/package.mo", "Lib/Part.mosila", "Lib/Inside.mo"])
def test_a_class_stands_in_one_place(twin: str, tmp_path: Path) -> None:
    write(tmp_path, {**TREE, twin: package("Part", "Lib") if "Part" in twin else model("Inside", "Lib")})
    with pytest.raises(MosilaError) as error:
        Library([tmp_path])(("Lib", "Part"))
    assert code(error) == "L004"


def test_resources(tmp_path: Path) -> None:
    write(tmp_path, {**TREE, "Lib/Sub/Images/a b.png": "", "Other.mo": package("Other"), "data.txt": ""})
    library = Library([tmp_path])
    assert library.resolve("modelica://Lib/Resources/table.txt", NOWHERE) == tmp_path / "Lib" / "Resources" / "table.txt"
    assert library.resolve("modelica://Lib/Resources", NOWHERE).is_dir()
    # In the folder of the class that is named, or of the packages around it.
    assert library.resolve("modelica://Lib.Sub/Images/a%20b.png#top", NOWHERE) == tmp_path / "Lib" / "Sub" / "Images" / "a b.png"
    assert library.resolve("modelica://Lib.Sub.Deep/Resources/table.txt", NOWHERE) == tmp_path / "Lib" / "Resources" / "table.txt"
    # Beside a library that is a single file.
    assert library.resolve("modelica://Other/data.txt", NOWHERE) == tmp_path / "data.txt"


@pytest.mark.parametrize(
    ("uri", "reason"),
    [
        ("modelica://Lib/Resources/missing.txt", "missing.txt"),
        ("modelica://Nothing/table.txt", "there is no library `Nothing`"),
        ("modelica:///table.txt", "does not begin with"),
        ("file:///table.txt", "does not begin with"),
    ],
)
def test_resources_that_are_not_there(uri: str, reason: str, tmp_path: Path) -> None:
    write(tmp_path, TREE)
    with pytest.raises(MosilaError) as error:
        Library([tmp_path]).resolve(uri, NOWHERE)
    assert code(error) == "L005"
    assert uri in str(error.value)
    assert reason in str(error.value)
