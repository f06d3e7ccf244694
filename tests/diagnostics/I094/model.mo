model Cooling
  Real T(start = 90, fixed = true);
equation
  der(T) = -0.1 * (T - 20);
  annotation(experiment = 30);
end Cooling;
