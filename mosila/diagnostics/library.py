"""L: libraries, how their files are laid out and found."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code

WRONG_WITHIN = Code(
    "L001",
    "`within` does not fit the folder",
    message="the file says {found}, but it lies {place}",
    help="begin the file with `{clause};`, or move it",
    explanation="""\
A class of a library that has a file of its own begins it with `within` and the full name of the package whose folder
it lies in. The two must agree: tools find the class by its folder, people by its `within`. The package at the top of
a library has `within;` or nothing.""",
)

WRONG_CLASS = Code(
    "L002",
    "a file with another class",
    message="the file should define `{expected}` and nothing else, but it defines {found}",
    help="rename the file or the class; a file of a library holds one class, named as the file or folder is",
    explanation="""\
In a library `Name.mo` holds the class `Name`, and `Name/package.mo` the package `Name` whose other classes are the
files and folders beside it. Only a file that is no part of a library may hold several classes.""",
)

NO_SUCH_VERSION = Code(
    "L003",
    "no such version of a library",
    message="the library {name} is needed in version {wanted}; found: {found}",
    help="put a folder `{name} {wanted}` into a folder of MODELICAPATH, or change `uses`",
    explanation="""\
The model says in its `uses` annotation which version of a library it was written for. A library is taken if it has
that version, or if it says in its `conversion` annotation that models for that version need no change
(`noneFromVersion`). Libraries are looked for beside the file and in the folders of the environment variable
MODELICAPATH, in folders named `Name` or `Name Version`.""",
)

DEFINED_TWICE = Code(
    "L004",
    "a class defined twice",
    message="`{name}` is defined here and in {file}",
    help="remove one of the two",
    explanation="""\
A class of a package stands either in its `package.mo` or in a file of its own beside it. If both are there, it is not
clear which is meant.""",
)

NO_SUCH_RESOURCE = Code(
    "L005",
    "a resource that is not there",
    message="`{uri}` was not found: {reason}",
    help="such an address is `modelica://Library/folder/file`; the folder is that of the library or package",
    explanation="""\
An address `modelica://Package.Name/path/file` names a file in the folder of a package of a library, whatever the
place the library is installed at. Either the library was not found in the folders of MODELICAPATH, or it has no such
file.""",
)
