within Mosila.Hydraulic.Components;
model ReliefValve "Opens above a pressure"
  extends Interfaces.TwoPorts;
  parameter SI.Pressure p_open(min=0) = 2e7 "Pressure difference at which it begins to open";
  parameter Real G(unit="m3/(s.Pa)") = 1e-9 "Flow per pressure above that";
equation
  q = if dp > p_open then G*(dp - p_open) else 0;
  annotation(Documentation(info="<html>
<p>Protects a circuit: nothing flows below p_open.</p>
</html>"));
end ReliefValve;
