within Mosila.Thermal.Interfaces;
connector HeatPort_a "Heat port, left"
  extends HeatPort;
  annotation(Documentation(info="<html>
<p>By convention heat goes in here.</p>
</html>"));
end HeatPort_a;
