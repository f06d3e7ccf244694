within Mosila.Blocks.Math;
block BooleanToReal "From Boolean to Real"
  parameter Real realTrue = 1 "Output for true";
  parameter Real realFalse = 0 "Output for false";
  Interfaces.BooleanInput u "Input";
  Interfaces.RealOutput y "Output";
equation
  y = if u then realTrue else realFalse;
  annotation(Documentation(info="<html>
<p>y = if u then realTrue else realFalse.</p>
</html>"));
end BooleanToReal;
