within Mosila.Hydraulic.Examples;
model Lift "A pump drives a cylinder that lifts a mass"
  Rotational.Sources.ConstantSpeed motor(w_fixed=100);
  Components.Pump pump(D=1e-6);
  Components.Tank tank;
  Components.Volume oil(V=1.4e-3, p(start=1e6, fixed=true));
  Components.Cylinder cylinder(A_a=1e-3, A_b=5e-4);
  Translational.Components.Mass mass(m=100, s(start=0, fixed=true), v(start=0, fixed=true));
  Translational.Sources.ConstantForce weight(f_constant=-1000);
equation
  connect(motor.flange, pump.flange);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, oil.port);
  connect(oil.port, cylinder.port_a);
  connect(cylinder.port_b, tank.port);
  connect(cylinder.flange, mass.flange_a);
  connect(mass.flange_b, weight.flange);
  annotation(experiment(StopTime=1, Tolerance=1e-9), Documentation(info="<html>
<p>The oil is a spring: the velocity swings around 0.1 m/s with 100 rad/s, v = 0.1*(1 - cos(100*t)).</p>
</html>"));
end Lift;
