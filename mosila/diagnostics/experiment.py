"""X12x to X17x: what is asked of an experiment and cannot be; R05x: experiments that find no answer."""

from __future__ import annotations

from mosila.diagnostics.diagnostic import Code, Severity

NO_SUCH_PARAMETER = Code(
    "X120",
    "nothing of this name to set",
    message="{model} has no parameter or variable `{name}`{suggestion}",
    help="write the path as the result has it, for example `body.m` or `resistor[2].R`",
    explanation="""\
A value was given for a parameter, or for the start of a variable, that the model does not have. Names are paths from the
model that is run: the components from outside to inside with dots between them, elements of arrays with their index.""",
)

NOT_SETTABLE = Code(
    "X121",
    "cannot be set from outside",
    message="`{name}` cannot be set: {why}",
    help="{help}",
    explanation="""\
From outside a run, parameters can be set, and the start values of states, of held and of discrete variables. Constants,
what the model declares `final` or `protected`, and what equations determine cannot.""",
)

OUT_OF_RANGE = Code(
    "X122",
    "value out of range",
    message="`{name}` is to be {value}, but its {bound} is {limit}",
    help="give a value within the range, or change `{bound}` in the model",
    explanation="""\
The model declares the smallest (`min`) and largest (`max`) value of this parameter or variable, and the value given from
outside lies beyond it.""",
)

WRONG_VALUE = Code(
    "X123",
    "value of the wrong type",
    message="`{name}` is {kind}, and {value} is not",
    help="write {example}",
    explanation="""\
The value given from outside does not fit the type of the parameter or variable: a Real takes a number, an Integer a whole
number, a Boolean `true` or `false`, an array as many values as it has elements.""",
)

BAD_SETTING = Code(
    "X124",
    "setting not understood",
    message="cannot understand `{text}`: {why}",
    help="write {example}",
    explanation="""\
Settings on the command line are written path=value without blanks around the `=`: `--set gr.g=1.62`. Values are numbers,
`true` or `false`, or, for arrays, a list in braces: `--set k={{1,2,3}}`.""",
)

NOTHING_MATCHES = Code(
    "X125",
    "no variable matches",
    message="{where} has no variable `{pattern}`{suggestion}",
    help="`*` stands for any text, also with dots; put the pattern in quotes",
    explanation="""\
Variables are named by their full path, or several at once by a pattern: `*` stands for any text, `?` for one character,
`[12]` for one of several. Brackets of array elements may be written as they are. None of the variables fits.""",
)

OUTSIDE_RESULT = Code(
    "X126",
    "time outside the result",
    message="the result has no values at time {time}: it goes {extent}",
    help="ask for a time within, or run the model for longer",
    explanation="""\
A value was asked for at a time before the first or after the last row of the result. Values are interpolated between
rows, never carried beyond them.""",
)

UNREADABLE_RESULT = Code(
    "X127",
    "no result file",
    message="{file} is no result that can be read: {reason}",
    help="write it anew, or name another file",
    explanation="""\
The file has the ending of a result file, but not what belongs into one: it is damaged, was cut off, or was written by a
program with another idea of the format. Result files are .csv, .mat (version 4), .parquet and .h5.""",
)

CUT_LINE = Code(
    "X139",
    "last line without an end",
    message="the last line of {file} does not end as lines do: the file may have been cut off there",
    help="write it anew if its last number is not whole",
    explanation="""\
Every line of a CSV file ends with a line break, also the last one. A file that was cut off, by a full disk or a copy that did
not come to its end, often ends in the middle of a number, which then is another one. The file is read as it is.""",
    severity=Severity.WARNING,
)

UNFIT_FILE = Code(
    "X128",
    "file of another version or platform",
    message="{file} cannot be used: {why}",
    help="make it anew from the source",
    explanation="""\
Compiled models and snapshots hold machine code and tables that belong to one version of mosila on one kind of machine.
They carry both, and a checksum; a file that does not fit or is damaged is refused as a whole.""",
)

