model ElasticBall "bounces for ever from a height of 1"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer impacts(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -pre(v));
    impacts = pre(impacts) + 1;
  end when;
end ElasticBall;
