within Mosila.Electrical.Sources;
model ConstantVoltage "A constant voltage"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "Voltage";
equation
  v = V;
  annotation(Documentation(info="<html>
<p>v = V, whatever flows.</p>
</html>"));
end ConstantVoltage;
