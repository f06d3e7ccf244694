"""What the parser's stack and tables tell about a place: what is open, what is unfinished, what could come next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.source import Span
from mosila.syntax.repair import accepts
from mosila.syntax.scan import Token
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

BLOCK_WORDS = frozenset(("if", "for", "while", "when", "transition", "entry", "exit"))
CLASS_WORDS = frozenset(
    ("class", "model", "record", "block", "connector", "type", "package", "function", "operator", "partial", "encapsulated")
)
_MORE_CLASS_WORDS = CLASS_WORDS | {"expandable", "final", "impure", "pure"}
_OPENING = BLOCK_WORDS | frozenset("([{")
_OPERATORS = frozenset(
    ("+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^", "<", "<=", ">", ">=", "==", "<>", "and", "or", ".", "(", "[")
)
_NOT_EXPRESSION = frozenset(("RPAR", "RSQB", "RBRACE", "COMMA", "SEMICOLON", "COLON", "END", "$END"))


def count_open(parser: Parser) -> int:
    """How many brackets, conditions, blocks and classes wait for their end."""
    return sum(_is_class_name(value) or (isinstance(value, str) and value in _OPENING) for value in parser.values)


def unfinished_item(parser: Parser) -> str:
    """What kind of thing is unfinished."""
    last = parser.values[-1]
    if parser.values[-2:-1] == ["end"] and isinstance(last, str):
        return f"`end {last}`"
    for state in reversed(parser.states):
        for item, word in (("equation", "equation"), ("statement", "statement"), ("element", "declaration"), ("transition", "transition")):
            if item in parser.tables.actions[state]:
                return word
    return "class"


def last_place(parser: Parser, previous: Token) -> Span:
    """The last character of a token."""
    line, column = previous.end
    return Span(parser.source.path, line, max(column - 1, 1), line, column)


def open_class(parser: Parser) -> tuple[str, str, Span] | None:
    """The innermost class that waits for its `end`: its kind, its name and where that stands."""
    values = parser.values
    for index in range(len(values) - 1, 0, -1):
        if _is_class_name(values[index]):
            name, place = values[index]
            match values[index - 1]:
                case [_, [*words]]:
                    return " ".join(words), name, place
                case "state":
                    return "state", name, place
                case _:
                    return "class", name, place
    return None


def open_blocks(parser: Parser) -> list[tuple[str, int]]:
    """Each `if`, `for`, ... that waits for its `end`, innermost first, with its line."""
    found: list[tuple[str, int]] = []
    for value, start in zip(reversed(parser.values), reversed(parser.starts), strict=True):
        if isinstance(value, str) and value in BLOCK_WORDS:
            found.append((value, start[0]))
        if _is_class_name(value):
            break
    return found


def _is_class_name(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Span)


def shown(token: Token) -> str:
    """A token as it is named in messages."""
    if token.terminal == END_OF_FILE:
        return "the end of the file"
    text = token.text if len(token.text) <= 40 and "\n" not in token.text else token.text[:36].split("\n")[0] + "..."
    return f"`{text}`"


def operator_is_likelier(parser: Parser, previous: Token, token: Token) -> bool:
    """Whether two operands stand side by side in one line: `m a` for `m * a`."""
    is_operand = token.terminal in ("IDENT", "LPAR", "UNSIGNED_INTEGER", "UNSIGNED_REAL")
    return is_operand and previous.end[0] == token.start[0] and parser.values[-2:-1] != ["end"]


def expected_words(parser: Parser) -> str:
    """What could stand next, in a few words."""
    tables = parser.tables
    possible = [each for each in tables.actions[parser.states[-1]] if each.isupper() or each.startswith(("__ANON", "$"))]
    terminals = [each for each in possible if accepts(parser, each)]
    words: list[str] = []
    if "UNSIGNED_INTEGER" in terminals:
        words.append("an expression")
        terminals = [each for each in terminals if each in _NOT_EXPRESSION]
    elif "IDENT" in terminals:
        words.append("a name")
    symbols = sorted({tables.shown[each] for each in terminals if each in tables.shown}, key=lambda word: (word[0].isalpha(), word))
    if set(symbols) >= CLASS_WORDS:
        words.append("a class")
        symbols = [each for each in symbols if each not in _MORE_CLASS_WORDS]
    if "*" in symbols:
        words.append("an operator")
        symbols = [each for each in symbols if each not in _OPERATORS]
    if "STRING" in terminals:
        words.append("a string")
    words += [f"`{each}`" for each in symbols[:8]] + (["..."] if len(symbols) > 8 else [])
    if END_OF_FILE in terminals:
        words.append("the end of the file")
    return ", ".join(words)
