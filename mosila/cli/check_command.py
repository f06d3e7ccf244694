"""`mosila check FILE [MODEL]`: what is wrong with a model, or with all models of a package or folder, without running them."""

from __future__ import annotations

import argparse

from mosila.cli.main import attempt, show
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.experiment.check import check_class
from mosila.experiment.load import Loaded
from mosila.experiment.load_models import load_models

EXAMPLE = """\
examples:
  mosila check examples/RcLadder/RcLadder.mo
  mosila check examples
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `check`."""
    parser.description = "Check a model, or without MODEL all models of a package or folder: names, types, equations. Nothing is run."
    parser.epilog = EXAMPLE
    parser.add_argument("file", metavar="FILE", help="a .mo or .mosila file, a folder, or the full name of a class of a library")
    parser.add_argument("model", nargs="?", metavar="MODEL", help="the class to check; the end of its name is enough if unique")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors and warnings")


def run(arguments: argparse.Namespace) -> int:
    """Check all models that are meant: a line each, then what was found, each thing once."""
    found: dict[object, Diagnostic] = {}
    models = list(load_models(arguments.file, arguments.model))
    wrong = 0
    for loaded in models:
        outcome = loaded if isinstance(loaded, MosilaError) else attempt(check_class, loaded.table, loaded.model)
        is_wrong = isinstance(outcome, MosilaError)
        wrong += is_wrong
        for diagnostic in outcome.diagnostics if isinstance(outcome, MosilaError) else outcome.warnings:
            found.setdefault((diagnostic.code, diagnostic.span) if diagnostic.span.line else diagnostic, diagnostic)
        if isinstance(loaded, Loaded) and not arguments.quiet and (len(models) > 1 or not is_wrong):
            print(f"{loaded.name}: {'wrong' if is_wrong else outcome}", flush=True)
    if len(models) != 1 and not arguments.quiet:
        print(f"{len(models)} models: {len(models) - wrong} right, {wrong} wrong")
    return show(tuple(found.values()), arguments.output_format)
