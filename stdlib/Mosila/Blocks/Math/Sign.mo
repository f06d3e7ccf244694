within Mosila.Blocks.Math;
block Sign "Sign: -1, 0 or 1"
  extends Interfaces.SISO;
equation
  y = sign(u);
  annotation(Documentation(info="<html>
<p>y = sign(u).</p>
</html>"));
end Sign;
