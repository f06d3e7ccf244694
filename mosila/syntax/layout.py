"""Pieces of text with possible line breaks -> lines of limited width, in one pass after one measuring pass.

The scheme is Oppen's (Prettyprinting, TOPLAS 2, 1980): a group is set on one line if it fits; if not, a filled group breaks
where the next piece would not fit, any other group breaks at each of its possible breaks.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum, auto

from mosila.dataclass import dataclass

WIDTH = 120
INDENT = "  "
_NEVER_FITS = 1_000_000


class Mark(Enum):
    """What is not text: groups, breaks, and changes of the indentation."""

    OPEN = auto()
    FILL = auto()
    CLOSE = auto()
    SPACE_OR_LINE = auto()
    LINE_IF_BROKEN = auto()
    LINE = auto()
    BLANK = auto()
    INDENT = auto()
    DEDENT = auto()


@dataclass(slots=True)
class _Group:
    is_filled: bool
    is_flat: bool


@dataclass(slots=True)
class Layout:
    """Collects pieces; `text()` sets them."""

    pieces: list[str | Mark] = field(default_factory=list)
    width: int = WIDTH

    def add(self, *pieces: str | Mark) -> None:
        """Append text and marks."""
        self.pieces += pieces

    @property
    def ends_with_space(self) -> bool:
        """Whether the last piece is or may become a blank."""
        last = self.pieces[-1] if self.pieces else None
        return last is Mark.SPACE_OR_LINE or (isinstance(last, str) and last.endswith(" "))

    def text(self) -> str:
        """The lines, each ended by a line feed."""
        widths = self._measure()
        setter = _Setter()
        groups: list[_Group] = []
        for piece, width in zip(self.pieces, widths, strict=True):
            match piece:
                case str():
                    setter.write(piece)
                case Mark.OPEN | Mark.FILL:
                    outer_flat = bool(groups) and groups[-1].is_flat
                    groups.append(_Group(piece is Mark.FILL, outer_flat or setter.column + width <= self.width))
                case Mark.CLOSE:
                    groups.pop()
                case Mark.INDENT:
                    setter.depth += 1
                case Mark.DEDENT:
                    setter.depth -= 1
                case Mark.LINE:
                    setter.new_line()
                case Mark.BLANK:
                    setter.blank()
                case _:
                    group = groups[-1]
                    if group.is_flat or (group.is_filled and setter.column + width < self.width):
                        setter.write(" " if piece is Mark.SPACE_OR_LINE and not setter.at_line_start else "")
                    else:
                        setter.new_line()
        return setter.finish()

    def _measure(self) -> list[int]:
        """For a group its width on one line; for a break the width up to the next break of its group or the group's end."""
        widths = [0] * len(self.pieces)
        groups: list[int] = []
        breaks: list[int | None] = []
        total = 0
        starts = [0] * len(self.pieces)
        for index, piece in enumerate(self.pieces):
            starts[index] = total
            match piece:
                case str():
                    total += len(piece) if "\n" not in piece else piece.index("\n")
                case Mark.OPEN | Mark.FILL:
                    groups.append(index)
                    breaks.append(None)
                case Mark.CLOSE:
                    opened = groups.pop()
                    widths[opened] = total - starts[opened]
                    _end_break(breaks.pop(), widths, starts, total)
                case Mark.SPACE_OR_LINE | Mark.LINE_IF_BROKEN:
                    _end_break(breaks[-1], widths, starts, total)
                    breaks[-1] = index
                    total += piece is Mark.SPACE_OR_LINE
                case Mark.LINE | Mark.BLANK:
                    total += _NEVER_FITS
        return widths


def _end_break(pending: int | None, widths: list[int], starts: list[int], total: int) -> None:
    if pending is not None:
        widths[pending] = total - starts[pending]


@dataclass(slots=True)
class _Setter:
    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    column: int = 0
    depth: int = 0

    @property
    def at_line_start(self) -> bool:
        return not self.line

    def write(self, text: str) -> None:
        if not self.line:
            text = text.lstrip(" ")
            if not text:
                return
            self.line.append(INDENT * self.depth)
            self.column = len(INDENT) * self.depth
        self.line.append(text)
        self.column = len(text) - text.rindex("\n") - 1 if "\n" in text else self.column + len(text)

    def new_line(self) -> None:
        if self.line:
            self.lines.append("".join(self.line).rstrip(" "))
            self.line.clear()
        self.column = len(INDENT) * self.depth

    def blank(self) -> None:
        self.new_line()
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def finish(self) -> str:
        self.new_line()
        return "".join(f"{line}\n" for line in self.lines)
