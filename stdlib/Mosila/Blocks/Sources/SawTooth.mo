within Mosila.Blocks.Sources;
block SawTooth "Saw teeth"
  extends Interfaces.SignalSource;
  parameter Real amplitude = 1 "Height of a tooth";
  parameter SI.Time period(min=1e-12) = 1 "Length of a tooth";
protected
  Boolean running(start=false, fixed=true);
  SI.Time begin(start=startTime, fixed=true) "Begin of this tooth";
equation
  when sample(startTime, period) then
    begin = time;
    running = true;
  end when;
  y = offset + (if running then amplitude*(time - begin)/period else 0);
  annotation(Documentation(info="<html>
<p>Each tooth rises from offset to offset + amplitude and falls back at once.</p>
</html>"));
end SawTooth;
