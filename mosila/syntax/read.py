"""A path -> its text, or a diagnostic that says why there is none."""

from __future__ import annotations

from pathlib import Path

from mosila.diagnostics import MosilaError
from mosila.diagnostics.internal import CANNOT_READ
from mosila.diagnostics.parse import NOT_TEXT
from mosila.source import SourceFile, Span, read_source


def read_text(path: str | Path) -> SourceFile:
    """The file's text; a `MosilaError` if it cannot be read or is not UTF-8."""
    try:
        return read_source(path)
    except UnicodeDecodeError as error:
        raise MosilaError(NOT_TEXT.at(_place(str(path), error), byte=error.object[error.start], hint=_hint(error.object))) from None
    except OSError as error:
        raise MosilaError(CANNOT_READ.at(file=path, reason=(error.strerror or type(error).__name__).lower())) from None
    except ValueError as error:
        raise MosilaError(CANNOT_READ.at(file=ascii(str(path)), reason=str(error))) from None


def _place(path: str, error: UnicodeDecodeError) -> Span:
    before = error.object[: error.start]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", errors="replace")) + 1
    return Span(path, line, column, line, column + 1)


def _hint(content: bytes) -> str:
    if b"\0" in content:
        return "this is no text at all; name a .mo or .mosila file"
    return "save the file in UTF-8; from Latin-1: iconv -f LATIN1 -t UTF-8 OLD.mo > NEW.mo"
