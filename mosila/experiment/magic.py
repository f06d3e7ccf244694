"""`%%mosila` in Jupyter and IPython: a cell of Modelica becomes a model in a variable.

    %load_ext mosila

    %%mosila model
    model Decay
      Real x(start=1, fixed=true);
    equation
      der(x) = -x;
    end Decay;

`%%mosila NAME [MODEL]` puts the model into the variable NAME (`model` if left out).
"""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

from mosila.experiment.model import Model, load


def load_text(text: str, model: str | None = None, name: str = "cell.mosila") -> Model:
    """A model of a text, as if it stood in a file of that name."""
    folder = Path(tempfile.gettempdir()) / f"mosila-{sha256(text.encode()).hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load(path, model)


def register(shell: Any) -> None:
    """Make `%%mosila` known to a shell of IPython."""

    def mosila(line: str, cell: str) -> None:
        """Compile the cell and keep the model in a variable."""
        variable, _, model = line.strip().partition(" ")
        shell.user_ns[variable or "model"] = load_text(cell, model.strip() or None)

    shell.register_magic_function(mosila, "cell", "mosila")
