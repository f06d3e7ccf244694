within Mosila.Rotational.Sources;
model Torque "A torque given by a signal"
  Blocks.Interfaces.RealInput tau(unit="N.m") "Torque that acts on what is connected";
  Interfaces.Flange_b flange "Flange";
equation
  flange.tau = -tau;
  annotation(Documentation(info="<html>
<p>The housing takes the opposite torque.</p>
</html>"));
end Torque;
