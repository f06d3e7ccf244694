within Mosila.Blocks.Examples;
model Lags "Step responses of continuous blocks"
  Sources.Step step(height=2);
  Continuous.Integrator integrator(k=0.5, y_start=1);
  Continuous.LimIntegrator limIntegrator(outMax=1.5);
  Continuous.Derivative derivative(k=2, T=0.5);
  Continuous.FirstOrder firstOrder(k=3, T=0.5);
  Continuous.SecondOrder secondOrder(k=0.5, w=2, D=0.5);
  Continuous.PI pi(k=2, T=0.5);
  Continuous.PID pid(k=2, Ti=0.5, Td=0.2, Nd=2);
  Continuous.TransferFunction transferFunction(b={1, 3}, a={1, 3, 2});
  Continuous.StateSpace stateSpace(A=[-1, 1; 0, -2], B=[0; 1], C=[1, 0; 0, 1], D=[0; 1]);
  Continuous.Der der_;
  Sources.Sine sine(f=0.5);
equation
  connect(step.y, integrator.u);
  connect(step.y, limIntegrator.u);
  connect(step.y, derivative.u);
  connect(step.y, firstOrder.u);
  connect(step.y, secondOrder.u);
  connect(step.y, pi.u);
  connect(step.y, pid.u);
  connect(step.y, transferFunction.u);
  connect(step.y, stateSpace.u[1]);
  connect(sine.y, der_.u);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>A step of 2 goes through each block; der_ has a sine.</p>
</html>"));
end Lags;
