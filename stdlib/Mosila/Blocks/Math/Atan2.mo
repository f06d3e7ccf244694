within Mosila.Blocks.Math;
block Atan2 "Angle of a point from its coordinates"
  extends Interfaces.SI2SO;
equation
  y = atan2(u1, u2);
  annotation(Documentation(info="<html>
<p>y = atan2(u1, u2), between -pi and pi.</p>
</html>"));
end Atan2;
