within Mosila.Blocks.Discrete;
block UnitDelay "Delays a sampled signal by one sample"
  extends Interfaces.DiscreteBlock;
  parameter Real y_start = 0 "Output until the second sample";
  Interfaces.RealInput u "Input, read at the samples";
  discrete Interfaces.RealOutput y(start=y_start, fixed=true) "Input at the sample before";
protected
  discrete Real last(start=y_start, fixed=true) "Input at the last sample";
equation
  when sampled then
    last = u;
    y = pre(last);
  end when;
  annotation(Documentation(info="<html>
<p>The pulse transfer function 1/z.</p>
</html>"));
end UnitDelay;
