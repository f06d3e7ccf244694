within Mosila.Blocks.Sources;
block Cosine "A cosine"
  extends Interfaces.SignalSource;
  parameter Real amplitude = 1 "Amplitude";
  parameter SI.Frequency f = 1 "Cycles per second";
  parameter SI.Angle phase = 0 "Phase at startTime";
equation
  y = offset + (if time < startTime then 0 else amplitude*cos(2*Constants.pi*f*(time - startTime) + phase));
  annotation(Documentation(info="<html>
<p>offset before startTime, a cosine around it from then on.</p>
</html>"));
end Cosine;
