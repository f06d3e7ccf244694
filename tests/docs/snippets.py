"""A page -> the blocks of code in it, and how each is run.

```python                    runs, all blocks of a page in one namespace
```modelica title="A.mo"     is written to a file
```modelica                  is part of an example: its lines stand in a file under examples/
```console                   lines with `$` run; what follows is what they print, `...` stands for anything, numbers with a point
                             agree to one unit of their last digit; `# exit N` behind a command says how it ends
"""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mosila.cli.main import main

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[-+]\d+)?")
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the rest of its first line, its text, and the line where it begins."""

    language: str
    facts: str
    text: str
    line: int

    @property
    def title(self) -> str:
        """The file it is written to, if any."""
        found = re.search(r'title="([^"]+)"', self.facts)
        return found[1] if found else ""


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        yield Block(found[1], found[2], found[3], text.count("\n", 0, found.start()) + 1)


def run_page(page: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Run all blocks of a page in a folder; says how many there were."""
    names: dict[str, object] = {"__name__": "page"}
    count = 0
    for block in blocks(page):
        count += 1
        where = f"{page.name}:{block.line}"
        if block.language == "python":
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
        elif block.language == "modelica" and block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "modelica":
            assert_part_of_examples(block.text, where)
        elif block.language == "console":
            run_console(block.text, where, capsys)
        else:
            raise AssertionError(f"{where}: nothing is known about {block.language}")
    return count


def run_console(text: str, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run the commands and compare what they print."""
    for piece in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = piece.partition("\n")
        command, _, code = command.partition("   # exit ")
        words = shlex.split(command)
        assert words[0] in ("mosila", "python"), f"{where}: {command}"
        capsys.readouterr()
        try:
            ended = main(words[1:]) if words[0] == "mosila" else run_script(*words[1:])
        except SystemExit as stop:
            ended = int(stop.code or 0)
        said = "".join(capsys.readouterr())
        assert ended == int(code or 0), f"{where}: {command}\n{said}"
        assert fits(expected.strip(), said.strip()), f"{where}: {command}\n{said}"


def run_script(path: str) -> int:
    """Run a script as `python PATH` does."""
    runpy.run_path(path, run_name="__main__")
    return 0


def fits(expected: str, said: str) -> bool:
    """Whether a program said what a page shows; nothing shown fits everything."""
    numbers = NUMBER.findall(expected)
    texts = [re.escape(text).replace(r"\.\.\.", ".*") for text in NUMBER.split(expected)]
    found = re.match(f"({NUMBER.pattern})".join(texts), said, re.DOTALL)
    return found is not None and all(is_near(shown, each) for shown, each in zip(numbers, found.groups(), strict=True))


def is_near(shown: str, said: str) -> bool:
    """Whether two numbers differ by no more than a unit of the last digit shown."""
    mantissa, _, exponent = shown.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(float(shown) - float(said)) <= 1.001 * unit


def assert_part_of_examples(text: str, where: str) -> None:
    """Every line stands in one of the examples; comments and descriptions aside."""
    known = {_bare(line) for path in (ROOT / "examples").rglob("*.mo*") for line in path.read_text(encoding="utf-8").splitlines()}
    for line in text.splitlines():
        assert _bare(line) in known or line.strip() == "...", f"{where}: {line}"


def _bare(line: str) -> str:
    return re.sub(r'\s*("[^"]*")?\s*;?\s*(//.*)?$', "", line).strip()
