within Mosila.Electrical.Sources;
model StepVoltage "A voltage step"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "Height of the step";
  parameter SI.Voltage offset = 0 "Voltage before";
  parameter SI.Time startTime = 0 "Time of the step";
equation
  v = offset + (if time < startTime then 0 else V);
  annotation(Documentation(info="<html>
<p>offset before startTime, offset + V from then on.</p>
</html>"));
end StepVoltage;
