within Mosila.Translational.Sources;
model Speed "A motion with given velocity"
  Blocks.Interfaces.RealInput v_ref(unit="m/s") "Velocity";
  Interfaces.Flange_b flange "Flange";
  SI.Position s(start=0, fixed=true) "Position";
equation
  flange.s = s;
  der(s) = v_ref;
  annotation(Documentation(info="<html>
<p>The force is what the motion needs.</p>
</html>"));
end Speed;
