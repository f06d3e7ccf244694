"""The command itself: verbs, usage, exit codes, formats of messages, and a fault of the program."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mosila
from mosila.cli import explain_command
from mosila.cli.main import VERBS, main
from mosila.diagnostics.registry import all_codes
from tests.cli.program import run, write_clock


def test_version() -> None:
    assert run("--version") == (0, f"mosila {mosila.__version__}\n", "")


def test_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert all(re.search(rf"^ +{verb}\b", text, re.MULTILINE) for verb in VERBS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "VERB"),
        (["simulte"], "simulte"),
        (["simulate"], "FILE"),
        (["simulate", "a.mo", "--stop", "soon"], "soon"),
        (["simulate", "a.mo", "--intervals", "2.5"], "2.5"),
        (["simulate", "a.mo", "--speed", "3"], "--speed"),
        (["simulate", "a.mo", "-v", "-q"], "not allowed with"),
        (["emit", "wine", "a.mo"], "wine"),
    ],
)
def test_wrong_use_ends_with_two_and_names_the_word(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.startswith("mosila")
    assert message.count("\n") == 1
    assert "--help" in message


@pytest.mark.parametrize(
    ("text", "code", "letter"),
    [
        ("model A\n  Real x = ;\nend A;\n", 1, "P"),
        ("model A\n  Real x = y;\nend A;\n", 1, "N"),
        ("model A\n  Real x;\n  Real y;\nequation\n  x = 1;\nend A;\n", 1, "B"),
        ("model A\n  Real x = 1 / (time - 0.5);\nend A;\n", 3, "R"),
    ],
)
def test_exit_codes_by_stage(text: str, code: int, letter: str, tmp_path: Path) -> None:
    file = tmp_path / "A.mo"
    file.write_text(text, encoding="utf-8")
    ended = run("simulate", file)
    assert ended.code == code
    assert ended.output == ""
    assert re.match(rf"{re.escape(str(file))}:\d+:\d+: error\[{letter}\d{{3}}\] ", ended.messages)


def test_messages_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "A.mo"
    file.write_text("model A\n  Real x = ;\n  Real y = ;\nend A;\n", encoding="utf-8")
    assert main(["simulate", str(file), "--output-format", "json"]) == 1
    first, second = json.loads(capsys.readouterr().err)
    assert first["code"] == "P001"
    assert first["severity"] == "error"
    assert first["start"] == {"line": 2, "column": 12}
    assert second["start"] == {"line": 3, "column": 12}


def test_concise_messages_are_one_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "A.mo"
    file.write_text("model A\n  Real x = ;\n  Real y = ;\nend A;\n", encoding="utf-8")
    assert main(["simulate", str(file), "--output-format", "concise"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{file}:2:12", f"{file}:3:12"]


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["plain", "NO_COLOR", "dumb"])
def test_people_at_a_terminal_see_the_source_in_colour_unless_they_ask_not_to(colour: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "A.mo"
    file.write_text("model A\n  Real x = ;\nend A;\n", encoding="utf-8")
    ours, theirs = pty.openpty()
    environment = {"TERM": "xterm", **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}, **colour}
    words = [sys.executable, "-m", "mosila", "parse", str(file)]
    with subprocess.Popen(words, stderr=theirs, stdin=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        said = b""
        while chunk := read_some(ours):
            said += chunk
    os.close(ours)
    assert process.returncode == 1
    assert (b"\x1b[" in said) == (not colour)
    assert b"   2 |" in said
    assert b"help:" in said


def read_some(descriptor: int) -> bytes:
    """What comes from a terminal; nothing when its other end is closed."""
    try:
        return os.read(descriptor, 4096)
    except OSError:
        return b""


def test_small_commands_load_little() -> None:
    program = "import sys; from mosila.cli.main import main\ntry: main(['--version'])\nexcept SystemExit: print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(ended.stdout.split())
    assert "mosila.cli.main" in loaded
    assert not {"numpy", "lark", "cffi", "matplotlib", "scipy", "sympy", "mosila.syntax", "mosila.compiler"} & loaded


def test_explain_knows_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    for code in all_codes():
        assert main(["explain", code]) == 0
        text = capsys.readouterr().out
        assert text.startswith(f"{code}: ")
        assert "Message:" in text


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "p002"]) == 0
    assert capsys.readouterr().out.startswith("P002: missing `;`")
    assert main(["explain"]) == 0
    assert "  P002  missing `;`\n" in capsys.readouterr().out


def test_a_fault_of_the_program_is_one_message_and_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> int:
        raise RuntimeError("out of luck\nin two lines")

    monkeypatch.setattr(explain_command, "run", fail)
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path))
    assert main(["explain", "P001"]) == 2
    said = capsys.readouterr().err
    assert "error[X001] a fault in mosila itself (RuntimeError: out of luck); please report it" in said
    assert "Traceback" not in said
    (report,) = (tmp_path / "reports").iterdir()
    assert str(report) in said
    details = report.read_text(encoding="utf-8")
    assert "Traceback" in details
    assert "['explain', 'P001']" in details
    assert mosila.__version__ in details


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m mosila emit ast {write_clock(tmp_path)} | head -c 1"
    ended = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    assert ended.returncode == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("simulat", "x.mo"), "`simulate`"),
        (("simulate", "x.mo", "--stopp", "3"), "`--stop`"),
        (("check", "x.mo", "--output-format", "ful"), "`full`"),
    ],
)
def test_a_misspelt_word_of_a_call_is_answered_with_what_may_be_meant(
    words: tuple[str, ...], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert f"; did you mean {meant}? (more: mosila" in capsys.readouterr().err
