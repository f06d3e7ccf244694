within Mosila.Rotational.Sources;
model ConstantTorque "A constant torque"
  parameter SI.Torque tau_constant = 1 "Torque that acts on what is connected";
  Interfaces.Flange_b flange "Flange";
equation
  flange.tau = -tau_constant;
  annotation(Documentation(info="<html>
<p>The housing takes the opposite torque.</p>
</html>"));
end ConstantTorque;
