within Mosila.Rotational.Sources;
model ConstantSpeed "A motion with constant speed"
  parameter SI.AngularVelocity w_fixed = 1 "Angular velocity";
  Interfaces.Flange_b flange "Flange";
  SI.Angle phi(start=0, fixed=true) "Angle";
equation
  flange.phi = phi;
  der(phi) = w_fixed;
  annotation(Documentation(info="<html>
<p>The torque is what the motion needs.</p>
</html>"));
end ConstantSpeed;
