within Mosila.Rotational.Examples;
model Play "An inertia bounces to and fro in an elastic play"
  Components.Fixed wall;
  Components.ElastoBacklash backlash(c=100, d=0, b=2);
  Components.Inertia body(J=1, phi(start=0, fixed=true), w(start=1, fixed=true));
equation
  connect(wall.flange, backlash.flange_a);
  connect(backlash.flange_b, body.flange_a);
  annotation(experiment(StopTime=4, Tolerance=1e-9), Documentation(info="<html>
<p>It moves freely for 1 s, is thrown back within pi/10 s and needs 2 s to the other side.</p>
</html>"));
end Play;
