within Mosila.Electrical.Sources;
model PulseVoltage "Pulses of voltage"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "Height of a pulse";
  parameter Real width(min=0, max=100) = 50 "Width of a pulse in percent of the period";
  parameter SI.Time period = 1 "Time from pulse to pulse";
  parameter SI.Voltage offset = 0 "Voltage between pulses";
  parameter SI.Time startTime = 0 "Begin of the first pulse";
protected
  Blocks.Sources.Pulse pulse(amplitude=V, width=width, period=period, offset=offset, startTime=startTime);
equation
  v = pulse.y;
  annotation(Documentation(info="<html>
<p>Both edges are time events.</p>
</html>"));
end PulseVoltage;
