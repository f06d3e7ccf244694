"""Source text -> tokens, one at a time, because some words depend on where the parser stands.

A word of the extension is a keyword only in a parser state that expects it and where its pattern fits what follows.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from mosila.syntax.tables import END_OF_FILE, Tables

Place = tuple[int, int]
"""Line and column, counting from 1."""

UNCLOSED_STRING, UNCLOSED_NAME, UNCLOSED_COMMENT, UNKNOWN = "UNCLOSED_STRING", "UNCLOSED_NAME", "UNCLOSED_COMMENT", "UNKNOWN"
"""What is no token; the grammar takes none of them."""

_MAY_SPAN_LINES = frozenset(("STRING", "BLOCK_COMMENT", "WHITE_SPACE", UNCLOSED_COMMENT))
_COMMENTS = frozenset(("LINE_COMMENT", "BLOCK_COMMENT"))
_PATTERNS = ("WHITE_SPACE", "LINE_COMMENT", "BLOCK_COMMENT", "UNSIGNED_REAL", "UNSIGNED_INTEGER", "STRING", "IDENT")


class Token(NamedTuple):
    """A terminal of the grammar as it stands in the text, `$END` at the end of the file, or what is no token."""

    terminal: str
    text: str
    start: Place
    end: Place
    offset: int


@functools.cache
def _scanner(patterns: tuple[tuple[str, str], ...], symbols: tuple[str, ...]) -> re.Pattern[str]:
    pattern_of = dict(patterns)
    groups = [
        r"(?P<LINES>\n[ \t\n]*)",
        r"(?P<WORD>[A-Za-z_][A-Za-z_0-9]*)",
        *(f"(?P<{name}>{pattern_of[name]})" for name in _PATTERNS),
        rf"(?P<{UNCLOSED_COMMENT}>/\*[\s\S]*)",
        "(?P<SYMBOL>" + "|".join(re.escape(symbol) for symbol in sorted(symbols, key=len, reverse=True)) + ")",
        rf'(?P<{UNCLOSED_STRING}>"[^\n]*)',
        rf"(?P<{UNCLOSED_NAME}>'[^\n]*)",
        rf"(?P<{UNKNOWN}>&&|\|\||!=|[^ \t])",
    ]
    return re.compile(r"[ \t]*(?:" + "|".join(groups) + ")")


def scan(tables: Tables, text: str, states: list[int], comments: list[tuple[Place, Place, str]]) -> Iterator[Token]:
    """The tokens of a text; `states` is the parser's stack, read when the next token is asked for; comments are put aside."""
    match_next = _scanner(tables.patterns, tuple(tables.symbols)).match
    keywords, symbols, context_words, actions = tables.keywords, tables.symbols, tables.context_words, tables.actions
    line, line_start, position = 1, 0, 0
    while match := match_next(text, position):
        kind = match.lastgroup
        assert kind is not None
        offset, position = match.span(kind)
        value = match[kind]
        if kind == "LINES":
            line += value.count("\n")
            line_start = offset + value.rindex("\n") + 1
            continue
        start = (line, offset - line_start + 1)
        if kind in _MAY_SPAN_LINES and "\n" in value:
            line += value.count("\n")
            line_start = offset + value.rindex("\n") + 1
        end = (line, position - line_start + 1)
        if kind == "WORD":
            terminal = keywords.get(value, "IDENT")
            for word in context_words.get(value, ()):
                if word.terminal in actions[states[-1]] and word.pattern.match(text, offset):
                    terminal = word.terminal
                    break
        elif kind == "SYMBOL":
            terminal = symbols[value]
        elif kind in _COMMENTS:
            comments.append((start, end, value.rstrip()))
            continue
        elif kind == "WHITE_SPACE":
            continue
        else:
            terminal = kind
        yield Token(terminal, value, start, end, offset)
    start = (line, len(text) - line_start + 1)
    yield Token(END_OF_FILE, "", start, start, len(text))
