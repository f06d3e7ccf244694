within Mosila.Blocks.Logical;
block OnOffController "Switches on below and off above a reference"
  parameter Real bandwidth = 0.1 "Width of the band around the reference";
  parameter Boolean pre_y_start = false "Output before the start";
  Interfaces.RealInput reference "Set point";
  Interfaces.RealInput u "Measured value";
  Interfaces.BooleanOutput y "On or off";
initial equation
  pre(y) = pre_y_start;
equation
  y = pre(y) and u < reference + bandwidth/2 or u < reference - bandwidth/2;
  annotation(Documentation(info="<html>
<p>The thermostat: on until the measured value leaves the band at the top, off until it leaves it at the bottom.</p>
</html>"));
end OnOffController;
