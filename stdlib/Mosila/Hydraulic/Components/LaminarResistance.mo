within Mosila.Hydraulic.Components;
model LaminarResistance "Resistance proportional to the flow"
  extends Interfaces.TwoPorts;
  parameter Real G(unit="m3/(s.Pa)") = 1e-11 "Flow per pressure";
equation
  q = G*dp;
  annotation(Documentation(info="<html>
<p>A narrow gap or a long thin pipe.</p>
</html>"));
end LaminarResistance;
