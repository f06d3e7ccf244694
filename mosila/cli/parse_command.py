"""`mosila parse FILE...`: whether files are well written, all their slips in one run."""

from __future__ import annotations

import argparse

from mosila.cli.source_files import source_files
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.library.read import is_known_good, parse_cached
from mosila.syntax.read import read_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `parse`."""
    parser.description = "Check that files are well written; in folders all .mo and .mosila files."
    parser.epilog = "example: mosila parse examples"
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file or a folder")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Parse all files; what is wrong is told together."""
    faults: list[Diagnostic] = []
    count = 0
    for path in source_files(arguments.files):
        count += 1
        try:
            source = read_text(path)
            if not is_known_good(source):
                parse_cached(source)
        except MosilaError as error:
            faults += error.diagnostics
    if faults:
        raise MosilaError(*faults)
    if not arguments.quiet:
        print(f"{count} file{'' if count == 1 else 's'}: well written")
    return 0
