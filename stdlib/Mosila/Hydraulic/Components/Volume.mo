within Mosila.Hydraulic.Components;
model Volume "Volume of compressible fluid"
  parameter SI.Volume V = 1e-3 "Volume";
  parameter SI.BulkModulus beta = 1.4e9 "Bulk modulus of the fluid";
  SI.Pressure p(start=0) "Pressure";
  Interfaces.Port_a port "Port";
equation
  p = port.p;
  V/beta*der(p) = port.q;
  annotation(Documentation(info="<html>
<p>V/beta*der(p) is what flows in. The pressure at the start is p(start=..., fixed=true).</p>
</html>"));
end Volume;
