within Mosila.Electrical.Sources;
model SineVoltage "A sine voltage"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "Amplitude";
  parameter SI.Frequency f = 1 "Cycles per second";
  parameter SI.Angle phase = 0 "Phase at startTime";
  parameter SI.Voltage offset = 0 "Voltage before startTime and around which it swings";
  parameter SI.Time startTime = 0 "When it begins";
equation
  v = offset + (if time < startTime then 0 else V*sin(2*Constants.pi*f*(time - startTime) + phase));
  annotation(Documentation(info="<html>
<p>Swings around offset from startTime on.</p>
</html>"));
end SineVoltage;
