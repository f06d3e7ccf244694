"""Shell completion: verbs, the flags of each, files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mosila.cli.completion_command import SHELLS, verb_flags
from mosila.cli.main import VERBS, main

COMPLETE = """\
{script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _mosila; printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def complete(script: str, words: str, folder: Path) -> list[str]:
    """What bash offers for the last word."""
    text = COMPLETE.format(script=script, words=words)
    return subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=True, cwd=folder).stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    (tmp_path / "Ball.mo").touch()
    assert complete(script, "mosila sim", tmp_path) == ["simulate"]
    assert complete(script, "mosila simulate --inter", tmp_path) == ["--intervals", "--interval"]
    assert complete(script, "mosila simulate Ba", tmp_path) == ["Ball.mo"]
    assert set(complete(script, "mosila ''", tmp_path)) >= set(VERBS)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_flag_is_in_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for verb in VERBS:
        assert verb in script
        for flag in verb_flags(verb):
            assert flag.lstrip("-") in script
