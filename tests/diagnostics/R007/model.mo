// mosila simulate model.mo --stop 2
model Ball
  Real h(start = 1), v(start = 0);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5 * pre(v));
  end when;
end Ball;
