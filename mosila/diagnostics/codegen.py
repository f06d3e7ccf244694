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

LIBRARY_NOT_FOUND = Code(
    "G020",
    "a library of foreign code is missing",
    message="the library `{library}` of the external function `{function}` was not found{places}",
    help="install it, or name the folder that holds it in the annotation LibraryDirectory",
    explanation="""\
An external function names its library in the annotation Library. The linker looks for it in the folder of the annotation
LibraryDirectory, by default Resources/Library of the package with its subfolders for the platform, and where the system
keeps libraries. It was in none of them.""",
)

HEADER_NOT_FOUND = Code(
    "G021",
    "a header of foreign code is missing",
    message="the header `{header}` of the external function `{function}` was not found{places}",
    help="install it, or name the folder that holds it in the annotation IncludeDirectory",
    explanation="""\
An external function names its header in the annotation Include. The compiler looks for it in the folder of the annotation
IncludeDirectory, by default Resources/Include of the package, and where the system keeps headers. It was in none of
them.""",
)

FOREIGN_NOT_FOUND = Code(
    "G022",
    "a foreign function is missing",
    message="none of the libraries has `{symbol}`, which the external function `{function}` calls",
    help="name the library that has it in the annotation Library, or write its C text in the annotation Include",
    explanation="""\
The C function that an external function calls must be in one of the libraries of the annotation Library, in the C text
of the annotation Include, or in the C library. Its name is that of the Modelica function if the external clause gives
no other. It may also be missing from one library that another one needs.""",
)

FOREIGN_TEXT = Code(
    "G023",
    "foreign C text is wrong",
    message="the compiler does not take the C text of the external function `{function}`: {reason}",
    help="correct the C text or the header of the annotation Include, or the arguments of the external clause",
    explanation="""\
The C text that an external function brings with it, in its annotation Include or in a header that this names, is compiled
together with what mosila writes. The compiler found a mistake in it, or the external clause calls the C function with
arguments of other types than it has. The message quotes the compiler's first complaint.""",
)

FOREIGN_LANGUAGE = Code(
    "G024",
    "foreign language not supported",
    message="the external function `{function}` is written in `{language}`, which is not supported",
    help='write "C" or "FORTRAN 77", or a small C function that calls it',
    explanation="""\
Modelica names the languages "C" and "FORTRAN 77" for external functions; "builtin" is for functions that every tool knows
by itself, and this is none of them.""",
)

UNKNOWN_BEFORE_THE_RUN = Code(
    "G025",
    "a foreign value is needed too early",
    message="the value of the external function `{function}` is needed before the model is compiled",
    help="give the value as a literal, or write the function in Modelica",
    explanation="""\
Sizes of arrays, conditions of components and other structural parameters have to be known before the model is compiled.
Such a value comes from an external function here, and foreign code is called only when the model runs.""",
)
