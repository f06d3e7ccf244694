// A ball that bounces on a floor. The continuous equations are those of free fall; an impact is an event that gives the
// ball a new velocity at once. Plain Modelica: the structure never changes.
model BouncingBall "A ball dropped on a floor, with its impacts counted"
  parameter Real h0(unit="m") = 1 "height from which it is dropped";
  parameter Real e = 0.95 "speed after an impact divided by the speed before";
  parameter Real g(unit="m/s2") = 9.81;
  Real h(unit="m", start=h0, fixed=true) "height";
  Real v(unit="m/s", start=0, fixed=true) "velocity, upwards";
  discrete Integer impacts(start=0, fixed=true);
  discrete Real lastImpact(unit="s", start=0, fixed=true) "time of the last impact";
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    // `pre(v)` is the velocity just before the impact.
    reinit(v, -e*pre(v));
    impacts = pre(impacts) + 1;
    lastImpact = time;
  end when;
  // The first impact is at sqrt(2*h0/g) = 0.4515; later ones come ever faster and pile up at 39 times that, 17.61.
  annotation(experiment(StartTime=0, StopTime=10, Tolerance=1e-8));
end BouncingBall;
