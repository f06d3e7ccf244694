"""Lowering of equations: syntax -> rows, reinits and connections of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import BAD_EQUATION, BAD_WHEN
from mosila.diagnostics.types import NO_VALUE, NOT_PARAMETER, WRONG_ARGUMENTS, WRONG_TYPE
from mosila.instance.algorithms import lower_algorithms
from mosila.instance.checks import Assertion, Termination
from mosila.instance.conditional import Augmentation, Conditional
from mosila.instance.connections import ConnectionCollector
from mosila.instance.context import Context, unsupported
from mosila.instance.graph import graph_operator, misplaced, refuse_graph
from mosila.instance.lower import is_builtin, iterate, lower, lower_all, lower_structural
from mosila.instance.messages import lower_assertion, lower_message
from mosila.instance.plan import CELLS, PRE, VALUE, Connection, Plan, Reinit, Role, Variability, Variable, cell
from mosila.instance.references import Found
from mosila.instance.structure_words import asks_for_structure
from mosila.instance.values import (
    BOOLEAN,
    NUMBERS,
    Value,
    arranged,
    assignable,
    common_type,
    expect,
    type_phrase,
    wrong_size,
)
from mosila.instance.variability import refuse_continuous
from mosila.instance.varying import is_continuous
from mosila.instance.when_targets import acts_at_start
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType
from mosila.source import Span
from mosila.symbolic.expression import SLOT, TEXT, Expr, apply, constant, is_constant, slot_index, slots_of
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

Sides = tuple[Expr, Expr, bool, Span]


class IfBranch(NamedTuple):
    """A branch of an if-equation: its condition as an expression and as written, None for `else`, and its equations."""

    test: Expr | None
    body: tuple[ast.Equation, ...]
    written: ast.Expression | None = None


def lower_equations(builder: PlanBuilder) -> tuple[list[Connection], list[Augmentation]]:
    """Write the rows of all equations and algorithms of a class; its connections are returned, and what they bring onto buses."""
    lowering = _Lowering(builder)
    elements = builder.class_.elements
    guard = builder.factory.guard
    for equation, owner in elements.equations:
        guard(lowering.equation, equation, Context(owner, pure=True))
    for equation, owner in elements.initial_equations:
        guard(lowering.initial, equation, Context(owner))
    for section, owner in elements.algorithms:
        guard(lower_algorithms, builder, section, Context(owner, pure=not section.initial))
    return lowering.connections.found, lowering.connections.augmentations


@dataclass(slots=True)
class _When:
    """What the branches of one when-clause give to each variable, in order."""

    values: dict[int, list[tuple[Expr, Expr, Span]]] = field(default_factory=dict)


class _Lowering:
    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder
        self.scope = builder.scope
        self.effects = builder.factory.effects
        self.rows = builder.rows
        self.guard = builder.factory.guard
        self.connections = ConnectionCollector(builder)
        self.reinitialised: dict[int, _When] = {}
        """By position of a state: the when-clause that gives it new values."""

    def equation(self, equation: ast.Equation, context: Context) -> None:
        """Lower one equation."""
        match equation:
            case ast.Equality():
                for left, right, discrete, span in self.sides(equation, context):
                    self.rows.add_equation(left, right, span, discrete)
            case ast.ForEquation(iterators=iterators, body=body):
                for inner in iterate(iterators, self.scope, context, body):
                    for part in body:
                        self.guard(self.equation, part, inner)
            case ast.IfEquation():
                self.if_equation(equation, context)
            case ast.WhenEquation():
                self.when(equation, context)
            case ast.Connect():
                if self.rows.condition is not None:
                    raise unsupported(equation.span, "`connect` under a question for the structure", "attach objects with `add`")
                self.connections.connect(equation, context)
            case ast.CallEquation(call=call):
                self.call(call, context)

    def call(self, call: ast.Call, context: Context) -> None:
        """A call that stands alone."""
        name = ".".join(p.name for p in call.function.parts)
        if name in ("reinit", "terminate"):
            what = f"`{name}` stands outside a when-clause"
            raise MosilaError(BAD_WHEN.at(call.span, what=what, advice=f"write `when condition then {name}(...)`"))
        if name == "assert":
            self.rows.assertions.append(lower_assertion(call, self.scope, self.rows, context))
        elif graph_operator(call):
            raise refuse_graph(self.connections.builder, call, context)
        elif is_builtin(call, self.scope, context):
            lower(call, self.scope, context)
        else:
            for made in self.effects.of(call, self.scope, context):
                if not is_constant(made, 1.0):
                    self.rows.assertions.append(Assertion(self.rows.formula(made, Builtin.BOOLEAN), (), True, call.span, is_call=True))

    def initial(self, equation: ast.Equation, context: Context) -> None:
        """Lower one initial equation."""
        match equation:
            case ast.CallEquation(call=call) if graph_operator(call):
                self.call(call, context)
            case ast.CallEquation(call=call):
                statement = ast.CallStatement(call, span=call.span)
                lower_algorithms(self.builder, ast.AlgorithmSection((statement,), initial=True, span=call.span), context)
            case ast.WhenEquation():
                what = "a when-clause stands in an initial equation"
                raise MosilaError(BAD_WHEN.at(equation.span, what=what, advice="write the equation without `when`"))
            case ast.Connect():
                raise MosilaError(BAD_EQUATION.at(equation.span, what="`connect` in an initial equation", advice="connect in `equation`"))
            case ast.IfEquation() if self.split_by_structure(equation, context, self.initial):
                pass
            case ast.IfEquation():
                for part in self.chosen_branch(equation, context) or (equation,):
                    self.initial_sides(part, context) if part is equation else self.initial(part, context)
            case _:
                self.initial_sides(equation, context)

    def initial_sides(self, equation: ast.Equation, context: Context) -> None:
        """The scalar equations of one initial equation."""
        for left, right, discrete, span in self.flat_sides((equation,), context, initial=True):
            is_discrete = discrete or self.is_value_before(left) or self.is_value_before(right)
            self.rows.add_initial(left, right, span, Variability.DISCRETE if is_discrete else Variability.CONTINUOUS)

    def is_value_before(self, side: Expr) -> bool:
        """Whether a side of an equation is what a discrete variable was before the first event, whatever the other side is made of."""
        if side.operator != SLOT:
            return False
        number, relative = self.rows.slot_cell(slot_index(side))
        return number % CELLS == PRE and not is_continuous(self.scope.builder, number - PRE + VALUE, relative)

    def sides(self, equation: ast.Equality, context: Context, initial: bool = False) -> list[Sides]:
        """The scalar equations of an equality, each with whether it is discrete."""
        if isinstance(equation.left, ast.Tuple):
            return self.output_sides(equation, equation.left, context, initial)
        left, right = lower(equation.left, self.scope, context), lower(equation.right, self.scope, context)
        if not initial:
            refuse_continuous(type_phrase(left.type), left, equation.left)
            refuse_continuous(type_phrase(right.type), right, equation.right)
        return paired_sides(equation, left, right, initial)

    def output_sides(self, equation: ast.Equality, targets: ast.Tuple, context: Context, initial: bool) -> list[Sides]:
        """`(a, , b) = f(...)`."""
        if not isinstance(equation.right, ast.Call):
            what = "an output list needs a function call on the right"
            raise MosilaError(BAD_EQUATION.at(equation.span, what=what, advice="write single equations"))
        outputs = lower_all(equation.right, self.scope, context)
        if len(targets.elements) > len(outputs):
            raise MosilaError(
                WRONG_ARGUMENTS.at(
                    equation.span,
                    function=expression_text(equation.right.function),
                    expected=f"at most {len(outputs)} results",
                    found=len(targets.elements),
                )
            )
        found: list[Sides] = []
        for target, output in zip(targets.elements, outputs, strict=False):
            if target is not None:
                found.extend(paired_sides(equation, lower(target, self.scope, context), output, initial))
        return found

    def chosen_branch(self, equation: ast.IfEquation, context: Context) -> tuple[ast.Equation, ...] | None:
        """The branch that parameters choose; None: it is chosen while the model runs."""
        branches = self.open_branches(equation, context)
        return branches[0].body if len(branches) == 1 else None

    def open_branches(self, equation: ast.IfEquation, context: Context) -> list[IfBranch]:
        """The branches that parameters leave open, the last one without a condition."""
        branches: list[IfBranch] = []
        for condition, body in equation.branches:
            test = lower(condition, self.scope, context)
            expect(test, BOOLEAN, "the condition after `if`", condition)
            if test.shape:
                raise wrong_size(condition.span, "the condition after `if`", (), test.shape)
            if test.variability <= Variability.PARAMETER:
                chosen = self.known_condition(condition, context)
                if chosen is False:
                    continue
                if chosen is True:
                    branches.append(IfBranch(None, body))
                    return branches
            branches.append(IfBranch(test.scalar, body, condition))
        branches.append(IfBranch(None, equation.otherwise))
        return branches

    def known_condition(self, condition: ast.Expression, context: Context) -> bool | None:
        """The value of a condition that does not vary; None: the initialisation computes a parameter in it."""
        try:
            return bool(lower_structural(condition, self.scope, context, "the condition of an if-equation").number)
        except MosilaError as error:
            if any(each.code != NO_VALUE.code for each in error.diagnostics):
                raise
            return None

    def if_equation(self, equation: ast.IfEquation, context: Context) -> None:
        """Take the branch that parameters or the structure choose, or join the branches into if-expressions."""
        if self.split_by_structure(equation, context, self.equation):
            return
        branches = self.open_branches(equation, context)
        if len(branches) == 1:
            for part in branches[0].body:
                self.guard(self.equation, part, context)
            return
        branches = self.unfolded(branches, context)
        lowered = self.branch_sides(equation, branches, context)
        switch = self.structural_switch(equation, branches, lowered, context)
        for left, right, discrete, span in joined_sides(branches, lowered):
            self.rows.add_equation(left, right, span, discrete, switch=-1 if discrete else switch)

    def split_by_structure(self, equation: ast.IfEquation, context: Context, lower_part: Callable[[ast.Equation, Context], None]) -> bool:
        """Lower the branches of a condition that the structure decides, each to be there where it is chosen; else answer False."""
        condition, body = equation.branches[0]
        if not asks_for_structure(condition):
            return False
        test = lower(condition, self.scope, context)
        expect(test, BOOLEAN, "the condition after `if`", condition)
        if not self.scope.is_structural(test):
            return False
        rest = equation.branches[1:]
        other: tuple[ast.Equation, ...] = (replace(equation, branches=rest),) if rest else equation.otherwise
        for chosen, parts in ((test.scalar, body), (apply("not", test.scalar), other)):
            with self.rows.only_if(chosen):
                for part in parts:
                    lower_part(part, context)
        return True

    def unfolded(self, branches: list[IfBranch], context: Context) -> list[IfBranch]:
        """`else if ... end if` as `elseif`."""
        while len(branches[-1].body) == 1 and isinstance(last := branches[-1].body[0], ast.IfEquation):
            inner = self.open_branches(last, context)
            branches = [*branches[:-1], *inner]
            if len(inner) == 1:
                break
        return branches

    def structural_switch(self, equation: ast.IfEquation, branches: list[IfBranch], lowered: list[list[Sides]], context: Context) -> int:
        """The position of a switch where branches read different unknowns: they may not share states and a matching; else -1."""
        places = [place for place in range(len(lowered[0])) if not any(sides[place][2] for sides in lowered)]
        if all(len({self.unknowns(sides[place]) for sides in lowered}) == 1 for place in places):
            return -1
        switch = self.rows.new_position(Role.BRANCH, Builtin.BOOLEAN, Variability.PARAMETER, equation.span)
        self.rows.switches.append(switch)
        anew = context.without_events()
        plain = [IfBranch(None if each.written is None else lower(each.written, self.scope, anew).scalar, ()) for each in branches]
        tests = zip(_branch_tests(branches), _branch_tests(plain), strict=True)
        for sides, (test, compared), (_, _, written) in zip(lowered, tests, branches, strict=True):
            branch = self.rows.new_position(Role.BRANCH, Builtin.BOOLEAN, Variability.PARAMETER, equation.span)
            condition = self.rows.new_position(Role.CONDITION, Builtin.BOOLEAN, Variability.DISCRETE, equation.span)
            self.rows.add_equation(self.rows.read(cell(condition)), test, equation.span, discrete=True, branch=switch)
            name = _branch_name(written, branches, context)
            formula = self.rows.formula(compared, Builtin.BOOLEAN)
            self.rows.conditionals.append(Conditional(((branch, 1),), condition, formula, switch, name, equation.span))
            for place in places:
                left, right, _, span = sides[place]
                self.rows.add_equation(left, right, span, discrete=False, branch=branch)
        return switch

    def unknowns(self, sides: Sides) -> frozenset[int]:
        """The slots of an equation that read continuous variables."""
        return frozenset(
            slot for side in sides[:2] for slot in slots_of(side) if is_continuous(self.scope.builder, *self.rows.slot_cell(slot))
        )

    def branch_sides(
        self,
        equation: ast.IfEquation,
        branches: list[IfBranch],
        context: Context,
        initial: bool = False,
    ) -> list[list[Sides]]:
        """The scalar equations of each branch, as many in each."""
        lowered = [
            self.flat_sides(self.without_assertions(body, test, context), context, initial)
            for (_, body, _), test in zip(branches, _branch_tests(branches), strict=True)
        ]
        if any(len(part) != len(lowered[0]) for part in lowered):
            counts = ", ".join(str(len(part)) for part in lowered)
            what = f"the branches of this if-equation have different numbers of equations ({counts})"
            raise MosilaError(BAD_EQUATION.at(equation.span, what=what, advice="give all branches as many equations"))
        return lowered

    def without_assertions(self, body: tuple[ast.Equation, ...], test: Expr, context: Context) -> list[ast.Equation]:
        """The equations of a branch that determine something; its assertions hold where the branch is not chosen."""
        kept: list[ast.Equation] = []
        for part in body:
            if not isinstance(part, ast.CallEquation):
                kept.append(part)
            elif expression_text(part.call.function) == "assert":
                self.rows.assertions.append(lower_assertion(part.call, self.scope, self.rows, context, unless=apply("not", test)))
            elif graph_operator(part.call):
                raise misplaced(part.call, "an if-equation whose condition varies")
            else:
                raise unsupported(part.span, f"`{expression_text(part.call.function)}` under a condition that varies", "use `when`")
        return kept

    def flat_sides(self, body: Iterable[ast.Equation], context: Context, initial: bool = False) -> list[Sides]:
        """The scalar equations of a branch."""
        found: list[Sides] = []
        for part in body:
            match part:
                case ast.Equality():
                    found.extend(self.sides(part, context, initial))
                case ast.ForEquation(iterators=iterators, body=inner_body):
                    for inner in iterate(iterators, self.scope, context, inner_body):
                        found.extend(self.flat_sides(inner_body, inner, initial))
                case ast.IfEquation():
                    branches = self.open_branches(part, context)
                    if len(branches) == 1:
                        found.extend(self.flat_sides(branches[0].body, context, initial))
                    else:
                        found.extend(joined_sides(branches, self.branch_sides(part, branches, context, initial)))
                case ast.Connect():
                    what = "`connect` stands under a condition that varies"
                    raise MosilaError(BAD_EQUATION.at(part.span, what=what, advice="connect under parameters only"))
                case ast.WhenEquation():
                    what = "a when-clause stands under a condition that varies"
                    raise MosilaError(BAD_EQUATION.at(part.span, what=what, advice="put the condition into the when-clause"))
                case _:
                    raise unsupported(part.span, "this kind of equation under a condition that varies", "use if-expressions")
        return found

    def when(self, equation: ast.WhenEquation, context: Context) -> None:
        """A when-clause becomes Boolean conditions and discrete equations that look at their rise."""
        collected = _When()
        for condition, body in equation.branches:
            fires, position = self.condition(condition, context)
            self.when_parts(body, fires, position, collected, context.at_events())
        for position, choices in collected.values.items():
            target, before = self.rows.read(cell(position)), self.rows.read(cell(position, PRE))
            value = reduce(lambda rest, choice: apply("if", choice[0], choice[1], rest), choices[::-1], before)
            self.rows.add_equation(target, value, choices[0][2], discrete=True)

    def condition(self, condition: ast.Expression, context: Context) -> tuple[Expr, int]:
        """The expression that is true in the instant in which a condition rises, and the position of what rises."""
        value = lower(condition, self.scope, context)
        expect(value, BOOLEAN, "the condition after `when`", condition)
        if len(value.shape) > 1:
            raise wrong_size(condition.span, "the condition after `when`", (), value.shape)
        rises: list[Expr] = []
        position = -1
        for element, at_start in zip(value.elements, acts_at_start(condition, len(value.elements)), strict=True):
            position = self.rows.add_condition(element, condition.span, at_start)
            rises.append(self.rows.rise(position))
        if not rises:
            return constant(0.0), -1
        if len(rises) == 1:
            return rises[0], position
        any_rises = reduce(lambda a, b: apply("or", a, b), rises)
        return any_rises, self.rows.add_condition(any_rises, condition.span, at_start=True)

    def when_parts(self, body: tuple[ast.Equation, ...], fires: Expr, condition: int, collected: _When, context: Context) -> None:
        """The equations inside a when-clause."""
        for part in body:
            self.guard(self.when_part, part, fires, condition, collected, context)

    def when_part(self, part: ast.Equation, fires: Expr, condition: int, collected: _When, context: Context) -> None:
        """One equation inside a when-clause."""
        match part:
            case ast.Equality(left=ast.Reference() as target):
                value = lower(part.right, self.scope, context)
                self.when_value(part, target, value, fires, collected, context)
            case ast.Equality(left=ast.Tuple(elements=targets), right=ast.Call() as call):
                outputs = lower_all(call, self.scope, context)
                for each, output in zip(targets, outputs, strict=False):
                    if isinstance(each, ast.Reference):
                        self.when_value(part, each, output, fires, collected, context)
            case ast.Equality():
                what = f"`{expression_text(part.left)}` is no variable; a when-clause gives values to variables"
                raise MosilaError(BAD_WHEN.at(part.left.span, what=what, advice="write `variable = expression`"))
            case ast.ForEquation(iterators=iterators, body=inner_body):
                for inner in iterate(iterators, self.scope, context, inner_body):
                    self.when_parts(inner_body, fires, condition, collected, inner)
            case ast.IfEquation():
                self.when_if(part, fires, condition, collected, context)
            case ast.CallEquation(call=call):
                self.when_call(call, fires, condition, collected, context)
            case ast.WhenEquation():
                what = "a when-clause stands in another one"
                raise MosilaError(BAD_WHEN.at(part.span, what=what, advice="use `elsewhen`, or two when-clauses"))
            case ast.Connect():
                what = "`connect` stands in a when-clause"
                raise MosilaError(BAD_WHEN.at(part.span, what=what, advice="connect outside, or as an action of a statechart"))

    def when_value(self, part: ast.Equality, target: ast.Reference, value: Value, fires: Expr, collected: _When, context: Context) -> None:
        """`target = value` inside a when-clause."""
        found = self.scope.find(target, context)
        own = lower(target, self.scope, context)
        _settable(found, target)
        self.refuse_part(target)
        positions = [slot_position(self, element) for element in own.elements]
        for position, (_, right, _, span) in zip(positions, paired_sides(part, own, value), strict=True):
            collected.values.setdefault(position, []).append((fires, right, span))

    def refuse_part(self, target: ast.Reference) -> None:
        """What belongs to a model or block in this one is set by that model itself."""
        plan: Plan | None = None
        for part in target.parts[:-1]:
            component = self.scope.builder.component(part.name) if plan is None else plan.components[part.name]
            plan = component.content if component is not None and isinstance(component.content, Plan) else None
            if plan is not None and not plan.is_record and not plan.is_connector:
                what = f"`{expression_text(target)}` belongs to `{part.name}`, which sets it by itself"
                advice = f"put the when-clause into {plan.symbol.name}, or set a variable of your own"
                raise MosilaError(BAD_WHEN.at(target.span, what=what, advice=advice))
            if plan is None:
                return

    def when_if(self, part: ast.IfEquation, fires: Expr, condition: int, collected: _When, context: Context) -> None:
        """An if-equation inside a when-clause: each branch fires under its condition."""
        earlier: Expr | None = None
        for test, body, _ in self.open_branches(part, context):
            chosen = test if earlier is None else apply("not", earlier) if test is None else apply("and", apply("not", earlier), test)
            inner = fires if chosen is None else apply("and", fires, chosen)
            inside = condition
            if chosen is not None and any(isinstance(each, ast.CallEquation) for each in body):
                inside = self.rows.add_condition(inner, part.span, at_start=True)
            self.when_parts(body, inner, inside, collected, context)
            if test is not None:
                earlier = test if earlier is None else apply("or", earlier, test)

    def when_call(self, call: ast.Call, fires: Expr, condition: int, collected: _When, context: Context) -> None:
        """`reinit`, `terminate`, `assert` or a function without results inside a when-clause."""
        name = ".".join(p.name for p in call.function.parts)
        if graph_operator(call):
            raise misplaced(call, "a when-clause")
        if name == "reinit":
            self.reinit(call, condition, collected, context)
        elif name == "terminate":
            if len(call.arguments) != 1:
                raise MosilaError(WRONG_ARGUMENTS.at(call.span, function=name, expected="a message", found=len(call.arguments)))
            message = lower_message(call.arguments[0], self.scope, self.rows, context)
            self.rows.terminations.append(Termination(condition, message, call.span))
        elif name == "assert":
            assertion = lower_assertion(call, self.scope, self.rows, context, moment=fires)
            self.rows.assertions.append(assertion)
        else:
            for made in self.effects.of(call, self.scope, context):
                self.rows.add_effect(fires, made, call.span)

    def reinit(self, call: ast.Call, condition: int, collected: _When, context: Context) -> None:
        """`reinit(x, e)`: the value becomes an auxiliary variable, read when the condition rises."""
        if len(call.arguments) != 2 or not isinstance(call.arguments[0], ast.Reference):
            raise MosilaError(
                WRONG_ARGUMENTS.at(call.span, function="reinit", expected="a state and its new value", found=len(call.arguments))
            )
        found = self.scope.find(call.arguments[0], context)
        variable = found.component.content
        if not isinstance(variable, Variable) or variable.variability is not Variability.CONTINUOUS:
            what = f"`{expression_text(call.arguments[0])}` cannot be re-initialised"
            raise MosilaError(BAD_WHEN.at(call.arguments[0].span, what=what, advice="reinit takes a continuous variable that is a state"))
        value = lower(call.arguments[1], self.scope, context)
        expect(value, NUMBERS, "`reinit`", call.arguments[1])
        if value.shape != found.shape:
            raise wrong_size(call.span, "`reinit`", found.shape, value.shape)
        for position, element in zip(found.positions, value.elements, strict=True):
            if self.reinitialised.setdefault(position, collected) is not collected:
                what = f"`{expression_text(call.arguments[0])}` is re-initialised in two when-clauses"
                raise MosilaError(BAD_WHEN.at(call.span, what=what, advice="use `elsewhen`: which of two clauses comes first is not said"))
            auxiliary = self.rows.new_position(Role.AUXILIARY, Builtin.REAL, Variability.CONTINUOUS, call.span)
            self.rows.add_equation(self.rows.read(cell(auxiliary)), element, call.span, discrete=False)
            self.rows.reinits.append(Reinit(condition, position, auxiliary, call.span))


def joined_sides(branches: list[IfBranch], lowered: list[list[Sides]]) -> list[Sides]:
    """One equation for each place in the branches."""
    found: list[Sides] = []
    tests = [branch.test for branch in branches[:-1] if branch.test is not None]
    for place in range(len(lowered[0])):
        parts = [branch[place] for branch in lowered]
        same_left = all(part[0] is parts[0][0] for part in parts)
        values = [right if same_left else apply("-", left, right) for left, right, _, _ in parts]
        joined = values[-1]
        for test, value in zip(reversed(tests), reversed(values[:-1]), strict=True):
            joined = apply("if", test, value, joined)
        left = parts[0][0] if same_left else constant(0.0)
        found.append((left, joined, any(part[2] for part in parts), parts[0][3]))
    return found


def _branch_name(written: ast.Expression | None, branches: list[IfBranch], context: Context) -> str:
    """What logs call a branch: its condition and where loops around it stand."""
    first = branches[0].written
    condition = "" if first is None else f" of if {expression_text(first)}"
    loops = ", ".join(f"{name} = {value.number:g}" for name, value in context.iterators if value.is_constant and not value.shape)
    name = f"else{condition}" if written is None else f"if {expression_text(written)}"
    return f"{name} ({loops})" if loops else name


def _branch_tests(branches: list[IfBranch]) -> list[Expr]:
    """For each branch the condition under which it is chosen."""
    found: list[Expr] = []
    earlier: Expr = constant(0.0)
    for test, _, _ in branches:
        rest = apply("not", earlier)
        found.append(rest if test is None else apply("and", rest, test))
        earlier = earlier if test is None else apply("or", earlier, test)
    return found


def slot_position(lowering: _Lowering, element: Expr) -> int:
    """The position that a slot reads."""
    number, _ = lowering.rows.slot_cell(int(element.value))
    return number // 3


def _settable(found: Found, target: ast.Reference) -> None:
    variable = found.component.content
    if not isinstance(variable, Variable):
        return
    if variable.variability <= Variability.PARAMETER:
        what = f"`{expression_text(target)}` cannot be set by an equation"
        raise MosilaError(BAD_WHEN.at(target.span, what=what, advice="set a discrete variable"))
    if variable.causality == "input" and len(found.path) == 1:
        what = f"`{expression_text(target)}` is an input"
        raise MosilaError(BAD_WHEN.at(target.span, what=what, advice="inputs get their values from outside"))


def paired_sides(equation: ast.Equality, left: Value, right: Value, initial: bool = False) -> list[Sides]:
    """The scalar equations of two values that shall be equal."""
    type_ = common_type((left.type, right.type))
    if type_ is None:
        if not assignable(left.type, right.type) and not assignable(right.type, left.type):
            raise MosilaError(
                WRONG_TYPE.at(
                    equation.right.span,
                    what="an equation",
                    expected=type_phrase(left.type),
                    text=expression_text(equation.right),
                    found=type_phrase(right.type),
                    advice="make both sides one type",
                )
            )
        right = arranged(left.type, right)
    if left.type is Builtin.INTEGER and right.type is Builtin.REAL and not left.is_constant:
        expect(right, (Builtin.INTEGER,), "an equation for an Integer", equation.right, "use integer(...)")
    if left.shape != right.shape:
        raise wrong_size(equation.span, "an equation", left.shape, right.shape)
    if max(left.variability, right.variability) <= Variability.PARAMETER and left.elements and not initial:
        raise MosilaError(
            NOT_PARAMETER.at(equation.span, what="an equation between parameters is a check and", text=expression_text(equation.left))
        )
    is_real = Builtin.REAL in (left.type, right.type) or isinstance(left.type, RecordType)
    discrete = not is_real or max(left.variability, right.variability) <= Variability.DISCRETE
    if initial and left.variability <= Variability.PARAMETER:
        discrete = False  # what the initialisation computes once, it solves for
    pairs = zip(left.elements, right.elements, strict=True)
    return [(a, b, discrete, equation.span) for a, b in pairs if TEXT not in (a.operator, b.operator)]
