within Mosila.Blocks.Discrete;
block Accumulator "Sum of all samples times the sample period"
  extends Interfaces.DiscreteSISO;
  parameter Real k = 1 "Gain";
equation
  when sampled then
    y = pre(y) + k*samplePeriod*u;
  end when;
  annotation(Documentation(info="<html>
<p>The integral as a sampled controller computes it.</p>
</html>"));
end Accumulator;
