within Mosila.Rotational.Sources;
model Speed "A motion with given speed"
  Blocks.Interfaces.RealInput w_ref(unit="rad/s") "Angular velocity";
  Interfaces.Flange_b flange "Flange";
  SI.Angle phi(start=0, fixed=true) "Angle";
equation
  flange.phi = phi;
  der(phi) = w_ref;
  annotation(Documentation(info="<html>
<p>The torque is what the motion needs. A jump of the input is an impulse.</p>
</html>"));
end Speed;
