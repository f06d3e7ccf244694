"""X: the choice of a solver."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code

UNKNOWN_SOLVER = Code(
    "X140",
    "no such solver",
    message="there is no solver `{solver}`; there are {solvers}",
    help="name one of these with --solver, or install the package that brings it",
    explanation="""\
Solvers are found by their names: those of mosila itself, and those that installed packages add through the entry points
`mosila.solvers`. The one named is not among them.""",
)

BAD_SOLVER = Code(
    "X141",
    "a solver cannot be loaded",
    message="the solver `{solver}` cannot be loaded: {reason}",
    help="to install what it needs type: {command}",
    explanation="""\
The solver is known by its name, but the package that does its work is not installed, or does not fit. The default solver
`ida` needs nothing more than mosila itself.""",
)

UNFIT_SOLVER = Code(
    "X142",
    "a solver that does not fit",
    message="the solver `{solver}` cannot be used here: {reason}",
    help="use --solver ida, which takes all equations",
    explanation="""\
Some solvers take some models only: an explicit method needs every derivative given by itself, and cannot solve equations
together. A fixed step (--step) is for the solvers `euler` and `trapezoid`; the others choose their steps by the error.""",
)
