within Mosila.Blocks.Interfaces;
partial block SignalSource "A Real source with offset and start time"
  extends SO;
  parameter Real offset = 0 "Added to the signal; the output before startTime";
  parameter SI.Time startTime = 0 "When the signal begins";
  annotation(Documentation(info="<html>
<p>Base of sources that begin at a given time.</p>
</html>"));
end SignalSource;
