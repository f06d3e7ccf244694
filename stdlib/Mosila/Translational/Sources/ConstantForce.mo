within Mosila.Translational.Sources;
model ConstantForce "A constant force"
  parameter SI.Force f_constant = 1 "Force that acts on what is connected";
  Interfaces.Flange_b flange "Flange";
equation
  flange.f = -f_constant;
  annotation(Documentation(info="<html>
<p>The housing takes the opposite force.</p>
</html>"));
end ConstantForce;
