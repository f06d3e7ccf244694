within Mosila.Blocks.Continuous;
block Der "Exact derivative"
  extends Interfaces.SISO;
equation
  y = der(u);
  annotation(Documentation(info="<html>
<p>The input must be differentiable; the equations before this block are differentiated.</p>
</html>"));
end Der;
