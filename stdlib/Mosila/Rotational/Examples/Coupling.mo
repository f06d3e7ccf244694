within Mosila.Rotational.Examples;
model Coupling "A friction clutch that couples two inertias and lets them go"
  Components.Inertia left(J=1, phi(start=0, fixed=true), w(start=10, fixed=true));
  Components.Clutch clutch(mu=0.5, cgeo=2, fn_max=5);
  Components.Inertia right(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Blocks.Sources.TimeTable pressure(table=[0, 0; 1, 0; 1, 1; 4, 1; 4, 0; 5, 0]);
  Sources.ConstantTorque drive(tau_constant=1.5);
  SI.Heat heat(start=0, fixed=true) "Heat that the clutch has made";
equation
  connect(pressure.y, clutch.f_normalized);
  connect(drive.flange, left.flange_a);
  connect(left.flange_b, clutch.flange_a);
  connect(clutch.flange_b, right.flange_a);
  der(heat) = clutch.lossPower;
  annotation(experiment(StopTime=5, Tolerance=1e-9), Documentation(info="<html>
<p>From 1 s to 4 s the clutch is pressed and slips with 5 N.m until the speeds are equal; then both turn as one, and part again at
4 s.</p>
</html>"));
end Coupling;
