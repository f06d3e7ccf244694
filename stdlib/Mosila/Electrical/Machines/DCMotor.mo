within Mosila.Electrical.Machines;
model DCMotor "DC motor with permanent magnets"
  parameter SI.Resistance R = 1 "Resistance of the armature";
  parameter SI.Inductance L = 1e-3 "Inductance of the armature";
  parameter SI.ElectricalTorqueConstant k = 0.05 "Torque per current, also voltage per angular velocity";
  parameter SI.Inertia J(min=0) = 1e-4 "Inertia of the rotor";
  Interfaces.PositivePin p "Positive pin";
  Interfaces.NegativePin n "Negative pin";
  Rotational.Interfaces.Flange_b flange "Shaft";
  SI.Voltage v = p.v - n.v "Voltage";
  SI.Current i(start=0) = p.i "Current";
  SI.AngularVelocity w(start=0) = rotor.w "Angular velocity";
  SI.Torque tau = k*i "Torque of the magnetic field";
protected
  Basic.Resistor resistor(final R=R);
  Basic.Inductor inductor(final L=L);
  Basic.EMF emf(final k=k);
  Rotational.Components.Inertia rotor(final J=J);
equation
  connect(p, resistor.p);
  connect(resistor.n, inductor.p);
  connect(inductor.n, emf.p);
  connect(emf.n, n);
  connect(emf.flange, rotor.flange_a);
  connect(rotor.flange_b, flange);
  annotation(Documentation(info="<html>
<p>Resistance, inductance and electromotive force in series, and a rotor with inertia. Start values are i(start=..., fixed=true)
and w(start=..., fixed=true).</p>
</html>"));
end DCMotor;
