within Mosila.Blocks.Examples;
model SampledControl "An integrating plant under a digital PI controller"
  Sources.Constant setPoint(k=1);
  Discrete.PID controller(samplePeriod=0.1, k=2, Ti=1, Td=0.05, yMax=1.5);
  Continuous.Integrator plant;
equation
  connect(setPoint.y, controller.u_s);
  connect(plant.y, controller.u_m);
  connect(controller.y, plant.u);
  annotation(experiment(StopTime=2, Tolerance=1e-9), Documentation(info="<html>
<p>Between samples the plant is a straight line, so the whole run can be computed by hand, sample by sample.</p>
</html>"));
end SampledControl;
