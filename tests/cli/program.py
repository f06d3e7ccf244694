"""`mosila` as another process: words and environment -> exit code, output, messages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

EXAMPLES = Path(__file__).parents[2] / "examples"
LANDING = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"
BALL = EXAMPLES / "BouncingBall" / "BouncingBall.mo"

CLOCK = "model Clock\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend Clock;\n"
"""A model that is quick in everything."""


class Ended(NamedTuple):
    """How a process ended."""

    code: int
    output: str
    messages: str


def start(*words: object, **environment: str) -> subprocess.Popen[str]:
    """Start `mosila` with these words and these changes of the environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "mosila", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell in the background has it ignored
    )


def wait(process: subprocess.Popen[str]) -> Ended:
    """Wait for a process; what it said must not be a traceback."""
    output, messages = process.communicate(timeout=120)
    assert "Traceback" not in output + messages
    return Ended(process.returncode, output, messages)


def run(*words: object, **environment: str) -> Ended:
    """Run `mosila` to its end."""
    return wait(start(*words, **environment))


def write_clock(folder: Path) -> Path:
    """The quick model in a file."""
    path = folder / "Clock.mo"
    path.write_text(CLOCK, encoding="utf-8")
    return path
