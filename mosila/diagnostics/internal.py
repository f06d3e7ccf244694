"""X: faults of the program itself (X001), and calls that cannot be carried out whatever the model says (X1xx)."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code

INTERNAL = Code(
    "X001",
    "internal error",
    message="a fault in mosila itself ({error}); please report it, the details are in {report}",
    help="send the model too if you can",
    explanation="""\
Something happened that mosila's authors did not foresee. Your model may be right or wrong; the program should have
said so in its own words and did not. The details (a Python traceback, the version, the command) were written to the
file named in the message. Please report the fault with that file and, if you can, the smallest model that shows it.""",
)

BAD_OPTION = Code(
    "X101",
    "option out of range",
    message="{option} is {value}, but {rule}",
    help="give another value; `mosila simulate --help` lists what can be set",
    explanation="""\
An option of the run has a value with which no run is possible: a tolerance that is not positive, fewer than one
interval, a stop time before the start time, a number that is not finite. The message says which option and what is
asked of it.""",
)

CANNOT_READ = Code(
    "X102",
    "file cannot be read",
    message="cannot read {file}: {reason}",
    help="check the path; name a .mo or .mosila file",
    explanation="""\
The file named on the command line does not exist, is a directory where a file is needed, or may not be read. Nothing
was parsed or run.""",
)

CANNOT_WRITE = Code(
    "X103",
    "file cannot be written",
    message="cannot write {file}: {reason}",
    help="name a file in a folder that exists and may be written to",
    explanation="""\
A result file could not be written. Files are written under another name beside the target and renamed when they are
complete, so an older file of the same name is still whole and no half-written one is left.""",
)

MISSING_PACKAGE = Code(
    "X104",
    "optional package not installed",
    message="{purpose} needs the package {package}; to install it type: {command}",
    explanation="""\
Most of mosila works without this package, so it is not installed with it. The message says what to type; after that
the same command works.""",
)

NO_SUCH_MODEL = Code(
    "X105",
    "no such model",
    message="{file} has no model `{model}`{suggestion} (it has: {candidates})",
    help="write the name as it stands behind `model` in the file; for one in a package `Package.Name`, or only `Name`",
    explanation="""\
The name given after the file is not the name of a class in it, nor the end of exactly one such name: `System` finds
`Landing.System`, unless there is a second class whose name ends in `.System`. The message lists what the file offers.""",
)

NOTHING_TO_RUN = Code(
    "X107",
    "nothing to run",
    message="{file} has no model that can be run: {content}",
    help="write a model into it: a `model` or `block` that is not partial",
    explanation="Only models, blocks and classes that are not partial can be run; this file has none of them.",
)

WHICH_MODEL = Code(
    "X106",
    "which model",
    message="{file} has several models that could be meant{by}: {candidates}",
    help="write the name of one of them behind the file",
    explanation="""\
Without a name, mosila runs the one model of a file that is not partial and that no other class in the file uses. If
there are several such models, or a short name fits several classes, it does not guess: name one of those listed.""",
)

UNKNOWN_CODE = Code(
    "X108",
    "unknown code",
    message="there is no code {code}{suggestion}",
    help="`mosila explain` without a code lists all of them",
    explanation="""\
Codes are a letter and three digits, as in `error[B003]`. The letter is the stage: P parse, L library, N names,
T types, I instantiation, C connect, S statechart and structure, B balance and singularity, G code generation, R run
time, X the program and how it was called.""",
)

UNKNOWN_FORMAT = Code(
    "X109",
    "unknown file format",
    message="cannot tell the format of {file} from its name",
    help="name it {formats}",
    explanation="""\
The format of an output file is chosen by the end of its name. The help line lists the endings that are known.""",
)

NOT_READY = Code(
    "X110",
    "something is missing on this machine",
    message="models cannot be run here yet; missing: {missing}",
    help="type what is shown above, then `mosila doctor` again",
    explanation="""\
`mosila doctor` looks for what a run needs: a C compiler that works, SUNDIALS (in the package scikit-sundae) and KLU (in
the package pyklu). Something of it was not found; beside it stands the command that brings it.""",
)
