"""Where things stand in the text: source files, and spans in them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mosila.dataclass import dataclass


class Span(NamedTuple):
    """A stretch of a source file; lines and columns count from 1, the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of the other."""
        return Span(self.path, self.line, self.column, other.end_line, other.end_column)

    def encloses(self, other: Span) -> bool:
        """Whether the other stretch lies within this one."""
        begins = (self.line, self.column) <= (other.line, other.column)
        return self.path == other.path and begins and (other.end_line, other.end_column) <= (self.end_line, self.end_column)

    @property
    def is_generated(self) -> bool:
        """Whether the text was made by the program and stands in no file."""
        return self.path.startswith("<")

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's path as the user wrote it, and its text with line ends made `\\n`."""

    path: str
    text: str

    @property
    def is_mosila(self) -> bool:
        """Whether the file's name ends in `.mosila`: there a declared value may be a start value."""
        return self.path.endswith(".mosila")


def normalise(raw: bytes) -> str:
    """Decode a source file: UTF-8 with or without byte order mark, any line ends."""
    text = raw.decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_source(path: str | Path) -> SourceFile:
    """Read a source file; an `OSError` or `UnicodeDecodeError` is the caller's to explain."""
    return SourceFile(str(path), normalise(Path(path).read_bytes()))


def source_text(span: Span) -> str:
    """What stands at a place within a line; nothing where it goes over several lines or the file is not there."""
    if not span.path or span.end_line != span.line:
        return ""
    try:
        lines = read_source(span.path).text.split("\n")
    except (OSError, UnicodeDecodeError):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line <= len(lines) else ""
