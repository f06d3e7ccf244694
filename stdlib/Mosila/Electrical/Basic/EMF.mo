within Mosila.Electrical.Basic;
model EMF "Electrical and mechanical side of a DC machine"
  parameter SI.ElectricalTorqueConstant k = 1 "Torque per current, also voltage per angular velocity";
  Interfaces.PositivePin p "Positive pin";
  Interfaces.NegativePin n "Negative pin";
  Rotational.Interfaces.Flange_b flange "Shaft";
  SI.Voltage v "Voltage from p to n";
  SI.Current i "Current from p to n";
  SI.AngularVelocity w "Angular velocity of the shaft";
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
  w = der(flange.phi);
  v = k*w;
  flange.tau = -k*i;
  annotation(Documentation(info="<html>
<p>No power is lost: v*i = w*k*i.</p>
</html>"));
end EMF;
