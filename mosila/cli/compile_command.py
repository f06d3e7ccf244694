"""`mosila compile FILE [MODEL]`: front end and back end ahead of time, into one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from mosila.cli.simulate_command import add_model
from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import BAD_OPTION
from mosila.experiment.model import load
from mosila.experiment.package import SUFFIX
from mosila.results.replace_file import check_writable, replacing_path

MOST = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `compile`."""
    parser.description = (
        "Compile a model into one file that `simulate` and `mosila.load` take in place of the source. It holds the machine code of\n"
        "the structures that can be reached, up to a bound; others are derived during the run. It fits this version of mosila on\n"
        "this kind of machine only."
    )
    parser.epilog = "example: mosila compile examples/LandingDevice/LandingDevice.mosila System -o landing.mosimo"
    add_model(parser)
    parser.add_argument("-o", "--output", metavar=f"FILE{SUFFIX}", help=f"where to write it (default: MODEL{SUFFIX} in this folder)")
    parser.add_argument("--structures", type=int, default=MOST, metavar="N", help=f"most structures to compile (default: {MOST})")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    if arguments.structures < 1:
        raise MosilaError(BAD_OPTION.at(option="--structures", value=arguments.structures, rule="at least one is needed"))
    if arguments.output:
        check_writable(arguments.output)
    model = load(arguments.file, arguments.model)
    target = Path(arguments.output or f"{model.name.rpartition('.')[2]}{SUFFIX}")
    check_writable(target)
    compiled = model.compile_ahead(arguments.structures)
    content = model.pack()
    with replacing_path(target) as temporary:
        temporary.write_bytes(content)
    if not arguments.quiet:
        rest = "all that can be reached" if compiled.is_complete else f"more can be reached; --structures is {arguments.structures}"
        print(f"{target}: {model.name}, {compiled.count} structure{'' if compiled.count == 1 else 's'} ({rest}), {len(content)} bytes")
    return 0
