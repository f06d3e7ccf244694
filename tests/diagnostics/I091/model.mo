model Cooling
  parameter Real end_time = 30;
  Real T(start = 90, fixed = true);
equation
  der(T) = -0.1 * (T - 20);
  annotation(experiment(StopTime = end_time));
end Cooling;
