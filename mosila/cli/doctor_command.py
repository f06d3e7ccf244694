"""`mosila doctor`: what mosila needs on this machine, what is there, what is missing, and what to type."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import NamedTuple

import mosila
from mosila.cache import cache_directory
from mosila.codegen.toolchain import compile_shared, find_compiler
from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import NOT_READY
from mosila.solvers.sundials import find_solver_libraries, load_addresses

_OLDEST_PYTHON = (3, 11)
_PROBE = "int mosila_probe(void) { return 42; }\n"


class Finding(NamedTuple):
    """What was found: fine or not, in words, and what to type if it is not; what is not needed for a run is optional."""

    name: str
    is_fine: bool
    text: str
    command: str = ""
    is_optional: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`doctor` takes no arguments."""
    parser.description = "Check Python, the C compiler, SUNDIALS, KLU and the cache, and say what to type if something is missing."
    parser.epilog = "example: mosila doctor"


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; an error if a run is not possible."""
    findings = [check() for check in CHECKS]
    width = max(len(each.name) for each in findings)
    for finding in findings:
        mark = "ok     " if finding.is_fine else "absent " if finding.is_optional else "MISSING"
        print(f"{mark}  {finding.name:{width}}  {finding.text}")
        if finding.command:
            print(f"{'':{9 + width}}  type: {finding.command}")
    missing = [each.name for each in findings if not each.is_fine and not each.is_optional]
    if missing:
        raise MosilaError(NOT_READY.at(missing=", ".join(missing)))
    return 0


def _python() -> Finding:
    text = f"{platform.python_version()} at {sys.executable}; mosila {mosila.__version__} at {os.path.dirname(mosila.__file__)}"
    return Finding("Python", sys.version_info >= _OLDEST_PYTHON, text)


def _compiler() -> Finding:
    try:
        compiler = find_compiler()
        library = compile_shared(_PROBE)
    except MosilaError as error:
        return _missing("C compiler", error)
    made = "already in the cache" if library.cache_hit else f"in {library.seconds:.2f} s"
    described = next((line for line in compiler.identity.splitlines()[len(compiler.command) :] if line), "")
    return Finding("C compiler", True, f"{' '.join(compiler.command)} ({described}); a small library compiled, {made}")


def _solver() -> Finding:
    try:
        libraries = find_solver_libraries()
        load_addresses(libraries, ("IDACreate", "IDASolve", "klu_analyze", "klu_factor"))
    except MosilaError as error:
        return _missing("solver", error)
    chosen = " named in MOSILA_SUNDIALS" if os.environ.get("MOSILA_SUNDIALS") else _package("scikit-sundae")
    ida = " ".join(("IDA of SUNDIALS", libraries.version)).strip()
    return Finding("solver", True, f"{ida}{chosen} in {libraries.sundials[-1].parent}; KLU{_package('pyklu')} in {libraries.klu.parent}")


def _cache() -> Finding:
    folder = cache_directory()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        text = f"{folder} cannot be written to ({error.strerror}); kernels are compiled anew in every run"
        return Finding("cache", False, text, "export MOSILA_CACHE=FOLDER", is_optional=True)
    files = [entry for entry in folder.rglob("*") if entry.is_file()]
    size = sum(entry.stat().st_size for entry in files) / 1e6
    return Finding("cache", True, f"{folder} ({len(files)} files, {size:.1f} MB; may be deleted at any time)")


def _plot() -> Finding:
    if find_spec("matplotlib") is None:
        return Finding("matplotlib", False, "--plot needs it", "pip install 'mosila[plot]'", is_optional=True)
    return Finding("matplotlib", True, f"for --plot{_package('matplotlib')}")


def _missing(name: str, error: MosilaError) -> Finding:
    diagnostic = error.diagnostics[0]
    command = diagnostic.help.removeprefix("to install one type: ").removeprefix("to install it type: ")
    return Finding(name, False, diagnostic.message, command)


def _package(name: str) -> str:
    try:
        return f" ({name} {version(name)})"
    except PackageNotFoundError:
        return ""


CHECKS: tuple[Callable[[], Finding], ...] = (_python, _compiler, _solver, _cache, _plot)
