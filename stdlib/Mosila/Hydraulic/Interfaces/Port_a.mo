within Mosila.Hydraulic.Interfaces;
connector Port_a "Left port"
  extends Port;
  annotation(Documentation(info="<html>
<p>By convention the fluid flows in here.</p>
</html>"));
end Port_a;
