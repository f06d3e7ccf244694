"""Pages of rules -> cases, and what the program makes of a case. README.md beside this file says how pages are written."""

from __future__ import annotations

import re
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.registry import refusals
from mosila.experiment import simulate_model
from mosila.experiment.check import check_class
from mosila.experiment.emit import emit_flat
from mosila.experiment.load import load_model, parse_file
from mosila.options import make_options

FOLDER = Path(__file__).parent
FILE = "Model.mo"
KINDS = ("accepts", "flat", "error", "warning", "values")
RUN = "run"
GOLDEN = ("flat", "error", "warning")
FENCE = re.compile(r"```(\w+)?(?: (.*))?$")
EXPECTED = re.compile(r"(?P<code>[A-Z]\d{3}|\?) (?:(?P<file>\S+):)?(?P<line>\d+): ?(?P<text>.*)$")
VALUE = re.compile(r"(?P<name>[^=]*?)(?:\((?P<time>[^()]*)\))? = (?P<value>\S+)$")
AGREEMENT = 1e-5


class BadPageError(ValueError):
    """A page is not written as it should be."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its first word, the others, its lines, and the lines of its fences in the page (from 0)."""

    kind: str
    words: tuple[str, ...]
    lines: tuple[str, ...]
    first: int
    last: int

    @property
    def text(self) -> str:
        """The content with a line end."""
        return "".join(f"{line}\n" for line in self.lines)


@dataclass(frozen=True, slots=True)
class Case:
    """A rule, the models of its section, and one thing that is expected of the last of them."""

    page: Path
    rule: str
    number: int
    """Which of the page's expectations this is."""
    sources: tuple[Block, ...]
    expected: Block

    @property
    def name(self) -> str:
        """The case in the list of tests."""
        slug = re.sub(r"[^a-z0-9]+", "-", self.rule.lower()).strip("-")
        return f"{self.page.stem}/{slug}/{self.expected.kind}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the program made of a case: the text that a golden block would have, and why it is not right."""

    is_right: bool
    why: str = ""
    golden: tuple[str, ...] | None = None


def read_page(page: Path) -> Iterator[Case]:
    """The cases of a page in order."""
    rule = ""
    sources: list[Block] = []
    number = 0
    for item in _items(page.read_text(encoding="utf-8").split("\n")):
        if isinstance(item, str):
            rule, sources = item, []
        elif item.kind == "modelica":
            if sources and not any(word.endswith((".mo", ".mosila")) for word in sources[-1].words):
                sources = []
            sources.append(item)
        elif item.kind in KINDS:
            if not rule or not sources:
                raise BadPageError(f"{page}:{item.first + 1}: a model and a heading come before what is expected")
            yield Case(page, rule, number, tuple(sources), item)
            number += 1
        else:
            raise BadPageError(f"{page}:{item.first + 1}: a block is `modelica` or one of {', '.join(KINDS)}")


def _items(lines: Sequence[str]) -> Iterator[str | Block]:
    opened: tuple[int, str, tuple[str, ...]] | None = None
    for place, line in enumerate(lines):
        fence = FENCE.match(line)
        if opened is not None and line == "```":
            first, kind, words = opened
            yield Block(kind, words, tuple(lines[first + 1 : place]), first, place)
            opened = None
        elif opened is None and fence:
            opened = place, fence[1] or "", tuple((fence[2] or "").split())
        elif opened is None and line.startswith("## "):
            yield line.removeprefix("## ")


