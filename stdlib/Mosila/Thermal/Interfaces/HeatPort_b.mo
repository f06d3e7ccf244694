within Mosila.Thermal.Interfaces;
connector HeatPort_b "Heat port, right"
  extends HeatPort;
  annotation(Documentation(info="<html>
<p>By convention heat goes out here.</p>
</html>"));
end HeatPort_b;
