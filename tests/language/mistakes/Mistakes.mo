// Every line with a mark is wrong in its own way, and each is found in one run: `mosila check Mistakes.mo Mistakes`.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Plug
  Real pressure;
  flow Real rate;
end Plug;

connector Uneven // mistake: unbalanced connector
  Real v;
  Real w;
  flow Real i;
end Uneven;

connector FlowAlone // mistake: flow without potential
  flow Real i;
end FlowAlone;

partial model Incomplete
  Real x;
end Incomplete;

partial model World
  parameter Real g;
end World;

model NeedsWorld
  outer World world; // mistake: missing inner
  Real weight = world.g;
end NeedsWorld;

model Circle
  extends Circle; // mistake: cyclic extends
end Circle;

model Russian
  Russian doll; // mistake: recursive component
end Russian;

model Part
  parameter Real k = 1;
  final parameter Real two = 2;
  Real x = k;
protected
  Real hidden = 3;
end Part;

model Holder
  replaceable Part exchangeable;
  Part fixed_part;
  Part settled(final k = 5);
end Holder;

model Foreign
  Boolean k = true;
end Foreign;

function square
  input Real x;
  output Real y;
algorithm
  y := x * x;
end square;

function assignsInput
  input Real x;
  output Real y;
algorithm
  x := 1; // mistake: assignment to an input
  y := x;
end assignsInput;

function hasEquation
  input Real x;
  output Real y;
equation
  y = x; // mistake: equation in a function
end hasEquation;

function leavesNothing
  input Real x;
  output Real y;
algorithm
  y := x;
  break; // mistake: break outside a loop
end leavesNothing;

function fromCobol
  input Real x;
  output Real y;
external "Cobol" y = f(x); // mistake: external with unknown language
end fromCobol;

impure function noise
  input Real x;
  output Real y;
algorithm
  y := x;
end noise;

package Shelf
end Shelf;

type Colour = enumeration(red, green);

model Mistakes
  import Shelf.Book; // mistake: import not found

  parameter Boolean absent = false;
  parameter Integer n = 3;
  constant Real limit = n; // mistake: constant from a parameter
  Real vector[3] = {1, 2, 3};
  Integer count(start = 0, fixed = true);
  Real state(start = 0, fixed = true);
  Real algebraic;
  Real chosen;
  Pin pin_a;
  Pin pin_b;
  Plug plug;
  Part part;
  Part maybe if absent;

  Real wrong_type = true; // mistake: wrong type
  Real wrong_size[2] = {1, 2, 3}; // mistake: wrong size
  Real wrong_start(start = true) = 1; // mistake: wrong type of an attribute
  Real unknown_attribute(stat = 1) = 1; // mistake: unknown attribute
  Real unknown_name = nowhere; // mistake: unknown name
  Nowhere unknown_class; // mistake: unknown class
  Part unknown_modifier(nothing = 1); // mistake: unknown modifier
  Part modified_twice(k = 1, k = 2); // mistake: modified twice
  Real twice = 1;
  Real twice = 2; // mistake: duplicate declaration
  Real beyond_end = vector[end + 1]; // mistake: wrong end value
  Real bad_subscript = vector[0]; // mistake: bad subscript
  Real too_deep = vector[1, 1]; // mistake: too many subscripts
  Real negative[-1]; // mistake: negative size
  Real late[integer(time)]; // mistake: size that varies
  Real too_many = square(1, 2); // mistake: wrong number of arguments
  Real wrong_argument = square(z = 1); // mistake: wrong named argument
  Real wrong_argument_type = square("one"); // mistake: wrong type of an argument
  Real uses_input = assignsInput(1);
  Real uses_equation = hasEquation(1);
  Real uses_break = leavesNothing(1);
  Real uses_cobol = fromCobol(1);
  Incomplete incomplete(x = 1); // mistake: partial instantiated
  NeedsWorld needs_world;
  Circle circle;
  Russian russian;
  Uneven uneven;
  FlowAlone flow_alone;
  Part modifies_final(two = 3); // mistake: modifier of a final
  Holder overrides_final(settled(k = 6)); // mistake: final overridden
  Holder replaces_fixed(redeclare Part fixed_part); // mistake: redeclare of a non-replaceable
  Holder replaces_wrongly(redeclare Foreign exchangeable); // mistake: redeclare not a subtype
  Real looks_inside = part.hidden; // mistake: protected accessed from outside
  Real uses_conditional = maybe.x; // mistake: conditional used outside connect
  parameter Real ring_a = ring_b + 1; // mistake: cyclic parameter
  parameter Real ring_b = ring_a - 1;
  parameter Real late_parameter = state; // mistake: parameter bound to a variable
  discrete Real without_when = time; // mistake: discrete without when
  parameter Colour colour = Colour.blue; // mistake: enumeration literal unknown
  Part parts[3](k = 1); // mistake: each missing
  Real single(each start = 1) = 1; // mistake: each on no array
  Boolean wrong_operand = true and 1; // mistake: wrong Boolean operand
  Real text_sum = 1 + "a"; // mistake: string in arithmetic
  Real added[3] = vector + 1; // mistake: scalar added to an array
  Real different[2] = if time < 1 then {1, 2} else {1, 2, 3}; // mistake: if branches with different sizes
  Real impurely = noise(time); // mistake: impure in equation
  stream Real flowing = 1; // mistake: stream outside a connector
equation
  der(state) = 1;
  algebraic = 2 * state;
  pin_a.v = 1;
  pin_b.v = 1;
  plug.pressure = 1;
  der(count) = 1; // mistake: der of an Integer
  connect(pin_a, plug); // mistake: connect of unlike connectors
  connect(part, pin_b); // mistake: connect of a non-connector
  for k in 3 loop // mistake: for range not a vector
    vector[k] = k;
  end for;
  if 1 then // mistake: condition not a Boolean
    chosen = 1;
  else
    chosen = 2;
  end if;
  when time > 1 then
    when time > 2 then // mistake: when nested in when
      count = 1;
    end when;
    reinit(algebraic, 0); // mistake: reinit of an algebraic variable
  end when;
  assert(state, "state"); // mistake: assertion of no Boolean
  n = 4; // mistake: equation for a parameter
end Mistakes;
