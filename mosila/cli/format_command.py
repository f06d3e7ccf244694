"""`mosila fmt [--check] FILE...`: files in one layout, their meaning and comments untouched."""

from __future__ import annotations

import argparse

from mosila.cli.source_files import source_files
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.library.read import parse_cached
from mosila.results.replace_file import replacing
from mosila.syntax.format import format_definition
from mosila.syntax.read import read_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `fmt`."""
    parser.description = "Write files anew in one layout; in folders all .mo and .mosila files."
    parser.epilog = "example: mosila fmt --check examples"
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file or a folder")
    parser.add_argument("--check", action="store_true", help="change nothing; say which files would change, and end with code 1 if any")
    parser.add_argument("--stdout", action="store_true", help="print the text instead of writing the files")


def run(arguments: argparse.Namespace) -> int:
    """Format all files; those that cannot be parsed are told together and left alone."""
    faults: list[Diagnostic] = []
    changed = 0
    for path in source_files(arguments.files):
        try:
            source = read_text(path)
            text = format_definition(parse_cached(source))
        except MosilaError as error:
            faults += error.diagnostics
            continue
        if arguments.stdout:
            print(text, end="")
        elif text != source.text:
            changed += 1
            print(f"{path}: would change" if arguments.check else f"{path}: written anew")
            if not arguments.check:
                with replacing(path) as stream:
                    stream.write(text)
    if faults:
        raise MosilaError(*faults)
    return 1 if arguments.check and changed else 0
