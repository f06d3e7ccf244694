within Mosila.Hydraulic.Interfaces;
connector Port_b "Right port"
  extends Port;
  annotation(Documentation(info="<html>
<p>By convention the fluid flows out here.</p>
</html>"));
end Port_b;