def run_case(case: Case) -> Outcome:
    """Check, flatten or run the model of a case, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for source in case.sources:
            file = place / next((word for word in source.words if word.endswith((".mo", ".mosila"))), FILE)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source.text, encoding="utf-8")
        try:
            named = next((word for word in case.sources[-1].words if not word.endswith((".mo", ".mosila"))), None)
            return _compare(case, file, named or parse_file(file).classes[-1].definition.name)
        except MosilaError as error:
            return _compare_errors(case.expected, error.diagnostics, place)
        except BadPageError:
            raise
        except Exception as fault:
            return Outcome(False, "".join(traceback.format_exception(fault)))


def _compare(case: Case, file: Path, model: str) -> Outcome:
    expected = case.expected
    match expected.kind:
        case "flat":
            text = tuple(emit_flat(file, model).rstrip("\n").split("\n"))
            return Outcome(text == expected.lines, "\n".join(text), text)
        case "values":
            return _compare_values(expected, file, model)
        case "error" if RUN in expected.words:
            simulate_model(file, model, make_options())
            return Outcome(False, "the model runs")
    loaded = load_model(file, model)
    warnings = check_class(loaded.table, loaded.model).warnings
    match expected.kind:
        case "warning":
            return _compare_messages(expected, warnings, file.parent)
        case "error":
            return Outcome(False, "the model is accepted")
    return Outcome(not warnings, "\n".join(_lines(warnings, file.parent)))


def _compare_errors(expected: Block, diagnostics: Sequence[Diagnostic], folder: Path) -> Outcome:
    if expected.kind == "error":
        return _compare_messages(expected, diagnostics, folder)
    return Outcome(False, "\n".join(_lines(diagnostics, folder)))


def _compare_messages(expected: Block, diagnostics: Sequence[Diagnostic], folder: Path) -> Outcome:
    """Each line has its diagnostic, in order of lines, and there are no others."""
    severity = Severity.ERROR if expected.kind == "error" else Severity.WARNING
    found = sorted((each for each in diagnostics if each.severity is severity), key=lambda each: (each.span.path, each.span.line))
    golden = tuple(_lines(found, folder))
    fits = len(found) == len(expected.lines) and all(_fits(line, each, folder) for line, each in zip(expected.lines, found, strict=True))
    return Outcome(fits, "\n".join(golden), golden)


def _fits(line: str, diagnostic: Diagnostic, folder: Path) -> bool:
    wanted = EXPECTED.match(line)
    if wanted is None:
        raise BadPageError(f"not `CODE line: text`: {line!r}")
    code_fits = (
        diagnostic.code not in refusals() and diagnostic.code[0] != "X" if wanted["code"] == "?" else diagnostic.code == wanted["code"]
    )
    file = wanted["file"] or FILE
    place_fits = diagnostic.span.line == int(wanted["line"]) and diagnostic.span.path == str(folder / file)
    return code_fits and place_fits and wanted["text"] in diagnostic.message


def _lines(diagnostics: Sequence[Diagnostic], folder: Path) -> Iterator[str]:
    for each in diagnostics:
        file = each.span.path.removeprefix(f"{folder}/")
        place = "" if file in (FILE, "") else f"{file}:"
        yield f"{each.code} {place}{each.span.line}: {each.message.replace(f'{folder}/', '')}"


def _compare_values(expected: Block, file: Path, model: str) -> Outcome:
    wanted = [VALUE.match(line) for line in expected.lines if line]
    times = [float(each["time"]) for each in wanted if each is not None and each["time"]]
    result = simulate_model(file, model, make_options(stop=max(times, default=0.0), tolerance=1e-8))
    wrong: list[str] = []
    for line, each in zip((line for line in expected.lines if line), wanted, strict=True):
        if each is None:
            raise BadPageError(f"not `name(time) = value`: {line!r}")
        rows = np.flatnonzero(np.abs(result.time - float(each["time"] or result.time[0])) <= 1e-9 * max(1.0, *times, 0.0))
        if not len(rows):
            raise BadPageError(f"no output at the time of {line!r}")
        number = {"true": 1.0, "false": 0.0}.get(each["value"])
        value = float(each["value"]) if number is None else number
        found = float(result[each["name"]][rows[-1]]) if each["name"] in result.names else float("nan")
        if not abs(found - value) <= AGREEMENT * max(1.0, abs(value)):
            wrong.append(f"{line}, but it is {found!r}")
    return Outcome(not wrong, "\n".join(wrong))


def rewrite(case: Case, lines: Sequence[str]) -> None:
    """Write the lines of the case's expectation anew."""
    now = next(each for each in read_page(case.page) if each.number == case.number).expected
    text = case.page.read_text(encoding="utf-8").split("\n")
    text[now.first + 1 : now.last] = lines
    case.page.write_text("\n".join(text), encoding="utf-8")
