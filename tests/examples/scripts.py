"""The scripts of the examples as modules."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from tests.docs.snippets import ROOT


def load_script(example: str) -> ModuleType:
    """The module of an example's script; nothing has been run."""
    spec = spec_from_file_location(f"example_{example}", ROOT / "examples" / example / "experiment.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
