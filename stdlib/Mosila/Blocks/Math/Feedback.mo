within Mosila.Blocks.Math;
block Feedback "Difference of two inputs"
  extends Interfaces.SI2SO;
equation
  y = u1 - u2;
  annotation(Documentation(info="<html>
<p>y = u1 - u2: set point minus measured value.</p>
</html>"));
end Feedback;
