within Mosila.Hydraulic.Components;
model Pump "Pump or motor of constant displacement"
  extends Interfaces.TwoPorts;
  parameter Real D(unit="m3/rad") = 1e-6 "Displacement per angle";
  Rotational.Interfaces.Flange_a flange "Shaft";
  SI.AngularVelocity w "Angular velocity";
equation
  w = der(flange.phi);
  q = D*w;
  flange.tau = -D*dp;
  annotation(Documentation(info="<html>
<p>q = D*w from port_a to port_b, without losses. As a pump the pressure of port_b is the higher one and the shaft must be driven;
with the higher pressure at port_a it drives the shaft.</p>
</html>"));
end Pump;
