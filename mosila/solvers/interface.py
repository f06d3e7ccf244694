"""The headers of the C runtime -> a cffi interface, parsed once and then read from the cache."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from mosila.cache import cache_directory, read_checked, write_checked
from mosila.solvers.compile_runtime import SOURCES

_HEADERS: Final = ("mosila.h", "libraries.h")


def declarations() -> str:
    """The declarations of the headers, without what cffi does not read."""
    text = "\n".join((SOURCES / name).read_text(encoding="utf-8") for name in _HEADERS)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("#", "__attribute__")))
    return text.replace("volatile ", "")


@cache
def interface() -> Any:
    """The `FFI` of the runtime."""
    text = declarations()
    key = blake2b(f"{import_module('_cffi_backend').__version__}\n{text}".encode(), digest_size=16).hexdigest()
    stored = cache_directory() / "interface" / key
    code = read_checked(stored)
    if code is None:
        code = _parse(text)
        write_checked(stored, code)
    module: dict[str, Any] = {}
    exec(compile(code, str(stored), "exec"), module)
    return module["ffi"]


def _parse(text: str) -> bytes:
    """Python code that builds the interface without a parser."""
    builder = import_module("cffi").FFI()
    builder.cdef(text)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "interface.py"
        import_module("cffi.recompiler").make_py_source(builder, "mosila_runtime", str(target))
        return target.read_bytes()
