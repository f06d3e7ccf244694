"""Syntax trees on disk: the same tree comes back, whatever happens to the files of the cache."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from mosila.cache import read_checked, trim, write_checked
from mosila.diagnostics import MosilaError
from mosila.library import read
from mosila.library.encode import decode, encode
from mosila.library.read import is_known_good, load_definition, parse_cached
from mosila.source import SourceFile, Span
from mosila.syntax import ast
from mosila.syntax.parse import parse_source
from mosila.syntax.read import read_text
from tests.cli.program import run, start, wait
from tests.library.packages import model, write
from tests.running import EXAMPLES

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in (EXAMPLES, ROOT / "tests") for path in folder.rglob("*.mo*") if path.suffix in (".mo", ".mosila"))
TEXT = 'model A "text" // why\n  Real x(start = 1.5, fixed = true) = 2 /* two */;\n  parameter String s = "a\\nb";\nend A;\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "trees"


def entries(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


def spans(value: object) -> Iterator[Span]:
    match value:
        case Span():
            yield value
        case ast.Node():
            for each in fields(value):
                yield from spans(getattr(value, each.name))
        case tuple():
            for item in value:
                yield from spans(item)


def test_trees_come_back_with_spans_and_comments() -> None:
    count = 0
    for path in FILES:
        try:
            tree = parse_source(read_text(path))
        except MosilaError:
            continue
        count += 1
        content = encode(tree)
        assert content is not None
        again = decode(content, str(path))
        assert again == tree
        assert list(spans(again)) == list(spans(tree))
    assert count > 50


def test_the_second_time_the_tree_comes_from_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SourceFile("A.mo", TEXT)
    assert not is_known_good(source)
    first = parse_cached(source)
    assert is_known_good(source)
    monkeypatch.setattr(read, "parse_source", lambda source: pytest.fail("it was parsed again"))
    second = parse_cached(source)
    assert second == first
    assert list(spans(second)) == list(spans(first))


def test_a_file_that_was_moved_is_known_and_has_its_new_place(cache: Path) -> None:
    parse_cached(SourceFile("A.mo", TEXT))
    moved = parse_cached(SourceFile("there/A.mo", TEXT))
    assert len(entries(cache)) == 1
    assert {span.path for span in spans(moved)} == {"there/A.mo"}


def test_another_text_or_another_parser_is_not_mistaken(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse_cached(SourceFile("A.mo", TEXT))
    assert not is_known_good(SourceFile("A.mo", TEXT + "\n"))
    monkeypatch.setattr(read, "_parser_hash", lambda: b"another")
    assert not is_known_good(SourceFile("A.mo", TEXT))


def test_a_wrong_file_is_not_kept(cache: Path, tmp_path: Path) -> None:
    file = write(tmp_path, {"A.mo": "model A\n  Real x = ;\nend A;\n"}) / "A.mo"
    for _ in range(2):
        assert run("parse", file).code == 1
    assert not entries(cache)


@pytest.mark.parametrize("damage", ["empty", "half", "flipped", "garbage", "folder"])
def test_a_damaged_entry_is_noticed_and_replaced(damage: str, cache: Path) -> None:
    source = SourceFile("A.mo", TEXT)
    first = parse_cached(source)
    (entry,) = entries(cache)
    content = bytearray(entry.read_bytes())
    match damage:
        case "empty":
            content.clear()
        case "half":
            del content[len(content) // 2 :]
        case "flipped":
            content[len(content) // 2] ^= 1
        case "garbage":
            content[:] = b"no tree" * 100
    entry.unlink()
    if damage == "folder":
        entry.mkdir()
    else:
        entry.write_bytes(content)
    assert parse_cached(source) == first
    if damage != "folder":
        assert read_checked(entry) is not None


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    occupied = write(tmp_path, {"occupied": "a file"}) / "occupied"
    monkeypatch.setenv("MOSILA_CACHE", str(occupied / "cache"))
    for _ in range(2):
        assert parse_cached(SourceFile("A.mo", TEXT)).classes[0].definition.name == "A"
    assert occupied.read_text(encoding="utf-8") == "a file"


def test_several_processes_share_an_empty_cache(cache: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "many", {f"M{k}.mo": model(f"M{k}") for k in range(40)})
    processes = [start("parse", folder, MOSILA_CACHE=str(cache.parent)) for _ in range(4)]
    assert [wait(process) for process in processes] == [(0, "40 files: well written\n", "")] * 4
    assert len(entries(cache)) == 40
    assert all(read_checked(entry) is not None for entry in entries(cache))


def test_a_process_killed_while_it_writes_leaves_a_cache_that_works(cache: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "many", {f"M{k}.mo": model(f"M{k}") for k in range(2000)})
    process = start("parse", folder, MOSILA_CACHE=str(cache.parent))
    while len(entries(cache)) < 50 and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    process.communicate()
    written = len(entries(cache))
    assert 50 <= written < 2000, "it was not killed in the middle"
    assert run("parse", folder, MOSILA_CACHE=str(cache.parent)) == (0, "2000 files: well written\n", "")
    assert all(load_definition(path).classes for path in folder.iterdir())


def test_the_cache_does_not_grow_beyond_its_limit(tmp_path: Path) -> None:
    now = time.time()
    for k in range(10):
        path = tmp_path / f"{k % 3}" / f"{k}"
        assert write_checked(path, bytes(1000))
        os.utime(path, (now - 1000 * (10 - k),) * 2)
    left = tmp_path / "0" / "half.tmp"
    left.write_bytes(bytes(10))
    fresh = tmp_path / "0" / "other.tmp"
    fresh.write_bytes(bytes(10))
    os.utime(left, (now - 7200,) * 2)
    trim(tmp_path, 20_000)
    assert not left.exists()
    assert fresh.exists()
    assert len(entries(tmp_path)) == 11
    trim(tmp_path, 5_500)
    assert {path.name for path in entries(tmp_path)} == {"6", "7", "8", "9", "other.tmp"}


def test_what_is_used_is_kept(tmp_path: Path) -> None:
    old, used = tmp_path / "old", tmp_path / "used"
    for path in (old, used):
        write_checked(path, bytes(1000))
        os.utime(path, (time.time() - 10 * 86400,) * 2)
    assert read_checked(used) == bytes(1000)
    trim(tmp_path, 1_500)
    assert entries(tmp_path) == [used]


def test_a_tree_too_deep_for_the_cache_is_parsed_each_time(cache: Path) -> None:
    depth = 1400
    text = f"model A\n  Real x = {'(1 + 2 * ' * depth}1{')' * depth};\nend A;\n"
    assert sys.getrecursionlimit() > depth
    for _ in range(2):
        assert parse_cached(SourceFile("A.mo", text)).classes[0].definition.name == "A"
    assert not entries(cache)
