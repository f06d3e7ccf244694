"""`python -m benchmarks.parse_library PATH...`: how long a library takes to parse, and whether it survives the printer.

Cold: `mosila parse` with an empty cache. Warm: the same again, which only looks whether the files are known. Trees: all syntax
trees from the cache. Round trip: each file printed and parsed again; tree and comments must be the same. All on one
core if the system lets us; the cache is one of its own and is removed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from mosila.cli.main import main as mosila
from mosila.cli.source_files import source_files
from mosila.library.read import load_definition
from mosila.source import SourceFile
from mosila.syntax.format import format_definition
from mosila.syntax.parse import parse_source
from mosila.syntax.read import read_text

T = TypeVar("T")


def measure(name: str, work: Callable[[], T]) -> T:
    """Do a piece of work and print how long it takes: by the clock, and of the processor, if others use the machine too."""
    begin, used = time.perf_counter(), time.process_time()
    result = work()
    print(f"{name:<12} {time.perf_counter() - begin:>8.2f} s {time.process_time() - used:>8.2f} s", flush=True)
    return result


def parse_all(paths: Sequence[str]) -> None:
    """`mosila parse`; ends the program if a file is not well written."""
    if (code := mosila(["parse", "--quiet", *paths])) != 0:
        raise SystemExit(code)


def read_all(files: Sequence[Path]) -> None:
    """All trees, one after another."""
    for file in files:
        load_definition(file)


def changed_by_printing(file: Path) -> bool:
    """Whether a file is another one after printing, in its tree or its comments, or yet another one when printed again."""
    before = parse_source(read_text(file))
    text = format_definition(before)
    after = parse_source(SourceFile(str(file), text))
    return after != before or format_definition(after) != text


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a file did not survive."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parse_library", description=__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or folder")
    parser.add_argument("--no-round-trip", action="store_true", help="only measure")
    chosen = parser.parse_args(arguments)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    files = list(source_files(chosen.paths))
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{len(files)} files, {size:.1f} MB  by the clock / of the processor")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["MOSILA_CACHE"] = cache
        measure("cold", lambda: parse_all(chosen.paths))
        measure("warm", lambda: parse_all(chosen.paths))
        measure("trees", lambda: read_all(files))
        kept = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file()) / 1e6
        print(f"{'cache':<12} {kept:>8.2f} MB")
        if chosen.no_round_trip:
            return 0
        changed = measure("round trip", lambda: [file for file in files if changed_by_printing(file)])
    print(f"{len(changed)} of {len(files)} files changed")
    for file in changed:
        print(f"  {file}")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
