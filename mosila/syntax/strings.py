"""String literals: text as written between the quotes -> the characters it stands for."""

from __future__ import annotations

import re

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def unescape(text: str) -> str:
    """The characters that a string's text stands for; an unknown escape stands for the character behind the backslash."""
    if "\\" not in text:
        return text
    return re.sub(r"\\([\s\S])", lambda match: _ESCAPES.get(match[1], match[1]), text)
