within Mosila.Blocks.Discrete;
block TriggeredSampler "Samples a signal when it is told to"
  parameter Real y_start = 0 "Output until the first trigger";
  Interfaces.RealInput u "Input";
  Interfaces.BooleanInput trigger "Each rise of this signal takes a sample";
  discrete Interfaces.RealOutput y(start=y_start, fixed=true) "Input at the last rise of trigger";
equation
  when trigger then
    y = u;
  end when;
  annotation(Documentation(info="<html>
<p>The output is the input when trigger last became true.</p>
</html>"));
end TriggeredSampler;
