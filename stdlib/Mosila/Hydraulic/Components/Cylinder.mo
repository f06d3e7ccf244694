within Mosila.Hydraulic.Components;
model Cylinder "Double-acting cylinder"
  parameter SI.Area A_a = 1e-3 "Area of the piston";
  parameter SI.Area A_b = A_a "Area of the piston on the side of the rod";
  Interfaces.Port_a port_a "Port that pushes the rod out";
  Interfaces.Port_b port_b "Port that pulls the rod in";
  Translational.Interfaces.Flange_b flange "Rod";
  SI.Velocity v "Velocity of the rod, outwards";
equation
  v = der(flange.s);
  port_a.q = A_a*v;
  port_b.q = -A_b*v;
  flange.f = A_b*port_b.p - A_a*port_a.p;
  annotation(Documentation(info="<html>
<p>Ideal: rigid, tight, without friction. The fluid in its chambers is compressed in a Volume at the ports; end stops are
Translational stops.</p>
</html>"));
end Cylinder;
