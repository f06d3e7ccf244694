"""Texts that look like models and are not: mutations of real files, and patterns that have broken parsers before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

_PIECES = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\'\n]*\'|//[^\n]*|/\*.*?\*/|\w+|\s+|[^\w\s]+?', re.DOTALL)
WORDS = tuple(
    re.findall(
        r"\w+",
        """
        algorithm and annotation break connect constrainedby der each else elseif elsewhen end enumeration equation extends external
        false final flow for function if import in initial loop model new not operator or package protected public record redeclare
        replaceable return then true type when while within
        action dynamic entry event exit guard priority state statechart sum transition
        """,
    )
)
MARKS = (*"()[]{},;:=.+-\"'\\", ":=", "==", "->", ".*", "//", "/*", "*/", "1e", "0.5")
_ODD = "\0\x01\t\r\n\f\v \u00a0\u2028\ufeff\u00e4\u2212\u201c\U0001f600#%&|!?@$~`^\\\"'"
Mutation = Callable[[Random, list[str]], None]


def mutated(random: Random, text: str, others: Sequence[str]) -> str:
    """A text after a few random changes of its words, marks and characters."""
    pieces = _PIECES.findall(text)
    for _ in range(random.choice((1, 1, 1, 2, 3, 5, 10))):
        random.choice(_MUTATIONS)(random, pieces)
    changed = "".join(pieces)
    match random.randrange(8):
        case 0:
            return changed[: random.randrange(len(changed) + 1)]
        case 1:
            return changed[random.randrange(len(changed) + 1) :]
        case 2:
            return _flipped(random, changed)
        case 3 if others:
            other = random.choice(others)
            at = random.randrange(len(changed) + 1)
            return changed[:at] + other[random.randrange(len(other) + 1) :]
        case _:
            return changed


def _flipped(random: Random, text: str) -> str:
    characters = list(text)
    for _ in range(random.randrange(1, 6)):
        if characters:
            characters[random.randrange(len(characters))] = random.choice((random.choice(_ODD), chr(random.randrange(32, 127))))
    return "".join(characters)


def _at(random: Random, pieces: list[str]) -> int:
    return random.randrange(len(pieces))


def _delete(random: Random, pieces: list[str]) -> None:
    if pieces:
        del pieces[_at(random, pieces)]


def _delete_some(random: Random, pieces: list[str]) -> None:
    if pieces:
        at = _at(random, pieces)
        del pieces[at : at + random.randrange(20)]


def _double(random: Random, pieces: list[str]) -> None:
    if pieces:
        at = _at(random, pieces)
        pieces[at:at] = pieces[at : at + random.randrange(1, 8)]


def _swap(random: Random, pieces: list[str]) -> None:
    if pieces:
        first, second = _at(random, pieces), _at(random, pieces)
        pieces[first], pieces[second] = pieces[second], pieces[first]


def _replace(random: Random, pieces: list[str]) -> None:
    if pieces:
        pieces[_at(random, pieces)] = f" {random.choice((random.choice(WORDS), random.choice(MARKS)))} "


def _insert(random: Random, pieces: list[str]) -> None:
    at = random.randrange(len(pieces) + 1)
    pieces.insert(at, random.choice((f" {random.choice(WORDS)} ", random.choice(MARKS), random.choice(_ODD))))


def _join_lines(random: Random, pieces: list[str]) -> None:
    breaks = [index for index, piece in enumerate(pieces) if "\n" in piece and piece.isspace()]
    if breaks:
        pieces[random.choice(breaks)] = random.choice(("", " "))


_MUTATIONS: tuple[Mutation, ...] = (_delete, _delete_some, _double, _swap, _replace, _insert, _join_lines)


_UNITS = (
    *("a.", "(a,", "a[", "f(", "{1,", "-(", "1+", "a(b=", "x y ", "; ) ", "\r\n", "\u00e4b "),
    *("/**/", "//\n", '"\n', "'\n", '"\\', "/*/", "sum Real[", "sum/**/", "event a.", "transition a -> "),
    *("model A ", "model A\n", "end A;\n", "if a then ", "if a then b else ", "when a then\n", "for i in 1:2 loop\n"),
    *("Real x\n", "Real x;\n", "Real x = (1;\n", "Real end;\n", "x = ;\n", "x := 1;\n", "else if a then\n", "end if;\n"),
    *("state A extends B;\n", "x = 1,\n", "if a = b then\n", "elsif a then\n", 'Real x "text;\n'),
)
_HEADS = ("", "model A\n", "model A\nequation\n", "model A\nalgorithm\n", "model A\n  Real x = ", "model A\nstatechart\n")


def patterns(size: int) -> Iterator[tuple[str, str]]:
    """Long monotonous texts of about so many characters, by name: what takes a parser more than linear time or deep stacks."""
    units = (*MARKS, *(f"{word} " for word in WORDS), *_ODD, *_UNITS)
    for unit in units:
        for head in _HEADS:
            yield f"{head}{unit}...", head + unit * (size // len(unit))
