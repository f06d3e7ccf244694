within Mosila.Blocks.Sources;
block Sine "A sine"
  extends Interfaces.SignalSource;
  parameter Real amplitude = 1 "Amplitude";
  parameter SI.Frequency f = 1 "Cycles per second";
  parameter SI.Angle phase = 0 "Phase at startTime";
equation
  y = offset + (if time < startTime then 0 else amplitude*sin(2*Constants.pi*f*(time - startTime) + phase));
  annotation(Documentation(info="<html>
<p>offset before startTime, a sine around it from then on.</p>
</html>"));
end Sine;
