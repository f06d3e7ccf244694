"""The library that all kernels with functions are linked with: what it reports, and the external objects it keeps."""

from __future__ import annotations

import ctypes
import itertools
import math
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Final

from mosila.codegen.toolchain import compile_shared
from mosila.dataclass import dataclass

SOURCES: Final = Path(__file__).resolve().parent / "c"
_TEXT: Final = '#include "support.c"\n'
_MESSAGE: Final = 1024


class Trouble(IntEnum):
    """Why a function failed, as in mosila_functions.h."""

    NONE = 0
    ASSERTION = 1
    INDEX = 2
    ENDLESS = 3
    FOREIGN = 4
    WARNING = 5


@dataclass(frozen=True, slots=True)
class Report:
    """What a function says of itself: its key, the number of the statement (-1: of none), the time of the run or NaN."""

    kind: Trouble
    function: str
    place: int
    message: str
    time: float = math.nan


class _NativeReport(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int),
        ("place", ctypes.c_int),
        ("time", ctypes.c_double),
        ("function", ctypes.c_char_p),
        ("message", ctypes.c_char * _MESSAGE),
    )

    def report(self) -> Report:
        """As Python knows it."""
        text = bytes(self.message).decode("utf-8", "replace")
        return Report(Trouble(self.kind), (self.function or b"").decode(), int(self.place), text, float(self.time))


class Support:
    """The library, loaded once in a process."""

    def __init__(self) -> None:
        self.path = compile_shared(_TEXT, ("-D_GNU_SOURCE", "-pthread"), (SOURCES,)).path
        self._library = ctypes.CDLL(str(self.path))
        for name in ("mos_last_trouble", "mos_warning"):
            getattr(self._library, name).restype = ctypes.POINTER(_NativeReport)
        self._library.mos_set_clock.argtypes = (ctypes.c_void_p,)
        self._last_trouble, self._warning_count = self._library.mos_last_trouble, self._library.mos_warning_count
        self._forget, self._set_clock = self._library.mos_forget, self._library.mos_set_clock

    def trouble(self) -> Report | None:
        """The last trouble that this thread met since `forget`."""
        found = self._last_trouble().contents
        return found.report() if found.kind else None

    def warnings(self) -> tuple[Report, ...]:
        """The warnings that this thread met since `forget`."""
        count = self._warning_count()
        return tuple(self._library.mos_warning(k).contents.report() for k in range(count)) if count else ()

    def forget(self) -> None:
        """Takes the reports of this thread away."""
        self._forget()

    def set_clock(self, address: int | None) -> None:
        """Where this thread finds the time of its run."""
        self._set_clock(address)

    def set_owner(self, owner: int) -> int:
        """External objects that this thread makes belong to the owner; returns the owner before."""
        return int(self._library.mos_set_owner(owner))

    def destroy_objects(self, owner: int) -> None:
        """Ends all external objects of an owner."""
        self._library.mos_destroy_objects(owner)


@cache
def _loaded() -> list[Support]:
    return []


def support() -> Support:
    """The library, loaded now if it was not."""
    if not _loaded():
        _loaded().append(Support())
    return _loaded()[0]


def support_if_loaded() -> Support | None:
    """The library, if anything has needed it so far."""
    return _loaded()[0] if _loaded() else None


_owners = itertools.count(1)


class ExternalObjects:
    """The external objects that are made within `making`; they end with this object."""

    def __init__(self) -> None:
        self._owner = next(_owners)
        self._end = weakref.finalize(self, _destroy, self._owner)

    @contextmanager
    def making(self) -> Iterator[None]:
        """While this goes on, external objects that this thread makes belong here."""
        library = support_if_loaded()
        if library is None:
            yield
            return
        before = library.set_owner(self._owner)
        try:
            yield
        finally:
            library.set_owner(before)

    def end(self) -> None:
        """Ends them now."""
        self._end()


def _destroy(owner: int) -> None:
    library = support_if_loaded()
    if library is not None:
        library.destroy_objects(owner)
