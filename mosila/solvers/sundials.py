"""SUNDIALS and KLU in installed packages or on the system -> the addresses of the functions that the runtime calls.

The shared libraries of wheels have hashed names, so they are found by their first part. They are loaded locally: two
SUNDIALS in one process would otherwise call each other.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mosila.dataclass import dataclass
from mosila.diagnostics.codegen import MISSING_LIBRARY, UNFIT_LIBRARY
from mosila.diagnostics.diagnostic import MosilaError

SUNDIALS_COMMAND: Final = "pip install 'scikit-sundae>=1.2,<1.3'"
KLU_COMMAND: Final = "pip install 'pyklu>=0.2,<0.3'"

# In the order of loading. `core` came with version 7; before, every library had its own copy of it.
_PARTS: Final = ("core", "nvecserial", "sunmatrixdense", "sunmatrixsparse", "sunlinsoldense", "ida")
_OPTIONAL: Final = frozenset(("SUNContext_ClearErrHandlers", "IDASetErrHandlerFn", "klu_refactor", "klu_rcond"))


@dataclass(frozen=True, slots=True)
class SolverLibraries:
    """Where the libraries of the solver are."""

    sundials: tuple[Path, ...]
    klu: Path

    @property
    def version(self) -> str:
        """The version of SUNDIALS as its file name tells it, or nothing."""
        found = re.search(r"\.so\.(\d+(?:\.\d+)*)$|\.(\d+(?:\.\d+)*)\.dylib$", self.sundials[-1].name)
        return (found[1] or found[2]) if found else ""


def find_solver_libraries() -> SolverLibraries:
    """The libraries in `MOSILA_SUNDIALS` if that is set, else those of the installed wheels."""
    return SolverLibraries(_find_sundials(), _find_klu())


def load_addresses(libraries: SolverLibraries, names: Iterable[str]) -> dict[str, int]:
    """Loads the libraries and finds these functions; one that a version may lack is 0."""
    handles = [_load(path, SUNDIALS_COMMAND) for path in libraries.sundials]
    klu = [_load(libraries.klu, KLU_COMMAND)]
    return {name: _address(name, klu if name.startswith("klu_") else handles, libraries) for name in names}


def _find_sundials() -> tuple[Path, ...]:
    folders = _chosen_folders() or [*_package_folders("sksundae", "scikit_sundae.libs", "sksundae/.dylibs")]
    for folder in folders:
        found = {part: path for part in _PARTS if (path := _library_in(folder, f"libsundials_{part}"))}
        if "ida" in found:
            return tuple(found.values())
    where = ", ".join(str(folder) for folder in folders)
    reason = f"no libsundials_ida in {where}" if folders else "the package scikit-sundae is not installed"
    raise MosilaError(MISSING_LIBRARY.at(library="SUNDIALS", reason=reason, command=SUNDIALS_COMMAND))


def _find_klu() -> Path:
    for folder in _chosen_folders():
        if path := _library_in(folder, "libklu"):
            return path
    for folder in _package_folders("PyKLU", "PyKLU"):
        if path := _library_in(folder, "_klu"):
            return path
    raise MosilaError(MISSING_LIBRARY.at(library="KLU", reason="the package pyklu is not installed", command=KLU_COMMAND))


def _chosen_folders() -> list[Path]:
    chosen = os.environ.get("MOSILA_SUNDIALS")
    return [folder for base in [Path(chosen)] for folder in (base, base / "lib", base / "lib64")] if chosen else []


def _package_folders(package: str, *beside: str) -> list[Path]:
    """Folders beside an installed package, which is looked up and not imported."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return []
    site = Path(next(iter(spec.submodule_search_locations))).parent
    return [folder for name in beside if (folder := site / name).is_dir()]


def _library_in(folder: Path, name: str) -> Path | None:
    """The library of this name, whatever hash and version follow it."""
    pattern = re.compile(rf"{re.escape(name)}(-[0-9a-f]+)?(\.[\w.-]*)?\.(so|dylib|pyd|dll)(\.[\d.]+)?$")
    if not folder.is_dir():
        return None
    return next((folder / entry for entry in sorted(os.listdir(folder)) if pattern.match(entry)), None)


def _load(path: Path, command: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path), mode=ctypes.RTLD_LOCAL)
    except OSError as error:
        raise MosilaError(UNFIT_LIBRARY.at(library=path.name, reason=str(error), command=command)) from error


def _address(name: str, handles: list[ctypes.CDLL], libraries: SolverLibraries) -> int:
    for handle in handles:
        if function := getattr(handle, name, None):
            return ctypes.cast(function, ctypes.c_void_p).value or 0
    if name in _OPTIONAL:
        return 0
    path, command = (libraries.klu, KLU_COMMAND) if name.startswith("klu_") else (libraries.sundials[-1], SUNDIALS_COMMAND)
    raise MosilaError(UNFIT_LIBRARY.at(library=path.name, reason=f"it has no function {name}", command=command))
