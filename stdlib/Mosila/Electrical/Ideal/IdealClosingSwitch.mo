within Mosila.Electrical.Ideal;
model IdealClosingSwitch "Switch that conducts while it is told to"
  extends Interfaces.OnePort;
  parameter SI.Resistance Ron(min=0) = 1e-5 "Resistance while closed";
  parameter SI.Conductance Goff(min=0) = 1e-5 "Conductance while open";
  Blocks.Interfaces.BooleanInput control "Closed while true";
protected
  Real s "Voltage while open, current while closed";
  constant SI.Voltage volt = 1;
  constant SI.Current ampere = 1;
equation
  v = s*(if control then ampere*Ron else volt);
  i = s*(if control then ampere else volt*Goff);
  annotation(Documentation(info="<html>
<p>Closed it is a small resistance, open a small conductance.</p>
</html>"));
end IdealClosingSwitch;
