within Mosila.Electrical.Sources;
model ConstantCurrent "A constant current"
  extends Interfaces.OnePort;
  parameter SI.Current I = 1 "Current";
equation
  i = I;
  annotation(Documentation(info="<html>
<p>i = I flows from p through the source to n, whatever the voltage.</p>
</html>"));
end ConstantCurrent;
