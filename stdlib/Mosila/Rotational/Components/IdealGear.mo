within Mosila.Rotational.Components;
model IdealGear "Gear without inertia and losses"
  extends Interfaces.TwoFlanges;
  parameter Real ratio = 1 "Angle of flange_a per angle of flange_b";
equation
  flange_a.phi = ratio*flange_b.phi;
  0 = ratio*flange_a.tau + flange_b.tau;
  annotation(Documentation(info="<html>
<p>The housing is fixed. With ratio = 10 flange_b turns ten times slower than flange_a, with ten times the torque.</p>
</html>"));
end IdealGear;
