"""What is no token (unclosed strings, names and comments, characters of other languages) -> a diagnostic and a repair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import scan
from mosila.syntax.repair import Repair, accepts
from mosila.syntax.scan import Token

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_TYPOGRAPHIC = dict(zip("“”„‘’−–—×·≤≥≠→²³", ('"', '"', '"', "'", "'", *"---**", "<=", ">=", "<>", "->", "^2", "^3"), strict=True))
_FOREIGN = {"!=": "<>", "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not", "#": "//", "%": "//"} | _TYPOGRAPHIC

_QUOTE_HINT = "a transposed matrix is `transpose(a)`; names in quotes and strings stand alone"


def repair_stray_text(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """A repair for what is no token; None for a token, and where the character cannot be replaced."""
    span = parser.span(token)
    match token.terminal:
        case scan.UNCLOSED_STRING:
            return Repair(codes.UNCLOSED_STRING.at(span), close_quote(parser, token, "STRING", ");,"))
        case scan.UNCLOSED_NAME if accepts(parser, "IDENT"):
            return Repair(codes.UNCLOSED_NAME.at(span), close_quote(parser, token, "IDENT", ";"))
        case scan.UNCLOSED_NAME:
            place = span._replace(end_line=span.line, end_column=span.column + 1)
            diagnostic = codes.UNKNOWN_CHARACTER.at(place, character="`'` behind an expression", hint=_QUOTE_HINT)
            return Repair(diagnostic, close_quote(parser, token, "IDENT", ";")[1:])
        case scan.UNCLOSED_COMMENT:
            return Repair(codes.UNCLOSED_COMMENT.at(span._replace(end_line=span.line, end_column=span.column + 2)), ())
        case scan.UNKNOWN if token.text.isalpha():
            return _foreign_letter(parser, previous, token)
        case scan.UNKNOWN:
            terminal = (parser.tables.symbols | parser.tables.keywords).get(plain := _FOREIGN.get(token.text, ""))
            if terminal is not None and accepts(parser, terminal):
                return Repair(unknown_character(parser, token), (token._replace(terminal=terminal, text=plain),))
    return None


def close_quote(parser: Parser, token: Token, terminal: str, marks: str) -> tuple[Token, ...]:
    """A string or name as if closed before the marks at the end of its line."""
    line, column = token.start
    text = token.text.rstrip(f" \t{marks}")
    places = [(index, token.text[index]) for index in range(len(text), len(token.text)) if token.text[index] in marks]
    return (
        Token(terminal, text + text[0], token.start, (line, column + len(text)), token.offset),
        *(Token(parser.tables.symbols[mark], mark, (line, column + k), (line, column + k + 1), token.offset + k) for k, mark in places),
    )


def _foreign_letter(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """A name with letters beyond a to z: the whole word is the mistake."""
    text, start = parser.source.text, token.offset
    is_continued = previous.terminal == "IDENT" and previous.end == token.start
    if is_continued:
        start = previous.offset
    elif not accepts(parser, "IDENT"):
        return None
    end = token.offset
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    line, column = token.start
    span = Span(parser.source.path, line, column - (token.offset - start), line, column + end - token.offset)
    tokens = () if is_continued else (token._replace(terminal="IDENT", end=(line, column + end - token.offset)),)
    return Repair(codes.FOREIGN_LETTER.at(span, name=text[start:end], letter=token.text), tokens, skip_to=end)


def unknown_character(parser: Parser, token: Token) -> Diagnostic:
    """The diagnostic of a character that Modelica does not use."""
    plain = _FOREIGN.get(token.text)
    hint = f"write `{plain}`" if plain else "remove it"
    if plain == "//":
        hint = "a comment begins with `//`"
    character = f"`{token.text}`" if token.text.isprintable() else f"the character U+{ord(token.text):04X}"
    return codes.UNKNOWN_CHARACTER.at(parser.span(token), character=character, hint=hint)
