within Mosila.Electrical.Ideal;
model IdealOpeningSwitch "Switch that does not conduct while it is told not to"
  extends Interfaces.OnePort;
  parameter SI.Resistance Ron(min=0) = 1e-5 "Resistance while closed";
  parameter SI.Conductance Goff(min=0) = 1e-5 "Conductance while open";
  Blocks.Interfaces.BooleanInput control "Open while true";
protected
  Real s "Voltage while open, current while closed";
  constant SI.Voltage volt = 1;
  constant SI.Current ampere = 1;
equation
  v = s*(if control then volt else ampere*Ron);
  i = s*(if control then volt*Goff else ampere);
  annotation(Documentation(info="<html>
<p>Closed it is a small resistance, open a small conductance.</p>
</html>"));
end IdealOpeningSwitch;
