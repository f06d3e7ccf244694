"""Objects in a file with the version and platform that wrote it and a checksum; anything else is refused in one line.

The content is a pickle. Only classes of mosila, arrays and a few containers are looked up when it is read, so a
snapshot cannot call what it likes. A compiled model is machine code, which is for those who trust its source.
"""

from __future__ import annotations

import io
import json
import pickle
import platform
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np

from mosila import __version__
from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import UNFIT_FILE
from mosila.diagnostics.internal import CANNOT_READ

MAGIC: Final = b"mosila sealed 1\n"
_PLAIN: Final = {
    "builtins": frozenset(("set", "frozenset", "dict", "list", "tuple", "complex", "range", "slice", "bytearray")),
    "collections": frozenset(("OrderedDict", "deque", "defaultdict")),
    "_codecs": frozenset(("encode",)),
    "mosila.symbolic.expression": frozenset(("_intern",)),
    "numpy": frozenset(("dtype", "ndarray")),
    "numpy._core.multiarray": frozenset(("_reconstruct", "scalar")),
    "numpy.core.multiarray": frozenset(("_reconstruct", "scalar")),
    "numpy._core.numeric": frozenset(("_frombuffer",)),
    "numpy.core.numeric": frozenset(("_frombuffer",)),
    "pathlib": frozenset(("PosixPath", "WindowsPath", "PurePosixPath")),
}
DEEP: Final = 100_000


def platform_name() -> str:
    """What compiled code and pickles depend on: machine, system, Python and numpy."""
    python = ".".join(map(str, sys.version_info[:2]))
    return f"{platform.system()}-{platform.machine()}, Python {python}, numpy {np.__version__.partition('.')[0]}"


def seal(kind: str, content: object) -> bytes:
    """A file of one kind that holds an object."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEP))
    try:
        payload = pickle.dumps(content, protocol=5)
    finally:
        sys.setrecursionlimit(limit)
    head = {"kind": kind, "mosila": __version__, "platform": platform_name(), "sha256": sha256(payload).hexdigest()}
    return MAGIC + json.dumps(head).encode() + b"\n" + payload


def unseal(kind: str, content: bytes, file: str) -> Any:
    """The object in such a file; `file` is its name in messages."""
    line, newline, payload = content.removeprefix(MAGIC).partition(b"\n")
    if not content.startswith(MAGIC) or not newline:
        raise _unfit(file, f"it is no {kind}")
    try:
        head = json.loads(line)
    except ValueError:
        raise _unfit(file, "it is damaged") from None
    if head.get("kind") != kind:
        raise _unfit(file, f"it is a {head.get('kind')}, not a {kind}")
    if head.get("mosila") != __version__:
        raise _unfit(file, f"mosila {head.get('mosila')} wrote it, and this is mosila {__version__}")
    if head.get("platform") != platform_name():
        raise _unfit(file, f"it is for {head.get('platform')}, and this is {platform_name()}")
    if sha256(payload).hexdigest() != head.get("sha256"):
        raise _unfit(file, "it is damaged")
    try:
        return _Unpickler(io.BytesIO(payload)).load()
    except (pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError) as error:
        raise _unfit(file, f"its content cannot be read ({error})") from error


def read_sealed(kind: str, path: str | Path) -> Any:
    """The object in a file on disk."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise MosilaError(CANNOT_READ.at(file=path, reason=(error.strerror or str(error)).lower())) from error
    return unseal(kind, content, str(path))


def _unfit(file: str, why: str) -> MosilaError:
    return MosilaError(UNFIT_FILE.at(file=file, why=why))


class _Unpickler(pickle.Unpickler):
    """Looks up classes of mosila, what numpy makes arrays with, and a few containers only."""

    def find_class(self, module: str, name: str) -> Any:
        """The object of a name that may be looked up: a class in its own module, nothing that is imported there."""
        if name in _PLAIN.get(module, ()):
            return super().find_class(module, name)
        if module.split(".")[0] == "mosila" and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")
