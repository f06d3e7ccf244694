"""A change of the text that would let the parser go on, and the trial whether tokens could follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.syntax.scan import Token

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser


@dataclass(frozen=True, slots=True)
class Repair:
    """What to say, and the tokens to go on with in the place of the one that did not fit.

    `take_back` symbols are taken from the stack first, or the topmost is taken for another one, which has the state `top`.
    The text up to `skip_to` is passed over; or it is read again from the start of the line `read_again`.
    """

    diagnostic: Diagnostic
    tokens: tuple[Token, ...]
    take_back: int = 0
    top: int | None = None
    skip_to: int = 0
    read_again: int = 0


def accepts(parser: Parser, *terminals: str, take_back: int = 0) -> bool:
    """Whether the terminals could follow on the parser's stack without its topmost symbols."""
    return parser.tables.accept(parser.states[: len(parser.states) - take_back], terminals)


def inserted(parser: Parser, word: str, beside: Token, terminal: str = "") -> Token:
    """A token that does not stand in the text, at the start of one that does."""
    found = terminal or parser.tables.symbols.get(word) or parser.tables.keywords.get(word) or "IDENT"
    return Token(found, word, beside.start, beside.start, beside.offset)
