within Mosila.Blocks.Continuous;
block Integrator "Integral of the input"
  extends Interfaces.SISO(y(start=y_start, fixed=true));
  parameter Real k(unit="1") = 1 "Gain";
  parameter Real y_start = 0 "Output at the start";
equation
  der(y) = k*u;
  annotation(Documentation(info="<html>
<p>y = y_start + k times the integral of u.</p>
</html>"));
end Integrator;
