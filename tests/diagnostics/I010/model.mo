model Circle
  parameter Real radius = area / circumference * 2;
  parameter Real area = 3.14 * radius ^ 2;
  parameter Real circumference = 6.28;
  Real x(start = radius);
equation
  der(x) = -x;
end Circle;
