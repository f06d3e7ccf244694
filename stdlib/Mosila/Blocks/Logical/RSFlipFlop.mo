within Mosila.Blocks.Logical;
block RSFlipFlop "Remembers which of two inputs was true last"
  parameter Boolean Qini = false "Output before the start";
  Interfaces.BooleanInput S "Sets the output";
  Interfaces.BooleanInput R "Resets the output; wins over S";
  Interfaces.BooleanOutput Q "Output";
  Interfaces.BooleanOutput QI "Its opposite";
initial equation
  pre(Q) = Qini;
equation
  Q = not R and (S or pre(Q));
  QI = not Q;
  annotation(Documentation(info="<html>
<p>Keeps its output while neither input is true.</p>
</html>"));
end RSFlipFlop;
