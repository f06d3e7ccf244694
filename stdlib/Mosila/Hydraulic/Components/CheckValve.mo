within Mosila.Hydraulic.Components;
model CheckValve "Exact check valve"
  extends Interfaces.TwoPorts;
  extends Structural.OneWay;
equation
  across = dp;
  through = q;
  annotation(Documentation(info="<html>
<p>Lets the fluid pass from port_a to port_b without loss, and nothing back.</p>
</html>"));
end CheckValve;
