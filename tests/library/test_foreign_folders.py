"""C files in the folders of a library: named by addresses, or where the specification expects them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.library.packages import model, package, write
from tests.running import run_file

FUNCTION = """within Lib;
function twice
  input Real x;
  output Real y;
external "C" y = twice(x) annotation({annotation});
end twice;
"""
HEADER = "double twice(double x);\n"
SOURCE = '#include "twice.h"\ndouble twice(double x) { return 2 * x; }\n'


@pytest.mark.parametrize(
    ("folder", "annotation"),
    [
        (
            "Resources/Sources in C",
            'Include = "#include \\"twice.h\\"", Library = "twice", IncludeDirectory = "modelica://Lib/Resources/Sources%20in%20C"',
        ),
        ("Resources/Include", 'Include = "#include \\"twice.h\\"", Library = "twice"'),
    ],
)
def test_folders_of_foreign_code(folder: str, annotation: str, tmp_path: Path) -> None:
    files = {
        "Lib/package.mo": package("Lib"),
        "Lib/twice.mo": FUNCTION.format(annotation=annotation),
        "Lib/M.mo": model("M", "Lib", "  Real y = twice(time);\n"),
        f"Lib/{folder}/twice.h": HEADER,
        f"Lib/{folder}/twice.c": SOURCE,
    }
    result = run_file(write(tmp_path, files) / "Lib" / "M.mo", stop=1.0)
    assert result.at("y", 0.75) == 1.5
