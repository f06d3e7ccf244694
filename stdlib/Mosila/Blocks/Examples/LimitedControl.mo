within Mosila.Blocks.Examples;
model LimitedControl "A lag controlled by a PID controller with limits"
  Sources.Step setPoint(height=1, startTime=0.5);
  Continuous.LimPID controller(k=4, Ti=1, Td=0, yMax=1.5);
  Continuous.FirstOrder plant(k=1, T=1);
equation
  connect(setPoint.y, controller.u_s);
  connect(plant.y, controller.u_m);
  connect(controller.y, plant.u);
  annotation(experiment(StopTime=8, Tolerance=1e-8), Documentation(info="<html>
<p>After the step the output is at its limit 1.5, so the plant rises as 1.5*(1 - exp(-t)); in the end it is at the set point.</p>
</html>"));
end LimitedControl;
