"""The commonest slips in own words: parser stack and the token that does not fit -> a diagnostic, and a repair if there is one.

A repair is tried on a copy of the parser's states before it is believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import ast, scan
from mosila.syntax.scan import Token
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_CLOSING = {"(": (")", "RPAR"), "[": ("]", "RSQB"), "{": ("}", "RBRACE")}
_STRUCTURE = frozenset(("end", "equation", "algorithm", "public", "protected", "then", "else", "elseif", "elsewhen", "loop"))
_BLOCK_WORDS = frozenset(("if", "for", "while", "when", "transition", "entry", "exit"))
_LOOK_ALIKE = dict(zip("“”„‘’−–—×·", '"""\'\'---**', strict=True)) | {"≤": "<=", "≥": ">=", "≠": "<>"}


@dataclass(frozen=True, slots=True)
class Repair:
    """What to say, and the tokens to go on with in the place of the one that did not fit."""

    diagnostic: Diagnostic
    tokens: tuple[Token, ...]


def accept_all(parser: Parser, states: Sequence[int], terminals: Iterable[str]) -> bool:
    """Whether the terminals could follow, one after another; the parser is not touched."""
    actions, reductions, accept = parser.tables.actions, parser.tables.reductions, parser.tables.accept
    trial = list(states)
    for terminal in terminals:
        while True:
            action = actions[trial[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                trial.append(action)
                break
            reduction = reductions[~action]
            if reduction.size:
                del trial[-reduction.size :]
            trial.append(actions[trial[-1]][reduction.symbol])
            if terminal == END_OF_FILE and trial[-1] == accept:
                return True
    return True


def find_repair(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """The smallest change of the text that lets the parser go on, if it is one that people need."""
    for attempt in (_no_token, _other_equals, _keyword_as_name, _missing_bracket, _else_if, _missing_semicolon):
        if (repair := attempt(parser, previous, token)) is not None:
            return repair
    return None


def _no_token(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    span = parser.span(token)
    match token.terminal:
        case scan.UNCLOSED_STRING:
            return Repair(codes.UNCLOSED_STRING.at(span), (token._replace(terminal="STRING", text=token.text + '"'),))
        case scan.UNCLOSED_NAME:
            return Repair(codes.UNCLOSED_NAME.at(span), (token._replace(terminal="IDENT", text=token.text + "'"),))
        case scan.UNCLOSED_COMMENT:
            return Repair(codes.UNCLOSED_COMMENT.at(span._replace(end_line=span.line, end_column=span.column + 2)), ())
        case scan.UNKNOWN:
            plain = _LOOK_ALIKE.get(token.text)
            hint = f", or write `{plain}`" if plain else ""
            character = f"`{token.text}`" if token.text.isprintable() else f"character U+{ord(token.text):04X}"
            return Repair(codes.UNKNOWN_CHARACTER.at(span, character=character, hint=hint), ())
    return None


def _other_equals(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    symbols = parser.tables.symbols
    for found, meant, code in (("=", ":=", codes.EQUALS_IN_ALGORITHM), (":=", "=", codes.ASSIGNMENT_IN_EQUATION)):
        if token.terminal == symbols[found] and accept_all(parser, parser.states, (symbols[meant],)):
            return Repair(code.at(parser.span(token)), (token._replace(terminal=symbols[meant], text=meant),))
    return None


def _keyword_as_name(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    if token.text not in parser.tables.keywords or token.text in _STRUCTURE or not accept_all(parser, parser.states, ("IDENT",)):
        return None
    behind = parser.source.text[token.offset + len(token.text) : token.offset + len(token.text) + 200]
    if not re.match(r"\s*[-+*/^;=(,\[\]).\":<>]", behind):
        return None
    return Repair(codes.KEYWORD_AS_NAME.at(parser.span(token), word=token.text), (token._replace(terminal="IDENT"),))


def _missing_bracket(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """Close what is open, innermost first, until the token fits."""
    closing: list[tuple[str, str]] = []
    opened: list[int] = []
    for index in range(len(parser.values) - 1, 0, -1):
        value = parser.values[index]
        if not isinstance(value, str) or value not in _CLOSING:
            continue
        closing.append(_CLOSING[value])
        opened.append(index)
        if accept_all(parser, parser.states, (*(terminal for _, terminal in closing), token.terminal)):
            break
        if len(closing) > 20:
            return None
    else:
        return None
    if previous is None:
        return None
    start, bracket = parser.starts[opened[0]], parser.values[opened[0]]
    place = Span(parser.source.path, *start, start[0], start[1] + 1)
    related = [(_before(parser, previous), f"`{closing[0][0]}` could stand here")]
    found = _shown(token)
    diagnostic = codes.UNCLOSED_BRACKET.at(place, related=related, bracket=bracket, closing=closing[0][0], found=found, line=start[0])
    end = previous.end
    inserted = tuple(Token(terminal, text, end, end, token.offset) for text, terminal in closing)
    return Repair(diagnostic, (*inserted, token))


def _else_if(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """At `end Name` or the like where `end if` is due because the only thing in an `else` branch is an `if` beside it."""
    values = parser.values
    if previous is None or previous.text != "end" or len(values) < 4 or not accept_all(parser, parser.states, ("IF", "SEMICOLON")):
        return None
    branch = values[-2]
    if not (isinstance(branch, tuple) and len(branch) == 1 and isinstance(branch[0], ast.IfEquation | ast.IfStatement)):
        return None
    if values[-3] != "else" or branch[0].span.line != parser.ends[-3][0]:
        return None
    place = Span(parser.source.path, *parser.starts[-3], branch[0].span.line, branch[0].span.column + 2)
    end = token.start
    inserted = (Token("IF", "if", end, end, token.offset), Token("SEMICOLON", ";", end, end, token.offset), previous)
    return Repair(codes.ELSE_IF.at(place), (*inserted, token))


def _missing_semicolon(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    if previous is None or (token.terminal == END_OF_FILE and not accept_all(parser, parser.states, ("SEMICOLON", END_OF_FILE))):
        return None
    if not accept_all(parser, parser.states, ("SEMICOLON", token.terminal)):
        return None
    what = "class" if accept_all(parser, parser.states, ("SEMICOLON", END_OF_FILE)) else _item(parser)
    place = _before(parser, previous)
    semicolon = Token("SEMICOLON", ";", previous.end, previous.end, token.offset)
    diagnostic = codes.MISSING_SEMICOLON.at(place, what=what, found=_shown(token), line=token.start[0])
    return Repair(diagnostic, (semicolon, token))


def _item(parser: Parser) -> str:
    """What kind of thing is unfinished."""
    for state in reversed(parser.states):
        for item in ("equation", "statement", "element", "transition"):
            if item in parser.tables.actions[state]:
                return item
    return "class"


def _before(parser: Parser, previous: Token) -> Span:
    line, column = previous.end
    return Span(parser.source.path, line, max(column - 1, 1), line, column)


def explain(parser: Parser, previous: Token | None, token: Token) -> Diagnostic:
    """The diagnostic of an error for which there is no repair."""
    opened = _open_class(parser)
    span = parser.span(token)
    if token.terminal == END_OF_FILE and opened is not None:
        what, name, place = opened
        return codes.MISSING_END.at(span, related=[(place, f"{what} `{name}` begins here")], what=what, name=name)
    block = _open_block(parser)
    if previous is not None and previous.text == "end" and block is not None:
        word, line = block
        span = parser.span(previous).to(span)
        return codes.UNCLOSED_BLOCK.at(span, found=f"end {token.text}".strip(), block=word, line=line)
    expected = _expected(parser)
    context = f" after `{previous.text}`" if previous is not None and len(previous.text) < 30 and "\n" not in previous.text else ""
    related = []
    if previous is not None and previous.terminal == "STRING" and "\n" in previous.text:
        related = [(parser.span(previous), "this string runs over several lines: is its closing quote missing?")]
    return codes.UNEXPECTED.at(span, related=related, found=_shown(token), context=context, expected=expected)


def _open_class(parser: Parser) -> tuple[str, str, Span] | None:
    for value in reversed(parser.values):
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Span):
            return "class", value[0], value[1]
    return None


def _open_block(parser: Parser) -> tuple[str, int] | None:
    """The innermost `if`, `for`, ... that waits for its `end`."""
    for value, start in zip(reversed(parser.values), reversed(parser.starts), strict=True):
        if isinstance(value, str) and value in _BLOCK_WORDS:
            return value, start[0]
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Span):
            return None
    return None


def _shown(token: Token) -> str:
    if token.terminal == END_OF_FILE:
        return "the end of the file"
    text = token.text if len(token.text) <= 40 and "\n" not in token.text else token.text[:36].split("\n")[0] + "..."
    return f"`{text}`"


def _expected(parser: Parser) -> str:
    """What could stand next, in a few words."""
    tables = parser.tables
    possible = [each for each in tables.actions[parser.states[-1]] if each.isupper() or each.startswith(("__ANON", "$"))]
    terminals = [each for each in possible if accept_all(parser, parser.states, (each,))]
    words: list[str] = []
    if "UNSIGNED_INTEGER" in terminals:
        words.append("an expression")
        terminals = [each for each in terminals if not accept_all(parser, [*parser.states], (each,)) or each in _NOT_EXPRESSION]
    elif "IDENT" in terminals:
        words.append("a name")
    if "STRING" in terminals:
        words.append("a string")
    shown = sorted({tables.shown[each] for each in terminals if each in tables.shown}, key=lambda word: (word[0].isalpha(), word))
    words += [f"`{each}`" for each in shown[:8]] + (["..."] if len(shown) > 8 else [])
    if END_OF_FILE in terminals:
        words.append("the end of the file")
    return ", ".join(words)


_NOT_EXPRESSION = frozenset(("RPAR", "RSQB", "RBRACE", "COMMA", "SEMICOLON", "COLON", "BREAK", "END"))
