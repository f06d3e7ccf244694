"""Source text -> tokens, one at a time, because some words depend on where the parser stands.

A word of the extension is a keyword only in a parser state that expects it and where its pattern fits what follows.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from sys import intern
from typing import NamedTuple

from mosila.syntax.tables import END_OF_FILE, Tables

Place = tuple[int, int]
"""Line and column, counting from 1."""

UNCLOSED_STRING, UNCLOSED_NAME, UNCLOSED_COMMENT, UNKNOWN = "UNCLOSED_STRING", "UNCLOSED_NAME", "UNCLOSED_COMMENT", "UNKNOWN"
"""What is no token; the grammar takes none of them."""

_MAY_SPAN_LINES = frozenset(("STRING", "BLOCK_COMMENT", "WHITE_SPACE", "LINES", UNCLOSED_COMMENT))
_BLANK = frozenset(("LINES", "WHITE_SPACE"))
_COMMENTS = frozenset(("LINE_COMMENT", "BLOCK_COMMENT"))
_PATTERNS = ("UNSIGNED_REAL", "UNSIGNED_INTEGER", "STRING", "LINE_COMMENT", "BLOCK_COMMENT", "WHITE_SPACE", "IDENT")


class Token(NamedTuple):
    """A terminal of the grammar as it stands in the text, `$END` at the end of the file, or what is no token."""

    terminal: str
    text: str
    start: Place
    end: Place
    offset: int


START = Token("$START", "", (1, 1), (1, 1), 0)
"""What stands before the first token."""


@functools.cache
def _scanner(patterns: tuple[tuple[str, str], ...], symbols: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for all tokens and the blanks behind them, the most frequent first."""
    pattern_of = dict(patterns)
    groups = [
        r"(?P<WORD>[A-Za-z_][A-Za-z_0-9]*)",
        r"(?P<BRACKET>[(){}\[\],;])",
        r"(?P<LINES>\n[ \t\n]*)",
        *(f"(?P<{name}>{pattern_of[name]})" for name in _PATTERNS),
        rf"(?P<{UNCLOSED_COMMENT}>/\*[\s\S]*)",
        "(?P<SYMBOL>" + "|".join(re.escape(symbol) for symbol in sorted(symbols, key=len, reverse=True)) + ")",
        rf'(?P<{UNCLOSED_STRING}>"[^\n]*)',
        rf"(?P<{UNCLOSED_NAME}>'[^\n]*)",
        rf"(?P<{UNKNOWN}>&&|\|\||!=|[^ \t])",
    ]
    return re.compile("(?:" + "|".join(groups) + r")[ \t]*")


def scan(
    tables: Tables, text: str, states: list[int], comments: list[tuple[Place, Place, str]], line: int = 1, line_start: int = 0
) -> Iterator[Token]:
    """The tokens of a text from the start of a line on; `states` is the parser's stack, read when the next token is asked for.

    Comments are put aside.
    """
    keywords, symbols, context_words = tables.keywords, tables.symbols, tables.context_words
    new_token = tuple.__new__
    for match in _scanner(tables.patterns, tuple(tables.symbols)).finditer(text, line_start):
        kind = match.lastgroup or UNKNOWN
        value, offset = match[kind], match.start()
        start = (line, offset - line_start + 1)
        if kind == "WORD":
            value = intern(value)
            terminal = keywords.get(value, "IDENT")
            if value in context_words:
                terminal = context_terminal(tables, text, value, offset, states) or terminal
        elif kind == "BRACKET" or kind == "SYMBOL":
            terminal = symbols[value]
        else:
            terminal = kind
            if kind in _MAY_SPAN_LINES and "\n" in value:
                line += value.count("\n")
                line_start = offset + value.rindex("\n") + 1
            if kind in _BLANK:
                continue
            if kind in _COMMENTS:
                comments.append((start, (line, offset + len(value) - line_start + 1), value.rstrip()))
                continue
        yield new_token(Token, (terminal, value, start, (line, offset + len(value) - line_start + 1), offset))
    start = (line, len(text) - line_start + 1)
    yield Token(END_OF_FILE, "", start, start, len(text))


def context_terminal(tables: Tables, text: str, word: str, offset: int, states: list[int]) -> str | None:
    """What a word is because of where the parser stands and of the text behind the word, if that is anything special."""
    row = tables.actions[states[-1]]
    for each in tables.context_words[word]:
        # A row of the tables also has terminals that are refused some reductions later.
        if each.terminal in row and each.pattern.match(text, offset) and tables.accept(states, (each.terminal,)):
            return each.terminal
    return None
