within Mosila.Hydraulic.Components;
model Line "Pipe with resistance, inertia and compressibility"
  parameter Integer n(min=1) = 1 "Number of segments";
  parameter SI.Length length = 1 "Length";
  parameter SI.Diameter d = 0.01 "Diameter";
  parameter SI.Density rho = 860 "Density of the fluid";
  parameter SI.DynamicViscosity eta = 0.04 "Viscosity of the fluid";
  parameter SI.BulkModulus beta = 1.4e9 "Bulk modulus of the fluid";
  parameter SI.Pressure p_start = 0 "Pressure at the start";
  parameter SI.VolumeFlowRate q_start = 0 "Flow at the start";
  Interfaces.Port_a port_a "Left port";
  Interfaces.Port_b port_b "Right port";
  SI.VolumeFlowRate q[n](each start=q_start, each fixed=true) "Flow in the segments";
  SI.Pressure p[n](each start=p_start, each fixed=true) "Pressure at the right end of the segments";
protected
  parameter SI.Area A = Constants.pi*d^2/4 "Cross-section";
  parameter Real R(unit="Pa.s/m3") = 128*eta*length/(Constants.pi*d^4) "Resistance of the whole line";
  parameter Real I(unit="kg/m4") = rho*length/A "Inertia of the whole line";
  parameter Real C(unit="m3/Pa") = A*length/beta "Compressibility of the whole line";
  SI.Pressure p_left[n] = cat(1, {port_a.p}, p[1:n - 1]) "Pressure at the left end of the segments";
  SI.VolumeFlowRate q_out[n] = cat(1, q[2:n], {-port_b.q}) "Flow out of the right end of the segments";
equation
  port_a.q = q[1];
  p[n] = port_b.p;
  for i in 1:n loop
    I/n*der(q[i]) = p_left[i] - p[i] - R/n*q[i];
    C/n*der(p[i]) = q[i] - q_out[i];
  end for;
  annotation(Documentation(info="<html>
<p>Laminar flow (Hagen and Poiseuille). Each segment has the resistance and inertia of its part, and its fluid is compressed at
its right end, so the left port takes a pressure and the right one a flow.</p>
</html>"));
end Line;
