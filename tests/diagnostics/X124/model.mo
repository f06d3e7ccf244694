// mosila simulate model.mo --set area
model Tank
  parameter Real area(min = 0) = 2 "m2";
  final parameter Real g = 9.81;
  parameter Integer n = 3;
  Real level(start = 1);
equation
  area * der(level) = -n * sqrt(2 * g * max(level, 0));
end Tank;
