within Mosila.Hydraulic.Components;
model Valve "Turbulent valve with variable opening"
  extends Interfaces.TwoPorts;
  parameter SI.Area A(min=0) = 1e-5 "Area when fully open";
  parameter Real Cd(unit="1") = 0.7 "Discharge coefficient";
  parameter SI.Density rho = 860 "Density of the fluid";
  parameter SI.Pressure dp_small(min=1e-6) = 1 "Below this pressure difference the flow becomes laminar";
  Blocks.Interfaces.RealInput opening "0: closed, 1: open";
equation
  q = Cd*A*opening*sqrt(2/rho)*dp/(dp^2 + dp_small^2)^(1/4);
  annotation(Documentation(info="<html>
<p>q = Cd*A*opening*sqrt(2*dp/rho) in both directions, made smooth near zero.</p>
</html>"));
end Valve;
