within Mosila.Thermal.Components;
model HeatCapacitor "Something that stores heat"
  parameter SI.HeatCapacity C(min=0) = 1 "Heat capacity";
  SI.Temperature T(start=293.15) "Temperature";
  Interfaces.HeatPort_a port "Port";
equation
  T = port.T;
  C*der(T) = port.Q_flow;
  annotation(Documentation(info="<html>
<p>C*der(T) is the heat that flows in. The temperature at the start is T(start=..., fixed=true).</p>
</html>"));
end HeatCapacitor;
