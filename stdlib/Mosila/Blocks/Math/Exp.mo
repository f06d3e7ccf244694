within Mosila.Blocks.Math;
block Exp "Exponential function"
  extends Interfaces.SISO;
equation
  y = exp(u);
  annotation(Documentation(info="<html>
<p>y = exp(u).</p>
</html>"));
end Exp;
