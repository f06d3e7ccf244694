within Mosila.Hydraulic.Interfaces;
connector Port "Where a pipe is connected"
  SI.Pressure p "Pressure above that of the surroundings";
  flow SI.VolumeFlowRate q "Volume flow into the component";
  annotation(Documentation(info="<html>
<p>Connected ports have one pressure, and their flows add up to zero.</p>
</html>"));
end Port;
