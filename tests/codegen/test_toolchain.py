"""Several C texts as one library: compiled at the same time, kept, refused with the complaint of the one that is wrong."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from mosila.codegen.toolchain import CompilationFailed, Unit, compile_units, install


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path))


def test_units_are_linked_and_kept(tmp_path: Path) -> None:
    units = (Unit("int six(void);\nint answer(void) { return SEVEN * six(); }\n", ("-DSEVEN=7",)), Unit("int six(void) { return 6; }\n"))
    made = compile_units(units)
    assert not made.cache_hit
    assert ctypes.CDLL(str(made.path)).answer() == 42
    assert compile_units(units).cache_hit
    assert sorted(file.suffix for file in (tmp_path / "kernels").iterdir()) == sorted([made.path.suffix, ".sum"])


def test_what_came_with_the_program_is_taken_if_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    units, folder = (Unit("int answer(void) { return 42; }\n"),), tmp_path / "installed"
    install(compile_units(units), folder)
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path / "empty"))
    found = compile_units(units, installed=folder)
    assert found.cache_hit
    assert found.path.parent == folder
    assert not (tmp_path / "empty" / "kernels").exists()
    found.path.write_bytes(b"damaged")
    assert not compile_units(units, installed=folder).cache_hit
    assert compile_units(units, installed=folder).path.parent == tmp_path / "empty" / "kernels"


def test_flags_of_a_unit_make_another_library() -> None:
    first, second = (compile_units((Unit("int a(void) { return N; }\n", (f"-DN={number}",)), Unit(""))).path for number in (1, 2))
    assert (ctypes.CDLL(str(first)).a(), ctypes.CDLL(str(second)).a()) == (1, 2)


def test_a_wrong_unit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CompilationFailed) as caught:
        compile_units((Unit("int fine;\n"), Unit("int wrong(void) { return nothing; }\n")))
    assert "nothing" in caught.value.complaints
    assert "return nothing" in next((tmp_path / "failed").iterdir()).read_text()
    assert not list((tmp_path / "kernels").iterdir())
