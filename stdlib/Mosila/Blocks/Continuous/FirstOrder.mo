within Mosila.Blocks.Continuous;
block FirstOrder "First-order lag"
  extends Interfaces.SISO(y(start=y_start, fixed=true));
  parameter Real k(unit="1") = 1 "Gain";
  parameter SI.Time T(min=1e-12) = 1 "Time constant";
  parameter Real y_start = 0 "Output at the start";
equation
  der(y) = (k*u - y)/T;
  annotation(Documentation(info="<html>
<p>Transfer function k/(T*s + 1).</p>
</html>"));
end FirstOrder;
