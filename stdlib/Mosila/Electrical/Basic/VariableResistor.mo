within Mosila.Electrical.Basic;
model VariableResistor "Resistor with a resistance that is a signal"
  extends Interfaces.OnePort;
  Blocks.Interfaces.RealInput R(unit="Ohm") "Resistance";
equation
  v = R*i;
  annotation(Documentation(info="<html>
<p>v = R*i.</p>
</html>"));
end VariableResistor;
