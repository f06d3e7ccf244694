within Mosila.Blocks.Discrete;
block Difference "Backward difference: the rate of a sampled signal"
  extends Interfaces.DiscreteSISO;
  parameter Real u_start = 0 "Input before the first sample";
protected
  discrete Real last(start=u_start, fixed=true) "Input at the last sample";
equation
  when sampled then
    last = u;
    y = (u - pre(last))/samplePeriod;
  end when;
  annotation(Documentation(info="<html>
<p>The difference to the last sample, per time.</p>
</html>"));
end Difference;
