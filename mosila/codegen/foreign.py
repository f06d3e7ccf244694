"""Foreign code made ready: external functions -> shared libraries with their C functions, in the cache on disk.

External functions of one origin are in one library, so that they share what their C text keeps. A library of the
annotation that is not there as machine code is made from its C text, if that stands beside the headers.
"""

from __future__ import annotations

import ctypes
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from mosila.codegen.c_expressions import PRELUDE
from mosila.codegen.c_foreign import LANGUAGES, foreign_declarations
from mosila.codegen.c_functions import HEADER, c_function_text
from mosila.codegen.support import SOURCES, support
from mosila.codegen.toolchain import CompilationFailed, compile_shared
from mosila.diagnostics.codegen import FOREIGN_LANGUAGE, FOREIGN_NOT_FOUND, FOREIGN_TEXT, HEADER_NOT_FOUND, LIBRARY_NOT_FOUND
from mosila.diagnostics.diagnostic import MosilaError
from mosila.functions.external import Origin
from mosila.functions.signature import Defined
from mosila.source import Span

FLAGS: Final = ("-std=gnu11", "-D_GNU_SOURCE", "-DSTDC99", "-pthread")
INCLUDE_TEXT: Final = "the annotation Include"
CALL_TEXT: Final = "the external clause"
_KEEP_ALL: Final = () if sys.platform == "darwin" else ("-Wl,--no-as-needed",)
_NO_LIBRARY: Final = (r"cannot find -l([^\s:]+)", r"library not found for -l(\S+)", r"library '([^']+)' not found")
_NO_HEADER: Final = (r"fatal error: '?([^\s:']+)'?(?:: No such file| file not found)",)
_NO_SYMBOL: Final = (r"undefined symbol: ([\w.]+)", r"symbol not found in flat namespace '_?(\w+)'")


def foreign_libraries(functions: Iterable[Defined]) -> tuple[Path, ...]:
    """The libraries of the external ones among these functions, loaded, so that what is missing is known."""
    origins: dict[Origin, list[Defined]] = {}
    for function in functions:
        external = function.definition.external
        if external is not None:
            if external.language not in LANGUAGES:
                raise MosilaError(FOREIGN_LANGUAGE.at(_span(function), function=function.name, language=external.language))
            origins.setdefault(external.origin, []).append(function)
    return tuple(_Unit(origin, chosen).library() for origin, chosen in origins.items())


def foreign_text(origin: Origin, functions: Sequence[Defined]) -> str:
    """The C text of external functions of one origin."""
    parts = [f'{PRELUDE}#include <string.h>\n{HEADER}#include "ModelicaUtilities.h"']
    parts += [f'#line 1 "{INCLUDE_TEXT}"\n{text}' for text in origin.includes]
    parts.append(f'#line 1 "{CALL_TEXT}"')
    parts += dict.fromkeys(line for function in functions for line in foreign_declarations(function))
    parts += [c_function_text(function) for function in functions]
    return "\n".join(parts) + "\n"


def _span(function: Defined) -> Span:
    external = function.definition.external
    return external.span if external is not None else function.signature.span


