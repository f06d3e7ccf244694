within Mosila.Blocks.Discrete;
block FirstOrderHold "Goes on with the slope of the last two samples"
  extends Interfaces.DiscreteBlock;
  Interfaces.RealInput u "Continuous input, read at the samples";
  Interfaces.RealOutput y "Output, linear between samples";
protected
  discrete SI.Time t(start=startTime, fixed=true) "Time of the last sample";
  discrete Real value(start=0, fixed=true) "Input there";
  discrete Real slope(unit="1/s", start=0, fixed=true) "Slope from the sample before";
  Boolean first(start=true, fixed=true) "No sample yet";
equation
  when sampled then
    t = time;
    value = u;
    slope = if pre(first) then 0 else (value - pre(value))/samplePeriod;
    first = false;
  end when;
  y = value + slope*(time - t);
  annotation(Documentation(info="<html>
<p>Between samples the output goes on from the last sample with the slope between the last two.</p>
</html>"));
end FirstOrderHold;
