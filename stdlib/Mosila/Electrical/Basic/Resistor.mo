within Mosila.Electrical.Basic;
model Resistor "Resistor, its resistance may depend on the temperature"
  extends Interfaces.OnePort;
  extends Interfaces.ConditionalHeatPort;
  parameter SI.Resistance R = 1 "Resistance at T_ref";
  parameter SI.Temperature T_ref = 300.15 "Reference temperature";
  parameter SI.LinearTemperatureCoefficient alpha = 0 "Relative change of the resistance per kelvin";
  SI.Resistance R_actual "Resistance at the present temperature";
equation
  R_actual = R*(1 + alpha*(T_heatPort - T_ref));
  v = R_actual*i;
  lossPower = v*i;
  annotation(Documentation(info="<html>
<p>v = R*i. With useHeatPort = true the losses go to heatPort, and its temperature counts.</p>
</html>"));
end Resistor;
