"""The commonest slips in own words: parser stack and the token that does not fit -> a diagnostic, and a repair if there is one.

A repair is tried on a copy of the parser's states before it is believed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import scan
from mosila.syntax.repair import Repair
from mosila.syntax.scan import Token
from mosila.syntax.slips_of_blocks import (
    bare_end,
    else_if,
    end_of_another_block,
    end_of_no_block,
    missing_end,
    unclosed_action,
    unclosed_block,
)
from mosila.syntax.slips_of_marks import (
    comma_for_semicolon,
    equals_in_condition,
    missing_bracket,
    missing_semicolon,
    other_equals,
    stray_bracket,
    unclosed_string,
)
from mosila.syntax.slips_of_words import (
    equation_among_declarations,
    keyword_as_name,
    missing_word,
    misspelt_prefix,
    misspelt_section,
    misspelt_word,
    misspelt_word_before,
)
from mosila.syntax.stack import expected_words, open_blocks, open_class, operator_is_likelier, shown, unfinished_item
from mosila.syntax.stray_text import repair_stray_text, unknown_character
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_ATTEMPTS = (
    repair_stray_text,
    unclosed_string,
    other_equals,
    misspelt_word,
    missing_word,
    equation_among_declarations,
    misspelt_section,
    keyword_as_name,
    equals_in_condition,
    comma_for_semicolon,
    missing_bracket,
    bare_end,
    end_of_another_block,
    end_of_no_block,
    else_if,
    unclosed_block,
    unclosed_action,
    missing_end,
    misspelt_word_before,
    misspelt_prefix,
    missing_semicolon,
    stray_bracket,
)
_PREFIXES = frozenset(
    ("parameter", "constant", "discrete", "input", "output", "flow", "stream", "inner", "outer", "final", "replaceable", "redeclare")
)
_TYPE_BEFORE = re.compile(r"(?:.*;)?\s*\.?[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s+")
_FOREIGN_PAIRS = {
    "**": "a power is written `^`",
    "++": "write the assignment in full: `x := x + 1`",
    "--": "write the assignment in full: `x := x - 1`, or `-(-x)`",
    **dict.fromkeys(("+=", "-=", "*=", "/="), "write the assignment in full, such as `x := x + 1`"),
}
_LONGEST_SHOWN = 30


def find_repair(parser: Parser, token: Token) -> Repair | None:
    """The smallest change of the text that lets the parser go on, if it is one that people need."""
    for attempt in _ATTEMPTS:
        if (repair := attempt(parser, parser.previous, token)) is not None:
            return repair
    return None


def explain(parser: Parser, token: Token) -> Diagnostic:
    """The diagnostic of an error for which there is no repair."""
    previous, span = parser.previous, parser.span(token)
    if token.terminal == scan.UNKNOWN:
        return unknown_character(parser, token)
    for first, place in ((previous, parser.span(previous).to(span)), (token, span._replace(end_column=span.column + 2))):
        pair = parser.source.text[first.offset : first.offset + 2]
        if pair in _FOREIGN_PAIRS and len(first.text) == 1:
            return codes.UNKNOWN_CHARACTER.at(place, character=f"`{pair}`", hint=_FOREIGN_PAIRS[pair])
    if token.terminal == END_OF_FILE and (unclosed := _unclosed_class(parser)) is not None:
        return unclosed
    if previous.text == "end" and (wrong := _wrong_end(parser, token)) is not None:
        return wrong
    if (among := _declaration_among(parser, token)) is not None:
        return codes.DECLARATION_IN_SECTION.at(span, among=among)
    context = f" after `{previous.text}`" if 0 < len(previous.text) < _LONGEST_SHOWN and "\n" not in previous.text else ""
    expected = expected_words(parser)
    if operator_is_likelier(parser, previous, token) and "an operator" in expected:
        product = f"{previous.text} * {token.text}"
        expected = f"`,` or an operator, such as `{product}`" if "`,`" in expected else f"an operator; a product is written `{product}`"
    related = []
    if previous.terminal == "STRING" and "\n" in previous.text:
        related = [(parser.span(previous), "this string runs over several lines: is its closing quote missing?")]
    return codes.UNEXPECTED.at(span, related=related, found=shown(token), context=context, expected=expected)


def _wrong_end(parser: Parser, token: Token) -> Diagnostic | None:
    """`end` of something else than the block that is open."""
    span, blocks = parser.span(parser.previous).to(parser.span(token)), open_blocks(parser)
    if blocks:
        word, line = blocks[0]
        return codes.UNCLOSED_BLOCK.at(span, found=f"end {token.text}" if token.text.isidentifier() else "end", block=word, line=line)
    return None


def _declaration_among(parser: Parser, token: Token) -> str | None:
    """`equations` or `statements`, if what stands there is a declaration: a prefix, or a type and a name that begin the item."""
    previous, item = parser.previous, unfinished_item(parser)
    if item not in ("equation", "statement"):
        return None
    text = parser.source.text
    line = text[text.rfind("\n", 0, token.offset) + 1 : token.offset]
    is_named = token.terminal == previous.terminal == "IDENT" and _TYPE_BEFORE.fullmatch(line) is not None
    begins = previous.terminal == "SEMICOLON" or previous.text in ("equation", "algorithm", "then", "else", "loop", "action")
    return f"{item}s" if is_named or (begins and token.text in _PREFIXES) else None


def _unclosed_class(parser: Parser) -> Diagnostic | None:
    """The diagnostic of a class that is open at the end of the file."""
    opened = open_class(parser)
    if opened is None:
        return None
    what, name, place = opened
    wrong_ends = parser.builder.wrong_ends
    for index, wrong in enumerate(wrong_ends):
        if wrong.end[0] == name:
            # The `end` of this class was taken for that of one inside of it, which is not closed.
            del wrong_ends[index]
            inner, inside = wrong.name
            related = [(inside, f"{wrong.what} `{inner}` begins here")]
            return codes.UNCLOSED_BLOCK.at(wrong.end[1], related=related, found=f"end {name}", block=inner, line=inside.line)
    misspelt = list(re.finditer(rf"^[ \t]*(E[Nn][Dd]|e[Nn]D|eNd)\s+{re.escape(name)}\s*;", parser.source.text, re.MULTILINE))
    if misspelt:
        word, offset = misspelt[-1][1], misspelt[-1].start(1)
        line = parser.source.text.count("\n", 0, offset) + 1
        column = offset - parser.source.text.rfind("\n", 0, offset)
        return codes.MISSPELT_WORD.at(Span(parser.source.path, line, column, line, column + len(word)), found=word, word="end")
    related = [(place, f"{what} `{name}` begins here")]
    return codes.MISSING_END.at(parser.span(parser.previous), related=related, what=what, name=name)
