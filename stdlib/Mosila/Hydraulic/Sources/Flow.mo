within Mosila.Hydraulic.Sources;
model Flow "A flow given by a signal"
  Blocks.Interfaces.RealInput q(unit="m3/s") "Flow into what is connected";
  Interfaces.Port_b port "Port";
equation
  port.q = -q;
  annotation(Documentation(info="<html>
<p>The same flow at every pressure.</p>
</html>"));
end Flow;
