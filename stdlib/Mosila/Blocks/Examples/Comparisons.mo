within Mosila.Blocks.Examples;
model Comparisons "From Real to Boolean signals"
  Sources.Sine sine(amplitude=2, f=0.25);
  Sources.Constant one(k=1);
  Logical.Greater greater;
  Logical.GreaterEqual greaterEqual;
  Logical.Less less;
  Logical.LessEqual lessEqual;
  Logical.GreaterThreshold greaterThreshold(threshold=1);
  Logical.GreaterEqualThreshold greaterEqualThreshold(threshold=1);
  Logical.LessThreshold lessThreshold(threshold=1);
  Logical.LessEqualThreshold lessEqualThreshold(threshold=1);
  Logical.Hysteresis hysteresis(uLow=-1, uHigh=1);
  Logical.Switch switch_;
  Logical.OnOffController thermostat(bandwidth=0.4);
  Continuous.FirstOrder room(T=1);
  Math.BooleanToReal heating(realTrue=2);
equation
  connect(sine.y, greater.u1);
  connect(one.y, greater.u2);
  connect(sine.y, greaterEqual.u1);
  connect(one.y, greaterEqual.u2);
  connect(sine.y, less.u1);
  connect(one.y, less.u2);
  connect(sine.y, lessEqual.u1);
  connect(one.y, lessEqual.u2);
  connect(sine.y, greaterThreshold.u);
  connect(sine.y, greaterEqualThreshold.u);
  connect(sine.y, lessThreshold.u);
  connect(sine.y, lessEqualThreshold.u);
  connect(sine.y, hysteresis.u);
  connect(sine.y, switch_.u1);
  connect(greater.y, switch_.u2);
  connect(one.y, switch_.u3);
  connect(one.y, thermostat.reference);
  connect(room.y, thermostat.u);
  connect(thermostat.y, heating.u);
  connect(heating.y, room.u);
  annotation(experiment(StopTime=5, Tolerance=1e-8), Documentation(info="<html>
<p>The sine is above 1 from 1/3 s to 5/3 s. The room warms up to 1.2 in log(2.5) s and swings between 0.8 and 1.2 from then
on.</p>
</html>"));
end Comparisons;
