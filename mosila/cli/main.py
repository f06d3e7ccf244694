"""`mosila VERB ...`: finds the verb, runs it, and turns what went wrong into a message and an exit code.

Exit codes: 0 fine, 1 the model is wrong, 2 usage or internal error, 3 the run failed or could not begin. Only the module of the
verb that was called is imported, so that small commands are quick; the compiler of a runtime that is not there yet works meanwhile.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, NoReturn, ParamSpec, TypeVar

import mosila
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError

INTERRUPTED = 130

P = ParamSpec("P")
T = TypeVar("T")


class Verb(NamedTuple):
    """A verb's module, beside this one, what it does in a few words, and whether it runs models."""

    module: str
    help: str
    runs: bool = False


VERBS = {
    "simulate": Verb("simulate_command", "run a model", runs=True),
    "compile": Verb("compile_command", "compile a model into one file"),
    "sweep": Verb("sweep_command", "run a model with many values of its parameters", runs=True),
    "plot": Verb("plot_command", "draw variables of a result file"),
    "compare": Verb("compare_command", "compare two result files"),
    "check": Verb("check_command", "say what is wrong with models, without running them"),
    "new": Verb("new_command", "write a model to begin with"),
    "emit": Verb("emit_command", "show what a stage of the compiler makes of a file"),
    "parse": Verb("parse_command", "check that files parse"),
    "fmt": Verb("format_command", "write files in one layout"),
    "explain": Verb("explain_command", "explain a diagnostic's code"),
    "completion": Verb("completion_command", "print a script that lets the shell complete commands"),
    "doctor": Verb("doctor_command", "check what mosila needs on this machine"),
}


class Parser(argparse.ArgumentParser):
    """A parser that tells a wrong call in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, what may have been meant, and where more is to be read."""
        self.exit(2, f"{self.prog}: error: {message}{self._suggestion(message)} (more: {self.prog} --help)\n")

    def _suggestion(self, message: str) -> str:
        """`; did you mean ...?` for a misspelt command or option, else nothing."""
        found = re.search(r"unrecognized arguments: (-[^\s=]+)|invalid choice: '([^']*)'", message)
        if found is None:
            return ""
        below = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        parsers: list[argparse.ArgumentParser] = [self, *(parser for action in below for parser in action.choices.values())]
        actions = [action for parser in parsers for action in parser._actions]
        known = {text for action in actions for text in (action.option_strings if found[1] else action.choices or ())}
        near = difflib.get_close_matches(found[1] or found[2], sorted(map(str, known)), n=1, cutoff=0.7)
        return f"; did you mean `{near[0]}`?" if near else ""


def make_parser(chosen: str) -> Parser:
    """The parser with all verbs by name and the arguments of the chosen one."""
    parser = Parser(
        prog="mosila",
        description="Compiler and simulator for Modelica models whose structure may change while they run.",
        epilog="example: mosila simulate examples/LandingDevice/LandingDevice.mosila System --stop 25 -o landing.csv",
    )
    parser.add_argument("--version", action="version", version=f"mosila {mosila.__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        below = verbs.add_parser(name, help=verb.help, formatter_class=argparse.RawDescriptionHelpFormatter, conflict_handler="resolve")
        if name == chosen:
            import_module(f"mosila.cli.{verb.module}").add_arguments(below)
            below.add_argument(
                "--output-format",
                choices=("full", "concise", "json"),
                help="how errors are shown (default: full on a terminal, else concise)",
            )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the return value is the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    style: str | None = None
    try:
        chosen = next((word for word in words if not word.startswith("-")), "")
        if chosen in VERBS and VERBS[chosen].runs and len(words) > 1 and not {"-h", "--help"} & set(words):
            import_module("mosila.solvers.compile_runtime").begin_to_compile()
        arguments = make_parser(chosen).parse_args(words)
        style = arguments.output_format
        code: int = import_module(f"mosila.cli.{VERBS[arguments.verb].module}").run(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("mosila: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        return show(explain_fault(error, words), style)


def attempt(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | MosilaError:
    """Do one piece of work of several: what goes wrong in it, be it the program's fault, does not end the others."""
    try:
        return work(*arguments, **named)
    except BrokenPipeError:
        raise
    except Exception as error:
        return MosilaError(*explain_fault(error, sys.argv[1:]))


def explain_fault(error: Exception, words: Sequence[str]) -> tuple[Diagnostic, ...]:
    """The diagnostics of an error that is the model's; a fault of the program itself is one more kind of diagnostic."""
    if isinstance(error, MosilaError):
        return error.diagnostics
    from mosila.diagnostics.report_bug import report_bug

    return (report_bug(error, words),)


def show(diagnostics: Sequence[Diagnostic], style: str | None = None) -> int:
    """Print diagnostics on stderr as the user wants them; the return value is the exit code they ask for."""
    from mosila.diagnostics import render

    chosen = render.OutputFormat(style) if style else render.default_format(sys.stderr)
    palette = render.COLOURED if render.wants_colour(sys.stderr) else render.PLAIN
    if diagnostics:
        sys.stdout.flush()
        print(render.render(diagnostics, chosen, palette), file=sys.stderr)
    return render.exit_code(diagnostics)


if __name__ == "__main__":
    sys.exit(main())
