within Mosila.Rotational.Components;
model Spring "Linear torsion spring"
  extends Interfaces.Compliant;
  parameter SI.RotationalSpringConstant c(min=0) = 1e5 "Stiffness";
  parameter SI.Angle phi_rel0 = 0 "Relative angle without torque";
equation
  tau = c*(phi_rel - phi_rel0);
  annotation(Documentation(info="<html>
<p>tau = c*(phi_rel - phi_rel0).</p>
</html>"));
end Spring;
