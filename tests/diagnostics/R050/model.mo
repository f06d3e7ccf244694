// mosila simulate model.mo --stop 4 --zeno stop -q
model Ball
  Real h(start = 1);
  Real v(start = 0);
equation
  der(h) = v;
  der(v) = -10;
  when h <= 0 then
    reinit(v, -0.5 * pre(v));
  end when;
end Ball;
