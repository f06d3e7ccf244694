within Mosila.Rotational.Components;
model Fixed "Flange that does not turn"
  parameter SI.Angle phi0 = 0 "Its angle";
  Interfaces.Flange_b flange "Flange";
equation
  flange.phi = phi0;
  annotation(Documentation(info="<html>
<p>Holds whatever torque acts on it.</p>
</html>"));
end Fixed;
