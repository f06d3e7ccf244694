"""Models compiled ahead of time: a program, its derived structures and their machine code in one piece."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from mosila.cache import cache_directory, write_atomically
from mosila.codegen.shapes import Kernels
from mosila.codegen.structure import StructureCode
from mosila.compiler import CompiledModel
from mosila.dataclass import dataclass
from mosila.experiment.sealed import read_sealed, seal, unseal
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.timings import Stopwatch

KIND: Final = "compiled model"
SUFFIX: Final = ".mosimo"

VariantKey = tuple[tuple[str, float | str], ...]
"""Values of parameters that decide the structure, by path."""


@dataclass(frozen=True, slots=True, eq=False)
class Package:
    """What a model needs to run without its source; `libraries` are files of machine code with the functions in them."""

    name: str
    options: dict[str, Any]
    """What the `experiment` annotation sets."""
    programs: dict[VariantKey, tuple[Program, dict[Structure, StructureCode]]]
    """By values of parameters that decide the structure; the model as it is has none."""
    libraries: tuple[tuple[str, tuple[str, ...], bytes], ...]


def pack(name: str, options: Mapping[str, Any], compiled: Mapping[VariantKey, CompiledModel]) -> bytes:
    """A package with what these models have derived and compiled so far."""
    files: dict[Path, tuple[str, ...]] = {}
    for model in compiled.values():
        for path, names in model.kernels.files:
            files[path] = tuple(dict.fromkeys((*files.get(path, ()), *names)))
    libraries = tuple((path.name, names, path.read_bytes()) for path, names in files.items())
    programs = {key: (model.program, model.derived) for key, model in compiled.items()}
    return seal(KIND, Package(name, dict(options), programs, libraries))


def unpack(content: bytes, file: str) -> Package:
    """The package in the bytes of a file."""
    package: Package = unseal(KIND, content, file)
    return package


def read_package(path: str | Path) -> Package:
    """The package in a file."""
    package: Package = read_sealed(KIND, path)
    return package


def load_compiled(package: Package) -> dict[VariantKey, CompiledModel]:
    """The models of a package, ready to run; machine code that cannot be loaded here is compiled anew."""
    found = {}
    for key, (program, derived) in package.programs.items():
        kernels = Kernels()
        for name, functions, content in package.libraries:
            path = cache_directory() / "packages" / f"{sha256(content).hexdigest()[:32]}-{name}"
            if path.exists() or write_atomically(path, content):
                _load(kernels, path, functions)
        found[key] = CompiledModel(program, Stopwatch(), derived=derived, kernels=kernels)
    return found


def _load(kernels: Kernels, path: Path, functions: tuple[str, ...]) -> None:
    try:
        kernels.load(path, functions)
    except OSError:
        return
