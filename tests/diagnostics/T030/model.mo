model Spring
  Real force = 2;
  parameter Real stiffness = force / 3;
end Spring;
