"""G: from tables and C text to machine code, and the libraries that a run needs."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code

NO_COMPILER = Code(
    "G001",
    "no C compiler",
    message="there is no C compiler: {tried}",
    help="to install one type: {command}; or name yours in the environment variable CC",
    explanation="""\
Models are translated to C and compiled. The compiler named in CC is taken, else the first of cc, gcc and clang that is
on the PATH. On Debian and Ubuntu `apt install gcc libc6-dev` brings one, on Fedora `dnf install gcc`, on macOS
`xcode-select --install`. Checking a model needs no compiler.""",
)

COMPILER_FAILED = Code(
    "G002",
    "the C compiler failed",
    message="the C compiler did not take the text that mosila wrote: {reason}; the text is in {file}",
    help="this is a fault in mosila or in the installation of {compiler}; please report it with that file",
    explanation="""\
The C text of a model is written by mosila, so a model should never make the compiler fail. Either mosila wrote wrong C,
which is a fault of its own, or the compiler is not complete (a missing linker or missing headers of the C library) or
has no room to write. The message quotes the compiler's first complaint and names the file with the C text.""",
)

MISSING_LIBRARY = Code(
    "G003",
    "a library of the solver is missing",
    message="{library} was not found: {reason}",
    help="to install it type: {command}",
    explanation="""\
The solver IDA of SUNDIALS comes with the package scikit-sundae and the sparse matrix solver KLU with the package pyklu.
Both are installed with mosila. Instead of the first, a folder with the shared libraries of another SUNDIALS, of
version 6 or 7, can be named in the environment variable MOSILA_SUNDIALS.""",
)

UNFIT_LIBRARY = Code(
    "G004",
    "a library of the solver does not fit",
    message="{library} cannot be used: {reason}",
    help="to install one that is known to work type: {command}",
    explanation="""\
A library of the solver was found, but it lacks a function that mosila calls, or its data are not laid out in any way
that is known. The versions that mosila is tested with are named in its own list of dependencies.""",
)
