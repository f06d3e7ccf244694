type Angle
  extends Real;
  function equalityConstraint
    input Angle a;
    input Angle b;
    output Real residue[0];
  algorithm
    residue := fill(0, 0);
  end equalityConstraint;
end Angle;

connector Phase
  Angle theta;
  Real v;
  flow Real i;
end Phase;

model Source
  Phase p(v = 1);
equation
  Connections.root(p.theta);
  p.theta = time;
end Source;
