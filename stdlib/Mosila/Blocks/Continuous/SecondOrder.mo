within Mosila.Blocks.Continuous;
block SecondOrder "Second-order lag"
  extends Interfaces.SISO(y(start=y_start, fixed=true));
  parameter Real k(unit="1") = 1 "Gain";
  parameter SI.AngularFrequency w = 1 "Angular frequency without damping";
  parameter Real D(unit="1") = 1 "Damping; 1: just without overshoot";
  parameter Real y_start = 0 "Output at the start";
  parameter Real yd_start = 0 "Rate of the output at the start";
  Real yd(start=yd_start, fixed=true) "Rate of the output";
equation
  der(y) = yd;
  der(yd) = w*(w*(k*u - y) - 2*D*yd);
  annotation(Documentation(info="<html>
<p>Transfer function k/((s/w)^2 + 2*D*s/w + 1).</p>
</html>"));
end SecondOrder;
