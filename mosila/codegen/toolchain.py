"""C text -> shared library in the disk cache, named by the hash of text, flags, headers and compiler.

Processes share the cache without locks: a library is made under a name of its own and moved to its place in one step.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Final

from mosila.cache import cache_directory, write_atomically
from mosila.dataclass import dataclass
from mosila.diagnostics.codegen import COMPILER_FAILED, NO_COMPILER
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError

CANDIDATES: Final = ("cc", "gcc", "clang")
_TURNS: Final[dict[str, Lock]] = {}
"""By name of a library: threads that want the same one wait for whoever compiles it."""

# Contraction and fast mathematics would let the same model give other digits with another compiler.
FLAGS: Final = ("-std=c11", "-O2", "-fPIC", "-shared", "-ffp-contract=off", "-fno-math-errno", "-w")


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler: the words that call it, and what it says about its version."""

    command: tuple[str, ...]
    identity: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A C text that is compiled by itself, and the flags after the usual ones."""

    text: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledLibrary:
    """A shared library on disk, whether it was there already, and the seconds that it took."""

    path: Path
    cache_hit: bool
    seconds: float


class CompilationFailed(MosilaError):
    """The compiler or linker refused a text; `complaints` is all it said."""

    def __init__(self, diagnostic: Diagnostic, complaints: str) -> None:
        super().__init__(diagnostic)
        self.complaints = complaints


def compile_shared(text: str, flags: tuple[str, ...] = (), include: tuple[Path, ...] = (), link: tuple[str, ...] = ()) -> CompiledLibrary:
    """The shared library of a C text; `flags` come after the usual ones, `include` are folders with headers.

    `link` are words for the linker: libraries and where to find them.
    """
    return compile_units((Unit(text, flags),), include, link)


def compile_units(
    units: tuple[Unit, ...], include: tuple[Path, ...] = (), link: tuple[str, ...] = (), installed: Path | None = None
) -> CompiledLibrary:
    """The shared library of C texts that are compiled at the same time, each in a process of its own.

    In the folder `installed` there may be one that came with the program.
    """
    begin = time.perf_counter()
    compiler = find_compiler()
    name = _content_name(units, link, include, compiler)
    if installed is not None and _is_whole(path := installed / f"{name}{_suffix()}"):
        return CompiledLibrary(path, True, time.perf_counter() - begin)
    with _TURNS.setdefault(name, Lock()):
        for folder in (_cache_folder(), _own_folder()):
            path = folder / f"{name}{_suffix()}"
            if _is_whole(path):
                return CompiledLibrary(path, True, time.perf_counter() - begin)
            if _compile(compiler, units, include, path, link):
                return CompiledLibrary(path, False, time.perf_counter() - begin)
    raise _failure(compiler, units[0].text, name, "no folder to write to", "")


def install(library: CompiledLibrary, folder: Path) -> None:
    """Put a library into a folder that belongs to the program, for all who use it."""
    for file in (_seal(library.path), library.path):
        if write_atomically(folder / file.name, file.read_bytes()):
            os.chmod(folder / file.name, 0o644)


def find_compiler() -> Compiler:
    """The compiler in `CC`, else the first of `CANDIDATES` on the PATH."""
    return _find_compiler(os.environ.get("CC", ""), os.environ.get("PATH", ""))


@cache
def _find_compiler(chosen: str, path: str) -> Compiler:
    for words in [tuple(shlex.split(chosen))] if chosen.strip() else [(name,) for name in CANDIDATES]:
        if program := shutil.which(words[0], path=path or None):
            return Compiler((program, *words[1:]), _identity((program, *words[1:])))
    tried = f"CC names `{chosen}`, which is not there" if chosen.strip() else f"none of {', '.join(CANDIDATES)} is on the PATH"
    command = "xcode-select --install" if sys.platform == "darwin" else "apt install gcc libc6-dev"
    raise MosilaError(NO_COMPILER.at(tried=tried, command=command))


def _identity(command: tuple[str, ...]) -> str:
    """What `--version` says, remembered on disk for as long as the program is the same file."""
    status = os.stat(os.path.realpath(command[0]))
    key = _hash("\0".join(command), os.path.realpath(command[0]), str(status.st_mtime_ns), str(status.st_size))
    remembered = cache_directory() / "compilers" / f"{key}.txt"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return remembered.read_text(encoding="utf-8")
    try:
        answer = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise MosilaError(NO_COMPILER.at(tried=f"{command[0]} cannot be run ({error})", command="apt install gcc libc6-dev")) from error
    identity = "\n".join((*command, answer.stdout))
    write_atomically(remembered, identity.encode())
    return identity


def _content_name(units: tuple[Unit, ...], link: tuple[str, ...], include: tuple[Path, ...], compiler: Compiler) -> str:
    headers = [file.read_text(encoding="utf-8") for folder in include for file in sorted(folder.glob("*.[ch]"))]
    parts = [part for unit in units for part in (unit.text, "\0".join((*FLAGS, *unit.flags)))]
    return _hash(*parts, "\0".join(link), compiler.identity, *headers)


def _hash(*parts: str) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        content = part.encode()
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()


def _suffix() -> str:
    return ".dylib" if sys.platform == "darwin" else ".so"


def _cache_folder() -> Path:
    return cache_directory() / "kernels"


@cache
def _own_folder() -> Path:
    """Where the cache cannot be written: a folder of this process alone."""
    folder = Path(tempfile.mkdtemp(prefix="mosila-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _compile(compiler: Compiler, units: tuple[Unit, ...], include: tuple[Path, ...], path: Path, link: tuple[str, ...]) -> bool:
    """Makes the library at `path`; False where its folder cannot be written to."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=path.stem, suffix=".tmp", dir=path.parent)
    except OSError:
        return False
    os.close(handle)
    objects = [f"{temporary}.{number}.o.tmp" for number in range(len(units))] if len(units) > 1 else []
    calls = [[*FLAGS, *unit.flags, *(f"-I{folder}" for folder in include), "-x", "c", "-", "-x", "none"] for unit in units]
    finish = ["-o", temporary, *link, "-lm"]
    try:
        if objects:
            _call(compiler, units, path.stem, [[*call, "-c", "-o", file] for call, file in zip(calls, objects, strict=True)])
            _call(compiler, (Unit(""),), path.stem, [[*FLAGS, "-x", "none", *objects, *finish]])
        else:
            _call(compiler, units, path.stem, [[*calls[0], *finish]])
        os.chmod(temporary, 0o755)
        if not write_atomically(_seal(path), _digest(Path(temporary))):
            return False
        os.replace(temporary, path)
    finally:
        for file in (temporary, *objects):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(file)
    return True


