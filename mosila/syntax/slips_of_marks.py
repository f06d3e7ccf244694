"""Marks left out, doubled or taken for another: `;`, `=`, brackets, quotes -> a diagnostic and a repair."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.repair import Repair, accepts, inserted
from mosila.syntax.scan import Token
from mosila.syntax.stack import last_place, operator_is_likelier, shown, unfinished_item
from mosila.syntax.stray_text import close_quote
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
_MOST_OPEN = 20
_COMMA_AT_LINE_END = re.compile(r",[ \t]*(?://[^\n]*)?\n\s*\Z")
_LONGEST_GAP = 300


def other_equals(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`=` and `:=` taken for each other."""
    symbols = parser.tables.symbols
    for found, meant, code in (("=", ":=", codes.EQUALS_IN_ALGORITHM), (":=", "=", codes.ASSIGNMENT_IN_EQUATION)):
        if token.text == found and accepts(parser, symbols[meant]):
            return Repair(code.at(parser.span(token)), (token._replace(terminal=symbols[meant], text=meant),))
    return None


def equals_in_condition(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`=` for `==`; what stands before it may have been taken for a whole expression already."""
    if token.text not in ("=", ":=") or not isinstance(parser.values[-1], ast.Node):
        return None
    equality = parser.tables.symbols["=="]
    operand = parser.tables.actions[parser.states[-2]].get("arithmetic_expression")
    if operand is None or not parser.tables.accept((*parser.states[:-1], operand), (equality,)):
        return None
    return Repair(
        codes.EQUALS_IN_CONDITION.at(parser.span(token), found=token.text), (token._replace(terminal=equality, text="=="),), top=operand
    )


def unclosed_string(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """A string that ends where the next one was meant to begin, lines further down."""
    first_line, _, rest = previous.text.partition("\n")
    if previous.terminal != "STRING" or not rest or not accepts(parser, "STRING", take_back=1):
        return None
    is_adjacent = previous.end == token.start and token.terminal not in ("SEMICOLON", "COMMA", "RPAR", "RBRACE", "RSQB")
    if not is_adjacent and not first_line.rstrip().endswith(";"):
        return None
    line, column = previous.start
    opened = Token("STRING", first_line, previous.start, (line, column + len(first_line)), previous.offset)
    tokens = close_quote(parser, opened, "STRING", ");,")
    return Repair(codes.UNCLOSED_STRING.at(parser.span(opened)), tokens, take_back=1, read_again=line + 1)


def missing_bracket(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """Close what is open, innermost first, until the token fits."""
    closing: list[Token] = []
    innermost = 0
    for index in range(len(parser.values) - 1, 0, -1):
        value = parser.values[index]
        if not isinstance(value, str) or value not in _CLOSING:
            continue
        innermost = innermost or index
        closing.append(inserted(parser, _CLOSING[value], token))
        if accepts(parser, *(each.terminal for each in closing), token.terminal):
            break
        if len(closing) > _MOST_OPEN:
            return None
    else:
        return None
    (line, column), bracket = parser.starts[innermost], parser.values[innermost]
    related = [(last_place(parser, previous), f"`{closing[0].text}` could stand here")]
    place = Span(parser.source.path, line, column, line, column + 1)
    values = {"bracket": bracket, "closing": closing[0].text, "found": shown(token), "line": line}
    return Repair(codes.UNCLOSED_BRACKET.at(place, related=related, **values), (*closing, token))


def stray_bracket(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """A closing bracket that closes nothing: it is passed over."""
    if token.text not in _OPENING or any(isinstance(each, str) and each == _OPENING[token.text] for each in parser.values):
        return None
    return Repair(codes.STRAY_BRACKET.at(parser.span(token), bracket=token.text, opening=_OPENING[token.text]), ())


def comma_for_semicolon(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`,` at the end of a line, where `;` is due."""
    text, semicolon = parser.source.text, inserted(parser, ";", previous)
    line_end = text.find("\n", token.offset)
    if token.text == "," and not text[token.offset + 1 : max(line_end, token.offset + 1)].strip() and accepts(parser, "SEMICOLON"):
        diagnostic = codes.COMMA_FOR_SEMICOLON.at(parser.span(token), what=unfinished_item(parser))
        return Repair(diagnostic, (token._replace(terminal="SEMICOLON", text=";"),))
    before = text[max(previous.offset - _LONGEST_GAP, 0) : previous.offset]
    match = _COMMA_AT_LINE_END.search(before)
    if match is None or previous.terminal != "IDENT" or parser.values[-2] != ",":
        return None
    if not accepts(parser, "SEMICOLON", previous.terminal, token.terminal, take_back=2):
        return None
    line, column = parser.starts[-2]
    place = Span(parser.source.path, line, column, line, column + 1)
    return Repair(codes.COMMA_FOR_SEMICOLON.at(place, what=unfinished_item(parser)), (semicolon, previous, token), take_back=2)


def missing_semicolon(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`;` left out."""
    if not accepts(parser, "SEMICOLON", token.terminal) or operator_is_likelier(parser, previous, token):
        return None
    what = "class" if accepts(parser, "SEMICOLON", END_OF_FILE) else unfinished_item(parser)
    diagnostic = codes.MISSING_SEMICOLON.at(last_place(parser, previous), what=what, found=shown(token), line=token.start[0])
    return Repair(diagnostic, (inserted(parser, ";", token), token))