TIME_IS_PAST = Code(
    "X129",
    "time has passed",
    message="cannot go to time {until}: the run is at {now} already",
    help="restore a snapshot to go back",
    explanation="""\
A run goes forward only. To go back, save a snapshot on the way (`save`) and take it up again (`restore`).""",
)

RUN_IS_OVER = Code(
    "X130",
    "the run is over",
    message="the run ended at time {time} and cannot go on: {reason}",
    help="restore a snapshot from before, or make a new simulator",
    explanation="""\
The run was ended by a script (`StopSimulation`), by an error, or where events pile up. What was recorded can still be
read; to go on, restore a snapshot.""",
)

NOT_AN_EVENT = Code(
    "X131",
    "not an event",
    message="`{name}` is no event variable",
    help="the events of the model are: {events}",
    explanation="""\
Only variables declared with the prefix `event` can be fired: statecharts wait for these and for no others.""",
)

SNAPSHOT_DOES_NOT_FIT = Code(
    "X132",
    "snapshot of another model",
    message="the snapshot is of {saved}, and its variables are not those of {model}",
    help="load the model with the values of the parameters that it had when it was saved",
    explanation="""\
A snapshot holds the values of every object by its place in the model. It can be taken up by the same model only, with
the same sizes of arrays.""",
)

BAD_STUDY = Code(
    "X133",
    "no study",
    message="these are no cases to study: {why}",
    help="give lists of values for all combinations, or a number of samples to draw",
    explanation="""\
A study needs parameters that vary: for all combinations (full factorial) a list of values for each, for samples (Latin
hypercube, Monte Carlo) a list or a distribution for each and how many cases to draw.""",
)

OTHER_STUDY = Code(
    "X134",
    "folder of another study",
    message="{folder} holds the cases of another study",
    help="name another folder, or remove this one",
    explanation="""\
The folder of a study says which model, settings, variables and cases it belongs to. A study goes on in its own folder
only, so that results of different studies are never mixed.""",
)

EXISTS_ALREADY = Code(
    "X135",
    "file exists already",
    message="{file} exists already",
    help="choose another name, or remove it",
    explanation="""\
`mosila new` writes a file to begin with and never overwrites one that is there.""",
)

BAD_NAME = Code(
    "X136",
    "not a name for a model",
    message="`{name}` cannot be the name of a model",
    help="use letters, digits and `_`, a letter first, for example `FirstModel`",
    explanation="""\
Names of classes begin with a letter and go on with letters, digits and underscores. Words of the language, such as
`model`, are no names.""",
)

BAD_INPUT = Code(
    "X137",
    "input cannot be fed",
    message="the input `{name}` cannot be fed: {why}",
    help="give a number, a function of time, two rows (times, values), or a table file with a column of that name",
    explanation="""\
Inputs of the model that is run are fed from outside: by a number, a function of time, an array of times and values, or a
file of results that has a column of the input's name. Between the points of an array values are interpolated.""",
)

NO_STEADY_STATE = Code(
    "R051",
    "no steady state",
    message="no values were found at which everything rests (beginning at time {time}); farthest from rest: {variables}",
    help="give start values nearer to a point of rest, or simulate until the model rests",
    explanation="""\
A steady state is a point at which all derivatives vanish. The search begins at the start values and found none: there may
be no such point (a body that falls), or it is far away, or switches turn the model back and forth around it.""",
)

CANNOT_SAVE = Code(
    "X138",
    "run cannot be saved",
    message="this run cannot be saved: the model has {what}",
    help="save a model without it, or run it from the start again",
    explanation="""\
A snapshot holds the values of all variables. What a model keeps elsewhere, the past of delayed expressions or objects of
foreign libraries, is not part of it, so that a run with these could not go on from a snapshot faithfully.""",
)

STOPPED_AT_ACCUMULATION = Code(
    "R050",
    "stopped where events pile up",
    message="the run stopped at time {time}: the events of {relation} pile up at time {limit}",
    help="leave out `--zeno stop` to have this as an error",
    explanation="""\
The time between events shrinks towards zero, as with a ball that bounces lower and lower. The run was asked to stop there
(`--zeno stop`); its result ends with the last event before that time.""",
    severity=Severity.WARNING,
)
