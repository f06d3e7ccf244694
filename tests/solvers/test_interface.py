"""The interface of the C runtime that lies in the cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from mosila.solvers.interface import interface


@pytest.mark.parametrize("content", [b"", b"this is not Python(", b"x = 1\n", bytes(range(256))])
def test_a_damaged_interface_is_noticed_and_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path))
    size = interface.__wrapped__().sizeof("mos_run")
    (stored,) = (tmp_path / "interface").iterdir()
    whole = stored.read_bytes()
    for damaged in (content, whole[:-5], whole[:100] + b"#" + whole[101:]):
        stored.write_bytes(damaged)
        assert interface.__wrapped__().sizeof("mos_run") == size
        assert stored.read_bytes() == whole
    stored.unlink()
    stored.mkdir()
    assert interface.__wrapped__().sizeof("mos_run") == size