class _Unit:
    """External functions of one origin, and where its headers and libraries are."""

    def __init__(self, origin: Origin, functions: list[Defined]) -> None:
        self.origin = origin
        self.functions = sorted(functions, key=lambda function: function.key)
        self.include = [Path(folder) for folder in origin.include_directories]
        self.folders = [place for folder in origin.library_directories for place in _with_platform(Path(folder))]
        self.used: set[Path] = set()
        self.flags = (*FLAGS, *(f"-I{folder}" for folder in self.include))

    def library(self) -> Path:
        """The library, compiled, linked and loaded."""
        text = foreign_text(self.origin, self.functions) + self.stamp(self.headers())
        link = [*_KEEP_ALL, *self.link()]
        while True:
            path = self.compile(text, (*link, str(support().path)))
            try:
                ctypes.CDLL(str(path))
            except OSError as error:
                further = [source for source in self.defining(_search(_NO_SYMBOL, str(error))) if source not in self.used]
                if not further:
                    raise self.not_loaded(str(error)) from error
                link.append(self.compile_source(further[0]))
            else:
                return path

    def compile(self, text: str, link: tuple[str, ...]) -> Path:
        """The library of a text; what the compiler complains of is the modeller's."""
        try:
            return compile_shared(text, self.flags, (SOURCES,), link).path
        except CompilationFailed as error:
            raise self.refused(error) from error

    def link(self) -> Iterator[str]:
        """The words for the linker: for each library the file, those made of its C text, or its name."""
        for name in self.origin.libraries:
            found = next((file for folder in self.folders for file in _library_files(folder, name) if file.is_file()), None)
            if found is not None:
                yield str(found)
                yield f"-Wl,-rpath,{found.parent}"
            else:
                sources = self.sources(name)
                yield from map(self.compile_source, sources)
                if not sources:
                    yield f"-l{name}"

    def compile_source(self, source: Path) -> str:
        """The library of one file of C text."""
        self.used.add(source)
        return str(self.compile(f'#include "{source}"\n{self.stamp([source])}', ()))

    def defining(self, symbol: str) -> list[Path]:
        """The files beside used C text that define a function: what it needs without saying so."""
        if not symbol:
            return []
        definition = re.compile(rf"^[\w \t*]*\b{re.escape(symbol)}\s*\([^;{{}}]*\)\s*\{{", re.MULTILINE)
        files = [file for folder in sorted({used.parent for used in self.used}) for file in sorted(folder.glob("*.c"))]
        return [file for file in files if definition.search(file.read_text(encoding="utf-8", errors="replace"))]

    def sources(self, name: str) -> list[Path]:
        """The C text of a library beside the headers: its file, its folder, or the files of the headers that are included."""
        for folder in self.include:
            if (folder / f"{name}.c").is_file():
                return [folder / f"{name}.c"]
            if (folder / name).is_dir():
                return sorted((folder / name).glob("*.c"))
        return [header.with_suffix(".c") for header in self.headers() if header.with_suffix(".c").is_file()]

    def headers(self) -> list[Path]:
        """The headers that the annotation Include names, where they are in its folders."""
        names = [name for text in self.origin.includes for name in re.findall(r'#\s*include\s*["<]([^">]+)[">]', text)]
        return [folder / name for name in names for folder in self.include if (folder / name).is_file()]

    def stamp(self, files: Iterable[Path]) -> str:
        """A comment that changes with the content of files, so that an old library is not taken for a new one."""
        return "".join(f"/* {blake2b(file.read_bytes(), digest_size=8).hexdigest()} {file.name} */\n" for file in files)

    def refused(self, error: CompilationFailed) -> MosilaError:
        """Why compiler or linker refused, in the modeller's words."""
        function, said = self.functions[0], error.complaints
        if found := _search(_NO_LIBRARY, said):
            return MosilaError(LIBRARY_NOT_FOUND.at(_span(function), function=function.name, library=found, places=_places(self.folders)))
        if found := _search(_NO_HEADER, said):
            return MosilaError(HEADER_NOT_FOUND.at(_span(function), function=function.name, header=found, places=_places(self.include)))
        line = next((line.strip() for line in said.splitlines() if "error:" in line), "")
        if not line:
            return error
        clause = re.match(rf"{CALL_TEXT}:", line)
        named = [each for each in self.functions if clause and each.definition.external and each.definition.external.c_name in line]
        function = (named or self.functions)[0]
        return MosilaError(FOREIGN_TEXT.at(_span(function), function=function.name, reason=line))

    def not_loaded(self, reason: str) -> MosilaError:
        """Why the library was not loaded."""
        symbol = _search(_NO_SYMBOL, reason)
        if not symbol:
            return MosilaError(LIBRARY_NOT_FOUND.at(_span(self.functions[0]), function=self.functions[0].name, library=reason, places=""))
        owners = [each for each in self.functions if each.definition.external and each.definition.external.c_name == symbol.rstrip("_")]
        function = (owners or self.functions)[0]
        return MosilaError(FOREIGN_NOT_FOUND.at(_span(function), function=function.name, symbol=symbol))


def _with_platform(folder: Path) -> Iterator[Path]:
    """The folder and, before it, its subfolder for this platform, as the Modelica specification names it."""
    system = {"darwin": "darwin", "win32": "win"}.get(sys.platform, "linux")
    bits = "64" if sys.maxsize > 2**32 else "32"
    yield folder / (f"aarch{bits}-{system}" if platform.machine() in ("aarch64", "arm64") and system == "linux" else f"{system}{bits}")
    yield folder


def _library_files(folder: Path, name: str) -> Iterator[Path]:
    for suffix in (".dylib", ".so", ".a") if sys.platform == "darwin" else (".so", ".a"):
        yield folder / f"lib{name}{suffix}"


def _search(patterns: Sequence[str], text: str) -> str:
    return next((found.group(1) for pattern in patterns if (found := re.search(pattern, text))), "")


def _places(folders: Sequence[Path]) -> str:
    return f" in {', '.join(map(str, folders))} or where the system keeps such files" if folders else ""
