within Mosila.Blocks.Sources;
block Ramp "A ramp"
  extends Interfaces.SignalSource;
  parameter Real height = 1 "Height of the ramp";
  parameter SI.Duration duration(min=0) = 1 "How long it rises; 0 is a step";
equation
  y =
    offset
      + (if time < startTime then 0 elseif time < startTime + duration then height*(time - startTime)/duration
      else height);
  annotation(Documentation(info="<html>
<p>Rises from offset to offset + height between startTime and startTime + duration.</p>
</html>"));
end Ramp;
