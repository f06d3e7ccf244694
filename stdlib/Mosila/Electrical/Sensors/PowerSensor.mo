within Mosila.Electrical.Sensors;
model PowerSensor "Measures the power of a load"
  Interfaces.PositivePin pc "Positive pin of the current path";
  Interfaces.NegativePin nc "Negative pin of the current path, to the load";
  Interfaces.PositivePin pv "Positive pin of the voltage path";
  Interfaces.NegativePin nv "Negative pin of the voltage path";
  Blocks.Interfaces.RealOutput power(unit="W") "Voltage from pv to nv times current from pc to nc";
equation
  pc.v = nc.v;
  0 = pc.i + nc.i;
  pv.i = 0;
  nv.i = 0;
  power = (pv.v - nv.v)*pc.i;
  annotation(Documentation(info="<html>
<p>The current path lies before the load, the voltage path beside it.</p>
</html>"));
end PowerSensor;
