within Mosila.Blocks.Math;
block Gain "The input times a factor"
  extends Interfaces.SISO;
  parameter Real k = 1 "Factor";
equation
  y = k*u;
  annotation(Documentation(info="<html>
<p>y = k*u.</p>
</html>"));
end Gain;
