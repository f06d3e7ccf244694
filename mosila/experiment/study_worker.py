"""A process that runs cases of a study: `python -m mosila.experiment.study_worker`, messages on its standard streams.

The first message is (model, task); each further one is the parameters of a case, answered by its result.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import IO, Any

from mosila.experiment.case import run_packed_case


def send(stream: IO[bytes], message: object) -> None:
    """Write a message with its length before it."""
    content = pickle.dumps(message, protocol=5)
    stream.write(struct.pack("<Q", len(content)))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read a message; EOFError when the other side is gone."""
    head = stream.read(8)
    if len(head) < 8:
        raise EOFError
    (length,) = struct.unpack("<Q", head)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return pickle.loads(content)


def main() -> None:
    """Answer until the other side is gone; what models print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        model, task = receive(sys.stdin.buffer)
        while True:
            send(answers, run_packed_case(model, task, receive(sys.stdin.buffer)))
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    main()
