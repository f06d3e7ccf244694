"""Words left out, misspelt or used as names -> a diagnostic and a repair. `previous` is the token before the one that does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from mosila.diagnostics import parse as codes
from mosila.syntax.repair import Repair, accepts, inserted
from mosila.syntax.scan import Token
from mosila.syntax.slips_of_blocks import begins_in_chart
from mosila.syntax.stack import BLOCK_WORDS, CLASS_WORDS, shown
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_STRUCTURE = frozenset(("end", "equation", "algorithm", "public", "protected", "then", "else", "elseif", "elsewhen", "loop"))
_BEHIND_A_NAME = re.compile(r"\s*[-+*/^;=(,\[\]).\":<>]")
_ALONE = re.compile(r"[ \t]*(?:\n|\"|//|/\*)")
_WORD_BEFORE = re.compile(r"\b([A-Za-z]\w*)[ \t]+\Z")
_PREFIXES = ("parameter", "constant", "discrete", "input", "output", "flow", "stream", "inner", "outer", "final", "replaceable")
_SECTIONS = ("equation", "algorithm", "statechart")
_SHORTEST = 3
_LIKENESS = 0.74


def misspelt_word(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """A name where it cannot stand but a keyword of almost the same letters can."""
    for word, terminal in _similar_words(parser, token):
        if accepts(parser, terminal):
            diagnostic = codes.MISSPELT_WORD.at(parser.span(token), found=token.text, word=word)
            return Repair(diagnostic, (token._replace(terminal=terminal, text=word),))
    return None


def misspelt_word_before(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`elsif x`: the word before could be a name, but then this token could not follow."""
    for word, terminal in _similar_words(parser, previous):
        if accepts(parser, terminal, token.terminal, take_back=1):
            diagnostic = codes.MISSPELT_WORD.at(parser.span(previous), found=previous.text, word=word)
            return Repair(diagnostic, (previous._replace(terminal=terminal, text=word), token), take_back=1)
    return None


def misspelt_section(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`equations`: taken for a type, so that the first word of an equation would be a name."""
    is_near = previous.terminal == "IDENT" and get_close_matches(previous.text.lower(), _SECTIONS, n=1, cutoff=_LIKENESS)
    return misspelt_word_before(parser, previous, token) if is_near else None


def misspelt_prefix(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`paramater Real x`: the first word was taken for the type and the type for the name."""
    text = parser.source.text
    found = _WORD_BEFORE.search(text, text.rfind("\n", 0, previous.offset) + 1, previous.offset)
    if token.terminal != "IDENT" or previous.terminal != "IDENT" or found is None:
        return None
    line, column = previous.start
    begin = column - (previous.offset - found.start())
    wrong = Token("IDENT", found[1], (line, begin), (line, begin + len(found[1])), found.start())
    for word in get_close_matches(wrong.text.lower(), _PREFIXES, n=3, cutoff=_LIKENESS):
        terminal = parser.tables.keywords[word]
        if accepts(parser, terminal, previous.terminal, token.terminal, take_back=2):
            diagnostic = codes.MISSPELT_WORD.at(parser.span(wrong), found=wrong.text, word=word)
            return Repair(diagnostic, (wrong._replace(terminal=terminal, text=word), previous, token), take_back=2)
    return None


def _similar_words(parser: Parser, token: Token) -> Iterator[tuple[str, str]]:
    if token.terminal == "IDENT" and len(token.text) >= _SHORTEST:
        keywords = parser.tables.keywords
        yield from ((word, keywords[word]) for word in get_close_matches(token.text.lower(), keywords, n=3, cutoff=_LIKENESS))


def missing_word(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`then`, `loop`, `equation` or `action` left out."""
    if token.terminal in ("END", "SEMICOLON", END_OF_FILE) or begins_in_chart(parser, token):
        return None
    for word in ("then", "loop", "equation", "action"):
        terminal = parser.tables.keywords.get(word, f"_{word.upper()}")
        if accepts(parser, terminal, token.terminal):
            diagnostic = codes.MISSING_WORD.at(parser.span(token), word=word, found=shown(token))
            return Repair(diagnostic, (inserted(parser, word, token, terminal), token))
    return None


def equation_among_declarations(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`x = e` where `equation` is missing: `x` was taken for a type."""
    if token.text != "=" or previous.terminal != "IDENT" or not accepts(parser, "EQUATION", "IDENT", token.terminal, take_back=1):
        return None
    diagnostic = codes.MISSING_WORD.at(parser.span(previous), word="equation", found=shown(previous))
    return Repair(diagnostic, (inserted(parser, "equation", previous), previous, token), take_back=1)


def keyword_as_name(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """A keyword where only a name can stand, and what is written behind it could follow a name."""
    if token.text not in parser.tables.keywords or not accepts(parser, "IDENT"):
        return None
    is_declared = previous.terminal == "IDENT"
    if (previous.text == "end" and token.text in BLOCK_WORDS) or (token.text in _STRUCTURE and not is_declared):
        return None
    text, end = parser.source.text, token.offset + len(token.text)
    is_class = previous.text in CLASS_WORDS and _ALONE.match(text, end) is not None
    if not is_class and not _BEHIND_A_NAME.match(text, end):
        return None
    return Repair(codes.KEYWORD_AS_NAME.at(parser.span(token), word=token.text), (token._replace(terminal="IDENT"),))
