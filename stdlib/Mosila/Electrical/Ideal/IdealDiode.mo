within Mosila.Electrical.Ideal;
model IdealDiode "Diode with a characteristic of two straight lines"
  extends Interfaces.OnePort;
  parameter SI.Resistance Ron(min=0) = 1e-5 "Resistance while it conducts";
  parameter SI.Conductance Goff(min=0) = 1e-5 "Conductance while it blocks";
  parameter SI.Voltage Vknee(min=0) = 0 "Voltage at which it begins to conduct";
  Boolean off(start=true) "Whether it blocks";
protected
  Real s(start=0)
      "Along the characteristic: voltage above the knee while it blocks, current above the knee while it conducts";
  constant SI.Voltage volt = 1;
  constant SI.Current ampere = 1;
equation
  off = s < 0;
  v = Vknee + s*(if off then volt else ampere*Ron);
  i = Goff*Vknee + s*(if off then volt*Goff else ampere);
  annotation(Documentation(info="<html>
<p>Below Vknee the current is Goff*v, above it the voltage rises by Ron per ampere.</p>
</html>"));
end IdealDiode;
