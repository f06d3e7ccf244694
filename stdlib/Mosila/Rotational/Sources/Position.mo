within Mosila.Rotational.Sources;
model Position "A motion with given angle"
  Blocks.Interfaces.RealInput phi_ref(unit="rad") "Angle, twice differentiable";
  Interfaces.Flange_b flange "Flange";
equation
  flange.phi = phi_ref;
  annotation(Documentation(info="<html>
<p>The torque is what the motion needs.</p>
</html>"));
end Position;
