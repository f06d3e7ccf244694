"""S001 to S049: statecharts, as written and as they run."""

from mosila.diagnostics.diagnostic import Code, Severity

UNKNOWN_STATE = Code(
    "S001",
    "unknown state",
    message="there is no state `{name}` in {composite}",
    help="declare it there, as in `State {name};`, or check the spelling{suggestion}",
    explanation="Source and target of a transition are sub-states of the composite in which it is written: instances, not state "
    "classes. A longer path leads from there to the sub-states of a sub-state.",
)
NOT_SIBLINGS = Code(
    "S002",
    "transition across composites",
    message="`{target}` is not a sub-state of {composite}, where `{source}` is",
    help="let the transition end at a sub-state of the same composite, and let that composite's initial state or history lead on",
    explanation="Source and target of a transition are sub-states of one composite. What lies deeper is entered by `isInitial`, "
    "`history` or `deepHistory`, and what is left runs its exit actions, the innermost first.",
)
NO_INITIAL_STATE = Code(
    "S003",
    "no initial state",
    message="{composite} has sub-states, but none of them is initial",
    help="mark one of {candidates}, as in `State {first}(isInitial=true);`",
    explanation="Exactly one direct sub-state of a `State` (or `XorState`) is active. Which one is active first is said by "
    "`isInitial=true`. If all of them are to be active at the same time, let the composite extend `AndState`.",
)
SEVERAL_INITIAL_STATES = Code(
    "S004",
    "several initial states",
    message="{composite} has several initial states: {candidates}",
    help="leave `isInitial=true` to one of them",
    explanation="Exactly one direct sub-state of a `State` (or `XorState`) is active, so only one can be the first. If all of "
    "them are to be active at the same time, let the composite extend `AndState`.",
)
UNREACHABLE_STATE = Code(
    "S005",
    "unreachable state",
    message="no transition leads to {state}",
    help="add a transition to it, mark it with `isInitial=true`, or remove it",
    explanation="Starting from the initial state of its composite, no sequence of transitions arrives at this state, whatever the "
    "guards say.",
    severity=Severity.WARNING,
)
DUPLICATE_NAME = Code(
    "S006",
    "declared twice",
    message="`{name}` is declared twice in {scope}",
    help="rename one of them{reason}",
    explanation="States, state classes, transitions and variables of one state have different names, inherited ones included. The "
    "names `State`, `XorState` and `AndState` are taken.",
)
EQUATION_IN_STATE = Code(
    "S007",
    "equation in a state",
    message="{state} holds {what}, which a state cannot",
    help="write it in the class itself, with a discrete variable that entry and exit actions of {name} set; or in an object that they "
    "add and remove",
    explanation="States hold parameters, discrete variables, states, transitions and actions. Equations belong to the class; "
    "equations that come and go as a whole belong to an object that actions add and remove.",
)
UNKNOWN_STATE_CLASS = Code(
    "S008",
    "unknown state class",
    message="there is no state class `{name}` visible in {scope}",
    help="{advice}{suggestion}",
    explanation="A state extends, and a state instance is of, `State` (alias `XorState`), `AndState` or a state class that is "
    "declared in the same state or further out.",
)
NOT_A_TRUTH_VALUE = Code(
    "S009",
    "not true or false",
    message="`{name}` of a state must be `true` or `false`",
    help="write `{name}=true`, or leave it out",
    explanation="`isInitial`, `isFinal`, `history` and `deepHistory` shape the chart itself, which is fixed before any value is computed.",
)
RECURSIVE_STATE = Code(
    "S010",
    "a state that contains itself",
    message="state class {name} contains or extends itself",
    help="remove one step of {cycle}",
    explanation="An instance of a state's own class would contain another one, and so on without end.",
)
NOT_ALLOWED_IN_STATE = Code(
    "S011",
    "not allowed in a statechart",
    message="{what} cannot stand in {scope}",
    help="{advice}",
    explanation="A statechart section holds state classes, state instances and transitions. A state holds these, parameters, "
    "discrete variables and actions.",
)
SECOND_INSTANCE = Code(
    "S012",
    "a root has one instance",
    message="`{name}` stands directly in the statechart section, so it is a chart of its own and cannot be instantiated",
    help="move the state class into the state that is to hold `{instance}`, or around both put a state that extends `State`",
    explanation="A state class directly in the section is its own only instance, the root of a chart. State classes that are to "
    "be instantiated stand inside another state class.",
)
PARALLEL_TRANSITION = Code(
    "S013",
    "transition between parallel states",
    message="`{source}` and `{target}` are active at the same time: {reason}",
    help="put both into a state that extends `State`, or leave one region by a transition of the composite",
    explanation="All sub-states of an `AndState` are active together, and so are all charts of a class. A transition leads from "
    "one sub-state of a `State` to another.",
)
EVENT_FORM = Code(
    "S014",
    "not an event",
    message="an event is a variable or `after(T)`, not `{what}`",
    help="declare `event discrete Boolean` with an equation for the condition, or write it as a guard",
    explanation="An event names a variable declared with `event`, perhaps by a path such as `boost.empty`, or is `after(T)` with "
    "one argument: T seconds after the source was entered.",
)
PRIORITY_FORM = Code(
    "S015",
    "priority is not a whole number",
    message="the priority of a transition must be a whole number written out",
    help="write for example `priority 1`; the smallest number goes first",
    explanation="Of several enabled transitions of one state the one with the smallest priority is taken, then those without "
    "priority as declared. The order is fixed before any value is computed.",
)
UNKNOWN_MODIFIER = Code(
    "S016",
    "modifier of nothing",
    message="{state} has no `{name}` to modify",
    help="a state has {candidates}{suggestion}",
    explanation="A modifier of a state names one of its variables, a sub-state, or `isInitial`, `isFinal`, `history`, `deepHistory`.",
)
POSSIBLE_CONFLICT = Code(
    "S017",
    "transitions that can conflict",
    message="`{first}` and `{second}` from {state} can be enabled at the same time; `{first}` goes first",
    help="give them priorities, or guards that exclude each other",
    explanation="Both wait for the same event, or for none, and one of the guards holds whenever the other does. Without "
    "priorities the transition declared first is taken.",
    severity=Severity.WARNING,
)
CONFLICT = Code(
    "S018",
    "transitions in conflict",
    message="`{first}` and `{second}` from {state} were enabled at the same time; `{first}` was taken",
    help="give them priorities, or guards that exclude each other",
    explanation="Of several enabled transitions of one state the one with the smallest priority is taken, then the one declared "
    "first. The warning is given once for each pair.",
    severity=Severity.WARNING,
)
TWO_WRITERS = Code(
    "S019",
    "two regions assign one variable",
    message="at time {time} `{variable}` is assigned in parallel by {first} and by {second}",
    help="let one region assign it, or give each a variable of its own",
    explanation="Regions of an `AndState`, and several charts of a class, act at the same time. Which of two assignments in one "
    "step is to hold cannot be told. Nor can it where a when-clause re-initialises a state that an action gives a value in the same round.",
)
ENDLESS_MACROSTEP = Code(
    "S020",
    "chart does not come to rest",
    message="at time {time} the chart does not come to rest: after {limit} steps it still goes round {cycle}",
    help="let a guard or an event of the cycle become false when it is taken",
    explanation="Transitions are taken until none is enabled. Transitions without an event whose guards hold in a circle never "
    "end; time stands still.",
)
WITHOUT_EFFECT = Code(
    "S021",
    "marking without effect",
    message="`{name}` of {state} has no effect: {reason}",
    help="leave it out",
    explanation="`isInitial` and `isFinal` choose among the sub-states of a `State`; `history` and `deepHistory` say where a "
    "composite that was left resumes.",
    severity=Severity.WARNING,
)
UNUSED_STATE_CLASS = Code(
    "S022",
    "state class without instance",
    message="state class {name} is never instantiated",
    help="declare an instance, as in `{name} {instance};`, or remove the class",
    explanation="A state class inside another state is a type only: an instance of it is a component of the state, as in the "
    "declaration of a variable.",
    severity=Severity.WARNING,
)
UNKNOWN_TESTED_STATE = Code(
    "S023",
    "unknown state",
    message="there is no state `{name}` in the statechart of {scope}",
    help="check the spelling{suggestion}",
    explanation="`in(state)` names a state by its path from the root of the chart, or by the end of that path where only one state has it.",
)
AMBIGUOUS_STATE = Code(
    "S024",
    "ambiguous state",
    message="`{name}` may be any of {candidates}",
    help="write more of the path, as in `in({example})`",
    explanation="`in(state)` names a state by its path from the root of the chart, or by the end of that path where only one state has it.",
)
