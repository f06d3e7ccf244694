"""A file -> its syntax tree, from the cache on disk if the same text was parsed before.

An entry is named by the hash of the text and of the parser, so that it is never wrong, only absent. Processes share the entries without
locks: one is written in one step, and one that is damaged counts as absent. The cache may be removed at any time; by
itself it does not grow much beyond its limit.
"""

from __future__ import annotations

import gc
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

import mosila
from mosila.cache import cache_directory, mark_used, read_checked, trim, write_checked
from mosila.library.encode import decode, encode
from mosila.source import SourceFile
from mosila.syntax import ast
from mosila.syntax.parse import allow_recursion, parse_source
from mosila.syntax.read import read_text
from mosila.syntax.tables import grammar_text

CACHE_LIMIT = 500_000_000
"""Bytes of trees kept on disk; the Modelica Standard Library takes 25 million."""


def load_definition(path: str | Path) -> ast.StoredDefinition:
    """The syntax tree of a file; a `MosilaError` if it cannot be read or does not follow the grammar."""
    return parse_cached(read_text(path))


def parse_cached(source: SourceFile) -> ast.StoredDefinition:
    """The syntax tree of a text."""
    entry = _entry(source)
    content = read_checked(entry)
    if content is not None:
        return _decode(content, source.path)
    definition = parse_source(source)
    _keep(entry, definition)
    return definition


def is_known_good(source: SourceFile) -> bool:
    """Whether this text was parsed before without an error."""
    return mark_used(_entry(source))


def _entry(source: SourceFile) -> Path:
    name = blake2b(source.text.encode("utf-8", "surrogatepass"), digest_size=16, key=_parser_hash()).hexdigest()
    return _folder() / name[:2] / name[2:]


def _folder() -> Path:
    return cache_directory() / "trees"


@cache
def _parser_hash() -> bytes:
    """Changes with the grammar and with every module that takes part in making a tree."""
    folder = Path(mosila.__file__).parent
    modules = (module.read_bytes() for name in ("syntax", "library") for module in sorted((folder / name).glob("*.py")))
    versions = f"{mosila.__version__} {sys.version_info[:2]}".encode()
    return blake2b(b"\0".join((versions, grammar_text().encode(), *modules)), digest_size=16).digest()


def _decode(content: bytes, path: str) -> ast.StoredDefinition:
    allow_recursion()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return decode(content, path)
    finally:
        if was_enabled:
            gc.enable()


def _keep(entry: Path, definition: ast.StoredDefinition) -> None:
    content = encode(definition)
    if content is not None and write_checked(entry, content):
        _look_after_size(_folder())


@cache
def _look_after_size(folder: Path) -> None:
    """Trim the cache, once in a process that adds to it."""
    trim(folder, CACHE_LIMIT)
