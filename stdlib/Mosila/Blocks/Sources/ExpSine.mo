within Mosila.Blocks.Sources;
block ExpSine "A damped sine"
  extends Interfaces.SignalSource;
  parameter Real amplitude = 1 "Amplitude at startTime";
  parameter SI.Frequency f = 2 "Cycles per second";
  parameter SI.Angle phase = 0 "Phase at startTime";
  parameter Real damping(unit="1/s") = 1 "How fast it dies away";
equation
  y =
    offset
      + (if time < startTime then 0
      else amplitude*exp(-damping*(time - startTime))*sin(2*Constants.pi*f*(time - startTime) + phase));
  annotation(Documentation(info="<html>
<p>A sine whose amplitude falls with exp(-damping*t).</p>
</html>"));
end ExpSine;
