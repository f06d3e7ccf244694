"""`python -m benchmarks.fuzz_parser [PATH...]`: wrong texts in great number, each of which must give a tree or a diagnostic.

Seeds are the source files below the paths, by default the examples and tests of this repository. Each input is parsed; a tree
must survive the printer, a diagnostic must stand inside the text. No input may take longer than ten seconds of the processor a
megabyte. With `--patterns 1000000` come monotonous texts of a megabyte each, which takes half an hour. An input that fails is
kept in a file.
"""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from benchmarks.mutate import mutated, patterns
from mosila.cli.source_files import source_files
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.render import OutputFormat, render
from mosila.source import SourceFile
from mosila.syntax.format import format_definition
from mosila.syntax.parse import parse_source
from mosila.syntax.read import read_text

ROOT = Path(__file__).parents[1]
SECONDS_PER_MEGABYTE = 10.0
SHORTEST_LIMIT = 2.0
MEGABYTE = 1_000_000
CAN_INTERRUPT = hasattr(signal, "SIGPROF")


class TooSlowError(Exception):
    """An input took too long."""


def outcome(text: str, path: str = "fuzz.mo") -> str:
    """What became of a text: `tree` or the code of its first diagnostic; anything else is an exception."""
    try:
        tree = parse_source(SourceFile(path, text))
    except MosilaError as error:
        _check_diagnostics(text, error.diagnostics)
        return error.diagnostics[0].code
    again = parse_source(SourceFile(path, format_definition(tree)))
    assert again == tree, "the printer changed the tree or the comments"
    return "tree"


def _check_diagnostics(text: str, diagnostics: Sequence[Diagnostic]) -> None:
    lines = text.count("\n") + 1
    assert diagnostics, "an error that says nothing"
    assert all(1 <= each.span.line <= lines and each.message for each in diagnostics), "a diagnostic outside of the text"
    for style in OutputFormat:
        render(diagnostics, style)


def _limit(text: str) -> float:
    return max(SHORTEST_LIMIT, SECONDS_PER_MEGABYTE * len(text) / MEGABYTE)


def _check_time(text: str) -> None:
    begin = time.process_time()
    with contextlib.suppress(MosilaError):
        parse_source(SourceFile("fuzz.mo", text))
    used = time.process_time() - begin
    if used > _limit(text):
        raise TooSlowError(f"{used:.1f} s where {_limit(text):.1f} s are allowed")


def _allow_seconds(seconds: float) -> None:
    """Interrupt what takes longer, by the processor's clock; 0 for no limit."""
    if CAN_INTERRUPT:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _give_up(*_: object) -> None:
    raise TooSlowError("no end in sight")


def inputs(seeds: Sequence[str], count: int, random: Random, size: int) -> Iterator[tuple[str, str]]:
    """Texts with names: patterns of so many characters, if any, and mutations."""
    if size:
        yield from patterns(size)
    for number in range(count):
        yield f"mutation {number}", mutated(random, random.choice(seeds), seeds)


def run(texts: Iterable[tuple[str, str]], keep: Path) -> tuple[Counter[str], int]:
    """How often each outcome came, and how many inputs failed."""
    counts: Counter[str] = Counter()
    failures = 0
    if CAN_INTERRUPT:
        signal.signal(signal.SIGPROF, _give_up)
    for name, text in texts:
        _allow_seconds(10 * _limit(text))
        try:
            _check_time(text)
            counts[outcome(text)] += 1
        except Exception as error:
            failures += 1
            counts[f"FAILED {type(error).__name__}"] += 1
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{failures}.mo").write_text(text, encoding="utf-8", errors="surrogatepass")
            last = traceback.extract_tb(error.__traceback__)[-1]
            print(
                f"{name!r}: {type(error).__name__}: {str(error)[:100]} ({last.filename}:{last.lineno}), kept in {keep / str(failures)}.mo"
            )
        finally:
            _allow_seconds(0)
    return counts, failures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print what came out; 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_parser", description=__doc__)
    parser.add_argument("paths", nargs="*", default=[str(ROOT / "examples"), str(ROOT / "tests")], metavar="PATH")
    parser.add_argument("-n", "--count", type=int, default=10_000, help="mutated inputs (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (default: 1)")
    parser.add_argument("--longest", type=int, default=30_000, help="leave out files with more characters (default: 30000)")
    parser.add_argument("--patterns", type=int, default=0, metavar="SIZE", help="monotonous texts of so many characters, too")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "mosila-fuzz", help="where inputs that fail are kept")
    chosen = parser.parse_args(arguments)
    seeds = []
    for path in source_files(chosen.paths):
        try:
            text = read_text(path).text
        except MosilaError:
            continue
        if 0 < len(text) <= chosen.longest:
            seeds.append(text)
    begin = time.perf_counter()
    counts, failures = run(inputs(seeds, chosen.count, Random(chosen.seed), chosen.patterns), chosen.keep)
    total = sum(counts.values())
    print(f"{total} inputs from {len(seeds)} files in {time.perf_counter() - begin:.0f} s, {failures} failed")
    print(", ".join(f"{name} {count}" for name, count in counts.most_common()))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