def _call(compiler: Compiler, units: tuple[Unit, ...], name: str, calls: list[list[str]]) -> None:
    """Calls of the compiler at the same time, each with the text of a unit."""
    with contextlib.ExitStack() as stack:
        processes = []
        for unit, call in zip(units, calls, strict=True):
            text = stack.enter_context(tempfile.TemporaryFile())
            text.write(unit.text.encode())
            text.seek(0)
            command = [*compiler.command, *call]
            processes.append(stack.enter_context(subprocess.Popen(command, stdin=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)))
        complaints = [process.communicate()[1].decode("utf-8", "replace") for process in processes]
        for unit, process, complaint in zip(units, processes, complaints, strict=True):
            if process.returncode:
                raise _failure(compiler, unit.text, name, _first_complaint(complaint, process.returncode), complaint)


def _seal(path: Path) -> Path:
    """Beside each library lies its digest: a damaged library must not be loaded."""
    return path.with_suffix(".sum")


def _digest(path: Path) -> bytes:
    return blake2b(path.read_bytes(), digest_size=16).digest()


def _is_whole(path: Path) -> bool:
    try:
        return _seal(path).read_bytes() == _digest(path)
    except OSError:
        return False


def _first_complaint(errors: str, code: int) -> str:
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else f"it ended with code {code}")


def _failure(compiler: Compiler, text: str, name: str, reason: str, complaints: str) -> CompilationFailed:
    """The error, with the text kept where it can be read."""
    for file in (cache_directory() / "failed" / f"{name}.c", Path(tempfile.gettempdir()) / f"mosila-{name}.c"):
        if write_atomically(file, text.encode()):
            break
    return CompilationFailed(COMPILER_FAILED.at(reason=reason, file=file, compiler=compiler.command[0]), complaints)
