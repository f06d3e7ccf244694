within Mosila.Blocks.Continuous;
block LimIntegrator "Integral that stops at limits"
  extends Interfaces.SISO(y(start=y_start, fixed=true));
  parameter Real k(unit="1") = 1 "Gain";
  parameter Real outMax = 1 "Upper limit of the output";
  parameter Real outMin = -outMax "Lower limit of the output";
  parameter Real y_start = 0 "Output at the start";
equation
  der(y) = if y >= outMax and k*u > 0 or y <= outMin and k*u < 0 then 0 else k*u;
  annotation(Documentation(info="<html>
<p>The output stays at a limit as long as the input pushes it beyond; it leaves as soon as the input turns.</p>
</html>"));
end LimIntegrator;
