model Cooling
  Real T(start = 90, fixed = true);
equation
  der(T) = -0.1 * (T - 20);
  annotation(experiment(StopTime = 30, Tolerance = 1e-8, StopTime = 60));
end Cooling;
